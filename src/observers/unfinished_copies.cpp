// SPDX-License-Identifier: MIT
#include "observers/unfinished_copies.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "core/each_lane.hpp"
#include "emulator/run_use.hpp"

namespace reconverge::observers {
namespace {

using core::LaneMask;
using Step = UnfinishedCopies::Code::Step;

bool signals_in_memory(const sass::Instruction& row) { return row.opcode() == "ARRIVES" || row.opcode() == "SYNCS"; }

/// `DEPBAR.LE SB0, 0x1` leaves one group; without a number all are waited for.
std::uint32_t groups_left(const sass::Instruction& row) {
  const auto number = std::ranges::find(row.operands, sass::OperandKind::integer_immediate, &sass::Operand::kind);
  return number == row.operands.end() ? 0 : static_cast<std::uint32_t>(number->value);
}

UnfinishedCopies::Code::Row row_of(const sass::Instruction& row) {
  if (row.opcode() == "LDGSTS") return {.step = Step::copies};
  if (row.opcode() == "LDGDEPBAR") return {.step = Step::groups};
  if (row.opcode() == "DEPBAR") return {.step = Step::waits, .left = groups_left(row)};
  return {};
}

}  // namespace

void PendingCopies::start(std::uint64_t address, std::size_t bytes, std::uint32_t row) {
  if (rows_.size() < address + bytes) rows_.resize(address + bytes);
  std::fill_n(rows_.begin() + static_cast<std::ptrdiff_t>(address), bytes, row + 1);
}

void PendingCopies::finish(std::uint64_t address, std::size_t bytes, std::uint32_t row) {
  for (std::size_t k = 0; k < bytes; ++k)
    if (rows_[address + k] == row + 1) rows_[address + k] = 0;
}

std::optional<std::uint32_t> PendingCopies::row_at(std::uint64_t address, std::size_t bytes) const {
  for (std::uint64_t at = address; at < address + bytes && at < rows_.size(); ++at)
    if (rows_[at] != 0) return rows_[at] - 1;
  return std::nullopt;
}

std::shared_ptr<const UnfinishedCopies::Code> UnfinishedCopies::code_of(const emulator::Executable& executable) {
  const auto& rows = executable.function.instructions;
  const bool copies = std::ranges::any_of(rows, [](const auto& row) { return row.opcode() == "LDGSTS"; });
  if (!copies || std::ranges::any_of(rows, signals_in_memory)) return nullptr;
  auto code = std::make_shared<Code>();
  for (const sass::Instruction& row : rows) code->rows.push_back(row_of(row));
  code->next = emulator::next_rows(rows.size(), [&](std::size_t i) {
    return code->rows[i].step == Step::groups || code->rows[i].step == Step::waits;
  });
  return code;
}

void UnfinishedCopies::issued(const emulator::Issued& event) {
  if (code_->next[event.at.index] != event.at.index) return;
  const Code::Row& row = code_->rows[event.at.index];
  for_each_lane(event.executing, [&](std::size_t lane) {
    Thread& thread = threads_[lane];
    if (row.step == Step::groups) thread.groups.push_back(std::exchange(thread.open, {}));
    else wait(thread, row.left);
  });
}

void UnfinishedCopies::wait(Thread& thread, std::size_t left) {
  for (; thread.groups.size() > left; thread.groups.pop_front())
    for (const Copy& copy : thread.groups.front()) pending_.finish(copy.address, copy.bytes, copy.row);
}

void UnfinishedCopies::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (access.space != emulator::Space::shared || access.fault != emulator::AccessFault::none) return;
  if (code_->rows[event.at.index].step == Step::copies)
    return for_each_lane(access.lanes, [&](std::size_t lane) {
      threads_[lane].open.push_back({access.address[lane], access.bytes, event.at.index});
      pending_.start(access.address[lane], access.bytes, event.at.index);
    });
  if (!access.reads) return;
  LaneMask early;
  std::optional<std::uint32_t> copy;
  for_each_lane(access.lanes, [&](std::size_t lane) {
    const auto row = pending_.row_at(access.address[lane], access.bytes);
    if (!row) return;
    copy = row;
    early |= LaneMask::lane(static_cast<int>(lane));
  });
  if (!copy) return;
  Finding& finding = found_[event.at.index];
  if (finding.count++ > 0) return;
  const auto& rows = executable_.function.instructions;
  finding.kind = "unfinished-copy";
  finding.index = event.at.index;
  finding.lanes = early;
  finding.message = fmt::format("{} reads shared memory that {} at 0x{:x} may not have filled: no wait for it precedes",
                                rows[event.at.index].opcode(), rows[*copy].opcode(), rows[*copy].address);
}

std::vector<Finding> UnfinishedCopies::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
