// SPDX-License-Identifier: MIT
#include "capture/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>

#include "emulator/executable.hpp"

namespace reconverge::capture {
namespace {

using emulator::CapturedMemory;
using Row = observers::InstructionCounts::Row;

std::string hexadecimal(const std::uint8_t* bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 8); ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

/// A piece as the card left it.
std::vector<std::uint8_t> after(const CapturedMemory::Piece& piece, const Capture& capture) {
  std::vector<std::uint8_t> bytes = piece.bytes;
  for (auto change = std::ranges::lower_bound(capture.changes, piece.address, {}, &Change::address);
       change != capture.changes.end() && change->address < piece.end(); ++change)
    std::copy(change->bytes.begin(), change->bytes.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(change->address - piece.address));
  return bytes;
}

void check_piece(const CapturedMemory::Piece& piece, const Capture& capture, const RunMemory& memory, Check& result) {
  const auto* const begin = memory.before.readable(piece.address, piece.bytes.size());
  const auto* const run = memory.after.readable(piece.address, piece.bytes.size());
  const std::vector<std::uint8_t> card = after(piece, capture);
  const auto differs = [&](std::size_t i) {
    const bool is_untouched = run[i] == begin[i] && card[i] == piece.bytes[i];
    return run[i] != card[i] && !is_untouched;
  };
  for (std::size_t i = 0; i < card.size(); ++i) result.changed_bytes += card[i] != piece.bytes[i] ? 1 : 0;
  for (std::size_t i = 0; i < card.size(); ++i) {
    std::size_t end = i;
    while (end < card.size() && differs(end)) ++end;
    if (end == i) continue;
    result.different_bytes += end - i;
    if (result.memory.size() < differences_kept)
      result.memory.push_back(
          {piece.address + i, end - i, hexadecimal(run + i, end - i), hexadecimal(card.data() + i, end - i)});
    i = end;
  }
}

/// Names the rows of an executable as the card's counters do.
class Places {
 public:
  Places(const sass::Function& code, const std::map<std::string, std::uint64_t, std::less<>>& functions) {
    for (const auto& [name, address] : functions) begins_[address] = name;
    if (begins_.empty()) begins_[0] = code.name;
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) rows_[place_of(code.instructions[i].address)] = i;
  }
  std::uint32_t row(const Counted& counted) const {
    const auto found = rows_.find({counted.function, counted.pc});
    return found == rows_.end() ? emulator::no_index : found->second;
  }
  std::pair<std::string, std::uint64_t> place_of(std::uint64_t address) const {
    const auto begin = std::prev(begins_.upper_bound(address));
    return {begin->second, address - begin->first};
  }

 private:
  std::map<std::uint64_t, std::string> begins_;
  std::map<std::pair<std::string, std::uint64_t>, std::uint32_t> rows_;
};

/// A row as CUPTI counts it: in front of the instruction, so that lanes which wait at a branch by register, or at a
/// BSYNC, and execute it again are counted once. The card's own counters (smsp__inst_executed) count each issue, as the
/// emulator does.
core::CardCounts as_counted(const Row& row, std::string_view opcode) {
  constexpr std::array<std::string_view, 2> direct{"BRA", "JMP"};
  constexpr std::array<std::string_view, 7> branches{"BRA", "JMP", "BRX", "BRXU", "JMX", "CALL", "RET"};
  core::CardCounts counted;
  counted.warp_instructions = row.executions;
  counted.thread_instructions = row.active_lanes;
  counted.thread_instructions_true = row.executing_lanes;
  counted.divergent = row.divergent;
  if (std::ranges::find(direct, opcode) == direct.end()) {
    counted.warp_instructions -= row.repeats;
    counted.thread_instructions -= row.repeated_active_lanes;
    counted.thread_instructions_true -= row.repeated_executing_lanes;
  }
  if (std::ranges::find(branches, opcode) != branches.end()) counted.branches = counted.warp_instructions;
  return counted;
}

void check_row(const Counted& row, std::uint32_t index, const core::CardCounts& run, Check& result) {
  const core::CardCounts& card = row.counts;
  const std::array<std::tuple<const char*, std::uint64_t, std::uint64_t>, 5> pairs{{
      {"warp instructions", run.warp_instructions, card.warp_instructions},
      {"thread instructions", run.thread_instructions, card.thread_instructions},
      {"thread instructions whose guard held", run.thread_instructions_true, card.thread_instructions_true},
      {"branches", run.branches, card.branches},
      {"divergent branches", run.divergent, card.divergent},
  }};
  for (const auto& [what, emulated, counted] : pairs) {
    ++result.compared_counts;
    if (emulated == counted) continue;
    ++result.different_counts;
    if (result.counts.size() < differences_kept)
      result.counts.push_back({row.function, row.pc, index, what, emulated, counted});
  }
}

/// The union of both: a row that the card does not list it has not executed.
void check_counts(const Capture& capture, const sass::Function& code, const observers::InstructionCounts& counts,
                  const Places& places, Check& result) {
  const auto counted_at = [&](std::uint32_t index) {
    return as_counted(counts.rows[index], code.instructions[index].opcode());
  };
  std::set<std::uint32_t> counted;
  for (const Counted& row : capture.counters) {
    const std::uint32_t index = places.row(row);
    const bool is_known = index < counts.rows.size();
    if (is_known) counted.insert(index);
    check_row(row, index, is_known ? counted_at(index) : core::CardCounts{}, result);
  }
  for (std::uint32_t i = 0; i < counts.rows.size(); ++i) {
    if (counts.rows[i].executions == 0 || counted.contains(i)) continue;
    const auto [function, pc] = places.place_of(code.instructions[i].address);
    check_row({.function = function, .pc = static_cast<std::uint32_t>(pc), .counts = {}}, i, counted_at(i), result);
  }
}

}  // namespace

Check check(const Capture& capture, const RunMemory& memory, const sass::Function& code,
            const observers::InstructionCounts& counts,
            const std::map<std::string, std::uint64_t, std::less<>>& functions) {
  Check result;
  for (const CapturedMemory::Piece& piece : capture.memory->pieces())
    if (!piece.bytes.empty()) check_piece(piece, capture, memory, result);
  result.has_counters = !capture.counters.empty();
  if (result.has_counters) check_counts(capture, code, counts, Places(code, functions), result);
  return result;
}

}  // namespace reconverge::capture
