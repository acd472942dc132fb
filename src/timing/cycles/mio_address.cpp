// SPDX-License-Identifier: MIT
// The address unit: rule 27 (address-unit) of docs/model.md, "hopper-cycles", and of several warps rule 34
// (shared-mio).
#include <algorithm>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/mio.hpp"

namespace reconverge::timing {

void Mio::take_words(std::int32_t count) {
  Operation* const entered = last();
  if (entered == nullptr) return;
  if (shared_ != nullptr) entered->words += count;
  else entered->late += count * record_.mio.address_value;
}

void Mio::read_of_address(Cycle start) {
  auto& [waiting, entries] = queue_of(PortUser::address);
  const Operation& operation = waiting.front();
  const MioTiming& rule = record_.mio;
  const bool reads = operation.use.data + operation.use.addresses > 0;
  if (shared_ != nullptr) start = shared_->address(start);
  if (reads) port_free_ = start + cycles(rule.register_read);
  address_free_ = start + cycles(reads ? operation.timing->issue_interval : rule.constant_interval);
  entries.push_back(reads ? start + cycles(rule.address_entry) : operation.issued + cycles(rule.constant_entry));
  if (operation.words > 0) further_.push_back({operation, start + cycles(rule.address_value)});
  else finish_address(operation, start);
  waiting.pop_front();
}

/// Of several that wait for their next word.
const Mio::Further* Mio::next_further() const {
  const auto next = std::ranges::min_element(further_, {}, &Further::next);
  return next == further_.end() ? nullptr : &*next;
}

/// Rule 34 (shared-mio): each further word takes the address units as an operation does.
void Mio::take_word(Cycle start) {
  const auto further = further_.begin() + (next_further() - further_.data());
  start = shared_->address(start);
  further->next = start + cycles(record_.mio.address_value);
  if (--further->operation.words > 0) return;
  finish_address(further->operation, start);
  further_.erase(further);
}

/// @param start  when its last word was taken
void Mio::finish_address(const Operation& operation, Cycle start) {
  const MioTiming& rule = record_.mio;
  const OperationTiming& timing = *operation.timing;
  const bool reads = operation.use.data + operation.use.addresses > 0;
  const Cycle read = start + cycles(reads ? rule.register_read : 0);
  const std::int32_t release = operation.executes ? timing.source_release.value_or(0) : rule.no_lanes_address_release;
  finish(operation, read + cycles(release + operation.late),
         read + cycles(timing.result_latency.value_or(0) + operation.late), Writer::constants);
}

}  // namespace reconverge::timing
