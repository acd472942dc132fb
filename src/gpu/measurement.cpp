// SPDX-License-Identifier: MIT
#include "gpu/measurement.hpp"

#include <chrono>

namespace reconverge::gpu {
namespace {

using Clock = std::chrono::steady_clock;

core::Result<LaunchResult> one_launch(Launcher& launcher, const Kernel& kernel, const MeasureOptions& options,
                                      const core::LaneValues& values, int warps) {
  if (auto done = launcher.run(values, kernel.limits_per_lane, options.watchdog_seconds); !done) return done.error();
  auto launch = read_timer(launcher.timer(), kernel.layout, warps);
  if (launch) launch->data = launcher.data(), launch->words = launcher.changed_words();
  return launch;
}

}  // namespace

std::string_view to_string(StateStatus status) {
  switch (status) {
    case StateStatus::ok: return "ok";
    case StateStatus::skipped: return "skipped";
    case StateStatus::failed: return "failed";
    case StateStatus::timed_out: return "timed_out";
  }
  return "unknown";
}

void measure(Launcher& launcher, const Kernel& kernel, const MeasureOptions& options, State& state, int warps) {
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  state.status = StateStatus::ok;
  while (true) {
    if (options.interrupted()) {
      state.status = StateStatus::skipped;
      state.reason = "interrupted";
      break;
    }
    auto launch = one_launch(launcher, kernel, options, state.values, warps);
    if (!launch) {
      const bool hangs = launcher.hangs();
      state.status = hangs ? StateStatus::timed_out : StateStatus::failed;
      state.reason = launch.error().message;
      break;
    }
    state.samples.push_back(launch->cycles);
    if (warps > 1) state.warps.push_back(launch->warps);
    state.last = std::move(launch).value();
    state.stopped_by = statistics::should_stop(options.rules, state.samples, elapsed());
    if (state.stopped_by) break;
  }
  state.summary = statistics::summarise(state.samples);
}

}  // namespace reconverge::gpu
