// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// The options that choose the record of cycles: another file, other numbers.
struct RecordOptions {
  std::string path;                      ///< --record; empty: the one that is built in
  std::vector<std::string> assignments;  ///< --set FIELD=VALUE

  void add_to(CLI::App& app);
  /// Whether the options name anything but the record that is built in.
  bool any() const { return !path.empty() || !assignments.empty(); }
  /// "Cycles by card.json, with resumed-older=30 (given)."
  std::string text() const;
  /// The file, null for the record that is built in, and the assignments.
  nlohmann::ordered_json json() const;
};

/// The record for code of an architecture. Null: none is given, so that the built-in one applies. Fails with
/// Failure::environment or Failure::input if the file cannot be read, and with Failure::usage if it is of another
/// architecture, if there is no record to change, or if an assignment names nothing in it.
/// @param architecture  of the code, "sm_90"
core::Result<std::shared_ptr<const timing::CycleRecord>> resolve(const RecordOptions& options,
                                                                 const std::string& architecture);

/// Code for the token stack, whose events have costs and whose instructions have no cycles.
core::Diagnostic record_without_barriers(const std::string& architecture);

}  // namespace reconverge::cli
