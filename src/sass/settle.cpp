// SPDX-License-Identifier: MIT
// Facts that are known only once a whole function has been read: the width of its instructions, the kind of each hex
// line, where labels are, where rows are missing.

#include <fmt/format.h>

#include <algorithm>

#include "sass/control_words.hpp"
#include "sass/listing_builder.hpp"
#include "sass/operands/numbers.hpp"

namespace reconverge::sass {

/// Without a named architecture the addresses decide: steps of 16 bytes are Volta and later; of 8
/// bytes, the multiples of 32 or 64 that no row uses are places of control words.
ListingBuilder::Layout ListingBuilder::guessed_layout() const {
  bool at_8 = false, at_32 = false, at_64 = false;
  for (const Instruction& row : function_.instructions) {
    at_8 |= row.address % 16 == 8;
    at_32 |= row.address % 32 == 0;
    at_64 |= row.address % 64 == 0;
  }
  if (!at_8 && function_.instructions.size() > 1) return {16, 0};
  if (!at_32) return {8, 32};
  if (!at_64) return {8, 64};
  return {8, 0};
}

ListingBuilder::Layout ListingBuilder::layout() const {
  const std::optional<int> number = arch_number(function_.arch);
  if (!number) return guessed_layout();
  const int between = instructions_per_control_word(*number);
  return {static_cast<std::uint64_t>(instruction_bytes(*number)),
          between == 0 ? 0 : static_cast<std::uint64_t>(between + 1) * 8};
}

Verdict ListingBuilder::settle_words(const Layout& layout) {
  std::vector<Instruction>& rows = function_.instructions;
  if (layout.bytes == 16) {
    for (const ControlSlot& slot : slots_) {  // only when no architecture was known on the way
      if (slot.before == 0 || rows[slot.before - 1].word_count != 1) {
        return refuse_at(slot.line, slot.column, "an encoding that belongs to no instruction");
      }
      rows[slot.before - 1].words[rows[slot.before - 1].word_count++] = slot.word;
    }
    slots_.clear();
  }
  for (const Instruction& row : rows) {
    if (row.word_count == rows.front().word_count && row.word_count * 8u <= layout.bytes) continue;
    return refuse_at(row.line, row.column,
                     fmt::format("this row has {} words of encoding, the first row of the function {}", row.word_count,
                                 rows.front().word_count),
                     "is the text cut off?");
  }
  return settle_control_words(layout);
}

Verdict ListingBuilder::settle_control_words(const Layout& layout) {
  std::vector<Instruction>& rows = function_.instructions;
  if (layout.bytes == 16) {
    for (Instruction& row : rows) {
      if (row.word_count == 2) row.control = volta_control(row.words[1]);
    }
    return Verdict::accepted;
  }
  const std::optional<int> number = arch_number(function_.arch);
  for (const Instruction& row : rows) {
    if (!row.control) continue;
    return refuse_at(row.line, row.column, "scheduling text in an instruction of 8 bytes",
                     "only Volta and later have it: is the architecture right?");
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const ControlSlot& slot = slots_[i];
    if (!number) {
      return refuse_at(slot.line, slot.column, "a control word, but the text names no architecture",
                       "say which with --arch sm_XX");
    }
    if (layout.group == 0) {
      return refuse_at(slot.line, slot.column,
                       fmt::format("an encoding without an instruction; {} has no control words", function_.arch));
    }
    const auto group = decode_control_group(*number, slot.word);
    if (!group) {
      return refuse_at(slot.line, slot.column,
                       fmt::format("0x{:016x} is not a control word of {}", slot.word, function_.arch));
    }
    const bool is_last = slot.before >= rows.size();
    const bool is_cut =
        !is_last && (slot.before == 0 || rows[slot.before].address - rows[slot.before - 1].address > layout.bytes);
    const bool begins_group = !is_last && rows[slot.before].address % layout.group == 8;
    if (!begins_group && !is_cut) {
      return refuse_at(slot.line, slot.column, "a control word that is not before the instructions it is for",
                       "is the text cut off?");
    }
    const bool another_follows = i + 1 < slots_.size() && slots_[i + 1].before == slot.before;
    if (!begins_group || another_follows) continue;  // its first row is cut, so that it may be of another group
    const std::uint64_t first = rows[slot.before].address;
    for (std::size_t row = slot.before; row < rows.size() && rows[row].address - first < layout.group - 8; ++row) {
      rows[row].control = (*group)[(rows[row].address - first) / 8];
    }
  }
  return Verdict::accepted;
}

void ListingBuilder::settle_gaps(const Layout& layout) {
  std::vector<Instruction>& rows = function_.instructions;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    std::uint64_t next = rows[i].address + layout.bytes;
    if (layout.group != 0 && next % layout.group == 0) next += 8;  // the place of a control word
    if (rows[i].gap_after == Gap::none && rows[i + 1].address != next) rows[i].gap_after = Gap::jump;
  }
}

