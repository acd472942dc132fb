// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "injection/cupti_api.hpp"
#include "injection/graph_calls.hpp"
#include "injection/launch_call.hpp"
#include "injection/launch_capture.hpp"
#include "injection/launch_lock.hpp"
#include "injection/settings.hpp"
#include "injection/terminal.hpp"
#include "injection/writer.hpp"

namespace reconverge::injection {

/// Counts the instructions of chosen launches. Around each, the device is idle before and after, so that nothing else
/// is counted; launches that are not chosen run as they would.
class Collector {
 public:
  Collector(const Settings& settings, const CuptiApi& api, const DriverApi& driver, const Terminal& terminal)
      : settings_(settings), api_(api), driver_(driver), terminal_(terminal), writer_(settings_.folder) {
    if (settings_.captured_kernel) capture_.emplace(settings_, driver_, terminal_, writer_);
  }

  /// Asks CUPTI to call back. Writes why not, if it does not.
  ///
  /// @param callback  calls called() of the collector of this process
  void start(CUpti_CallbackFunc callback);
  /// One that has seen nothing yet, for a process that fork() made. The locks of this one may be held by threads that
  /// the new process lacks, so that it is left as it is.
  Collector* again() const { return new Collector(settings_, api_, driver_, terminal_); }
  /// Writes how many launches there were.
  void finish();
  /// From CUPTI; see cuptiSubscribe.
  void called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);

 private:
  using Clock = std::chrono::steady_clock;

  /// A launch that is on its way between the two callbacks of its driver call.
  struct Open {
    Launch launch;
    CUcontext context = nullptr;
    Clock::time_point since;
    bool counts = false;
    bool captures = false;
  };

  void call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data);
  void module_loaded(const CUpti_ResourceData& data);
  /// A launch that is to be measured or captured.
  struct Plan {
    Launch launch;
    LaunchCall call;
    bool is_graph = false;
    bool captures = false;
  };

  void launch_called(CUpti_CallbackId id, const CUpti_CallbackData& data);
  /// Counts a launch; nothing if it is to run as it would without us.
  std::optional<Plan> plan(CUpti_CallbackId id, const CUpti_CallbackData& data);
  void begin(Plan plan, const CUpti_CallbackData& data);
  void end(const CUpti_CallbackData& data);
  bool begin_counting(CUcontext context, unsigned device);
  /// Counts from now on in this context: a graph runs the code that its kernels have when it is instantiated.
  void keep_counting(CUcontext context);
  bool enable(CUcontext context, unsigned device);
  void disable(CUcontext context);
  void discard_counts(CUcontext context);
  bool is_measured(const Launch& launch, bool is_graph, bool is_captured) const;
  bool begin_capture(const Launch& launch, const LaunchCall& call);
  /// Chooses the metrics, once a device.
  bool configure(unsigned device);
  bool read_counts(CUcontext context, Launch& launch);
  bool flush(CUcontext context, std::map<Place, Counts>& counts);
  /// Writes a failure, once a kind; returns whether there was none.
  bool check(CUptiResult result, const char* what);

  const Settings settings_;
  const CuptiApi api_;
  const DriverApi driver_;
  const Terminal terminal_;
  Writer writer_;
  /// Held from the call of a launch to its return: by one that is measured alone, by others together.
  LaunchLock launches_lock_;
  std::mutex totals_lock_;
  std::map<std::string, std::uint64_t> launches_;
  std::optional<Open> open_;
  GraphCalls graphs_;
  std::set<CUcontext> kept_;  ///< contexts that count all the time
  std::set<unsigned> configured_;
  std::array<std::uint64_t, metric_names.size()> metric_ids_{};
  std::mutex failures_lock_;
  std::set<std::string> failures_;
  std::mutex cubins_lock_;  ///< of its own: modules are loaded while others launch
  std::set<std::uint32_t> cubins_;
  std::optional<LaunchCapture> capture_;  ///< if a launch is to be captured
  std::atomic<bool> gave_up_ = false;
};

}  // namespace reconverge::injection
