// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace reconverge::emulator {

/// Mode of SHFL, in DecodedInstruction::variant. Its sources are value, lane and limit.
enum class Shuffle : std::uint8_t { index, up, down, butterfly };

/// The lane that another reads from, and whether it lies in the segment.
struct ShuffleSource {
  int lane;
  bool inside;
};

/// `limit` holds a lane number in its low five bits and the mask of the segments' numbers from bit 8 on.
inline ShuffleSource shuffle_source(Shuffle mode, int lane, std::uint32_t operand, std::uint32_t limit) {
  const int segment = static_cast<int>(limit >> 8 & 31);
  const int by = static_cast<int>(operand & 31);
  const int first = lane & segment;
  const int last = first | (static_cast<int>(limit & 31) & ~segment);
  int source = 0;
  switch (mode) {
    case Shuffle::up: source = lane - by; return {source, source >= last};
    case Shuffle::down: source = lane + by; break;
    case Shuffle::butterfly: source = lane ^ by; break;
    case Shuffle::index: source = first | (by & ~segment); break;
  }
  return {source, source <= last};
}

}  // namespace reconverge::emulator