Verdict ListingBuilder::name_waiting_labels(std::uint64_t address) {
  for (const WaitingLabel& label : labels_here_) {
    if (labels_.try_emplace(label.name, address).second) continue;
    return refuse_at(label.line, 1, fmt::format("label '{}' is defined twice in this function", label.name));
  }
  labels_here_.clear();
  return Verdict::accepted;
}

/// cuobjdump prints the address of the control word as the target where an instruction group begins; nvdisasm's label,
/// like the instruction that runs next, is after it.
void ListingBuilder::settle_numeric_targets(const Layout& layout) {
  if (layout.group == 0) return;
  for (Instruction& row : function_.instructions) {
    if (!row.target || *row.target % layout.group != 0) continue;
    const auto label = std::ranges::find_if(row.operands, [&row](const Operand& operand) {
      return operand.kind == OperandKind::label && operand.text.starts_with("0x") &&
             static_cast<std::uint64_t>(operand.value) == *row.target;
    });
    if (label == row.operands.end()) continue;
    *row.target += 8;
    label->value = static_cast<std::int64_t>(*row.target);
    label->text = fmt::format("0x{:x}", *row.target);
  }
}

/// A label of this function, or the address itself: our own listings write `(0x140).
std::optional<std::uint64_t> ListingBuilder::address_of(std::string_view name) const {
  if (const auto found = labels_.find(name); found != labels_.end()) return found->second;
  if (!name.starts_with("0x")) return std::nullopt;
  const std::optional<std::int64_t> number = whole_integer(name);
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

Verdict ListingBuilder::settle_labels(const Layout& layout) {
  const std::uint64_t end = function_.instructions.back().address + layout.bytes;
  if (name_waiting_labels(end) == Verdict::refused) return Verdict::refused;
  for (const PendingLabel& pending : pending_) {
    Instruction& row = function_.instructions[pending.instruction];
    const std::optional<std::uint64_t> address = address_of(pending.use.name);
    if (!address) {
      // A symbol of another function, `(vprintf), stays a name; a local label must be here.
      if (pending.use.operand >= 0 && !pending.use.name.starts_with('.')) continue;
      return refuse_at(pending.line, pending.use.column,
                       fmt::format("label '{}' is not defined in this function", pending.use.name));
    }
    if (pending.use.operand < 0) {
      row.noted_targets[pending.noted] = *address;
      continue;
    }
    Operand& operand = row.operands[static_cast<std::size_t>(pending.use.operand)];
    if (pending.use.in_expression) {
      const std::string written = fmt::format("{}@srel", pending.use.name);
      const std::size_t at = operand.text.find(written);
      if (at != std::string::npos) operand.text.replace(at, written.size(), fmt::format("0x{:x}", *address));
      continue;
    }
    operand.value = static_cast<std::int64_t>(*address);
    operand.text = fmt::format("0x{:x}", *address);
    row.target = *address;
  }
  settle_numeric_targets(layout);
  return Verdict::accepted;
}

}  // namespace reconverge::sass
