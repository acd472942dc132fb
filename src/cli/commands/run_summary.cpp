// SPDX-License-Identifier: MIT
#include "cli/commands/run_summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>
#include <variant>

#include "cli/commands/idle_report.hpp"
#include "observers/finding_kinds.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"
#include "sass/names.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

using report::Absent;
using report::Cell;
using run::LineCost;

std::string tenths(double value) { return report::format_number(value, 1); }

/// "94%" of a whole that is not 0.
std::string per_cent(std::uint64_t part, std::uint64_t whole) {
  return tenths(100.0 * static_cast<double>(part) / static_cast<double>(whole)) + "%";
}

/// " (94%)"; "" of nothing, for example of the cycles of a run that stopped before the first one passed.
std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "" : fmt::format(" ({})", per_cent(part, whole));
}

/// "1377", or "absent: ..." with the reason.
std::string text_of(const Cell& cell) {
  if (const auto* absent = std::get_if<Absent>(&cell)) return "absent: " + absent->reason;
  if (const auto* number = std::get_if<double>(&cell)) return report::format_number(*number);
  return std::to_string(std::get<std::int64_t>(cell));
}

/// The share of the lanes that had part, as profilers count it: of 32, whether or not the block fills its warps. Beside
/// it that of the lanes for which the guard held as well, which profilers call predicated on.
std::string efficiency(const LineCost& sum) {
  if (sum.executions == 0) return "absent: nothing was executed";
  const std::uint64_t all = sum.executions * core::lane_count;
  const auto mean = [&](std::uint64_t lanes) {
    return tenths(static_cast<double>(lanes) / static_cast<double>(sum.executions));
  };
  const std::string active = per_cent(sum.active_lanes, all);
  if (sum.executing_lanes == sum.active_lanes)
    return fmt::format("{}: {} of {} lanes active, no guard left one out; the mean of {} warp instructions", active,
                       mean(sum.active_lanes), core::lane_count, sum.executions);
  return fmt::format("{}, with guards {}: {} of {} lanes active, {} predicated on; the means of {} warp instructions",
                     active, per_cent(sum.executing_lanes, all), mean(sum.active_lanes), core::lane_count,
                     mean(sum.executing_lanes), sum.executions);
}

/// "typical " where cycles are a distribution: the report then has the typical ones (with_typical_cycles()).
const char* kind_of_cycles(const LineReport& report) { return report.band.front() == nullptr ? "" : "typical "; }

/// Where there is no single number, lines are compared by their typical cycles, by which other tables rank them too.
LineReport with_typical_cycles(LineReport report) {
  const timing::CycleAccount* typical = report.band[static_cast<std::size_t>(timing::Assumption::typical)];
  if (typical == nullptr) return report;
  for (LineCost& line : report.lines) line = run::with_cycles(std::move(line), *typical);
  report.no_cycles_because.clear();
  return report;
}

/// Cycles while lanes were apart: each belongs to one instruction, so that none counts twice.
std::string divergence(const LineReport& report, const LineCost& sum) {
  const bool is_timed = report.no_cycles_because.empty();
  const std::uint64_t apart = is_timed ? sum.cycles_apart() : sum.executions_apart();
  const std::uint64_t all = is_timed ? sum.total_cycles() : sum.executions;
  if (sum.executions == 0) return "absent: nothing was executed";
  const char* unit = is_timed ? "cycles" : "warp instructions";
  if (sum.divergent == 0 && apart == 0) return "none: no branch parted lanes";
  return fmt::format("{} of {} {}{}{}, while lanes of the warp were elsewhere", apart, all,
                     is_timed ? kind_of_cycles(report) : "", unit, share(apart, all));
}

/// "operands 403, branch 235, meeting 207": the classes with most of the cycles.
std::string causes_of(const LineCost& line) {
  constexpr std::size_t most = 3;
  std::vector<std::size_t> order(line.cycles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return line.cycles[a] > line.cycles[b]; });
  std::string text;
  for (std::size_t i = 0; i < most && line.cycles[order[i]] > 0; ++i)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(static_cast<timing::CycleClass>(order[i])),
                        line.cycles[order[i]]);
  return text;
}

