#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/launch/launch.hpp"

namespace reconverge::study {

/// The launch that `bench` gives a kernel: NAME(const int* limits, float* data, long long* timer), with
/// `limits_per_lane` copies of each limit, data all 1.0, and room for 64 stamps a lane.
emulator::Launch benchmark_launch(std::span<const std::int32_t> limits, int limits_per_lane);

/// The first words of its data, the lanes' results, as bits.
std::vector<std::uint32_t> lane_results(const emulator::BufferAfter& data);

}  // namespace reconverge::study
