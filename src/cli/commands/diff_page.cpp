// SPDX-License-Identifier: MIT
#include "cli/commands/diff_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <variant>

#include "analysis/difference/alignment.hpp"
#include "cli/commands/diff_lanes.hpp"
#include "cli/commands/diff_results.hpp"
#include "cli/commands/trace_findings.hpp"
#include "cli/run_record.hpp"
#include "core/short_names.hpp"
#include "explorer/formats.hpp"
#include "sass/names.hpp"

namespace reconverge::cli {
namespace {

explorer::Alignment alignment_of(const DiffResult& result) {
  explorer::Alignment alignment{.left = 0, .right = 1};
  analysis::Build old_build = result.old_side.build, new_build = result.new_side.build;
  old_build.function = &result.old_side.function;  // a result may have been moved since its builds were made
  new_build.function = &result.new_side.function;
  for (auto& line : analysis::align(old_build, new_build)) {
    const auto& named = line.new_line ? *line.new_line : *line.old_line;
    alignment.lines.push_back({.file = named.second == 0 ? "" : named.first,
                               .left = line.old_line ? line.old_line->second : 0,
                               .right = line.new_line ? line.new_line->second : 0,
                               .rows = std::move(line.rows)});
  }
  return alignment;
}

/// What one build alone has, with its row. Of a launch of which a part is shown, the step may be in another part.
void add_lone_findings(const DiffSide& side, const std::vector<LoneFinding>& lone, std::size_t kernel,
                       explorer::Scene& scene) {
  std::vector<observers::Finding> findings;
  for (const LoneFinding& one : lone) findings.push_back(one.finding);
  const std::size_t before = scene.remarks.size();
  add_findings(findings, scene, kernel);
  if (!side.shown.empty())
    for (std::size_t i = before; i < scene.remarks.size(); ++i) scene.remarks[i].at.reset();
}

explorer::Scene scene_of(const DiffResult& result) {
  explorer::Scene scene;
  const core::ShortNames names({result.old_side.input, result.new_side.input});
  for (const DiffSide* side : {&result.old_side, &result.new_side}) {
    const std::string which = side == &result.old_side ? "old" : "new";
    const std::string function(sass::without_signature(sass::demangled(side->function.name)));
    scene.kernels.push_back(
        {.name = which,
         .title = fmt::format("{}: {} in {}", which, function, names.of(side->input)) +
                  (side->explored.front().warp.empty() && !side->shown.empty() ? fmt::format(", {} alone", side->shown)
                                                                               : ""),
         .function = side->function,
         .sources = side->build.sources});
    scene.generations.push_back(explorer::unpriced(side->function.arch, side->function.arch));
    scene.generations.back().spills_known = side->explored.front().has_barriers();
    for (explorer::Run run : side->explored) {
      run.kernel = scene.kernels.size() - 1;
      run.generations = {scene.generations.size() - 1};
      if (!run.warp.empty() && !side->shown.empty()) run.warp += fmt::format(" of {} alone", side->shown);
      scene.runs.push_back(std::move(run));
    }
  }
  scene.opens_at = result.old_side.opens_at;
  scene.alignment = alignment_of(result);
  add_lone_findings(result.new_side, new_findings(result), 1, scene);
  add_lone_findings(result.old_side, gone_findings(result), 0, scene);
  return scene;
}

}  // namespace

report::Report diff_page(const DiffResult& result, const report::Report& report, const Session& session) {
  report::Report page = report;
  const std::string_view what = result.same_inputs ? "build" : "run";
  page.title = fmt::format("Old and new {} of {}", what,
                           sass::without_signature(sass::demangled(result.new_side.function.name)));
  // One line, so that the part below it fits in a window.
  const std::string is = fmt::format("the new {} is", what);
  page.answer = {{is, fmt::format("{}; results {}", which_is_faster(result), results_text(result))}};
  if (!result_differences(result).empty())
    page.answer = {{"RESULTS DIFFER", fmt::format("{}; {} {}", results_text(result), is, which_is_faster(result))}};
  page.answer.emplace_back("lanes", lanes_text(result));
  const std::string& shown = result.new_side.shown;
  if (!shown.empty())
    page.answer.emplace_back(
        "side by side",
        fmt::format("{} alone, {}; the numbers above and the tables are of the whole launch", shown,
                    result.old_side.shown_because.empty() ? "one warp at a time" : result.old_side.shown_because));
  for (auto& property : report_properties(session)) page.properties.push_back(std::move(property));
  for (const DiffSide* side : {&result.old_side, &result.new_side})
    if (side->explored.empty()) {
      if (!side->not_explored.empty()) page.answer.emplace_back("side by side", "absent: " + side->not_explored);
      return page;
    }
  // Findings of one build alone stand below the two runs, with links to their rows.
  const std::vector<std::string> findings = finding_texts(result);
  for (report::Section& section : page.sections)
    std::erase_if(section.blocks, [&](const report::Block& block) {
      const auto* text = std::get_if<report::Text>(&block);
      return text != nullptr && std::ranges::find(findings, text->body) != findings.end();
    });
  page.is_workbench = true;
  page.sections.insert(
      page.sections.begin(),
      report::Section{.id = "explorer",
                      .title = "Side by side",
                      .blocks = {explorer::to_applet(scene_of(result),
                                                     "The tables below compare the runs by line and by branch.")}});
  return page;
}

}  // namespace reconverge::cli
