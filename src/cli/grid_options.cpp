// SPDX-License-Identifier: MIT
#include "cli/grid_options.hpp"
#include "core/usage_error.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <thread>
#include <vector>

namespace reconverge::cli {
namespace {

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> parts_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// One to three sizes, none above those of `largest`.
core::Result<emulator::Extent> parse_extent(std::string_view option, const std::string& text,
                                            const emulator::Extent& largest, std::string_view hint) {
  const auto failure = [&](std::string_view why) {
    return core::usage_error(fmt::format("{} {}: {}", option, text, why), std::string(hint));
  };
  const auto parts = parts_of(text, ",x");
  if (parts.size() > 3) return failure("a size has at most three dimensions");
  emulator::Extent extent;
  std::uint32_t* const sizes[] = {&extent.x, &extent.y, &extent.z};
  const std::uint32_t most[] = {largest.x, largest.y, largest.z};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto size = parse_number(parts[i]);
    if (!size) return failure("not of the form X[,Y[,Z]]");
    if (*size == 0 || *size > most[i]) return failure(fmt::format("{} is at most {}, at least 1", "xyz"[i], most[i]));
    *sizes[i] = static_cast<std::uint32_t>(*size);
  }
  return extent;
}

/// Often enough to be watched, and seldom enough to cost nothing.
/// @param most_steps  of a launch of one block, of which nobody knows how many instructions it will execute
run::Progress shown_on(const Session& session, std::uint64_t most_steps) {
  using Clock = std::chrono::steady_clock;
  return [&session, most_steps, last = Clock::time_point(), begin = Clock::now(), run = LongRun(), shows_steps = false](
             std::uint64_t done, std::uint64_t all) mutable {
    constexpr std::chrono::milliseconds pause{200};
    const auto now = Clock::now();
    const bool is_one_block = all == 0;
    if (is_one_block && done == 0) {
      if (shows_steps) session.progress(0, 0, "");
      return;
    }
    if (done > 0 && now - last < pause) return;
    if (is_one_block && now - begin < pause) return;
    last = now;
    if (is_one_block) {
      shows_steps = true;
      return session.progress(done, most_steps, "instructions, of at most --max-steps");
    }
    const double seconds = std::chrono::duration<double>(now.time_since_epoch()).count();
    if (const std::string text = run.at(done, all, seconds); !text.empty()) session.note(text);
    if (done > 0) session.progress(done, all, "blocks");
  };
}

core::Result<run::BlockList> parse_blocks(const std::string& text, std::uint64_t count) {
  const auto failure = [&](const std::string& why) {
    return core::usage_error(fmt::format("--blocks {}: {}", text, why),
                             "numbers and ranges, x fastest: --blocks 0-3,17");
  };
  std::vector<run::BlockList::Range> ranges;
  for (const std::string_view part : parts_of(text, ",")) {
    const auto ends = parts_of(part, "-");
    const auto first = parse_number(ends.front());
    const auto last = parse_number(ends.back());
    if (ends.size() > 2 || !first || !last || *first > *last)
      return failure(fmt::format("'{}' is neither a block nor a range of blocks", part));
    if (*last >= count) return failure(fmt::format("the grid has blocks 0 to {}", count - 1));
    ranges.emplace_back(*first, *last);
  }
  return run::BlockList(std::move(ranges));
}

}  // namespace

std::string long_run_text(std::uint64_t done, std::uint64_t all, double seconds) {
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  const double whole = seconds / static_cast<double>(done) * static_cast<double>(all);
  if (whole < 2 * minute) return "";
  const auto [unit, name] = whole < 2 * hour  ? std::pair(minute, "minutes")
                            : whole < 2 * day ? std::pair(hour, "hours")
                                              : std::pair(day, "days");
  return fmt::format(
      "note: {} of {} blocks took {:.1f} s; all take about {:.0f} {} at this speed. Ctrl-C ends the run, and what was "
      "counted until then is given; --blocks runs some",
      done, all, seconds, whole / unit, name);
}

