// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/lane_pattern.hpp"
#include "core/result.hpp"
#include "gpu/device.hpp"
#include "gpu/kernels/kernel.hpp"

namespace reconverge::gpu {

/// Clock of one lane at the start and the stop of the timed region, from the warp's first start.
struct LaneTimes {
  std::int64_t start = 0;
  std::int64_t stop = 0;
  friend bool operator==(const LaneTimes&, const LaneTimes&) = default;
};

/// The results of one launch; those of lanes are of its first warp.
struct LaunchResult {
  std::int64_t cycles = 0;  ///< last stop less first start, of all warps
  std::array<LaneTimes, core::lane_count> lanes{};
  std::vector<LaneTimes> warps;                                    ///< first start and last stop of each
  std::vector<std::array<std::int64_t, core::lane_count>> stamps;  ///< rows, from the first start; -1 = not written
  core::LaneValues data{};                                         ///< results of the lanes, as bits
  std::vector<std::uint32_t>
      words;  ///< all of `data` up to the last word that changed; empty if only the lanes' own did
};

/// Turns the raw clock reads of a launch into cycles. Reads of 0, reads that were never written and
/// clocks that run backwards are failures. A kernel of spans may leave stamps of its own after them,
/// from row 2 on; rows 0 and 1 of its stamps are then empty. Each of several warps has Launcher::timer_words of its
/// own.
core::Result<LaunchResult> read_timer(const std::vector<std::int64_t>& timer, TimerLayout layout, int warps = 1);

/// A kernel that is loaded on a card, with its buffers.
class Launcher {
 public:
  /// Rows of 32 that the timer buffer has.
  static constexpr int timer_rows = 64;
  /// Clock reads of one warp.
  static constexpr std::size_t timer_words = timer_rows * core::lane_count;
  /// Floats that `data` has, all 1 before a launch.
  static constexpr int data_count = 16384;
  /// Of these a warp has so many to itself, if there are several: see kernels/measure.cuh.
  static constexpr int data_of_warp = 256;
  /// Of a block.
  static constexpr int most_warps = 32;

  static core::Result<std::unique_ptr<Launcher>> load(Device& device, const std::string& cubin,
                                                      const std::string& entry, int warps = 1);
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// Runs the warps to their end, as one block; `timer()` and `data()` then hold what it wrote.
  /// Fails with Failure::environment. A launch that is not over after `watchdog_seconds` loses the card.
  core::Result<core::Done> run(const core::LaneValues& limits, int limits_per_lane, double watchdog_seconds);

  /// Whether the watchdog gave up on a launch.
  bool hangs() const { return hangs_; }

  std::vector<std::int64_t> timer() const;
  core::LaneValues data() const;
  /// See LaunchResult::words.
  std::vector<std::uint32_t> changed_words() const;

 private:
  Launcher(Device& device, int warps) : device_(device), warps_(static_cast<std::size_t>(warps)) {}
  core::Result<core::Done> wait(double watchdog_seconds);
  core::Diagnostic failed(std::string_view what, driver::Status status);

  /// The card's input, in one piece, so that one copy each way is enough. The clock reads of all warps follow it.
  struct Image {
    std::array<float, data_count> data;
    std::array<std::uint32_t, 2 * core::lane_count> limits;
  };
  static_assert(sizeof(Image) % sizeof(std::int64_t) == 0 && most_warps * data_of_warp <= data_count);

  std::size_t bytes() const { return sizeof(Image) + warps_ * timer_words * sizeof(std::int64_t); }
  std::span<std::int64_t> timer_of(Image* image) const {
    return {reinterpret_cast<std::int64_t*>(image + 1), warps_ * timer_words};
  }

  Device& device_;
  std::size_t warps_;
  driver::Handle module_ = nullptr;
  driver::Handle function_ = nullptr;
  driver::Handle stream_ = nullptr;
  driver::Address image_ = 0;
  Image* before_ = nullptr;  ///< page-locked
  Image* after_ = nullptr;
  bool hangs_ = false;
};

}  // namespace reconverge::gpu
