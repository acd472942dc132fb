// SPDX-License-Identifier: MIT
#include "timing/record/measured.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

namespace reconverge::timing {

extern const std::string_view sm_90_measured;

namespace {

using OperationKind = std::pair<std::string_view, std::string_view>;  // opcode and modifier

std::string_view next_field(std::string_view& line) {
  const std::string_view field = line.substr(0, line.find(','));
  line.remove_prefix(std::min(line.size(), field.size() + 1));
  return field;
}

std::map<OperationKind, std::uint64_t> counts_in(std::string_view text) {
  std::map<OperationKind, std::uint64_t> counts;
  text.remove_prefix(text.find('\n') + 1);  // the names of the columns
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string_view opcode = next_field(line), modifier = next_field(line), count = next_field(line);
    std::uint64_t intervals = 0;
    const auto [end, failed] = std::from_chars(count.data(), count.data() + count.size(), intervals);
    if (failed == std::errc{} && end == count.data() + count.size())
      counts.emplace(OperationKind{opcode, modifier}, intervals);
  }
  return counts;
}

}  // namespace

std::optional<std::uint64_t> measured_intervals(const OperationTiming& operation) {
  static const std::map<OperationKind, std::uint64_t> counts = counts_in(sm_90_measured);
  const auto found = counts.find(OperationKind{operation.opcode, operation.modifier});
  return found == counts.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace reconverge::timing
