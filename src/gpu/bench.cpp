// SPDX-License-Identifier: MIT
#include "gpu/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <future>
#include <map>
#include <system_error>
#include <thread>
#include <tuple>

namespace reconverge::gpu {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

/// One kernel under one set of options for one architecture, being prepared or ready.
using Future = std::shared_future<std::shared_ptr<const Prepared>>;
using Key = std::tuple<std::size_t, std::size_t, std::string>;  ///< kernel, options, architecture

/// Prepares all variants, a few at a time, in the order in which they will be needed.
class BuildPool {
 public:
  BuildPool(const BenchRequest& request, const std::vector<DeviceInfo>& devices, const Tools& tools)
      : request_(request), tools_(tools) {
    for (const DeviceInfo& device : devices)
      for (std::size_t kernel = 0; kernel < request.kernels.size(); ++kernel)
        for (std::size_t option = 0; option < request.options.size(); ++option) {
          const Key key{kernel, option, device.arch()};
          if (promises_.try_emplace(key).second) order_.push_back(key);
        }
    for (auto& [key, promise] : promises_) futures_.emplace(key, promise.get_future().share());
    const std::size_t count = std::min<std::size_t>(order_.size(), std::max(1u, std::thread::hardware_concurrency()));
    try {
      for (std::size_t i = 0; i < count; ++i) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      if (workers_.empty()) work();  // no threads to be had: one after the other, before the first is timed
    }
  }
  ~BuildPool() {
    next_ = order_.size();
    for (std::thread& worker : workers_) worker.join();
  }
  BuildPool(const BuildPool&) = delete;
  BuildPool& operator=(const BuildPool&) = delete;

  std::shared_ptr<const Prepared> get(std::size_t kernel, std::size_t option, const std::string& arch) const {
    return futures_.at({kernel, option, arch}).get();
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < order_.size(); i = next_++) {
      const auto& [kernel, option, arch] = order_[i];
      try {
        promises_.at(order_[i]).set_value(std::make_shared<const Prepared>(
            prepare(request_.kernels[kernel], request_.options[option], arch, tools_, store_)));
      } catch (...) {
        promises_.at(order_[i]).set_exception(std::current_exception());
      }
    }
  }

  const BenchRequest& request_;
  const Tools& tools_;
  BuildStore store_;
  std::map<Key, std::promise<std::shared_ptr<const Prepared>>> promises_;
  std::map<Key, Future> futures_;
  std::vector<Key> order_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::thread> workers_;
};

std::vector<State> states_of(const PatternPoints& pattern, StateStatus status, const std::string& reason) {
  std::vector<State> states;
  for (const Point& point : pattern.points) {
    State state{.n = point.n, .values = point.values};
    state.status = status;
    state.reason = reason;
    states.push_back(std::move(state));
  }
  return states;
}

/// Measures one card.
class CardRun {
 public:
  CardRun(Device& device, const BenchRequest& request, const Tools& tools, const BuildPool& pool, BenchResult& result)
      : device_(device), request_(request), tools_(tools), workshop_(pool), result_(result) {}

  void run(std::size_t& done, std::size_t all, const Progress& progress) {
    DeviceResult& card = result_.devices.back();
    card.clock = test_clock(device_, tools_.nvrtc, request_.measure.watchdog_seconds);
    measure_empty_region(card);
    for (std::size_t kernel = 0; kernel < request_.kernels.size(); ++kernel)
      for (std::size_t option = 0; option < request_.options.size(); ++option) {
        const auto prepared = workshop_.get(kernel, option, device_.info().arch());
        if (is_interrupted()) return;  // tools that ended with this program say nothing of the code
        if (is_repeated(*prepared)) continue;
        for (const PatternPoints& pattern : request_.patterns) {
          const std::string what =
              fmt::format("GPU {}: {}, {}", device_.info().id, prepared->kernel.name, pattern.name);
          const auto tick = [&] { progress(done++, all, what); };
          if (request_.warps.empty()) measure_pattern(prepared, pattern, {}, tick);
          for (const int warps : request_.warps) measure_pattern(prepared, pattern, warps, tick);
        }
      }
    if (request_.counters) count_all();
  }

 private:
  bool is_interrupted() {
    if (!request_.measure.interrupted()) return false;
    result_.incomplete = "interrupted";
    return true;
  }

  /// Options that this kernel cannot honour may make two of its variants the same.
  bool is_repeated(const Prepared& prepared) const {
    return prepared.build && std::ranges::any_of(result_.benchmarks, [&](const Benchmark& other) {
             return other.device == device_.info().id && other.prepared.get() != &prepared && other.prepared->build &&
                    other.prepared->kernel.name == prepared.kernel.name &&
                    other.prepared->build->options == prepared.build->options;
           });
  }

  void measure_empty_region(DeviceResult& card) {
    const auto empty = std::ranges::find(kernels(), "empty_region", &Kernel::name);
    const Prepared prepared = prepare(*empty, {}, device_.info().arch(), tools_);
    if (prepared.failure) {
      card.empty_region_absent = prepared.failure->message;
      return;
    }
    auto launcher = Launcher::load(device_, prepared.build->cubin, prepared.kernel.entry);
    if (!launcher) {
      card.empty_region_absent = launcher.error().message;
      return;
    }
    State state{.n = std::nullopt, .values = core::staircase(0)};
    MeasureOptions options = request_.measure;
    options.rules = {.criterion = statistics::Criterion::exact};
    measure(**launcher, *empty, options, state);
    if (state.summary) card.empty_region_cycles = static_cast<std::int64_t>(state.summary->minimum);
    else card.empty_region_absent = state.reason;
  }

