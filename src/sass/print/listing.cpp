// SPDX-License-Identifier: MIT
#include "sass/print/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "sass/control_words.hpp"
#include "sass/row.hpp"
#include "sass/scheduling_text.hpp"

namespace reconverge::sass {
namespace {

constexpr std::size_t row_width = 90;  ///< column at which encodings begin

/// A label reads back as a plain number only as the last operand of an opcode that has a target, and 0x0 of an
/// absolute call not even there.
std::string operand_text(const Instruction& instruction, std::size_t i) {
  const Operand& operand = instruction.operands[i];
  const bool address = operand.kind == OperandKind::label && operand.text.starts_with("0x");
  if (!address) return operand.text;
  const bool last = i + 1 == instruction.operands.size();
  const bool is_number =
      names_code_address(instruction.opcode(), instruction) && !(operand.value == 0 && is_absolute_call(instruction));
  if (last && is_number) return operand.text;
  return fmt::format("`({})", operand.text);
}

std::string noted_targets(const Instruction& instruction) {
  if (instruction.noted_targets.empty()) return {};
  std::string list;
  for (const std::uint64_t target : instruction.noted_targets) {
    list += fmt::format("{}0x{:x}", list.empty() ? "" : ",", target);
  }
  return fmt::format(" (*\"BRANCH_TARGETS {}\"*)", list);
}

/// Writes one function row by row.
class ListingWriter {
 public:
  explicit ListingWriter(const Function& function, bool controls) : function_(function), controls_(controls) {
    const int arch = arch_number(function.arch).value_or(0);
    arch_ = arch;
    const int between = instructions_per_control_word(arch);
    group_ = between == 0 ? 0 : static_cast<std::uint64_t>(between + 1) * 8;
  }

  void header() {
    if (!function_.arch.empty()) text_ += fmt::format("\tcode for {}\n", function_.arch);
    text_ += fmt::format("\t\tFunction : {}\n", function_.name);
    if (const std::string note = note_of_missing_control_words(function_); !note.empty()) comment(note);
  }
  void footer() { text_ += "\t\t..........\n"; }
  void comment(const std::string& words) { text_ += fmt::format("        // {}\n", words); }

  void row(std::size_t i) {
    const Instruction& instruction = function_.instructions[i];
    source_note(instruction);
    control_word(i);
    std::string line = fmt::format("        /*{:04x}*/ {:>6} {}", instruction.address, to_string(instruction.guard),
                                   body(instruction));
    std::string remark;
    if (controls_ && instruction.control) remark = fmt::format("  // {}", to_string(*instruction.control));
    if (instruction.word_count > 0) line += encoding(instruction.words[0], line.size());
    text_ += line + remark + "\n";
    if (instruction.word_count > 1) text_ += encoding(instruction.words[1], 0) + "\n";
    if (instruction.gap_after == Gap::elided) text_ += "        ...\n";
  }

  std::string take() { return std::move(text_); }

 private:
  std::string body(const Instruction& instruction) const {
    std::string line = instruction.mnemonic;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      line += i == 0 ? " " : ", ";
      line += operand_text(instruction, i);
    }
    line += noted_targets(instruction);
    // Without both words of the encoding, the control of Volta and later came from such text.
    const bool from_text = instruction.control && group_ == 0 && instruction.word_count < 2;
    if (from_text) line += fmt::format(" {}", scheduling_text(*instruction.control));
    return line + " ;";
  }

  static std::string encoding(std::uint64_t word, std::size_t column) {
    const std::size_t blanks = column + 1 < row_width ? row_width - column : 1;
    return std::string(blanks, ' ') + fmt::format("/* 0x{:016x} */", word);
  }

  void source_note(const Instruction& instruction) {
    if (instruction.source_note == note_ || instruction.source_note < 0) return;
    note_ = instruction.source_note;
    const SourceNote& note = function_.source_notes[static_cast<std::size_t>(note_)];
    text_ += fmt::format("\t//## File \"{}\", line {}{}{}\n", note.file, note.line, note.inlined_at.empty() ? "" : " ",
                         note.inlined_at);
  }

  /// The control word before row i, if there is one.
  void control_word(std::size_t i) {
    const std::vector<Instruction>& rows = function_.instructions;
    if (group_ == 0 || !rows[i].control || rows[i].address % group_ != 8) return;
    std::array<ControlWord, 7> group{};
    const std::uint64_t first = rows[i].address;
    for (std::size_t j = i; j < rows.size() && rows[j].address - first < group_ - 8; ++j) {
      if (rows[j].control) group[(rows[j].address - first) / 8] = *rows[j].control;
    }
    text_ += encoding(encode_control_group(arch_, group), 0) + "\n";
  }

