// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/issues.hpp"
#include "cli/launch_options.hpp"
#include "cli/line_options.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "cli/program_options.hpp"
#include "cli/record_options.hpp"
#include "cli/saved_buffers.hpp"
#include "cli/session.hpp"
#include "cli/streamed_record.hpp"
#include "observers/trace.hpp"
#include "report/formats/formats.hpp"

/// Where the results of `emulate` go.
namespace reconverge::cli {

struct EmulateOptions {
  ProgramOptions program;
  std::string json, csv, markdown, sarif;
  bool trace = false;
  bool check = false;
  std::string fail_on = "never";  ///< the least level of a finding with which the run has failed
  ModelOptions model;
  RecordOptions record;
  std::string assume;  ///< --assume; empty: nothing is
  LaunchOptions launch;
  LineOptions lines;

  std::array<std::string, 6> paths() const { return {json, csv, markdown, sarif, lines.csv, lines.remarks}; }
  /// Whether the tables go to standard output as text: nothing else does.
  bool prints_text() const {
    return std::ranges::none_of(paths(), [](const std::string& path) { return is_standard_output(path); });
  }
  bool writes_no_file() const {
    return std::ranges::all_of(paths(),
                               [](const std::string& path) { return path.empty() || is_standard_output(path); });
  }
};

struct EmulateOutputs {
  LineOutputs lines;
  std::optional<OutputFile> json, csv, markdown, sarif;
  std::optional<StreamedRecord> record;  ///< what goes to `json`
};

core::Result<core::Done> check_outputs(const EmulateOptions& options, const SavedBuffers& saved);
/// Opens every requested file before anything runs.
core::Result<core::Done> open_outputs(const EmulateOptions& options, EmulateOutputs& outputs);
/// Takes the rows of a trace to where they are wanted.
observers::Trace::Consumer trace_consumer(const EmulateOptions& options, const emulator::Executable& executable,
                                          EmulateOutputs& outputs);
/// Findings of a run.
struct Watched {
  const sass::Function& function;
  std::string_view mechanism;
  const std::vector<observers::Finding>& findings;
  const emulator::RunResult& run;
};
/// Writes them, if requested.
core::Result<core::Done> write_issues(const Watched& watched, const ReadFrom& from, const Session& session,
                                      EmulateOutputs& outputs);

/// What fails the run by --fail-on; nothing if no finding is of its level or a higher one.
std::optional<core::Diagnostic> unwanted_findings(const EmulateOptions& options,
                                                  const std::vector<observers::Finding>& findings);

/// Writes the rest of a record and a table of counts to where they are wanted. The rest is made only if it is.
template <typename Rest>
core::Result<core::Done> write_outputs(const Rest& rest, const report::Table& counts, EmulateOutputs& outputs,
                                       const std::vector<LateList>& lists = {}) {
  if (outputs.record)
    if (auto done = outputs.record->finish(rest(), lists); !done) return done;
  if (outputs.csv)
    if (auto done = outputs.csv->commit(report::to_csv(counts)); !done) return done;
  if (outputs.markdown)
    if (auto done = outputs.markdown->commit(report::to_markdown(counts)); !done) return done;
  return core::Done{};
}

}  // namespace reconverge::cli
