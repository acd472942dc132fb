// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace reconverge::timing {

/// The port by which results are written into the register file, a cycle for each register: rule 25 of
/// docs/model.md, "hopper-cycles". A writer of a higher rank waits for those of lower ranks.
class WritePort {
 public:
  /// Every bank, as bits.
  static constexpr std::uint8_t all_banks = 0xF;
  /// The bank in which a register lies, as a bit; `banks` is a power of two.
  static constexpr std::uint8_t bank_of(std::uint8_t index, std::int32_t banks) {
    return static_cast<std::uint8_t>(1u << (index & static_cast<unsigned>(banks - 1)));
  }

  /// Registers of these banks are written in that cycle.
  void book(std::uint64_t cycle, std::uint8_t banks, std::uint8_t rank) {
    Cycle& booked = at(cycle);
    if (booked.cycle != cycle) booked = {.cycle = cycle};
    booked.banks[rank] |= banks;
  }

  bool is_taken(std::uint64_t cycle, std::uint8_t banks, std::uint8_t rank) const {
    const Cycle& booked = cycles_[cycle % cycles_.size()];
    if (booked.cycle != cycle) return false;
    for (std::size_t i = 0; i < rank; ++i)
      if ((booked.banks[i] & banks) != 0) return true;
    return false;
  }

 private:
  struct Cycle {
    std::uint64_t cycle = 0;
    std::array<std::uint8_t, 8> banks{};  ///< by rank; a whole word, which is cleared at once
  };
  Cycle& at(std::uint64_t cycle) { return cycles_[cycle % cycles_.size()]; }

  std::array<Cycle, 512> cycles_{};  ///< longer than any result takes but those of conflicts, which find nothing
};

}  // namespace reconverge::timing
