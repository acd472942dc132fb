// SPDX-License-Identifier: MIT
#include "study/support/explored.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "run/bands.hpp"

namespace reconverge::study {
namespace {

/// Why the cycles of the warps that are shown are not known, or what is missing in them; empty if nothing is.
std::string why_no_prediction(const run::KernelRun& run, const sass::Function& function) {
  if (!run.has_many_warps() && run.cycles) return {};
  const timing::Untimed none;
  const timing::Untimed& untimed = !run.has_many_warps() ? run.untimed : run.shown ? run.shown->untimed : none;
  if (untimed.empty()) return run.has_many_warps() ? run.no_warp_cycles_because : run.cycles.error().message;
  std::map<std::string, std::uint64_t> named;
  for (const auto& [row, count] : untimed) named[to_string(row, function)] += count;
  std::string text = "the time of";
  const char* separator = " ";
  for (const auto& [what, count] : named) {
    text += fmt::format("{}{} ({})", separator, what, count == 1 ? "ran once" : fmt::format("ran {} times", count));
    separator = ", ";
  }
  return text + " is not known, and taken as if nothing waited for it";
}

/// Counts by row, and cycles if they are known, of the warps that are shown: not of others that ran before them.
void add_rows(const run::KernelRun& run, const sass::Function& function, explorer::Run& explored) {
  if (run.shown) explored.counts = run.shown->instructions;
  else explored.counts.rows.resize(function.instructions.size());
  if (run.shown && explored.no_prediction.empty()) explored.account = run.shown->account;
}

/// Low, typical and high cycles by row, where there is no single number.
void add_band(const run::KernelRun& run, explorer::Run& explored) {
  const auto is_timed = [](const run::AssumedRun& one) { return one.untimed.empty(); };
  if (run.cycles || !run.bands || !std::ranges::all_of(*run.bands, is_timed)) return;
  for (const timing::CycleAccount* account : run::accounts_of(*run.bands)) explored.band.push_back(*account);
}

Found findings_of(const run::KernelRun& run) {
  Found found;
  if (run.shown) found.shown = run.shown->findings;
  const auto is_shown = [&](const observers::Finding& finding) {
    return std::ranges::any_of(found.shown, [&](const observers::Finding& one) {
      return one.kind == finding.kind && one.index == finding.index && one.message == finding.message;
    });
  };
  std::ranges::copy_if(run.findings, std::back_inserter(found.others), std::not_fn(is_shown));
  return found;
}

}  // namespace

explorer::Run explore_kernel(run::KernelSpec spec, std::string pattern, Found* found) {
  explorer::Run explored{.pattern = std::move(pattern),
                         .generations = {0},
                         .mechanism = std::string(emulator::ConvergenceBarriers().name())};
  spec.timeline = &explored.timeline;
  const run::KernelRun run = run::run_kernel(spec);
  if (found != nullptr) *found = findings_of(run);
  explored.result = run.run;
  explored.no_prediction = why_no_prediction(run, spec.executable->function);
  add_rows(run, spec.executable->function, explored);
  add_band(run, explored);
  return explored;
}

std::vector<explorer::Run> explore_block(run::KernelSpec spec, const std::string& pattern, Found* found) {
  std::vector<observers::Timeline> timelines(static_cast<std::size_t>(run::warps_of(spec.launch.block)));
  spec.timelines = &timelines;
  const run::KernelRun run = run::run_kernel(spec);
  if (found != nullptr) *found = findings_of(run);
  std::vector<explorer::Run> explored;
  for (auto& timeline : timelines) {
    explorer::Run& one =
        explored.emplace_back(explorer::Run{.pattern = pattern,
                                            .warp = fmt::format("warp {}", explored.size()),
                                            .generations = {0},
                                            .mechanism = std::string(emulator::ConvergenceBarriers().name())});
    one.timeline = std::move(timeline);
    one.result = run.run;
    one.result.ending = one.timeline.ending.value_or(run.run.ending);
    one.no_prediction = why_no_prediction(run, spec.executable->function);
  }
  add_rows(run, spec.executable->function, explored.front());
  return explored;
}

}  // namespace reconverge::study