/// The function whose line it is.
std::string function_of(const sass::Function& function, const LineCost& line) {
  const std::string& symbol =
      line.frames.empty() || line.frames.front().function.empty() ? function.name : line.frames.front().function;
  return sass::without_signature(sass::demangled(symbol));
}

std::string name_of(const sass::Function& function, const LineCost& line) {
  const std::string in = function_of(function, line);
  const auto& row = function.instructions[line.rows.front()];
  const std::string where =
      line.frames.empty() ? fmt::format("{} {}", sass::pc_text(row), row.mnemonic) : place_of(function, line);
  return in.empty() ? where : fmt::format("{}, {}", where, in);
}

/// Where lanes had parted, the latest time, and what took most of the missing ones if that was another line; "" if no
/// row is known.
std::string parted_text(const sass::Function& function, const LineCost& line) {
  const LineCost::Apart& parted = line.apart.front();
  if (parted.cause == emulator::no_index) return "";
  std::string text = fmt::format(", parted at {}", row_text(function, parted.cause));
  if (line.idle.empty() || line.idle.front().line == parted.line) return text;
  const emulator::IdleCause& taken = line.idle.front().cause;
  if (taken.row == emulator::no_index) return text;
  return text + fmt::format(" last, but most of the missing lanes {} at {}", to_string(taken.why),
                            row_text(function, taken.row));
}

/// "a.cu:5, scale: 1131 of its 1287 cycles while lanes were elsewhere (84.5%), parted at a.cu:5 0x0110 BRA; operands
/// 469, meeting 432, branch 203": which line, how much, why, and what it went to.
std::string place_text(const LineReport& report, const LineCost& line, const LineCost& sum) {
  const bool is_timed = report.no_cycles_because.empty();
  const std::uint64_t cost = is_timed ? line.total_cycles() : line.executions;
  const std::uint64_t all = is_timed ? sum.total_cycles() : sum.executions;
  const std::uint64_t apart = is_timed ? line.cycles_apart() : line.executions_apart();
  // The sort key of the places comes first.
  std::string text = name_of(*report.function, line) + ": ";
  if (apart != 0 && apart != cost) text += fmt::format("{} of its ", apart);
  text += is_timed ? fmt::format("{} {}cycle", cost, kind_of_cycles(report)) : fmt::format("{} execution", cost);
  if (cost != 1) text += 's';
  if (apart != 0) text += apart == cost ? ", all while lanes were elsewhere" : " while lanes were elsewhere";
  text += share(apart == 0 ? cost : apart, all);
  if (!line.apart.empty() && apart != 0) text += parted_text(*report.function, line);
  if (const std::string causes = causes_of(line); is_timed && !causes.empty()) text += "; " + causes;
  return text;
}

/// The places that cost most while lanes were apart, or at all where they never were.
std::vector<LineCost> worst_places(const LineReport& report) {
  std::vector<LineCost> lines = report.lines;
  const bool is_timed = report.no_cycles_because.empty();
  const auto rank = [&](const LineCost& line) {
    if (!is_timed) return std::tuple(line.executions_apart(), line.executions, std::uint64_t{}, std::uint64_t{});
    return std::tuple(line.cycles_apart(), line.executions_apart(), line.total_cycles(), line.executions);
  };
  std::ranges::stable_sort(lines, [&](const LineCost& a, const LineCost& b) { return rank(a) > rank(b); });
  const bool is_apart = !lines.empty() && lines.front().executions_apart() > 0;
  const bool has_cycles =
      is_timed && std::ranges::any_of(lines, [](const LineCost& line) { return line.total_cycles() > 0; });
  std::erase_if(lines, [&](const LineCost& line) {
    if (is_apart) return line.executions_apart() == 0;
    return has_cycles ? line.total_cycles() == 0 : line.executions == 0;
  });
  lines.resize(std::min(lines.size(), summarised_places));
  return lines;
}

