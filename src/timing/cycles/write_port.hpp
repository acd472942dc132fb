// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/cycle_count.hpp"

namespace reconverge::timing {

/// The port by which results are written into the register file, a cycle for each register: rule 25 of
/// docs/model.md, "hopper-cycles". A writer of a higher rank waits for those of lower ranks.
class WritePort {
 public:
  /// Every bank, as bits.
  static constexpr std::uint8_t all_banks = 0xF;
  /// Predicates are written apart, one in a cycle.
  static constexpr std::uint8_t predicates = 0x10;
  /// What a double takes from results of XU alone, beside the cycle in which it writes.
  static constexpr std::uint8_t of_doubles = 0x20;
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

  /// What is written before this cycle is of no importance any more. False: bookings lie so far apart that they have
  /// no state to be written.
  bool forget(Cycle before) {
    if (!far_.empty()) return false;
    passed_ = std::max(passed_, before);
    for (Booked& booked : near_)
      if (booked.cycle < before) booked = {};
    return true;
  }
  /// See clock_state.hpp. Only of one that has forgotten what is before a cycle.
  void write_state(StateWriter& state, Cycle before) const {
    state.cycle(passed_);
    for (std::size_t i = 0; i < near_.size(); ++i) {  // from the place of that cycle on: the same order at any time
      const Booked& booked = near_[(before + i) % near_.size()];
      if (booked.cycle == 0) continue;
      state.value(true);
      state.cycle(booked.cycle);
      for (const std::uint8_t banks : booked.banks) state.value(banks);
    }
    state.value(false);
  }
  void read_state(StateReader& state) {
    near_.fill({});
    far_.clear();
    state.cycle(passed_);
    bool is_booked = false;
    for (state.value(is_booked); is_booked; state.value(is_booked)) {
      Booked booked;
      state.cycle(booked.cycle);
      for (std::uint8_t& banks : booked.banks) state.value(banks);
      near_[booked.cycle % near_.size()] = booked;
    }
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
