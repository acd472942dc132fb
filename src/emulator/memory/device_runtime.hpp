// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/lane_mask.hpp"

namespace reconverge::emulator {

/// An assertion that failed: what __assertfail is given.
struct FailedAssertion {
  std::string message, file, function;
  std::uint32_t line = 0;
  core::LaneMask lanes;            ///< that called with these words
  std::uint32_t first_thread = 0;  ///< of the warp in its block
  std::uint64_t return_address = 0;
};

/// State of the device's runtime from call to call: the heap of malloc, the output of printf, and assertions that
/// failed. One for all warps of a launch.
class DeviceRuntime {
 public:
  explicit DeviceRuntime(std::uint64_t heap_bytes) : heap_bytes_(heap_bytes) {}

  std::uint64_t heap_bytes() const { return heap_bytes_; }
  /// Begins a run: an empty heap at an address, and nothing printed.
  void begin(std::uint64_t heap_address);

  /// The address of a new block, a multiple of 16; 0 if there is no room.
  std::uint64_t allocate(std::uint64_t bytes);
  /// False if this is not the address of a block.
  bool release(std::uint64_t address);

  /// Output beyond 16 MiB is counted, not kept.
  void print(std::string_view text);
  void fail(FailedAssertion assertion);

  const std::string& printed() const { return printed_; }
  std::uint64_t bytes_not_kept() const { return not_kept_; }
  const std::vector<FailedAssertion>& failed() const { return failed_; }

 private:
  std::uint64_t heap_bytes_;
  std::mutex mutex_;
  std::uint64_t heap_address_ = 0;
  std::map<std::uint64_t, std::uint64_t> blocks_;  ///< bytes by address
  std::string printed_;
  std::uint64_t not_kept_ = 0;
  std::vector<FailedAssertion> failed_;
};

/// "a.cu:7: void k(int): assertion `n > 0` failed": without the lanes.
std::string to_string(const FailedAssertion& assertion);

}  // namespace reconverge::emulator
