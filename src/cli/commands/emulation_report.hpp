// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "emulator/launch/launch.hpp"
#include "observers/finding.hpp"
#include "observers/instruction_counts.hpp"
#include "report/document.hpp"
#include "run/simulation.hpp"
#include "timing/generation.hpp"

namespace reconverge::cli {

/// One generation's run of one function.
struct GenerationRun {
  timing::Generation generation;
  emulator::SpillSettings spill;
  bool spills_known = true;  ///< false: the generation's stack capacity is absent and was not given
  run::Simulation simulation;
};

/// Everything `emulate` reports.
struct EmulationResult {
  std::string input;
  run::SharedExecutable executable = {};
  std::string mechanism;
  std::string carrier_order;
  std::string spill_rule;
  std::vector<std::string> given;                   ///< options that override the model
  std::vector<int> assumed_zero;                    ///< registers that are read but were not given
  std::vector<GenerationRun> runs = {};             ///< at least one
  observers::InstructionCounts instructions = {};   ///< of the first generation's run; all do the same
  std::string base_absent_because = {};             ///< why no base applies; empty if one may
  std::vector<observers::Finding> findings = {};    ///< of the first generation's run
  bool launched = false;                            ///< as a compiled kernel with memory of its own
  std::vector<emulator::BufferAfter> buffers = {};  ///< after the first generation's run

  const run::Simulation& first() const { return runs.front().simulation; }
  /// Why the first run that did not finish did not; null if all did.
  const core::Diagnostic* diagnostic() const;
};

/// Cycles of one generation's run, with the kernel's base and without; absent with the reason.
struct GenerationCycles {
  report::Cell total, divergence;
};
GenerationCycles generation_cycles(const EmulationResult& result, const GenerationRun& run);
/// Cycles that the divergence of one row costs a generation.
report::Cell branch_cycles(const GenerationRun& run, std::uint32_t index);

/// Counts and cycles, one row a generation.
report::Table counts_table(const EmulationResult& result);
/// Branches that were executed, and what their divergence cost, one row a branch and generation.
report::Table branches_table(const EmulationResult& result);
/// Everything as text for a person.
/// @param summary  the part before the tables
std::string emulation_text(const EmulationResult& result, const std::string& summary, const std::string& lines,
                           int width);
/// Adds the result to a run record.
void add_to_record(const EmulationResult& result, nlohmann::ordered_json& record);

/// Adds the registers that a function names to a record, with the 32 values of each; null for what is not known.
///
/// @param unknown  lanes, by register
void add_registers(const sass::Function& function, const emulator::Warp& warp,
                   const std::map<int, core::LaneMask>& unknown, const std::string& unknown_because,
                   nlohmann::ordered_json& record);

/// "exited", "left the listing", "step limit", "stopped".
std::string_view to_string(emulator::Ending ending);

/// Whether an instruction could not be executed: the run is no part of an answer. One that a limit or a person ended
/// is.
bool has_stopped(const emulator::RunResult& run);
/// For text, in place of the tables of such a run.
inline constexpr std::string_view what_stopped_runs_lack =
    "The run is not complete; counts, cycles and buffers until it stopped are in --json.";

}  // namespace reconverge::cli
