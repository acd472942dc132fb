// SPDX-License-Identifier: MIT
#include "cli/issues.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "sass/source_lines.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::cli {
namespace {

report::Level level_of_kind(std::string_view kind) { return level_of(observers::severity_of(kind)); }

report::Issue issue_of(const observers::Finding& finding, const sass::Function& function, const ReadFrom& from) {
  report::Issue issue = issue_at(function, finding.index, from);
  issue.rule = finding.kind;
  issue.level = level_of_kind(finding.kind);
  issue.message = fmt::format("{} (lanes {}", finding.message, to_string(finding.lanes));
  if (finding.missing.any()) issue.message += fmt::format(", missing {}", to_string(finding.missing));
  issue.message += finding.count > 1 ? fmt::format("; {} times)", finding.count) : ")";
  issue.more.insert(issue.more.end(), {{"lanes", to_string(finding.lanes)}, {"count", std::to_string(finding.count)}});
  return issue;
}

/// The row that a diagnostic names by its line in the listing.
std::optional<std::size_t> row_at(const sass::Function& function, std::uint32_t line) {
  const auto row = std::ranges::find(function.instructions, line, &sass::Instruction::line);
  if (line == 0 || row == function.instructions.end()) return std::nullopt;
  return static_cast<std::size_t>(row - function.instructions.begin());
}

report::Issue issue_of(const emulator::RunResult& run, const sass::Function& function, const ReadFrom& from) {
  const core::Diagnostic& diagnostic = *run.diagnostic;
  const auto row = run.row ? std::optional<std::size_t>(*run.row) : row_at(function, diagnostic.where.line);
  report::Issue issue = row ? issue_at(function, *row, from) : report::Issue{};
  if (!row) issue.function = function.name;
  if (!row) issue.listing = {.file = from.path};
  issue.rule = to_string(run.fault);
  issue.level = level_of_kind(issue.rule);
  issue.message = diagnostic.message;
  if (!diagnostic.hint.empty()) issue.message += ". Try: " + diagnostic.hint;
  return issue;
}

}  // namespace

report::Level level_of(observers::Severity severity) {
  switch (severity) {
    case observers::Severity::note: return report::Level::note;
    case observers::Severity::warning: return report::Level::warning;
    case observers::Severity::error: return report::Level::error;
  }
  return report::Level::warning;
}

report::Rule rule_of(const observers::FindingKind& kind) {
  return {std::string(kind.name), std::string(kind.summary), std::string(kind.help), level_of(kind.severity)};
}

report::IssueLog issue_log(const Session& session, const std::string& input) {
  std::error_code unknown;
  return {.tool = "reconverge",
          .version = std::string(version),
          .more = {{"git_hash", std::string(git_hash)}},
          .arguments = session.arguments,
          .folder = std::filesystem::current_path(unknown).string(),
          .category = fmt::format("reconverge/{}", input)};
}

report::Issue issue_at(const sass::Function& function, std::size_t index, const ReadFrom& from) {
  const sass::Instruction& row = function.instructions[index];
  report::Issue issue{.listing = {.file = from.path}, .function = function.name, .subject = row.mnemonic};
  if (from.is_listing) issue.listing.line = row.line;
  if (from.is_listing) issue.listing.column = row.column;
  if (const auto frames = frames_of(function, row); !frames.empty()) {
    const std::size_t own = sass::frame_of_user(frames);
    issue.source = report::Place{.file = frames[own].file, .line = frames[own].line};
    issue.subject += fmt::format("\n{}", std::filesystem::path(frames[own].file).filename().string());
    if (own > 0)
      issue.related.push_back({{.file = frames[0].file, .line = frames[0].line}, "the line of the toolkit's header"});
  }
  issue.more = {{"pc", sass::pc_text(row)}, {"instruction", row.mnemonic}};
  return issue;
}

void add_run(const sass::Function& function, const ReadFrom& from, const std::vector<observers::Finding>& findings,
             const emulator::RunResult& run, report::IssueLog& log) {
  for (const observers::FindingKind& kind : observers::finding_kinds()) log.rules.push_back(rule_of(kind));
  log.more.insert(log.more.end(), {{"architecture", function.arch}, {"function", function.name}});
  for (const auto& finding : findings) log.issues.push_back(issue_of(finding, function, from));
  if (!run.diagnostic) return;
  const bool is_told = run.fault == emulator::Fault::trap && std::ranges::any_of(findings, [](const auto& finding) {
                         return finding.kind == "failed-assertion";  // which is why it stopped
                       });
  if (!is_told) log.issues.push_back(issue_of(run, function, from));
  log.incomplete = "The run did not finish: " + to_string(*run.diagnostic);
}

}  // namespace reconverge::cli