constexpr std::string_view places_name = "most at";
constexpr std::string_view first_number = "1. ";

void add_place(std::size_t number, const std::string& text, Summary& summary) {
  summary.emplace_back(number == 0 ? std::string(places_name) : "", fmt::format("{}. {}", number + 1, text));
}

/// "left out 8966 of 26632 active lane slots: 100% at red.cu:7": a loss that no branch shows.
std::string guards_text(const LineReport& report, const LineCost& sum) {
  std::vector<const LineCost*> lines;
  for (const LineCost& line : report.lines)
    if (line.left_out > 0) lines.push_back(&line);
  std::ranges::stable_sort(lines, std::ranges::greater(), &LineCost::left_out);
  std::string text = fmt::format("left out {} of {} active lane slots", sum.left_out, sum.active_lanes);
  const std::size_t shown = std::min(lines.size(), summarised_places);
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}{} at {}", i == 0 ? ": " : ", ", per_cent(lines[i]->left_out, sum.left_out),
                        lines[i]->frames.empty() ? row_text(*report.function, lines[i]->rows.front())
                                                 : place_of(*report.function, *lines[i]));
  return text + (shown < lines.size() ? fmt::format(", the rest at {} more", lines.size() - shown) : "");
}

/// Lanes that did nothing, because they were elsewhere or because a guard left them out.
void add_idle(const LineReport& report, const LineCost& sum, Summary& summary) {
  if (sum.idle_lanes() > 0) summary.emplace_back("idle lanes", idle_summary(report, sum));
  if (sum.left_out > 0) summary.emplace_back("guards", guards_text(report, sum));
}

void add_lanes_and_places(const LineReport& all, Summary& summary) {
  const LineReport report = with_typical_cycles(all);
  const LineCost sum = run::sum_of(report.lines);
  summary.emplace_back("SIMT efficiency", efficiency(sum));
  summary.emplace_back("divergence", divergence(report, sum));
  add_idle(report, sum, summary);
  std::size_t number = 0;
  for (const LineCost& line : worst_places(report)) add_place(number++, place_text(report, line, sum), summary);
}

using NamedProfile = std::pair<std::uint32_t, observers::DivergenceProfile::Row>;

/// Divergent branches, the most frequent first, with their cost on each generation.
void add_divergent_branches(const EmulationResult& result, Summary& summary) {
  std::vector<NamedProfile> branches;
  for (const auto& branch : result.first().profile.rows())
    if (branch.second.divergent > 0) branches.push_back(branch);
  std::ranges::stable_sort(
      branches, [](const NamedProfile& a, const NamedProfile& b) { return a.second.divergent > b.second.divergent; });
  branches.resize(std::min(branches.size(), summarised_places));
  const auto& function = result.executable->function;
  std::size_t number = 0;
  for (const auto& [index, row] : branches) {
    std::string text = fmt::format("{} {}: {} of {} executions parted lanes", place_and_pc(function, index),
                                   function.instructions[index].mnemonic, row.divergent, row.executed);
    for (const auto& run : result.runs)
      if (const Cell cycles = branch_cycles(run, index); !std::holds_alternative<Absent>(cycles))
        text += fmt::format(", {} cycles on {}", text_of(cycles), run.generation.name);
    add_place(number++, text, summary);
  }
}

/// Cycles that divergence adds to a run under the token stack; nothing where a price is not known.
std::optional<double> added_cycles(const explorer::Run& run, const explorer::Pricing& pricing) {
  const explorer::EventPrices prices = explorer::prices_of(pricing.generation);
  if (!prices.divergence) return std::nullopt;
  double sum = 0;
  for (const auto& event : run.timeline.events) {
    std::optional<double> price = 0;
    if (std::holds_alternative<observers::Timeline::Diverged>(event.change)) price = prices.divergence;
    if (std::holds_alternative<observers::Timeline::Spilled>(event.change)) price = prices.spill;
    if (std::holds_alternative<observers::Timeline::Reloaded>(event.change)) price = prices.reload;
    if (!price) return std::nullopt;
    sum += *price;
  }
  return sum;
}

