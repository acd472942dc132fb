// SPDX-License-Identifier: MIT
#include "emulator/launch/driver_words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace reconverge::emulator {
namespace {

constexpr std::string_view end_name = "%reserved_smem_offset_end", second_name = "%reserved_smem_offset_1";

/// Offsets are what ptxas of CUDA 13 makes of these registers; values those of data/measured/h200/reserved_shared.csv.
constexpr std::array known_driver_words = {
    DriverWord{80, 89, 0x120, 0x120, end_name, std::nullopt},
    DriverWord{80, 89, 0x124, 0x124, second_name, std::nullopt},
    DriverWord{90, 90, 0x68, 0x68, end_name, 288},
    DriverWord{90, 90, 0x6c, 0x6c, second_name, 0},
    DriverWord{100, 121, 0x1d8, 0x278, end_name, std::nullopt},
    DriverWord{100, 121, 0x1dc, 0x27c, second_name, std::nullopt},
};

}  // namespace

std::vector<DriverWord> driver_words(int architecture) {
  std::vector<DriverWord> of_architecture;
  std::ranges::copy_if(known_driver_words, std::back_inserter(of_architecture),
                       [&](const DriverWord& word) { return word.first <= architecture && architecture <= word.last; });
  return of_architecture;
}

void add_driver_words(int architecture, Constants& constants) {
  for (const DriverWord& word : driver_words(architecture))
    constants.try_emplace({0, word.offset}, word.value.value_or(not_known_word));
}

}  // namespace reconverge::emulator
