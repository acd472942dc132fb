// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "capture/check.hpp"
#include "cli/program_options.hpp"
#include "emulator/launch/launch.hpp"
#include "report/document.hpp"
#include "run/kernel_run.hpp"

namespace reconverge::cli {

/// The result of running a captured launch again.
struct CaptureReport {
  std::shared_ptr<const capture::Capture> capture;  ///< null: the launch was not captured
  const sass::Function* function = nullptr;
  bool is_checked = false;
  capture::Check check;  ///< if it is
};

/// @param checks  whether memory and counts are compared with the card's. The run has to be complete: see
///     why_not_checked
CaptureReport capture_report(std::shared_ptr<const capture::Capture> capture, bool checks,
                             const emulator::Launch& launch, const run::SharedExecutable& executable,
                             const run::KernelRun& run);

/// Why a run cannot be compared with the card's; empty if it can.
std::string why_not_checked(const capture::Capture* capture, const std::string& blocks);

/// For a person; empty without a capture.
std::string capture_text(const CaptureReport& report, int width);
/// Adds "capture" to a run record, if there is one.
void add_capture(const CaptureReport& report, nlohmann::ordered_json& record);

}  // namespace reconverge::cli
