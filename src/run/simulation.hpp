// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/lane_pattern.hpp"
#include "core/result.hpp"
#include "emulator/emulator.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "observers/divergence_profile.hpp"
#include "observers/event_counts.hpp"
#include "run/load.hpp"
#include "run/warp_start.hpp"
#include "timing/generation.hpp"

namespace reconverge::run {

/// One warp, one function, under the token stack. KernelSpec is its counterpart for convergence barriers: what they
/// have in common is WarpStart; the rest is of one mechanism alone (spills, carrier orders and costs by generation
/// here; grids, records and timelines of warps there), and none of it would mean anything to the other.
struct SimulationSpec {
  SharedExecutable executable = {};
  std::string source_name;
  WarpStart start;
  emulator::SpillSettings spill;
  const emulator::CarrierOrder* carrier_order = emulator::carrier_orders().data();
  std::vector<const timing::Generation*> generations;  ///< whose costs are charged
  std::string kernel;                                  ///< name under which a generation may know a base
  std::function<void(emulator::Warp&)> prepare;        ///< puts a launch's memory into the warp; may be empty
  emulator::RunLimits limits;
  bool follows_unknown = false;  ///< follows values that depend on the clock, which are not known; costs time
};

struct GenerationCycles {
  std::string generation;
  core::Result<double> divergence;  ///< cycles that divergence adds
  core::Result<double> total;       ///< with the kernel's base
};

struct Simulation {
  emulator::RunResult run;
  observers::EventCounts counts;
  observers::DivergenceProfile profile;
  std::vector<GenerationCycles> cycles;  ///< in the order of SimulationSpec::generations
  emulator::Warp warp;                   ///< as the run left it
  std::map<int, core::LaneMask> unknown_registers =
      {};  ///< lanes whose values depend on the clock, if that is followed
  std::unordered_set<std::uint64_t> unknown_words = {};  ///< likewise of global memory, by address divided by 4
  std::string unknown_because = {};                      ///< why they are not known
};

/// Runs the specification; `extra` listeners observe the run too. They are made from the stack that runs, so they are
/// given as functions of it.
using ListenerFactory = std::function<std::unique_ptr<emulator::Listener>(const emulator::TokenStack&)>;
Simulation simulate(const SimulationSpec& spec, const std::vector<ListenerFactory>& extra = {});

}  // namespace reconverge::run
