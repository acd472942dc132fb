// SPDX-License-Identifier: MIT
#include "gpu/launcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <thread>

namespace reconverge::gpu {
namespace {

using core::Diagnostic;
using core::Done;
using core::Failure;
using core::Result;
using Clock = std::chrono::steady_clock;

constexpr std::size_t lanes = core::lane_count;

Diagnostic bad_clock(std::string why) {
  return {Failure::environment, std::move(why), "the clock of this card, driver or emulation layer cannot be used", {}};
}

/// Index of a lane's start or stop among the raw reads.
std::size_t place(TimerLayout layout, std::size_t lane, bool stop) {
  if (layout == TimerLayout::spans) return 2 * lane + (stop ? 1 : 0);
  return (stop ? stamp_rows - 1 : 0) * lanes + lane;
}

/// Rows that start and stop of a span fill.
constexpr std::size_t span_rows = 2;

/// Rows up to the last that holds a stamp; none if there is nothing but the spans.
std::size_t rows_written(const std::vector<std::int64_t>& timer) {
  std::size_t size = std::min(timer.size(), Launcher::timer_words);
  while (size > span_rows * lanes && timer[size - 1] == 0) --size;
  return size > span_rows * lanes ? (size + lanes - 1) / lanes : 0;
}

}  // namespace

Result<LaunchResult> read_timer(const std::vector<std::int64_t>& timer, TimerLayout layout, int warps) {
  const auto count = static_cast<std::size_t>(warps);
  std::vector<std::array<LaneTimes, lanes>> raw(count);
  for (std::size_t thread = 0; thread < count * lanes; ++thread) {
    const std::size_t lane = thread % lanes, begin = thread / lanes * Launcher::timer_words;
    const std::string who =
        warps > 1 ? fmt::format("lane {} of warp {}", lane, thread / lanes) : fmt::format("lane {}", lane);
    LaneTimes& times = raw[thread / lanes][lane];
    times = {timer.at(begin + place(layout, lane, false)), timer.at(begin + place(layout, lane, true))};
    if (times.start == 0 || times.stop == 0)
      return bad_clock(fmt::format("{} left no clock read, or the clock read 0", who));
    if (times.stop < times.start) return bad_clock(fmt::format("the clock of {} ran backwards", who));
  }
  LaunchResult launch;
  for (const auto& warp : raw)
    launch.warps.push_back(
        {std::ranges::min(warp, {}, &LaneTimes::start).start, std::ranges::max(warp, {}, &LaneTimes::stop).stop});
  const std::int64_t first = std::ranges::min(launch.warps, {}, &LaneTimes::start).start;
  const std::int64_t last = std::ranges::max(launch.warps, {}, &LaneTimes::stop).stop;
  if (last == first) return bad_clock("the clock did not move between the start and the stop read");
  launch.cycles = last - first;
  for (LaneTimes& warp : launch.warps) warp = {warp.start - first, warp.stop - first};
  for (std::size_t lane = 0; lane < lanes; ++lane)
    launch.lanes[lane] = {raw[0][lane].start - first, raw[0][lane].stop - first};
  const std::size_t first_row = layout == TimerLayout::spans ? span_rows : 0;
  launch.stamps.resize(layout == TimerLayout::spans ? rows_written(timer) : stamp_rows);
  for (auto& row : launch.stamps) row.fill(-1);
  for (std::size_t row = first_row; row < launch.stamps.size(); ++row)
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t at = row * lanes + lane;
      const std::int64_t stamp = at < timer.size() ? timer[at] : 0;
      if (stamp != 0) launch.stamps[row][lane] = stamp - first;
    }
  return launch;
}

Result<std::unique_ptr<Launcher>> Launcher::load(Device& device, const std::string& cubin, const std::string& entry,
                                                 int warps) {
  std::unique_ptr<Launcher> launcher(new Launcher(device, warps));
  const driver::Api& api = device.api();
  if (!device.lost().empty()) return Diagnostic{Failure::environment, device.lost(), "", {}};
  if (const auto status = api.set_context(device.context()); status != driver::success)
    return launcher->failed("use the GPU", status);
  if (const auto status = api.load_module(&launcher->module_, cubin.data()); status != driver::success)
    return launcher->failed("load the compiled kernel", status);
  if (const auto status = api.module_function(&launcher->function_, launcher->module_, entry.c_str());
      status != driver::success)
    return launcher->failed(fmt::format("find the kernel '{}' in its code", entry), status);
  auto status = api.allocate(&launcher->image_, launcher->bytes());
  void* pinned[2] = {nullptr, nullptr};
  for (void*& block : pinned)
    if (status == driver::success) status = api.allocate_host(&block, launcher->bytes(), 0);
  launcher->before_ = static_cast<Image*>(pinned[0]);
  launcher->after_ = static_cast<Image*>(pinned[1]);
  constexpr unsigned non_blocking = 1;
  if (status == driver::success) status = api.create_stream(&launcher->stream_, non_blocking);
  if (status != driver::success) return launcher->failed("allocate memory on the GPU", status);
  return launcher;
}

