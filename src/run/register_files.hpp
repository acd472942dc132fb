// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/lane_vector.hpp"

namespace reconverge::run {

/// The registers of warps that have ended, for those that begin: new ones are pages that the system has to clear, and
/// code uses few of them. Several threads may use it.
class RegisterFiles {
 public:
  /// Of warps that run this code. Registers that it does not name are never written.
  explicit RegisterFiles(const emulator::Executable& executable);

  /// All zero, but for the executable's literals; for the constructor of emulator::Warp.
  std::vector<emulator::LaneVector> take();
  void give_back(std::vector<emulator::LaneVector> values);
  /// Makes those of a warp that has ended as take() gives them.
  void clear(std::vector<emulator::LaneVector>& values) const;

 private:
  /// Slots that the code may write.
  struct Range {
    std::size_t first = 0, count = 0;
  };

  std::size_t size_;
  std::array<Range, 2> written_;  ///< general registers; uniform ones
  std::mutex mutex_;
  std::vector<std::vector<emulator::LaneVector>> free_;
};

}  // namespace reconverge::run
