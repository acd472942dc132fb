// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "run/simulation.hpp"
#include "run/stack_model.hpp"
#include "study/support/paper_kernels.hpp"

namespace reconverge::study {

/// n = 0..31: how many lanes have a smaller loop bound (Table 1 of the paper).
inline constexpr int staircase_count = 32;

/// One kernel run for every n.
struct Sweep {
  std::array<run::Simulation, staircase_count> points;
  const run::Simulation& at(int n) const { return points[static_cast<std::size_t>(n)]; }
};

/// Data shared by all studies: the kernels run once for every n and every spill rule.
class Context {
 public:
  /// Runs everything. Fails only if a listing or an option is broken.
  static core::Result<Context> make(run::StackModel options);

  const run::StackModel& options() const { return options_; }
  const timing::Generation& generation(std::string_view name) const;

  /// The sweep under the chosen spill rule, or under another one.
  const Sweep& sweep(const PaperKernel& kernel) const { return sweep(kernel, options_.spill.rule->name); }
  const Sweep& sweep(const PaperKernel& kernel, std::string_view spill_rule) const;

  const emulator::Executable& executable(const PaperKernel& kernel) const;
  /// The specification of one run, for studies that listen to more or change something.
  run::SimulationSpec specification(const PaperKernel& kernel, int n) const;

 private:
  run::StackModel options_;
  std::map<std::string, run::SharedExecutable, std::less<>> executables_;  ///< by kernel name
  std::map<std::string, Sweep, std::less<>> sweeps_;                       ///< by "kernel/rule"
};

/// Reads and decodes one of the paper's listings.
core::Result<run::SharedExecutable> load(const PaperKernel& kernel, const emulator::CarrierOrder& order);

/// The paper's kernel that has exactly these instructions, or null. Its base may then be known.
const PaperKernel* recognise(const sass::Function& function);

/// Whether the base of a kernel holds for a run: its base belongs to n = 0, so a run must execute as
/// many instructions as that, apart from one more for each divergent branch.
bool base_applies(const PaperKernel& kernel, const observers::EventCounts& counts);

}  // namespace reconverge::study