Launcher::~Launcher() {
  if (!device_.lost().empty()) return;  // every call would wait for the launch that hangs
  const driver::Api& api = device_.api();
  api.set_context(device_.context());
  if (stream_ != nullptr) api.destroy_stream(stream_);
  if (before_ != nullptr) api.release_host(before_);
  if (after_ != nullptr) api.release_host(after_);
  if (image_ != 0) api.release(image_);
  if (module_ != nullptr) api.unload_module(module_);
}

Diagnostic Launcher::failed(std::string_view what, driver::Status status) {
  Diagnostic diagnostic = device_.driver().failure(what, status);
  diagnostic.where.source = fmt::format("GPU {}", device_.info().id);
  return diagnostic;
}

Result<Done> Launcher::run(const core::LaneValues& limits, int limits_per_lane, double watchdog_seconds) {
  if (!device_.lost().empty()) return Diagnostic{Failure::environment, device_.lost(), "", {}};
  const driver::Api& api = device_.api();
  std::ranges::fill(timer_of(before_), 0);
  before_->data.fill(1.0f);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    for (int i = 0; i < 2; ++i) {
      const std::size_t place = limits_per_lane == 2 ? 2 * lane + static_cast<std::size_t>(i) : lane;
      before_->limits[place] = limits[lane];
    }
  driver::Address parameters[3] = {image_ + offsetof(Image, limits), image_ + offsetof(Image, data),
                                   image_ + sizeof(Image)};
  void* arguments[3] = {&parameters[0], &parameters[1], &parameters[2]};
  auto status = api.set_context(device_.context());
  if (status == driver::success) status = api.to_device(image_, before_, bytes(), stream_);
  if (status == driver::success)
    status =
        api.launch(function_, 1, 1, 1, static_cast<unsigned>(warps_ * lanes), 1, 1, 0, stream_, arguments, nullptr);
  if (status == driver::success) status = api.to_host(after_, image_, bytes(), stream_);
  if (status != driver::success) return failed("launch the kernel", status);
  return wait(watchdog_seconds);
}

Result<Done> Launcher::wait(double watchdog_seconds) {
  const auto begin = Clock::now();
  while (true) {
    const auto status = device_.api().stream_query(stream_);
    if (status == driver::success) return Done{};
    if (status != driver::not_ready) {
      Diagnostic diagnostic = failed("finish the launch", status);
      device_.lose(
          fmt::format("GPU {} is lost to this process: {}", device_.info().id, device_.driver().describe(status)));
      return diagnostic;
    }
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
    if (elapsed > watchdog_seconds) {
      hangs_ = true;
      device_.lose(fmt::format("a launch on GPU {} hangs", device_.info().id));
      return Diagnostic{Failure::environment,
                        fmt::format("the launch did not end within {} s", watchdog_seconds),
                        "a loop of the kernel does not end; --watchdog SECONDS waits longer",
                        {}};
    }
    // Waking up takes longer than most launches: sleep only when this one is not short.
    if (elapsed > 0.002) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

std::vector<std::int64_t> Launcher::timer() const {
  const auto all = timer_of(after_);
  return {all.begin(), all.end()};
}

core::LaneValues Launcher::data() const {
  core::LaneValues values{};
  for (std::size_t lane = 0; lane < lanes; ++lane) values[lane] = std::bit_cast<std::uint32_t>(after_->data[lane]);
  return values;
}

std::vector<std::uint32_t> Launcher::changed_words() const {
  constexpr auto untouched = std::bit_cast<std::uint32_t>(1.0f);
  std::vector<std::uint32_t> words(data_count);
  std::memcpy(words.data(), after_->data.data(), sizeof after_->data);
  while (words.size() > lanes && words.back() == untouched) words.pop_back();
  if (words.size() == lanes) words.clear();
  return words;
}

}  // namespace reconverge::gpu
