// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostic.hpp"
#include "emulator/emulator.hpp"
#include "emulator/reconvergence/spill_policy.hpp"
#include "observers/instruction_counts.hpp"
#include "observers/timeline.hpp"
#include "sass/program.hpp"
#include "timing/cycles/cycle_account.hpp"
#include "timing/generation.hpp"

/// From runs of a warp to what people look at: the warp explorer, the trace as JSON, and the event format of trace
/// viewers. The layer builds on the observers and is beside the study.
namespace reconverge::explorer {

/// Code that runs were made of.
struct Kernel {
  std::string name;   ///< "single_loop": stable, used in links
  std::string title;  ///< what a person reads
  sass::Function function;
  std::map<std::string, std::vector<std::string>> sources = {};  ///< lines of the files that rows come from, if known
};

/// A generation as the explorer shows it: its prices, and whether its spills can be computed.
struct Pricing {
  timing::Generation generation;
  bool spills_known = true;  ///< false: the stack capacity is neither recorded nor given
};

/// The name shown as generation of runs under barriers, for which no record prices single events.
Pricing unpriced(std::string name, std::string title);

/// One run of one kernel.
struct Run {
  std::size_t kernel = 0;                     ///< index into Scene::kernels
  std::string pattern = {};                   ///< what distinguishes it from other runs of the kernel: "n = 2"
  std::string warp = {};                      ///< which one of the block, "warp 3"; empty if it is shown alone
  std::string part = {};                      ///< what of a larger launch is shown: "block 3"; empty: all
  std::vector<std::size_t> generations = {};  ///< indices into Scene::generations; they all ran like this
  std::string mechanism = {};                 ///< Mechanism::name()
  emulator::SpillSettings spill = {};
  emulator::RunResult result = {};
  observers::Timeline timeline = {};
  observers::InstructionCounts counts = {};  ///< by row; empty if nothing was counted
  timing::CycleAccount account = {};         ///< by row; empty if no cycles are known
  /// Low, typical and high cycles by row, where a single number is not known but these are; else empty.
  std::vector<timing::CycleAccount> band = {};
  std::string no_prediction = {};  ///< why its cycles are not known, or no prediction; empty if they are

  bool has_barriers() const;  ///< else it ran under the token stack
  /// The cycles that rows are compared by: those of the account, or the typical ones.
  const timing::CycleAccount& compared_cycles() const;
};

/// A point of a run: after so many of its instructions.
struct Moment {
  std::size_t run = 0;  ///< index into Scene::runs
  std::uint64_t step = 0;
};

/// Something that a run did and that is probably not meant.
struct Remark {
  std::string level = {};         ///< "note", "warning", "error"
  std::string kind = {};          ///< "contested-store"
  std::string place = {};         ///< "a.cu:9 0x00c0 STG.E"
  std::string message = {};       ///< with the lanes
  std::optional<Moment> at = {};  ///< before the instruction; nothing if no run that is shown has it
  std::size_t kernel = 0;         ///< index into Scene::kernels
  std::uint32_t row = 0;          ///< of its function
  bool is_shown = true;           ///< else only warps that are not shown have it
};

/// Kinds of the remarks of warps that are not shown, and how many there are of each.
std::map<std::string, std::size_t> others_of(const std::vector<Remark>& remarks);

/// Two builds of one kernel, to be shown beside each other: lines of the source, each with its rows in both.
struct Alignment {
  struct Line {
    std::string file = {};              ///< as the kernel names it that has the line; empty: rows without one
    std::uint32_t left = 0, right = 0;  ///< 0: it has no such line
    std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> rows = {};
  };
  std::size_t left = 0, right = 0;  ///< kernels: indices into Scene::kernels
  std::vector<Line> lines = {};     ///< every row of both is in one of them, once
};

/// Everything one explorer shows.
struct Scene {
  std::vector<Kernel> kernels;
  std::vector<Pricing> generations;
  std::vector<Run> runs;
  std::vector<Remark> remarks = {};
  std::size_t opens_at = 0;                 ///< index into `runs`: what is shown first
  std::optional<Alignment> alignment = {};  ///< opens with runs of the same warp of its kernels side by side
  std::string record = {};                  ///< file with the numbers of timed runs; empty: those that are built in
  std::vector<std::string> given = {};      ///< numbers in place of its own: "fetch.next_line=9"
};

/// Cycles that one event of a timeline costs; nothing for an event that no record prices. The sum
/// over a run is CostModel::divergence_cycles().
struct EventPrices {
  std::optional<double> divergence;
  std::optional<double> spill;   ///< with the reload, if the record knows only both together
  std::optional<double> reload;  ///< 0 in that case
  std::string missing;           ///< which cost is absent; empty if none is
};
EventPrices prices_of(const timing::Generation& generation);

/// When the state after so many instructions begins: the cycle at which the next one issues, at the end
/// that of the last one. The number of instructions where a run has no cycles.
std::uint64_t time_of(const observers::Timeline& timeline, std::uint64_t step);

/// The first of the runs that take most cycles, or most instructions where these have no cycles. 0 of none.
std::size_t longest_of(const std::vector<Run>& runs);

/// Row of the listing that step 1, 2, ... executes.
std::vector<std::uint32_t> rows_of(const observers::Timeline& timeline);

/// "B3", "WARPSYNC", "BAR": what lanes are blocked at.
std::string place_of(const observers::Timeline::Blocked& blocked);

/// "exited", "left the listing", "step limit", "interrupted", "stopped".
std::string ending_of(const emulator::RunResult& result);

/// Why a run did not finish, as pages say it: the file without its folders.
std::string reason_of(const core::Diagnostic& diagnostic);

}  // namespace reconverge::explorer
