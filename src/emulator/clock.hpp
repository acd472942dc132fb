#pragma once

#include <cstdint>

#include "emulator/events.hpp"

namespace reconverge::emulator {

/// What time it is for the kernel: the source of its clock registers. The emulator itself knows no
/// cycles; timing does, for the generations whose cycles are known.
class Clock {
 public:
  virtual ~Clock() = default;

  /// The time at which an instruction issues. Asked once for every instruction, in order, before
  /// it executes.
  virtual std::uint64_t issue(const Issued& event) = 0;
};

}  // namespace reconverge::emulator
