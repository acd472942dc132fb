// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "explorer/replay.hpp"
#include "explorer/scene.hpp"

namespace reconverge::explorer {

/// One executed instruction as the emulator told it, with the state before it.
struct Seen {
  std::uint64_t step = 0;
  std::uint32_t row = 0;
  core::LaneMask active;
  core::LaneMask executing;
  std::vector<emulator::Token> tokens;
  std::size_t resident = 0;
};

/// A run, its timeline, and what it is to be compared with.
struct Recorded {
  Scene scene;  ///< of this run alone, for Kepler
  std::vector<Seen> seen;
  const observers::Timeline& timeline() const { return scene.runs.front().timeline; }
};

/// Runs a listing; registers named in `bounds` are given staircase(n).
Recorded record(const std::string& listing, const std::vector<int>& bounds, int n, int capacity = 16);

/// The paper's kernel of that name.
Recorded record_paper(const std::string& kernel, int n);

}  // namespace reconverge::explorer
