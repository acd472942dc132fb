// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/output.hpp"
#include "sass/control_flow/control_flow.hpp"

namespace reconverge::cli {

/// Writes the JSON of `inspect` row by row: that of a million rows would take gigabytes as a whole. The
/// text is the same.
class FunctionWriter {
 public:
  /// @param record  the members before `functions`
  FunctionWriter(OutputFile& file, nlohmann::ordered_json record) : file_(file), record_(std::move(record)) {}

  core::Result<core::Done> add(const sass::Function& function, const sass::ControlFlow& flow);
  /// Puts the file into its place.
  core::Result<core::Done> finish();

 private:
  std::string opening();

  OutputFile& file_;
  nlohmann::ordered_json record_;
  bool has_functions_ = false;
};

}  // namespace reconverge::cli
