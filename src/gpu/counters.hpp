// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "gpu/device.hpp"
#include "toolchain/search.hpp"

namespace reconverge::gpu {

/// Status of the counters of a state.
enum class CounterStatus {
  not_asked,
  ok,
  denied,  ///< the driver keeps them from this user
  absent,  ///< no interface to them: library or card lack it
  empty,   ///< they were requested, and gave nothing
};

std::string_view to_string(CounterStatus status);

struct Counter {
  std::string key;     ///< "warp_instructions"
  std::string metric;  ///< as ncu names it: "smsp__inst_executed.sum"
  std::optional<double> value;
  std::string absent_because;  ///< if there is no value
};

/// Counters of one launch, of the whole kernel from its first instruction to its last.
struct Counters {
  CounterStatus status = CounterStatus::not_asked;
  std::string reason;     ///< why they are not ok
  std::string interface;  ///< "CUPTI range profiler, API 28"
  std::vector<Counter> values;
};

/// A requested counter.
struct WantedCounter {
  std::string_view key;
  std::string_view metric;
  std::string_view meaning;
};
std::vector<WantedCounter> wanted_counters();

/// The counters of one card through whatever interface this build and this machine have. CMake
/// chooses the source: counters_cupti.cpp, or counters_absent.cpp where CUPTI's headers are missing.
class CounterSession {
 public:
  virtual ~CounterSession() = default;

  /// The status and the reason are in the result where it cannot be opened.
  static std::unique_ptr<CounterSession> open(Device& device, const toolchain::SearchPlaces& places, Counters& why_not);

  /// Runs each launch under the counters, as often as the interface needs to.
  virtual std::vector<Counters> collect(const std::vector<std::function<core::Result<core::Done>()>>& launches) = 0;
};

}  // namespace reconverge::gpu
