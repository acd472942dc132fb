// SPDX-License-Identifier: MIT
#include "cli/commands/diff_report.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "cli/commands/diff_lanes.hpp"
#include "cli/commands/diff_lines.hpp"
#include "cli/commands/diff_regions.hpp"
#include "cli/commands/diff_results.hpp"
#include "core/short_names.hpp"
#include "emulator/launch/abi.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Absent;
using report::Cell;

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t end = text.size(); end > 3;) text.insert(end -= 3, ",");
  return text;
}

std::uint64_t measure(const DiffResult& result, const DiffSide& side) {
  return result.by_cycles() ? side.cycles.value() : side.warp_instructions;
}

/// The region that changed most in the direction of the whole. A line that one build alone has is none by itself: what
/// stands in its place may cost as much.
std::string most_at(const DiffResult& result, bool is_more) {
  const analysis::RegionDifference* most = nullptr;
  for (const analysis::RegionDifference& region : result.difference.regions) {
    const std::int64_t change = change_of(result, region);
    if (change == 0 || (change > 0) != is_more) continue;
    if (most == nullptr || std::abs(change) > std::abs(change_of(result, *most))) most = &region;
  }
  return most == nullptr ? "" : "; most at " + name_of(result, *most);
}

/// "; known cycles 414 -> 300, without what is not timed: REDG.E.ADD at 0x420; most at k.cu:7"
std::string known_cycles_text(const DiffResult& result) {
  const std::uint64_t before = *result.old_side.known_cycles, after = *result.new_side.known_cycles;
  const std::string text = fmt::format("; known {} {} -> {}, without what is not timed: {}", result.unit_of_cycles(),
                                       grouped(before), grouped(after), result.lines_without());
  return before == after ? text : text + most_at(result, after > before);
}

std::string percent(double value) { return report::format_number(std::abs(value), 1) + " %"; }

