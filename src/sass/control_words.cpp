// SPDX-License-Identifier: MIT
#include "sass/control_words.hpp"

namespace reconverge::sass {
namespace {

constexpr std::uint32_t bits(std::uint64_t word, int low, int count) {
  return static_cast<std::uint32_t>(word >> low & ((std::uint64_t{1} << count) - 1));
}

/// One byte of a Kepler control word (envytools, "Notes about scheduling data"): 0x20 | n holds the
/// warp for n cycles, 0x04 issues the next instruction together with this one, 0x00 says nothing.
ControlWord decode_kepler_byte(std::uint32_t byte) {
  ControlWord control;
  control.raw = byte;
  control.dual_issue = byte == 0x04;
  if (byte & 0x20) control.stall = static_cast<std::uint8_t>(byte & 0x1F);
  return control;
}

struct KeplerMarks {
  int first_bit;
  std::uint64_t mask;
  std::uint64_t value;
};

/// sm_30 and sm_32 mark the word with 0x2 at the top and 0x7 at the bottom; sm_35 and sm_37 with
/// 000010 at the top and 00 at the bottom.
KeplerMarks kepler_marks(int arch_number) {
  if (arch_number < 35) return {4, 0xF000'0000'0000'000Full, 0x2000'0000'0000'0007ull};
  return {2, 0xFC00'0000'0000'0003ull, 0x0800'0000'0000'0000ull};
}

}  // namespace

ControlWord decode_control_field(std::uint32_t field) {
  ControlWord control;
  control.stall = static_cast<std::uint8_t>(bits(field, 0, 4));
  control.yield = bits(field, 4, 1) == 0;
  control.write_scoreboard = static_cast<std::uint8_t>(bits(field, 5, 3));
  control.read_scoreboard = static_cast<std::uint8_t>(bits(field, 8, 3));
  control.wait_mask = static_cast<std::uint8_t>(bits(field, 11, 6));
  control.reuse = static_cast<std::uint8_t>(bits(field, 17, 4));
  control.raw = field;
  return control;
}

std::uint32_t encode_control_field(const ControlWord& control) {
  return std::uint32_t{control.stall} | (control.yield ? 0u : 1u) << 4 | std::uint32_t{control.write_scoreboard} << 5 |
         std::uint32_t{control.read_scoreboard} << 8 | std::uint32_t{control.wait_mask} << 11 |
         std::uint32_t{control.reuse} << 17;
}

ControlWord volta_control(std::uint64_t high_word) { return decode_control_field(bits(high_word, 41, 21)); }

std::optional<std::array<ControlWord, 7>> decode_control_group(int arch_number, std::uint64_t word) {
  std::array<ControlWord, 7> group{};
  if (instructions_per_control_word(arch_number) == 3) {
    if (word >> 63 != 0) return std::nullopt;
    for (int i = 0; i < 3; ++i) {
      group[static_cast<std::size_t>(i)] = decode_control_field(bits(word, 21 * i, 21));
    }
    return group;
  }
  const KeplerMarks marks = kepler_marks(arch_number);
  if ((word & marks.mask) != marks.value) return std::nullopt;
  for (int i = 0; i < 7; ++i) {
    group[static_cast<std::size_t>(i)] = decode_kepler_byte(bits(word, marks.first_bit + 8 * i, 8));
  }
  return group;
}

std::uint64_t encode_control_group(int arch_number, const std::array<ControlWord, 7>& group) {
  const bool kepler = instructions_per_control_word(arch_number) == 7;
  const KeplerMarks marks = kepler ? kepler_marks(arch_number) : KeplerMarks{0, 0, 0};
  std::uint64_t word = marks.value;
  for (int i = 0; i < (kepler ? 7 : 3); ++i) {
    const std::uint64_t field = group[static_cast<std::size_t>(i)].raw;
    word |= field << (marks.first_bit + i * (kepler ? 8 : 21));
  }
  return word;
}

}  // namespace reconverge::sass