std::string LongRun::at(std::uint64_t done, std::uint64_t all, double now) {
  if (!began_) {
    began_ = now;
    done_before_ = done;
  }
  if (is_said_ || done <= done_before_ || now - *began_ <= 1) return "";
  is_said_ = true;
  return long_run_text(done - done_before_, all, now - *began_);
}

void GridOptions::add_to(CLI::App& app) {
  app.add_option("--block", block);
  app.add_option("--grid", grid);
}

void GridOptions::add_choice_to(CLI::App& app) {
  app.add_option("--blocks", blocks);
  app.add_option("--jobs", jobs)->check(CLI::Range(1, 1024));
  app.add_flag("--no-memo", no_memo);
}

int jobs_of(const GridOptions& options) {
  return options.jobs > 0 ? options.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

core::Result<core::Done> apply_shape(const GridOptions& options, emulator::Launch& launch) {
  if (!options.block.empty()) {
    const auto block = parse_extent("--block", options.block, emulator::largest_block, "--block 256 or --block 32,8");
    if (!block) return block.error();
    if (block->count() > emulator::most_threads_of_block)
      return core::usage_error(fmt::format("--block {}: {} threads; a block has at most {}", options.block,
                                           block->count(), emulator::most_threads_of_block),
                               "--block 256 or --block 32,8");
    launch.block = *block;
  }
  if (!options.grid.empty()) {
    const auto grid = parse_extent("--grid", options.grid, emulator::largest_grid, "--grid 80 or --grid 16,16");
    if (!grid) return grid.error();
    launch.grid = *grid;
  }
  return core::Done{};
}

core::Result<core::Done> apply_blocks(const GridOptions& options, const Session& session, run::KernelSpec& spec) {
  if (!options.blocks.empty()) {
    auto blocks = parse_blocks(options.blocks, spec.launch.grid.count());
    if (!blocks) return blocks.error();
    spec.blocks = std::move(blocks).value();
  }
  spec.jobs = jobs_of(options);
  spec.remembers = !options.no_memo;
  spec.progress = shown_on(session, spec.limits.steps);
  return core::Done{};
}

core::Result<WarpPlace> parse_warp(const std::string& text) {
  const auto parts = parts_of(text, ":");
  const auto block = parse_number(parts.front());
  const auto warp = parts.size() > 1 ? parse_number(parts.back()) : std::uint64_t{0};
  if (parts.size() > 2 || !block || !warp || *warp > emulator::most_threads_of_block)
    return core::usage_error(fmt::format("--warp {}: not of the form BLOCK:WARP", text),
                             "--warp 0:0; both count from 0, x fastest; --warp 0 is every warp of a block");
  if (parts.size() == 1) return WarpPlace{*block, {}};
  return WarpPlace{*block, static_cast<int>(*warp)};
}

core::Result<WarpPlace> apply_warp(const std::string& text, run::KernelSpec& spec) {
  const auto place = parse_warp(text);
  if (!place) return place.error();
  const int warps = run::warps_of(spec.launch.block);
  if (place->warp.value_or(0) >= warps)
    return core::usage_error(fmt::format("--warp {}: a block has {} warp{}", text, warps, warps == 1 ? "" : "s"),
                             "--block THREADS gives it more");
  const run::BlockList all = spec.blocks.value_or(run::BlockList::first(spec.launch.grid.count()));
  if (!all.contains(place->block))
    return core::usage_error(fmt::format("--warp {}: no such block is run", text), "--grid and --blocks say which are");
  spec.timeline_block = place->block;
  spec.timeline_warp = place->warp.value_or(0);
  if (spec.launch.grid.count() > 1) spec.blocks = all.up_to(place->block);
  return *place;
}

std::string to_string(const emulator::Extent& extent) {
  if (extent.z > 1) return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
  return extent.y > 1 ? fmt::format("{}x{}", extent.x, extent.y) : fmt::format("{}", extent.x);
}

}  // namespace reconverge::cli