Cell number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Cell change_cell(std::uint64_t before, std::uint64_t after) {
  return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

/// A run that stopped has only the numbers until then: their difference does not say which build is better.
Cell run_change_cell(const DiffResult& result, std::uint64_t before, std::uint64_t after) {
  const std::string why = result.not_compared();
  return why.empty() ? change_cell(before, after) : Cell(Absent{why});
}

Cell cycles_cell(const core::Result<std::uint64_t>& cycles) {
  return cycles ? number(*cycles) : Cell(Absent{cycles.error().message});
}

struct ResourceName {
  const char *key, *text;
  std::optional<std::uint64_t> toolchain::Resources::*value;
};
constexpr std::array resource_names{
    ResourceName{"registers", "registers of a thread", &toolchain::Resources::registers},
    ResourceName{"shared_bytes", "shared bytes of a block, static", &toolchain::Resources::shared_bytes},
    ResourceName{"stack_bytes", "stack bytes of a thread", &toolchain::Resources::stack_bytes},
    ResourceName{"local_bytes", "other local bytes of a thread", &toolchain::Resources::local_bytes}};
constexpr const char* no_cubin = "only a cubin has it, and the input is a listing";

/// The compiler's notes on both builds, if there are any.
void add_resources(const DiffResult& result, report::Table& table) {
  const auto& before = result.old_side.resources;
  const auto& after = result.new_side.resources;
  if (!before && !after) return;
  const auto cell = [](const std::optional<toolchain::Resources>& side, std::optional<std::uint64_t> value) {
    if (!side) return Cell(Absent{no_cubin});
    return value ? number(*value) : Cell(Absent{"the cubin does not say"});
  };
  for (const ResourceName& name : resource_names) {
    const auto old_value = before ? *before.*name.value : std::nullopt;
    const auto new_value = after ? *after.*name.value : std::nullopt;
    table.rows.push_back(
        {std::string(name.text), cell(before, old_value), cell(after, new_value),
         old_value && new_value ? change_cell(*old_value, *new_value) : Cell(Absent{"both numbers are needed"})});
  }
}

/// "Resources: registers of a thread 10 -> 12, ..."; empty if a cubin of neither says.
std::string resources_line(const DiffResult& result) {
  const auto& before = result.old_side.resources;
  const auto& after = result.new_side.resources;
  if (!before || !after) return "";
  const auto text = [](std::optional<std::uint64_t> value) { return value ? grouped(*value) : std::string("unknown"); };
  std::vector<std::string> parts;
  for (const ResourceName& name : resource_names)
    parts.push_back(fmt::format("{} {} -> {}", name.text, text(*before.*name.value), text(*after.*name.value)));
  return fmt::format("Resources, old -> new: {}.", fmt::join(parts, "; "));
}

/// Shared memory in the cubin beside the variables of the kernel.
std::string shared_note(const DiffResult& result) {
  for (const DiffSide* side : {&result.new_side, &result.old_side}) {
    const auto abi = emulator::abi_of(sass::arch_number(side->function.arch).value_or(0));
    const std::uint32_t kept = abi ? abi->shared_begin : 0;
    if (kept == 0 || !side->resources || side->resources->shared_bytes.value_or(0) < kept) continue;
    return fmt::format(
        "Static shared memory of {} includes {} bytes that the driver keeps in each block that has any: the variables "
        "of the source take the rest.",
        side->function.arch, kept);
  }
  return "";
}

report::Table totals_table(const DiffResult& result) {
  report::Table table{.id = "totals",
                      .caption = "The run as a whole.",
                      .columns = {{"what", "", ""}, {"old", "old", ""}, {"new", "new", ""}, {"change", "change", ""}}};
  const auto& before = result.old_side;
  const auto& after = result.new_side;
  const auto add = [&](const std::string& what, std::uint64_t old_value, std::uint64_t new_value) {
    table.rows.push_back({what, number(old_value), number(new_value), change_cell(old_value, new_value)});
  };
  const auto add_counts = [&](const std::string& what, std::uint64_t old_value, std::uint64_t new_value) {
    table.rows.push_back({what, number(old_value), number(new_value), run_change_cell(result, old_value, new_value)});
  };
  const std::string unit(result.unit_of_cycles());
  table.rows.push_back({unit, cycles_cell(before.cycles), cycles_cell(after.cycles),
                        result.by_cycles() ? run_change_cell(result, before.cycles.value(), after.cycles.value())
                                           : Cell(Absent{"cycles of both are needed"})});
  const std::string without = result.lines_without();
  if (!without.empty()) add_counts("known " + unit, *before.known_cycles, *after.known_cycles);
  add_counts("warp instructions", before.warp_instructions, after.warp_instructions);
  add_counts("thread instructions", before.thread_instructions, after.thread_instructions);
  add_counts("branches", before.branches, after.branches);
  add_counts("divergent branches", before.divergent, after.divergent);
  add_lanes(result, table);
  add("instructions of the code", analysis::rows_without_padding(before.function),
      analysis::rows_without_padding(after.function));
  add("registers that it names", static_cast<std::uint64_t>(analysis::registers_of(before.function)),
      static_cast<std::uint64_t>(analysis::registers_of(after.function)));
  add_resources(result, table);
  add_counts("findings", before.findings.size(), after.findings.size());
  if (!without.empty()) table.notes.push_back(fmt::format("Known {} lack what is not timed: {}.", unit, without));
  if (std::string note = shared_note(result); !note.empty()) table.notes.push_back(std::move(note));
  table.notes.push_back(
      fmt::format("{} instructions are the same in both, by opcode and kinds of operands; {} are only "
                  "in the old code, {} only in the new.",
                  result.difference.same_rows, result.difference.old_only, result.difference.new_only));
  return table;
}

/// In the order of the code; nothing if the builds read the clock at different numbers of places.
report::Table clock_table(const DiffResult& result) {
  report::Table table{.id = "clock_reads",
                      .caption = "Cycles that the kernel measures of itself, the last time.",
                      .columns = {{"old_from_pc", "old from", ""},
                                  {"old_to_pc", "old to", ""},
                                  {"new_from_pc", "new from", ""},
                                  {"new_to_pc", "new to", ""},
                                  {"old_cycles", "old", "by the rules of the generation's record"},
                                  {"new_cycles", "new", ""},
                                  {"change", "change", ""}}};
  const auto& olds = result.old_side.clock_reads;
  const auto& news = result.new_side.clock_reads;
  if (olds.size() != news.size() || !result.not_compared().empty()) return table;
  const auto pc = [](const DiffSide& side, std::size_t row) { return sass::pc_text(side.function.instructions[row]); };
  const auto cell = [](const ClockRead& read) {
    return read.cycles ? number(*read.cycles) : Cell(Absent{"an untimed instruction ran in between"});
  };
  for (std::size_t i = 0; i < olds.size(); ++i)
    table.rows.push_back({pc(result.old_side, olds[i].from), pc(result.old_side, olds[i].to),
                          pc(result.new_side, news[i].from), pc(result.new_side, news[i].to), cell(olds[i]),
                          cell(news[i]),
                          olds[i].cycles && news[i].cycles ? change_cell(*olds[i].cycles, *news[i].cycles)
                                                           : Cell(Absent{"cycles of both are needed"})});
  return table;
}

ordered_json resources_json(const std::optional<toolchain::Resources>& resources) {
  if (!resources) return {};
  ordered_json json;
  for (const ResourceName& name : resource_names) {
    const auto value = *resources.*name.value;
    json[name.key] = value ? ordered_json(*value) : ordered_json();
  }
  return json;
}

ordered_json side_json(const DiffSide& side) {
  ordered_json json{
      {"input", side.input},
      {"function", side.function.name},
      {"arch", side.function.arch},
      {"tools", side.tools},
      {"ending_diagnostic", side.run.diagnostic ? ordered_json(to_string(*side.run.diagnostic)) : ordered_json()},
      {"cycles", side.cycles ? ordered_json(*side.cycles) : ordered_json()}};
  if (!side.cycles) json["cycles_absent"] = side.cycles.error().message;
  if (!side.cycles_without.empty()) {
    json["known_cycles"] = *side.known_cycles;
    json["known_cycles_without"] = side.cycles_without;
  }
  json["warp_instructions"] = side.warp_instructions;
  json["thread_instructions"] = side.thread_instructions;
  json["branches"] = side.branches;
  json["divergent_branches"] = side.divergent;
  json["instructions"] = analysis::rows_without_padding(side.function);
  json["registers"] = analysis::registers_of(side.function);
  json["resources"] = resources_json(side.resources);
  if (!side.resources) json["resources_absent"] = no_cubin;
  add_lanes(side, json);
  json["findings"] = side.findings.size();
  return json;
}

}  // namespace

