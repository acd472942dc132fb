// SPDX-License-Identifier: MIT
#include "cli/commands/trace_findings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/commands/launch_report.hpp"
#include "cli/commands/line_report.hpp"
#include "cli/issues.hpp"
#include "explorer/moments.hpp"
#include "report/tables.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

/// "warp 1, step 17": as a reader finds it on the page.
std::string step_text(const explorer::Remark& remark, const explorer::Scene& scene) {
  const std::string& warp = scene.runs[remark.at->run].warp;
  return fmt::format("{}{}step {}", warp, warp.empty() ? "" : ", ", remark.at->step + 1);
}

/// "a.cu:9 0x00c0 STG.E (inlined at a.cu:16)": of a function of a header the reader knows the call.
std::string where(const sass::Function& function, std::uint32_t index) {
  const auto frames = frames_of(function, function.instructions[index]);
  return row_text(function, index) + (frames.size() > 1 ? fmt::format(" (inlined at {})", to_string(frames[1])) : "");
}

std::string message_of(const observers::Finding& finding) {
  std::string text = finding.message;
  const char* separator = " (";
  const auto add = [&](const std::string& part) {
    text += separator + part;
    separator = "; ";
  };
  if (finding.lanes.any()) add("lanes " + to_string(finding.lanes));
  if (finding.missing.any()) add("missing " + to_string(finding.missing));
  if (finding.count > 1) add(fmt::format("{} times", finding.count));
  return separator[0] == ';' ? text + ")" : text;
}

explorer::Remark remark_of(const observers::Finding& finding, const explorer::Scene& scene, std::size_t kernel) {
  return {.level = std::string(to_string(level_of(observers::severity_of(finding.kind)))),
          .kind = std::string(finding.kind),
          .place = where(scene.kernels[kernel].function, finding.index),
          .message = message_of(finding),
          .kernel = kernel,
          .row = finding.index};
}

/// "3 of other warps: contested-store (2), partial-group (1)"; "" of none.
std::string others_text(const explorer::Scene& scene) {
  std::size_t sum = 0;
  std::string names;
  for (const auto& [kind, count] : explorer::others_of(scene.remarks)) {
    names += fmt::format("{}{} ({})", sum == 0 ? "" : ", ", kind, count);
    sum += count;
  }
  return sum == 0 ? "" : fmt::format("{} of warps that are not shown: {}", sum, names);
}

}  // namespace

void add_findings(std::span<const observers::Finding> findings, explorer::Scene& scene, std::size_t kernel) {
  const auto moments = explorer::moments_of(scene, findings, kernel);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    scene.remarks.push_back(remark_of(findings[i], scene, kernel));
    scene.remarks.back().at = moments[i];
  }
}

void add_other_findings(std::span<const observers::Finding> findings, explorer::Scene& scene) {
  for (const observers::Finding& finding : findings) {
    scene.remarks.push_back(remark_of(finding, scene, 0));
    scene.remarks.back().is_shown = false;
  }
}

report::Table trace_findings_table(std::span<const observers::Finding> findings, const explorer::Scene& scene) {
  report::Table table = findings_table(findings, scene.kernels.front().function);
  table.columns.push_back({"run", "run", ""});
  table.columns.push_back({"step", "step", ""});
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto& at = scene.remarks[i].at;
    const report::Absent none{scene.remarks[i].is_shown ? "no run that is shown executes it with these lanes"
                                                        : "it is of warps that are not shown"};
    table.rows[i].push_back(at ? report::Cell(static_cast<std::int64_t>(at->run)) : none);
    table.rows[i].push_back(at ? report::Cell(static_cast<std::int64_t>(at->step + 1)) : none);
  }
  return table;
}

report::Table shown_findings(std::span<const observers::Finding> findings, const explorer::Scene& scene) {
  report::Table table = trace_findings_table(findings, scene);
  if (const std::string others = others_text(scene); !others.empty()) table.notes.push_back(others + ".");
  const std::size_t column = table.columns.size() - 2;
  if (scene.runs.front().warp.empty()) {
    report::erase_column(table, column);
    return report::without_absent_columns(std::move(table));
  }
  table.columns[column].title = "warp";
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (const auto& at = scene.remarks[i].at) table.rows[i][column] = scene.runs[at->run].warp;
  return report::without_absent_columns(std::move(table));
}

std::string findings_answer(const explorer::Scene& scene) {
  constexpr std::size_t most = 3;
  const auto shown = static_cast<std::size_t>(std::ranges::count(scene.remarks, true, &explorer::Remark::is_shown));
  std::string text = shown == 0 ? "none of what is shown" : std::to_string(shown);
  const std::size_t named = std::min(most, shown);
  for (std::size_t i = 0; i < named; ++i)
    text += fmt::format("{} {} at {}", i == 0 ? ":" : ",", scene.remarks[i].kind, scene.remarks[i].place);
  if (named < shown) text += fmt::format(" and {} more, below", shown - named);
  if (const std::string others = others_text(scene); !others.empty()) text += "; " + others;
  return text;
}

void note_findings(const explorer::Scene& scene, const Session& session) {
  for (const explorer::Remark& remark : scene.remarks)
    session.note(fmt::format("{}: {}: {} [{}]{}", remark.place, remark.level, remark.message, remark.kind,
                             remark.at         ? ", " + step_text(remark, scene)
                             : remark.is_shown ? ""
                                               : ", in a warp that is not shown"));
}

}  // namespace reconverge::cli
