// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/commands/report_files.hpp"
#include "cli/session.hpp"

namespace reconverge::cli {

/// The record of an emulated kernel that a file holds; nothing if it holds something else or is not JSON.
std::optional<nlohmann::json> emulated_kernel(const std::string& text);

/// Why a file that is to be compared with an emulated kernel is none.
core::Diagnostic why_no_kernel(const std::string& text, const std::string& path);

/// Two emulations of compiled kernels (`emulate --json`), one beside the other.
struct KernelPair {
  std::string left_source, right_source;
  nlohmann::json left, right;
  std::optional<double> fail_above;  ///< percent
};
int compare_kernels(const KernelPair& pair, ReportFiles& files, const ReportPaths& paths, const Session& session);

}  // namespace reconverge::cli
