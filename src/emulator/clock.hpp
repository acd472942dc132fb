// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "emulator/events.hpp"

namespace reconverge::emulator {

/// How much is known of a value of the clock.
struct ClockReading {
  /// How many untimed instructions ran before. Values of one epoch differ by exact cycles; those of epoch 0 count from
  /// the first issue. Absent: nothing is known of the value.
  std::optional<std::uint64_t> epoch = 0;
  std::string because = {};  ///< why it is not known from the first issue on
};

/// The source of the clock registers that a kernel reads. The emulator itself knows no cycles; timing does, for the
/// generations whose cycles are known.
class Clock {
 public:
  virtual ~Clock() = default;

  /// The time at which an instruction issues. Asked once for every instruction, in order, before
  /// it executes.
  virtual std::uint64_t issue(const Issued& event) = 0;

  /// The knowledge of the value that the last issued instruction reads, if it reads the clock.
  ///
  /// Its argument is the row of that instruction.
  virtual ClockReading reading(std::uint32_t /*index*/) const { return {}; }
};

}  // namespace reconverge::emulator