std::string DiffResult::not_compared() const {
  std::vector<std::string_view> stopped;
  if (old_side.run.diagnostic) stopped.emplace_back("old");
  if (new_side.run.diagnostic) stopped.emplace_back("new");
  if (stopped.empty()) return "";
  if (stopped.size() == 2) return "the runs of both builds did not finish";
  return fmt::format("the run of the {} build did not finish", stopped.front());
}

std::optional<double> DiffResult::change() const {
  if (!not_compared().empty()) return std::nullopt;
  const auto before = static_cast<double>(measure(*this, old_side)),
             after = static_cast<double>(measure(*this, new_side));
  return before == 0 ? std::nullopt : std::optional((after - before) / before * 100);
}

bool DiffResult::needs_more() const {
  return not_compared().empty() && measure(*this, new_side) > measure(*this, old_side);
}

std::string DiffResult::lines_without() const {
  if (!lines_have_cycles()) return "";
  const std::string &before = old_side.cycles_without, &after = new_side.cycles_without;
  if (before.empty() || after.empty())
    return (before.empty() ? after : before) + (before == after ? "" : " in one build");
  return before == after ? before : fmt::format("{} in the old build, {} in the new", before, after);
}

std::string which_is_faster(const DiffResult& result) {
  if (const std::string why = result.not_compared(); !why.empty()) return "no comparison: " + why;
  const std::uint64_t before = measure(result, result.old_side), after = measure(result, result.new_side);
  const bool has_known = !result.by_cycles() && result.lines_have_cycles();
  const std::string unit(result.by_cycles() ? result.unit_of_cycles() : "warp instructions");
  const std::string known = has_known ? known_cycles_text(result) : "";
  if (before == after) return fmt::format("the same: {} {}", grouped(before), unit) + known;
  const bool is_more = after > before;
  const auto change = result.change();
  const bool is_shown_as_0 = change && std::abs(*change) < 0.05;
  std::string text = is_shown_as_0 ? "the same within 0.1 %" : is_more ? "slower" : "faster";
  if (!result.by_cycles()) text = is_more ? "more warp instructions" : "fewer warp instructions";
  if (change && !is_shown_as_0) text += " by " + percent(*change);
  text += fmt::format(": {} -> {}{}", grouped(before), grouped(after),
                      result.by_cycles() ? fmt::format(" {}", result.unit_of_cycles()) : "");
  return text + (has_known ? known : most_at(result, is_more));
}

