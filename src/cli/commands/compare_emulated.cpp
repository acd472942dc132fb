// SPDX-License-Identifier: MIT
#include "cli/commands/compare_emulated.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/run_record.hpp"
#include "study/replay/agreement_report.hpp"

namespace reconverge::cli {
namespace {

/// A file and what is left of it; agreements point into it.
struct Stored {
  std::string source;
  std::vector<measurements::BenchRun> runs;
};

/// Listings are in files beside their result; standard input is in no folder.
measurements::FilesBeside files_beside(const std::string& result) {
  if (result == "-") return {};
  return [folder = std::filesystem::path(result).parent_path()](const std::string& path) -> std::optional<std::string> {
    auto text = read_input((folder / path).string());
    return text ? std::optional(std::move(text).value()) : std::nullopt;
  };
}

core::Result<Stored> read_stored(const std::string& path, const std::vector<std::string>& benchmarks) {
  const auto text = read_input(path);
  if (!text) return text.error();
  auto runs = measurements::read_bench(*text, path, files_beside(path));
  if (!runs) return runs.error();
  std::string names;
  for (const auto& run : *runs)
    if (names.find(run.name) == std::string::npos) names += (names.empty() ? "" : ", ") + run.name;
  std::erase_if(*runs, [&](const measurements::BenchRun& run) {
    return !benchmarks.empty() && std::ranges::find(benchmarks, run.name) == benchmarks.end();
  });
  if (runs->empty())
    return core::Diagnostic{
        .failure = core::Failure::usage, .message = "it has no such benchmark", .hint = names, .where = {path}};
  return Stored{path, std::move(runs).value()};
}

std::optional<core::Diagnostic> beyond_the_limit(const study::AgreementSummary& summary,
                                                 const EmulatedOptions& options) {
  if (!options.fail_above || (summary.worst_percent <= *options.fail_above && summary.not_predicted == 0))
    return std::nullopt;
  std::string message =
      fmt::format("worst difference {:.3f} %, the limit is {} %", summary.worst_percent, *options.fail_above);
  if (summary.not_predicted > 0) message += fmt::format("; {} states are not predicted", summary.not_predicted);
  return core::Diagnostic{.failure = core::Failure::check, .message = std::move(message)};
}

}  // namespace

int compare_emulated(const EmulatedOptions& options, const Session& session) {
  auto outputs = ReportFiles::open(options.paths, options.files);
  if (!outputs) return session.report(outputs.error());
  std::vector<Stored> stored;
  for (const auto& path : options.files) {
    auto file = read_stored(path, options.benchmarks);
    if (!file) return session.report(file.error());
    stored.push_back(std::move(file).value());
  }
  std::vector<study::FileAgreement> files;
  for (const Stored& file : stored) {
    auto& agreement = files.emplace_back(study::FileAgreement{file.source, {}});
    for (const auto& run : file.runs) agreement.runs.push_back(study::agree(run, file.source));
  }
  ReportContent content;
  const bool by_kernel = options.by == "kernel";
  content.table = by_kernel ? study::agreement_by_kernel(files) : study::agreement_by_state(files);
  content.figure = study::agreement_figure(files);
  auto blocks = by_kernel ? study::agreement_by_kernel_to_read(files) : std::vector<report::Block>{content.table};
  blocks.emplace_back(content.figure);
  content.report = {.title = "Measured and emulated",
                    .properties = report_properties(session),
                    .sections = {{.id = "agreement", .title = "Measured and emulated", .blocks = std::move(blocks)}}};
  content.record = run_record(session, "reconverge.agreement");
  study::add_to_record(files, content.record);
  if (auto written = outputs->write(content); !written) return session.report(written.error());
  if (!options.paths.on_stdout()) print_report(content.report);
  const auto failure = beyond_the_limit(study::summary_of(files), options);
  return failure ? session.report(*failure) : exit_done;
}

}  // namespace reconverge::cli
