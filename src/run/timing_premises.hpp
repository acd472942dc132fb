// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "observers/finding.hpp"
#include "run/kernel_run.hpp"
#include "timing/generation.hpp"

namespace reconverge::run {

/// Null: an architecture without a record.
const timing::Generation* generation_of(const emulator::Executable& executable);

/// The record that a run is timed with. Null: no instruction of this code is timed.
const timing::CycleRecord* record_of(const KernelSpec& spec);
/// Lanes in one barrier, or one function, at two call depths: even if each instruction is timed, the sum can be wrong.
/// Empty: not found.
std::string why_unreliable(const std::vector<observers::Finding>& findings);

/// Why cycles of single warps of this code are never known; empty if they may be.
std::string why_warps_not_timed(const KernelSpec& spec);
/// Likewise of the launch as a whole: they are known for one warp.
std::string why_not_timed(const KernelSpec& spec);

/// From the first issue to the last, or why that is not known.
core::Result<std::uint64_t> cycles_of_run(const KernelRun& run, const sass::Function& function);

}  // namespace reconverge::run
