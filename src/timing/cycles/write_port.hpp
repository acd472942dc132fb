// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "timing/cycles/cycle_count.hpp"

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

  /// An instruction issues in that cycle: what was written before is over.
  void pass(Cycle cycle) { passed_ = cycle; }

  /// Registers of these banks are written in that cycle.
  void book(Cycle cycle, std::uint8_t banks, std::uint8_t rank) {
    Booked& near = near_[cycle % near_.size()];
    const bool is_in_use = near.cycle != cycle && near.cycle >= passed_ && near.cycle > 0;
    if (is_in_use) {
      far_.erase(far_.begin(), far_.lower_bound(passed_));
      far_[cycle][rank] |= banks;
      return;
    }
    if (near.cycle != cycle) near = {.cycle = cycle};
    near.banks[rank] |= banks;
  }

  bool is_taken(Cycle cycle, std::uint8_t banks, std::uint8_t rank) const {
    const Booked& near = near_[cycle % near_.size()];
    if (near.cycle == cycle && has(near.banks, banks, rank)) return true;
    if (far_.empty()) return false;
    const auto far = far_.find(cycle);
    return far != far_.end() && has(far->second, banks, rank);
  }

 private:
  using Banks = std::array<std::uint8_t, 8>;  ///< by rank; a whole word, which is cleared at once
  struct Booked {
    Cycle cycle = 0;
    Banks banks{};
  };
  static bool has(const Banks& booked, std::uint8_t banks, std::uint8_t rank) {
    for (std::size_t i = 0; i < rank; ++i)
      if ((booked[i] & banks) != 0) return true;
    return false;
  }

  std::array<Booked, 512> near_{};  ///< longer than results take, but those of conflicts
  std::map<Cycle, Banks> far_;      ///< those whose place in it is still in use
  Cycle passed_ = 0;
};

}  // namespace reconverge::timing
