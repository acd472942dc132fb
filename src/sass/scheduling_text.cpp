// SPDX-License-Identifier: MIT
#include "sass/scheduling_text.hpp"

#include <fmt/format.h>

#include "sass/control_words.hpp"

namespace reconverge::sass {
namespace {

using core::Diagnostic;
using core::Done;
using core::Failure;
using core::Result;

/// Scoreboards are SB0 to SB5.
bool take_scoreboard(std::string_view& text, unsigned& number) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  if (text.empty() || text.front() < '0' || text.front() > '5') return false;
  number = static_cast<unsigned>(text.front() - '0');
  text.remove_prefix(1);
  return true;
}

/// "{5,1,0}": scoreboards to wait for.
bool read_wait_mask(std::string_view text, ControlWord& control) {
  if (!text.starts_with('{') || !text.ends_with('}')) return false;
  text = text.substr(1, text.size() - 2);
  unsigned number = 0;
  while (take_scoreboard(text, number)) {
    control.wait_mask = static_cast<std::uint8_t>(control.wait_mask | 1u << number);
    if (text.empty()) return true;
    if (text.front() != ',') return false;
    text.remove_prefix(1);
  }
  return false;
}

bool read_scoreboard(std::string_view text, std::uint8_t& scoreboard) {
  unsigned number = 0;
  if (!take_scoreboard(text, number) || !text.empty()) return false;
  scoreboard = static_cast<std::uint8_t>(number);
  return true;
}

/// "5", "13_END_GROUP": a stall count and what must follow it.
bool read_stall(std::string_view text, std::string_view ending, ControlWord& control) {
  unsigned stall = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && digits < 2 && is_digit(text[digits]); ++digits) {
    stall = stall * 10 + static_cast<unsigned>(text[digits] - '0');
  }
  if (digits == 0 || stall > 15 || text.substr(digits) != ending) return false;
  control.stall = static_cast<std::uint8_t>(stall);
  return true;
}

bool read_item(std::string_view item, ControlWord& control) {
  const auto value_of = [item](std::string_view key) { return item.substr(key.size()); };
  if (item.starts_with("&req=")) return read_wait_mask(value_of("&req="), control);
  if (item.starts_with("&wr=")) return read_scoreboard(value_of("&wr="), control.write_scoreboard);
  // ATOM, ATOMS and QSPC of CUDA 12.8: the encoding is that of &wr.
  if (item.starts_with("&wr_early=")) return read_scoreboard(value_of("&wr_early="), control.write_scoreboard);
  if (item.starts_with("&rd=")) return read_scoreboard(value_of("&rd="), control.read_scoreboard);
  if (item.starts_with("?trans")) return read_stall(value_of("?trans"), "", control);
  if (!item.starts_with("?WAIT")) return false;
  control.yield = true;  // the end of an issue group is where the scheduler may switch
  return read_stall(value_of("?WAIT"), "_END_GROUP", control);
}

}  // namespace

Result<Done> parse_scheduling_text(Cursor& cursor, Instruction& instruction) {
  const std::string_view rest = cursor.rest();
  std::size_t length = 0;
  while (length < rest.size() && !is_blank(rest[length]) && rest[length] != ';') ++length;
  const std::string_view item = rest.substr(0, length);
  ControlWord control = instruction.control.value_or(ControlWord{});
  if (!read_item(item, control)) {
    return Diagnostic{Failure::input, fmt::format("unknown scheduling text '{}'", item), "", {"", 0, cursor.column()}};
  }
  control.raw = encode_control_field(control);
  instruction.control = control;
  cursor.advance(length);
  return Done{};
}

std::string scheduling_text(const ControlWord& control) {
  std::string text;
  if (control.wait_mask != 0) {
    std::string waits;
    for (int i = 0; i < 6; ++i) {
      if (control.wait_mask >> i & 1) waits += fmt::format("{}{}", waits.empty() ? "" : ",", i);
    }
    text += fmt::format("&req={{{}}} ", waits);
  }
  if (control.read_scoreboard != 7) text += fmt::format("&rd=0x{} ", control.read_scoreboard);
  if (control.write_scoreboard != 7) text += fmt::format("&wr=0x{} ", control.write_scoreboard);
  text += control.yield ? fmt::format("?WAIT{}_END_GROUP", control.stall) : fmt::format("?trans{}", control.stall);
  return text;
}

}  // namespace reconverge::sass
