// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>

#include "core/lane_mask.hpp"
#include "core/lane_pattern.hpp"
#include "emulator/warp.hpp"

namespace reconverge::run {

/// How every warp of a run begins, whatever its mechanism.
struct WarpStart {
  std::map<int, core::LaneValues> registers = {};  ///< all others start at 0
  std::map<int, core::LaneMask> predicates = {};   ///< all others start false
  core::LaneMask live = core::LaneMask::all();     ///< of the lanes that a warp of the block has

  void put_into(emulator::Warp& warp) const {
    for (const auto& [index, values] : registers) warp.set_register(index, values);
    for (const auto& [index, mask] : predicates) warp.predicates[static_cast<std::size_t>(index)] = mask;
  }
};

}  // namespace reconverge::run