/// Cycles of runs under the token stack, as far as known, by generation.
void add_added_cycles(const explorer::Scene& scene, Summary& summary) {
  for (const auto& run : scene.runs)
    for (const std::size_t index : run.generations)
      if (const auto added = added_cycles(run, scene.generations[index]))
        summary.emplace_back("cycles, " + scene.generations[index].generation.name,
                             fmt::format("divergence adds {}", report::format_number(*added)));
}

/// "1 error, 2 warnings: shuffle-from-exited-lane, contested-store", the kinds of the worst first.
void count_findings(const std::vector<observers::Finding>& findings, Summary& summary) {
  if (findings.empty()) return;
  using observers::Severity;
  constexpr std::array<std::pair<Severity, std::string_view>, 3> severities{
      {{Severity::error, "error"}, {Severity::warning, "warning"}, {Severity::note, "note"}}};
  std::vector<std::string> counts, kinds;
  for (const auto& [severity, name] : severities) {
    std::size_t count = 0;
    for (const observers::Finding& finding : findings) {
      if (observers::severity_of(finding.kind) != severity) continue;
      ++count;
      if (std::ranges::find(kinds, finding.kind) == kinds.end()) kinds.emplace_back(finding.kind);
    }
    if (count > 0) counts.push_back(fmt::format("{} {}{}", count, name, count == 1 ? "" : "s"));
  }
  summary.emplace_back("findings", fmt::format("{}: {}", fmt::join(counts, ", "), fmt::join(kinds, ", ")));
}

}  // namespace

Summary summary_of(const KernelEmulation& result, const LineReport& lines) {
  const run::KernelRun& run = *result.run;
  Summary summary;
  const LaunchCycles cycles = launch_cycles(result);
  std::string text = text_of(cycles.launch);
  if (!std::holds_alternative<Absent>(cycles.launch)) text += " from the first instruction to the last";
  const bool has_band = !cycles.band.empty() && !std::holds_alternative<Absent>(cycles.band.front());
  if (has_band && cycles.band.front() == cycles.band.back())
    text = fmt::format("{} from the first instruction to the last, under what is assumed of memory: see below",
                       text_of(cycles.band.front()));
  else if (has_band)
    text = fmt::format(
        "{} to {}, typically {}, from the first instruction to the last: no single number is known, see below",
        text_of(cycles.band[0]), text_of(cycles.band[2]), text_of(cycles.band[1]));
  summary.emplace_back("cycles", std::move(text));
  if (run.has_many_warps()) {
    text = text_of(cycles.warps);
    if (!std::holds_alternative<Absent>(cycles.warps))
      text += fmt::format(", the sum of what each of {} warps needs by itself", run.warps_run);
    summary.emplace_back("warp cycles", std::move(text));
  }
  count_findings(run.findings, summary);
  add_lanes_and_places(lines, summary);
  return summary;
}

Summary summary_of(const EmulationResult& result, const LineReport& lines) {
  Summary summary;
  for (const auto& run : result.runs) {
    const GenerationCycles cycles = generation_cycles(result, run);
    std::string text = text_of(cycles.total);
    if (!std::holds_alternative<Absent>(cycles.divergence) && run.simulation.counts.divergent_branches > 0) {
      text += fmt::format("; divergence adds {}", text_of(cycles.divergence));
      const auto* part = std::get_if<double>(&cycles.divergence);
      const auto* whole = std::get_if<double>(&cycles.total);
      if (part != nullptr && whole != nullptr && *whole > 0)
        text += fmt::format(" ({}%)", tenths(100 * *part / *whole));
    }
    summary.emplace_back("cycles, " + run.generation.name, std::move(text));
  }
  const LineCost sum = run::sum_of(lines.lines);
  summary.emplace_back("SIMT efficiency", efficiency(sum));
  summary.emplace_back("divergence", divergence(lines, sum));
  add_idle(lines, sum, summary);
  add_divergent_branches(result, summary);
  return summary;
}