  template <typename Tick>
  void measure_pattern(const std::shared_ptr<const Prepared>& prepared, const PatternPoints& pattern,
                       std::optional<int> warps, const Tick& tick) {
    Benchmark benchmark{prepared, device_.info().id, pattern.name, warps, {}};
    const auto give_up = [&](StateStatus status, const std::string& reason) {
      benchmark.states = states_of(pattern, status, reason);
      for (std::size_t i = 0; i < benchmark.states.size(); ++i) tick();
      result_.benchmarks.push_back(std::move(benchmark));
    };
    if (prepared->failure) return give_up(StateStatus::failed, prepared->failure->message);
    if (prepared->proof.verdict == Verdict::moved && !request_.any_verdict)
      return give_up(StateStatus::failed, "refused: " + prepared->proof.reason);
    if (prepared->proof.verdict == Verdict::predicated && prepared->kernel.name != "empty_region" &&
        !request_.any_verdict)
      return give_up(StateStatus::skipped, "predicated, does not diverge: " + prepared->proof.reason);
    if (!device_.lost().empty()) return give_up(StateStatus::skipped, device_.lost());
    auto launcher = Launcher::load(device_, prepared->build->cubin, prepared->kernel.entry, warps.value_or(1));
    if (!launcher) return give_up(StateStatus::failed, launcher.error().message);
    benchmark.states = states_of(pattern, StateStatus::skipped, "");
    for (State& state : benchmark.states) {
      tick();
      measure_state(**launcher, prepared->kernel, warps.value_or(1), state);
    }
    result_.benchmarks.push_back(std::move(benchmark));
  }

  void measure_state(Launcher& launcher, const Kernel& kernel, int warps, State& state) {
    if (is_interrupted()) {
      state.reason = "interrupted";
    } else if (!device_.lost().empty()) {
      state.reason = device_.lost();
    } else {
      measure(launcher, kernel, request_.measure, state, warps);
      if (state.status == StateStatus::skipped) result_.incomplete = state.reason;
    }
  }

  /// The counters of the same launches, after all cycles: counting slows a launch down.
  void count_all() {
    for (Benchmark& benchmark : result_.benchmarks)
      if (benchmark.device == device_.info().id && !request_.measure.interrupted()) count(benchmark);
  }

  /// A session of its own for each module, which stays loaded until the session has ended: on an H100
  /// one session over modules that came and went ended in a crash inside CUPTI.
  void count(Benchmark& benchmark) {
    const Prepared& prepared = *benchmark.prepared;
    const bool measured =
        std::ranges::any_of(benchmark.states, [](const State& state) { return !state.samples.empty(); });
    if (!measured || !device_.lost().empty()) return;
    auto launcher = Launcher::load(device_, prepared.build->cubin, prepared.kernel.entry, benchmark.warps.value_or(1));
    if (!launcher) return;
    Counters why_not;
    const auto session = CounterSession::open(device_, tools_.places, why_not);
    for (State& state : benchmark.states) state.counters = why_not;
    if (!session) return;
    std::vector<std::function<Result<core::Done>()>> launches;
    for (const State& state : benchmark.states)
      launches.emplace_back([&] {
        return (*launcher)->run(state.values, prepared.kernel.limits_per_lane, request_.measure.watchdog_seconds);
      });
    std::vector<Counters> counted = session->collect(launches);
    for (std::size_t i = 0; i < counted.size(); ++i) benchmark.states[i].counters = std::move(counted[i]);
  }

  Device& device_;
  const BenchRequest& request_;
  const Tools& tools_;
  const BuildPool& workshop_;
  BenchResult& result_;
};

}  // namespace

Result<BenchResult> run_bench(std::shared_ptr<const Driver> driver, const std::vector<DeviceInfo>& devices,
                              const BenchRequest& request, const Tools& tools, const Progress& progress) {
  const bool compiles = std::ranges::any_of(request.kernels, [](const Kernel& kernel) { return !kernel.compiled; });
  if (compiles && !tools.nvrtc) return tools.nvrtc.error();
  BenchResult result;
  result.driver_release = driver->release();
  result.driver_cuda_version = driver->cuda_version();
  std::size_t points = 0;
  for (const PatternPoints& pattern : request.patterns) points += pattern.points.size();
  const std::size_t all = devices.size() * request.kernels.size() * request.options.size() * points *
                          std::max<std::size_t>(request.warps.size(), 1);
  std::size_t done = 0;
  const BuildPool pool(request, devices, tools);
  for (const DeviceInfo& info : devices) {
    result.devices.push_back(
        {.info = info, .failure = {}, .clock = {}, .empty_region_cycles = {}, .empty_region_absent = "not measured"});
    auto device = Device::open(driver, info);
    if (!device) {
      result.devices.back().failure = device.error().message;
      continue;
    }
    CardRun(**device, request, tools, pool, result).run(done, all, progress);
    result.devices.back().failure = (*device)->lost();
    if (!(*device)->lost().empty()) result.incomplete = (*device)->lost();
  }
  progress(all, all, "done");
  return result;
}

bool all_ok(const BenchResult& result) {
  const auto fine = [](const Benchmark& benchmark) {
    return std::ranges::all_of(benchmark.states, [&](const State& state) {
      return state.status == StateStatus::ok ||
             (state.status == StateStatus::skipped && benchmark.prepared->proof.verdict == Verdict::predicated);
    });
  };
  const auto sound = [](const DeviceResult& device) { return device.failure.empty() && device.clock.passed; };
  return result.incomplete.empty() && std::ranges::all_of(result.benchmarks, fine) &&
         std::ranges::all_of(result.devices, sound);
}

}  // namespace reconverge::gpu
