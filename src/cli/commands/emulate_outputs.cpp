// SPDX-License-Identifier: MIT
#include "cli/commands/emulate_outputs.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "cli/run_record.hpp"
#include "core/usage_error.hpp"
#include "report/formats/sarif.hpp"
#include "sass/names.hpp"
#include "sass/print/listing.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

nlohmann::ordered_json trace_json(const observers::Trace::Row& row, const emulator::Executable& executable) {
  const auto& instruction = executable.function.instructions[row.at.index];
  return {{"step", row.at.step},
          {"pc", sass::pc_text(instruction)},
          {"instruction", sass::to_string(instruction)},
          {"active", to_string(row.active)},
          {"executing", to_string(row.executing)},
          {"stack", row.waiting}};
}

constexpr std::string_view trace_format = "{:>8}  {:<6}  {:<10}  {:<10}  {:<38}  {}\n";

void print_trace_head() {
  print(fmt::format(fmt::runtime(trace_format), "step", "pc", "active", "executing", "instruction",
                    "stack before it, bottom first"));
}

void print_trace_row(const observers::Trace::Row& row, const emulator::Executable& executable) {
  const auto& instruction = executable.function.instructions[row.at.index];
  print(fmt::format(fmt::runtime(trace_format), row.at.step, sass::pc_text(instruction), to_string(row.active),
                    to_string(row.executing), sass::to_string(instruction), row.waiting.empty() ? "-" : row.waiting));
}

}  // namespace

core::Result<core::Done> check_outputs(const EmulateOptions& options, const SavedBuffers& saved) {
  const auto paths = options.paths();
  std::vector<std::string> all = saved.paths();
  all.insert(all.end(), paths.begin(), paths.end());
  if (auto distinct = check_distinct(all, {options.program.input}); !distinct) return distinct;
  if (options.trace && options.json.empty() && !options.prints_text())
    return core::usage_error("--trace has nowhere to go: standard output holds another result",
                             "--json PATH takes the trace too");
  return core::Done{};
}

observers::Trace::Consumer trace_consumer(const EmulateOptions& options, const emulator::Executable& executable,
                                          EmulateOutputs& outputs) {
  if (options.prints_text()) print_trace_head();
  return [&](const observers::Trace::Row& row) {
    if (options.prints_text()) print_trace_row(row, executable);
    if (options.writes_no_file() && reader_is_gone()) stop_running();  // `| head` has seen enough
    if (outputs.record) outputs.record->add(trace_json(row, executable));
  };
}

core::Result<core::Done> open_outputs(const EmulateOptions& options, EmulateOutputs& outputs) {
  if (auto opened = open_wanted({{options.json, outputs.json},
                                 {options.csv, outputs.csv},
                                 {options.markdown, outputs.markdown},
                                 {options.sarif, outputs.sarif}});
      !opened)
    return opened;
  return outputs.lines.open(options.lines);
}

std::optional<core::Diagnostic> unwanted_findings(const EmulateOptions& options,
                                                  const std::vector<observers::Finding>& findings) {
  const auto lowest = report::level_named(options.fail_on);
  if (!lowest) return std::nullopt;  // never
  std::size_t count = 0;
  std::vector<std::string_view> kinds;
  for (const observers::Finding& finding : findings) {
    const auto* kind = observers::find_finding_kind(finding.kind);
    if (kind != nullptr && level_of(kind->severity) < *lowest) continue;
    ++count;
    if (std::ranges::find(kinds, finding.kind) == kinds.end()) kinds.emplace_back(finding.kind);
  }
  if (count == 0) return std::nullopt;
  return core::Diagnostic{
      .failure = core::Failure::check,
      .message = fmt::format("{} {} {} {} or worse: {}", count, count == 1 ? "finding is" : "findings are",
                             *lowest == report::Level::error ? "an" : "a", options.fail_on, fmt::join(kinds, ", ")),
      .hint = fmt::format("`reconverge explain {}` says what to do", kinds.front())};
}

core::Result<core::Done> write_issues(const Watched& watched, const ReadFrom& from, const Session& session,
                                      EmulateOutputs& outputs) {
  if (!outputs.sarif) return core::Done{};
  report::IssueLog log = issue_log(session, from.path);
  log.more.emplace_back("mechanism", watched.mechanism);
  add_run(watched.function, from, watched.findings, watched.run, log);
  return outputs.sarif->commit(to_text(report::to_sarif(log)));
}

}  // namespace reconverge::cli
