// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reconverge::study {

/// An instruction that ran without its time being known.
struct UntimedPlace {
  std::string mnemonic;
  std::string way;  ///< " with these addresses"; empty: its time is not known at all
  std::uint64_t address = 0;

  friend bool operator==(const UntimedPlace&, const UntimedPlace&) = default;
};

/// "STS at 0x290, STS at 0x2a0, LDG.E with these addresses at 0x300": all of them.
std::string every_place(const std::vector<UntimedPlace>& places);

/// "STS (2 places), LDG.E with these addresses at 0x300 and 2 more": three mnemonics at most, each once.
std::string places_in_short(const std::vector<UntimedPlace>& places);

}  // namespace reconverge::study