namespace {

/// "900 to 1400, typically 1100, ...": the sums of the rows are the launch's.
std::string band_text(const explorer::Run& run) {
  const auto total = [&](timing::Assumption assumption) {
    return run.band[static_cast<std::size_t>(assumption)].total();
  };
  return fmt::format("{} to {}, typically {}, from the first instruction to the last: no single number is known",
                     total(timing::Assumption::low), total(timing::Assumption::high),
                     total(timing::Assumption::typical));
}

}  // namespace

Summary summary_of(const explorer::Scene& scene, const explorer::Run& run, const observers::InstructionCounts& counts) {
  const sass::Function& function = scene.kernels[run.kernel].function;
  const bool is_timed = !run.account.rows.empty();
  const std::string none = run.no_prediction.empty() ? "no cycles are known of this run" : run.no_prediction;
  LineReport lines = line_report(
      function,
      {.counts = run.counts.rows.empty() ? &counts : &run.counts, .cycles = is_timed ? &run.account : nullptr},
      is_timed ? "" : none);
  for (std::size_t i = 0; i < run.band.size(); ++i) lines.band[i] = &run.band[i];
  Summary summary;
  // Of a block all warps are shown.
  const bool has_warps = !run.warp.empty();
  const std::string took = has_warps ? fmt::format("{}, the sum of what each of {} warps needs by itself",
                                                   run.account.total(), scene.runs.size())
                                     : fmt::format("{} from the first instruction to the last{}", run.account.total(),
                                                   run.part.empty() ? "" : ", by itself");
  if (!run.has_barriers()) add_added_cycles(scene, summary);
  if (summary.empty())
    summary.emplace_back(has_warps ? "warp cycles" : "cycles", !run.band.empty() ? band_text(run)
                                                               : is_timed        ? took
                                                                                 : "absent: " + none);
  const std::string part = run.part.empty() ? "" : fmt::format(" {} alone", run.part);
  if (has_warps)
    summary.emplace_back("counts are of", fmt::format("all warps of{}; the explorer has each of them to choose from",
                                                      part.empty() ? " the block" : part));
  else if (!part.empty()) summary.emplace_back("counts are of", part.substr(1) + "; the launch has others");
  add_lanes_and_places(lines, summary);
  return summary;
}

Summary answer_of(const Summary& summary) {
  const auto places = std::ranges::find(summary, places_name, &Summary::value_type::first);
  Summary answer{summary.begin(), places};
  if (places == summary.end()) return answer;
  // The place that costs most, without its number among the others; a name may have no end, and the table has it all.
  constexpr double most = 320;
  const auto lines = report::wrap(places->second.substr(first_number.size()), most, report::terminal_width);
  answer.emplace_back(places->first, lines.front() + (lines.size() > 1 ? " ..." : ""));
  return answer;
}

std::string to_text(const Summary& summary, int width) {
  constexpr int least = 20;
  int widest = 0;
  for (const auto& [what, says] : summary) widest = std::max(widest, static_cast<int>(what.size()));
  const std::string indent(static_cast<std::size_t>(widest) + 2, ' ');
  std::string out;
  for (const auto& [what, says] : summary) {
    std::string lead = what + indent.substr(what.size());
    for (const auto& line :
         report::wrap(report::clean_utf8(says), std::max(width - widest - 2, least), report::terminal_width)) {
      out += lead + line + '\n';
      lead = indent;
    }
  }
  return out;
}

report::Table to_table(const Summary& summary) {
  report::Table table{
      .id = "summary", .caption = "Summary of this run.", .columns = {{"what", "what", ""}, {"answer", "answer", ""}}};
  for (const auto& [what, says] : summary) table.rows.push_back({what, says});
  return table;
}

}  // namespace reconverge::cli
