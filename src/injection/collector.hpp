// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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
#include "injection/settings.hpp"
#include "injection/writer.hpp"

namespace reconverge::injection {

/// Counts the instructions of chosen launches. Around each, the device is idle before and after, so that nothing else
/// is counted; launches that are not chosen run as they would.
class Collector {
 public:
  Collector(Settings settings, CuptiApi api)
      : settings_(std::move(settings)), api_(std::move(api)), writer_(settings_.folder) {
    if (settings_.captured_kernel) capture_.emplace(settings_, writer_);
  }

  /// Asks CUPTI to call back. Writes why not, if it does not.
  void start();
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

  void module_loaded(const CUpti_ResourceData& data);
  void launch_called(CUpti_CallbackId id, const CUpti_CallbackData& data);
  void begin(CUpti_CallbackId id, const CUpti_CallbackData& data);
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

  Settings settings_;
  CuptiApi api_;
  Writer writer_;
  std::recursive_mutex launches_lock_;  ///< held from the call of a launch to its return
  std::map<std::string, std::uint64_t> launches_;
  std::optional<Open> open_;
  GraphCalls graphs_;
  std::set<CUcontext> kept_;  ///< contexts that count all the time
  std::set<unsigned> configured_;
  std::array<std::uint64_t, metric_names.size()> metric_ids_{};
  std::set<std::string> failures_;
  std::mutex cubins_lock_;  ///< of its own: modules are loaded while others launch
  std::set<std::uint32_t> cubins_;
  std::optional<LaunchCapture> capture_;  ///< if a launch is to be captured
  bool gave_up_ = false;
};

}  // namespace reconverge::injection
