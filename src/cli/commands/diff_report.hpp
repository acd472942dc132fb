// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/difference/difference.hpp"
#include "core/result.hpp"
#include "emulator/emulator.hpp"
#include "emulator/launch/launch.hpp"
#include "explorer/scene.hpp"
#include "observers/finding.hpp"
#include "report/document.hpp"
#include "run/kernel_run.hpp"
#include "run/line_costs.hpp"
#include "toolchain/resources.hpp"

namespace reconverge::cli {

/// A kernel's own measurement between two reads of the clock by the same lanes, the last time.
struct ClockRead {
  std::size_t from = 0, to = 0;              ///< rows
  std::optional<std::uint64_t> cycles = {};  ///< nothing: an untimed instruction ran in between
};

/// One build and the results of its run.
struct DiffSide {
  std::string input = {};
  sass::Function function = {};
  std::vector<std::string> tools = {};                 ///< that made the listing
  std::optional<toolchain::Resources> resources = {};  ///< nothing: no cubin has them
  analysis::Build build = {};                          ///< of `function`
  emulator::RunResult run = {};
  std::uint64_t warp_instructions = 0, thread_instructions = 0, branches = 0, divergent = 0;
  core::Result<std::uint64_t> cycles = std::uint64_t{0};  ///< of a launch of many warps the sum of each by itself
  std::optional<std::uint64_t> known_cycles = {};         ///< of the rows; nothing: none of them has cycles
  std::string cycles_without = {};                        ///< untimed instructions whose cycles these lack; empty: none
  std::vector<std::string> approximate = {};  ///< mnemonics that ran whose last bits are not known to be the card's
  bool has_many_warps = false;
  std::vector<ClockRead> clock_reads = {};
  std::vector<emulator::BufferAfter> buffers = {};        ///< of arguments, and the device's variables
  std::vector<emulator::BufferAfter> without_clock = {};  ///< the same if clock values are not known; may be empty
  /// Bytes of the device's variables before the run, by the file's name.
  std::map<std::string, std::vector<std::uint8_t>> variables_before = {};
  run::LineCost lanes = {};  ///< the sum of all lines
  std::vector<observers::Finding> findings = {};
  bool times_all_warps = false;                    ///< the cycles of each warp by itself are known
  std::vector<run::WarpSummary> worst = {};        ///< run::Sums::worst
  std::vector<run::WarpSummary> busiest = {};      ///< run::Sums::busiest
  std::optional<run::KernelSpec> to_explore = {};  ///< the launch, where a page is to show warps of it
  std::vector<explorer::Run> explored = {};        ///< warps of one block, where a page shows them
  std::string not_explored = {};                   ///< why a page has none
  std::string shown = {};                          ///< which of a launch of many: "warp 1 of block 0", "block 0"
  std::size_t opens_at = 0;                        ///< of `explored`, the warp that a page shows first
  std::string shown_because = {};                  ///< why this warp, where nobody chose it; empty: it is the first
};

/// Two builds of one kernel, run on the same inputs.
struct DiffResult {
  DiffSide old_side, new_side;
  analysis::Difference difference;
  bool same_inputs = true;    ///< else buffers are not compared
  bool from_capture = false;  ///< the inputs are those of a captured launch

  /// The measure of the comparison: cycles if both are known, else warp instructions.
  bool by_cycles() const { return old_side.cycles.has_value() && new_side.cycles.has_value(); }
  /// Whether lines have cycles in both, be it without those of untimed instructions.
  bool lines_have_cycles() const { return old_side.known_cycles && new_side.known_cycles; }
  /// Untimed instructions whose cycles lines lack; empty: they lack none, or lines have no cycles.
  std::string lines_without() const;
  /// Of the cycles: those of one warp, or of each warp by itself, summed.
  std::string_view unit_of_cycles() const { return new_side.has_many_warps ? "warp cycles" : "cycles"; }
  /// Why numbers of the two runs are not compared: one did not finish. Empty: they are.
  std::string not_compared() const;
  /// By how much the new build needs more, in percent of the old one; nothing if the old one needs none, or if the runs
  /// are not compared.
  std::optional<double> change() const;
  /// Whether the new build needs more than the old one, if the runs are compared.
  bool needs_more() const;
};

/// "faster by 12.3 %: 4,512 -> 3,957 cycles; most at kernel.cu:17"
std::string which_is_faster(const DiffResult& result);
/// The same, after the results if those differ: then the two did different work.
std::string headline(const DiffResult& result);
/// Answer first, then results that differ, totals, lines and branches.
report::Report diff_report(const DiffResult& result);
/// Adds all to a run record.
void add_to_record(const DiffResult& result, nlohmann::ordered_json& record);

}  // namespace reconverge::cli
