// SPDX-License-Identifier: MIT
#include "emulator/condition_code.hpp"

#include <algorithm>
#include <array>

namespace reconverge::emulator {
namespace {

using core::LaneMask;

LaneMask differ(LaneMask a, LaneMask b) { return LaneMask(a.bits() ^ b.bits()); }

struct Condition {
  std::string_view name;
  LaneMask (*holds)(const ConditionCode&);
};

/// LT to GE are of numbers, and those with a U also hold where a result is a NaN.
constexpr std::array conditions = {
    Condition{"T", [](const ConditionCode&) { return LaneMask::all(); }},
    Condition{"F", [](const ConditionCode&) { return LaneMask::none(); }},
    Condition{"LT", [](const ConditionCode& c) { return differ(c.sign.without(c.zero), c.overflow); }},
    Condition{"EQ", [](const ConditionCode& c) { return c.zero.without(c.sign); }},
    Condition{"LE", [](const ConditionCode& c) { return differ(c.sign, c.zero | c.overflow); }},
    Condition{"GT", [](const ConditionCode& c) { return ~(c.zero | differ(c.sign, c.overflow)); }},
    Condition{"NE", [](const ConditionCode& c) { return ~c.zero; }},
    Condition{"GE", [](const ConditionCode& c) { return ~differ(c.sign, c.overflow); }},
    Condition{"NUM", [](const ConditionCode& c) { return ~(c.zero & c.sign); }},
    Condition{"NAN", [](const ConditionCode& c) { return c.zero & c.sign; }},
    Condition{"LTU", [](const ConditionCode& c) { return differ(c.sign, c.overflow); }},
    Condition{"EQU", [](const ConditionCode& c) { return c.zero; }},
    Condition{"LEU", [](const ConditionCode& c) { return c.zero | differ(c.sign, c.overflow); }},
    Condition{"GTU", [](const ConditionCode& c) { return differ(~c.sign, c.zero | c.overflow); }},
    Condition{"NEU", [](const ConditionCode& c) { return ~c.zero | c.sign; }},
    Condition{"GEU", [](const ConditionCode& c) { return differ(~c.sign | c.zero, c.overflow); }},
    Condition{"OFF", [](const ConditionCode& c) { return ~c.overflow; }},
    Condition{"OFT", [](const ConditionCode& c) { return c.overflow; }},
    Condition{"SFF", [](const ConditionCode& c) { return ~c.sign; }},
    Condition{"SFT", [](const ConditionCode& c) { return c.sign; }},
    Condition{"LO", [](const ConditionCode& c) { return ~c.carry; }},
    Condition{"LS", [](const ConditionCode& c) { return c.zero | ~c.carry; }},
    Condition{"HI", [](const ConditionCode& c) { return c.carry.without(c.zero); }},
    Condition{"HS", [](const ConditionCode& c) { return c.carry; }},
};

}  // namespace

void ConditionCode::set(const LaneVector& result, LaneMask carried, LaneMask overflown, LaneMask chosen, bool extends) {
  const auto assign_flag = [chosen](LaneMask& flag, LaneMask value) { flag = flag.without(chosen) | (value & chosen); };
  const LaneMask zero_below = extends ? zero : LaneMask::all();
  assign_flag(zero, lanes_where([&](std::size_t i) { return result[i] == 0; }) & zero_below);
  assign_flag(sign, lanes_where([&](std::size_t i) { return result[i] >> 31 != 0; }));
  assign_flag(carry, carried);
  assign_flag(overflow, overflown);
}

std::optional<std::uint8_t> find_condition(std::string_view name) {
  const auto found = std::ranges::find(conditions, name, &Condition::name);
  if (found == conditions.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - conditions.begin());
}

LaneMask lanes_with(const ConditionCode& code, std::uint8_t condition) { return conditions[condition].holds(code); }

}  // namespace reconverge::emulator
