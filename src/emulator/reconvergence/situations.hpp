// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulator/reconvergence/open_splits.hpp"

namespace reconverge::emulator {

/// Where the lanes of a warp are while instructions issue.
struct Situation {
  std::uint64_t hash = 0;
  bool are_apart = false;
  std::uint32_t cause = 0;  ///< of that
  std::vector<OpenSplits::IdleLanes> idle = {};

  std::uint64_t active_lanes() const;
  bool is_of(const OpenSplits& splits) const;
};

/// The situations that occurred, each with a number, from 0 on. Lanes part and meet in few ways.
class Situations {
 public:
  std::uint32_t number_of(const OpenSplits& splits);
  const Situation& operator[](std::uint32_t number) const { return known_[number]; }
  std::size_t size() const { return known_.size(); }
  void clear();

 private:
  template <typename Holds> std::uint32_t& place_of(std::uint64_t hash, Holds holds);
  void make_room();

  std::vector<Situation> known_;
  std::vector<std::uint32_t> places_;  ///< by a hash, or behind that: a place in `known_`, and 1; 0: none
};

}  // namespace reconverge::emulator