std::string headline(const DiffResult& result) {
  if (result_differences(result).empty()) return which_is_faster(result);
  return fmt::format("RESULTS DIFFER: {}; {}", results_text(result), which_is_faster(result));
}

report::Report diff_report(const DiffResult& result) {
  report::Report report{.title = headline(result)};
  const core::ShortNames names({result.old_side.input, result.new_side.input});
  const auto build = [&](const DiffSide& side) {
    return fmt::format("{} ({})", names.of(side.input), side.function.arch);
  };
  report.properties = {
      {"old", build(result.old_side)}, {"new", build(result.new_side)}, {"function", result.new_side.function.name}};
  report.sections.push_back(results_section(result));
  report.sections.back().blocks.emplace_back(report::Text{fmt::format("Lanes, old -> new: {}.", lanes_text(result))});
  for (std::string& text : finding_texts(result)) report.sections.back().blocks.emplace_back(report::Text{text});
  report::Section whole{"totals", "As a whole", {totals_table(result)}};
  if (const std::string needs = resources_line(result); !needs.empty()) whole.blocks.emplace_back(report::Text{needs});
  if (!result.difference.changes.empty())
    whole.blocks.emplace_back(report::Text{fmt::format("The code: {}.", fmt::join(result.difference.changes, "; "))});
  if (auto clock = clock_table(result); !clock.rows.empty()) whole.blocks.emplace_back(std::move(clock));
  report.sections.push_back(std::move(whole));
  if (auto regions = diff_regions_table(result); !regions.rows.empty())
    report.sections.push_back({"regions", "By region", {shown_regions(std::move(regions))}});
  if (auto lines = diff_lines_table(result); !lines.rows.empty())
    report.sections.push_back({"lines", "By line", {shown_lines(std::move(lines), result.lines_have_cycles())}});
  if (auto branches = diff_branches_table(result); !branches.rows.empty())
    report.sections.push_back({"branches", "By branch", {std::move(branches)}});
  return report;
}

void add_to_record(const DiffResult& result, ordered_json& record) {
  record["summary"] = headline(result);
  record["measure"] = result.by_cycles() ? "cycles" : "warp instructions";
  const auto change = result.change();
  record["change_percent"] = change ? ordered_json(*change) : ordered_json();
  if (!change)
    record["change_absent"] = result.not_compared().empty() ? "the old build needs none" : result.not_compared();
  record["old"] = side_json(result.old_side);
  record["new"] = side_json(result.new_side);
  record["code"] = {{"same_instructions", result.difference.same_rows},
                    {"only_old", result.difference.old_only},
                    {"only_new", result.difference.new_only},
                    {"changes", result.difference.changes}};
  record["clock_reads"] = report::to_json(clock_table(result))["rows"];
  add_results(result, record);
  add_findings(result, record);
  record["regions"] = report::to_json(diff_regions_table(result))["rows"];
  record["lines"] = report::to_json(diff_lines_table(result))["rows"];
  record["branches"] = report::to_json(diff_branches_table(result))["rows"];
}

}  // namespace reconverge::cli