  const Function& function_;
  bool controls_;
  int arch_ = 0;
  std::uint64_t group_ = 0;
  std::int32_t note_ = -1;
  std::string text_;
};

std::string address_of(const Function& function, std::size_t instruction) {
  return fmt::format("0x{:x}", function.instructions[instruction].address);
}

/// "block 3: falls through to 4, branch to 1": one comment line before each block.
std::string describe_block(const ControlFlow& flow, std::size_t block, std::span<const Edge> edges) {
  std::string text = fmt::format("block {}{}", block, flow.blocks[block].reached ? "" : " (not reached)");
  for (const Edge& edge : edges) {
    text += fmt::format("{} {}", &edge == edges.data() ? ":" : ",", to_string(edge.kind));
    if (edge.to) text += fmt::format(" to {}", *edge.to);
    else if (edge.target) text += fmt::format(" to 0x{:x}, outside the listing", *edge.target);
    else if (edge.kind == EdgeKind::indirect) text += " to an unknown place";
  }
  return text;
}

std::string describe_region(const Function& function, const Region& region, std::size_t index) {
  std::string text = fmt::format("region {}: {}", index, to_string(region.kind));
  if (region.barrier >= 0) text += fmt::format(" B{}", region.barrier);
  if (region.target) text += fmt::format(", continues at 0x{:x}", *region.target);
  text += region.closes.empty() ? ", never closed" : ", closed at";
  for (const std::size_t close : region.closes) text += fmt::format(" {}", address_of(function, close));
  return text;
}

std::string describe_loop(const Loop& loop, std::size_t index) {
  std::string text = fmt::format("loop {}{}: {} blocks, back from", index,
                                 loop.irreducible ? " (more than one entry)" : "", loop.blocks);
  for (const std::size_t latch : loop.latches) text += fmt::format(" {}", latch);
  if (loop.parent) text += fmt::format(", in loop {}", *loop.parent);
  return text;
}

}  // namespace

std::string note_of_missing_control_words(const Function& function) {
  const std::vector<Instruction>& rows = function.instructions;
  const auto without = std::ranges::count_if(rows, [](const Instruction& row) { return !row.control; });
  if (without == 0 || without == std::ssize(rows) ||
      instructions_per_control_word(arch_number(function.arch).value_or(0)) == 0)
    return {};
  return fmt::format("note: rows without a control word, since rows of their groups are cut: {}", without);
}

std::string to_string(const Guard& guard) {
  if (guard == Guard{}) return {};
  const std::string_view kind = guard.uniform ? "UP" : "P";
  const std::string number = guard.index == true_predicate ? "T" : std::to_string(guard.index);
  return fmt::format("@{}{}{}", guard.negated ? "!" : "", kind, number);
}

std::string to_string(const ControlWord& control) {
  std::string text = fmt::format("stall {:<2}", control.stall);
  if (control.yield) text += " yield";
  if (control.dual_issue) text += " dual";
  if (control.write_scoreboard != 7) text += fmt::format(" write {}", control.write_scoreboard);
  if (control.read_scoreboard != 7) text += fmt::format(" read {}", control.read_scoreboard);
  std::string waits;
  for (int i = 0; i < 6; ++i) {
    if (control.wait_mask >> i & 1) waits += fmt::format("{}{}", waits.empty() ? "" : ",", i);
  }
  if (!waits.empty()) text += " wait " + waits;
  if (control.reuse != 0) text += fmt::format(" reuse 0x{:x}", control.reuse);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string to_string(const Instruction& instruction) {
  std::string text = to_string(instruction.guard);
  text += text.empty() ? "" : " ";
  text += instruction.mnemonic;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    text += i == 0 ? " " : ", ";
    text += instruction.operands[i].text;
  }
  return text;
}

std::string to_listing(const Function& function) {
  ListingWriter writer(function, false);
  writer.header();
  for (std::size_t i = 0; i < function.instructions.size(); ++i) writer.row(i);
  writer.footer();
  return writer.take();
}

std::string to_listing(const Function& function, const ControlFlow& flow, const ListingOptions& options) {
  ListingWriter writer(function, options.controls);
  writer.header();
  std::size_t edge = 0, region = 0;
  std::vector<std::vector<std::size_t>> loops(flow.blocks.size());
  for (std::size_t i = 0; i < flow.loops.size(); ++i) loops[flow.loops[i].header].push_back(i);
  for (std::size_t block = 0; block < flow.blocks.size(); ++block) {
    const std::size_t first_edge = edge;
    while (edge < flow.edges.size() && flow.edges[edge].from == block) ++edge;
    if (options.blocks) {
      writer.comment(describe_block(flow, block, std::span(flow.edges).subspan(first_edge, edge - first_edge)));
      for (const std::size_t loop : loops[block]) writer.comment(describe_loop(flow.loops[loop], loop));
    }
    for (std::size_t i = flow.blocks[block].first; i <= flow.blocks[block].last; ++i) {
      for (; region < flow.regions.size() && flow.regions[region].open == i; ++region) {
        if (options.blocks) writer.comment(describe_region(function, flow.regions[region], region));
      }
      writer.row(i);
    }
  }
  writer.footer();
  return writer.take();
}

}  // namespace reconverge::sass
