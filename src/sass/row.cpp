// SPDX-License-Identifier: MIT
#include "sass/row.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "sass/operands/numbers.hpp"
#include "sass/operands/operand_forms.hpp"
#include "sass/scheduling_text.hpp"

namespace reconverge::sass {
namespace {

using core::Diagnostic;
using core::Done;
using core::Failure;
using core::Result;

Diagnostic failure(const Cursor& cursor, std::string message, std::string hint = {}) {
  return {Failure::input, std::move(message), std::move(hint), {"", 0, cursor.column()}};
}

Result<Done> parse_guard(Cursor& cursor, Guard& guard) {
  if (!cursor.take('@')) return Done{};
  guard.negated = cursor.take('!');
  const std::string_view name = cursor.take_word();
  Operand predicate;
  if (!predicate_form(name, predicate) || !predicate.suffix.empty()) {
    return failure(cursor, fmt::format("'@{}' is not a predicate", name));
  }
  guard.index = static_cast<std::uint8_t>(predicate.index);
  guard.uniform = predicate.kind == OperandKind::uniform_predicate;
  cursor.skip_blanks();
  return Done{};
}

/// One operand's text: up to a comma, a blank that ends it, or what closes the row. Blanks inside
/// an operand are `c [0x0] [0x2c]`, `+INF .NEG` and those between brackets. Nothing if a bracket stays open.
std::optional<std::string_view> take_operand(Cursor& cursor) {
  const std::string_view rest = cursor.rest();
  std::size_t end = 0;
  int depth = 0;
  for (; end < rest.size() && rest[end] != ';'; ++end) {
    const char c = rest[end];
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (depth > 0) {
      depth -= c == ']' || c == '}' || c == ')';
      continue;
    }
    if (c == ',' || c == '}' || rest.substr(end).starts_with("/*")) break;
    if (!is_blank(c)) continue;
    std::size_t next = end;
    while (next < rest.size() && is_blank(rest[next])) ++next;
    if (next == rest.size() || (rest[next] != '[' && !rest.substr(next).starts_with(".NEG"))) break;
    end = next - 1;
  }
  if (depth != 0) return std::nullopt;
  cursor.advance(end);
  return rest.substr(0, end);
}

/// `(*"BRANCH_TARGETS .L_x_1,.L_x_2"*)`; other notes are remarks and carry nothing.
Result<Done> parse_note(Cursor& cursor, Row& row) {
  const std::string_view rest = cursor.rest();
  const std::size_t close = rest.find("*)");
  if (close == std::string_view::npos) return failure(cursor, "the note is not closed by *)");
  constexpr std::string_view opening = "(*\"BRANCH_TARGETS ";
  const std::uint32_t column = cursor.column();
  cursor.advance(close + 2);
  if (!rest.starts_with(opening)) return Done{};
  std::string_view names = rest.substr(opening.size(), close - opening.size());
  names = names.substr(0, names.find('"'));
  while (!names.empty()) {
    const std::size_t comma = names.find(',');
    std::string_view name = names.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    row.instruction.noted_targets.push_back(0);
    row.label_uses.push_back({name, -1, column});
    if (comma == std::string_view::npos) break;
    names.remove_prefix(comma + 1);
  }
  return Done{};
}

/// `` `(.L_x_0) ``: the name between the parentheses; empty if the text is not such a reference.
std::string_view label_name(std::string_view text) {
  if (!text.starts_with("`(") || !text.ends_with(')')) return {};
  const std::string_view name = text.substr(2, text.size() - 3);
  constexpr std::string_view never_in_names = " \t\r\f\v()`,;[]{}";
  return name.find_first_of(never_in_names) == std::string_view::npos ? name : std::string_view();
}

/// The label in `32@lo((f + .L_x_0@srel))`, which is an offset in its section; empty if there is none.
std::string_view label_in_expression(std::string_view text) {
  const std::size_t end = text.find("@srel");
  if (end == std::string_view::npos) return {};
  const std::size_t begin = text.substr(0, end).find_last_of(" \t(+");
  const std::string_view name = text.substr(begin + 1, end - begin - 1);  // from the beginning if nothing precedes it
  return name.starts_with('.') ? name : std::string_view();
}

void add_operand(std::string_view text, std::uint32_t column, Row& row) {
  std::vector<Operand>& operands = row.instruction.operands;
  const std::string_view name = label_name(text);
  if (name.empty()) {
    operands.push_back(parse_operand(text));
    if (const std::string_view inside = label_in_expression(text); !inside.empty())
      row.label_uses.push_back({inside, static_cast<int>(operands.size()) - 1, column, true});
    return;
  }
  Operand& operand = operands.emplace_back();
  operand.kind = OperandKind::label;
  operand.text = text;
  row.label_uses.push_back({name, static_cast<int>(operands.size()) - 1, column});
}

/// `` `(((.text.f - .) - 0x10)) ``: how far the begin of the section is from the end of the row. An indirect branch
/// adds it to an offset in the section.
bool is_distance_to_section(std::string_view text) {
  return text.starts_with("`(((.text.") && text.ends_with("))") && text.find(" - .) - 0x") != std::string_view::npos;
}

/// Texts that would read differently once their blanks are gone.
const char* wrong_operand(std::string_view text) {
  if (text.front() == '`' && label_name(text).empty() && !is_distance_to_section(text))
    return "a label that is not `(NAME)";
  if (text.front() != '(') return nullptr;
  std::size_t next = 1;
  while (next < text.size() && is_blank(text[next])) ++next;
  return next < text.size() && text[next] == '*' ? "a note that does not begin with (*" : nullptr;
}

Result<Done> parse_operands(Cursor& cursor, Row& row) {
  for (;;) {
    cursor.skip_blanks();
    const char c = cursor.peek();
    if (cursor.at_end() || c == ';' || c == '}' || cursor.rest().starts_with("/*")) return Done{};
    if (c == '&' || c == '?') {
      if (auto scheduling = parse_scheduling_text(cursor, row.instruction); !scheduling) {
        return scheduling;
      }
      continue;
    }
    if (cursor.rest().starts_with("(*")) {
      if (auto note = parse_note(cursor, row); !note) return note;
      continue;
    }
    const std::uint32_t column = cursor.column();
    const std::optional<std::string_view> text = take_operand(cursor);
    if (!text) return failure(cursor, "a bracket that is not closed");
    if (text->empty()) return failure(cursor, "an operand is missing");
    if (const char* wrong = wrong_operand(*text)) {
      return Diagnostic{Failure::input, wrong, "", {"", 0, column}};
    }
    add_operand(*text, column, row);
    cursor.skip_blanks();
    if (!cursor.take(',')) continue;
    cursor.skip_blanks();
    if (cursor.peek() == ';' || cursor.at_end()) return failure(cursor, "an operand is missing");
  }
}

/// A plain number as the last operand of a branch is an absolute code address.
void settle_numeric_target(Row& row) {
  Instruction& instruction = row.instruction;
  if (instruction.operands.empty() || !names_code_address(instruction.opcode(), instruction)) return;
  Operand& last = instruction.operands.back();
  const bool plain = last.kind == OperandKind::integer_immediate && !last.inverted && !last.absolute;
  if (!plain || last.negated || last.text.starts_with('-')) return;
  if (last.value == 0 && is_absolute_call(instruction)) return;
  const auto target = static_cast<std::uint64_t>(last.value);
  last.kind = OperandKind::label;
  last.real = 0;
  last.hexadecimal = false;
  last.text = fmt::format("0x{:x}", target);
  instruction.target = target;
}

Result<Done> parse_encoding(Cursor& cursor, Instruction& instruction) {
  std::uint64_t word = 0;
  while (cursor.take_encoding(word)) {
    if (instruction.word_count == 2)
      return failure(cursor, "a third word in one encoding: a row before it may be missing");
    instruction.words[instruction.word_count++] = word;
    cursor.skip_blanks();
  }
  return Done{};
}

}  // namespace

void settle_distance_to_section(Instruction& instruction) {
  for (Operand& operand : instruction.operands) {
    if (operand.kind != OperandKind::other || !operand.text.starts_with("`(((.text.")) continue;
    const std::size_t minus = operand.text.rfind("-0x");
    const auto bytes =
        minus == std::string::npos
            ? std::nullopt
            : whole_integer(std::string_view(operand.text).substr(minus + 1, operand.text.size() - minus - 3));
    if (bytes)
      operand = parse_operand(fmt::format("-0x{:x}", instruction.address + static_cast<std::uint64_t>(*bytes)));
  }
}

bool names_code_address(std::string_view opcode, const Instruction& instruction) {
  // Opcodes whose operand cuobjdump prints as an absolute address of the same function.
  constexpr std::array<std::string_view, 14> opcodes = {"BRA", "BSSY", "SSY", "PBK",  "PCNT", "PRET", "PLONGJMP",
                                                        "CAL", "JCAL", "JMP", "CALL", "RET",  "LEPC", "WARPSYNC"};
  for (const std::string_view name : opcodes) {
    if (opcode != name) continue;
    // WARPSYNC 0xffffffff is a mask; WARPSYNC.COLLECTIVE R10, 0xa0 has a target.
    return opcode != "WARPSYNC" || instruction.has_modifier("COLLECTIVE");
  }
  return false;
}

bool is_absolute_call(const Instruction& instruction) {
  return instruction.opcode() == "JCAL" || (instruction.opcode() == "CALL" && instruction.has_modifier("ABS"));
}

Result<Done> parse_row(Cursor& cursor, Row& row) {
  Instruction& instruction = row.instruction;
  cursor.skip_blanks();
  if (auto encoding = parse_encoding(cursor, instruction); !encoding) return encoding;  // Fermi era
  if (cursor.take('{')) cursor.skip_blanks();                                           // opens a dual-issue pair
  if (auto guard = parse_guard(cursor, instruction.guard); !guard) return guard;
  instruction.column = cursor.column();
  const std::string_view mnemonic = cursor.take_word();
  if (mnemonic.empty() || !is_upper(mnemonic.front())) {
    return failure(cursor, "no mnemonic where one is expected");
  }
  instruction.mnemonic = mnemonic;
  if (auto operands = parse_operands(cursor, row); !operands) return operands;
  instruction.operands.shrink_to_fit();  // of a listing of a million rows room for a few more would be a gigabyte
  const bool ended = cursor.take(';');
  cursor.skip_blanks();
  if (!cursor.take('}') && !ended) {
    return failure(cursor, "the instruction is not closed by ';'", "check that the row is complete");
  }
  settle_numeric_target(row);
  cursor.skip_blanks();
  if (auto encoding = parse_encoding(cursor, instruction); !encoding) return encoding;
  if (!cursor.at_end() && !cursor.rest().starts_with("//")) {
    return failure(cursor, "unexpected text after the instruction");
  }
  return Done{};
}

}  // namespace reconverge::sass
