// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/short_names.hpp"
#include "measurements/state_checks.hpp"
#include "study/stored/stored.hpp"

namespace reconverge::study {
namespace {

using stored::Json;
using stored::member;
using stored::word;

constexpr std::size_t most_places = 3;

report::Cell number_at(const Json& object, const std::string& key) {
  const std::string reason = word(object, key + "_absent");
  return stored::cell(member(object, key), reason.empty() ? "not in the stored result" : reason);
}

/// A part of a whole in per cent; absent where one of them is.
report::Cell share(const Json& part, const Json& whole) {
  if (!part.is_number() || !whole.is_number() || whole.get<double>() <= 0)
    return report::Absent{"one of the two numbers is not in the stored result"};
  return std::round(1000 * part.get<double>() / whole.get<double>()) / 10;
}

std::string extent(const Json& sizes) {
  std::string text;
  for (const auto& size : sizes) text += (text.empty() ? "" : "x") + stored::text(size);
  return text;
}

std::string function_of(const Json& content) {
  const std::string demangled = word(content, "demangled");
  return demangled.empty() ? word(content, "function") : demangled;
}

/// Whether its cycles are those of several warps, each by itself, summed.
bool has_many_warps(const Json& content) {
  const Json& warps = member(member(content, "launch"), "warps_run");
  return warps.is_number() && warps.get<double>() > 1;
}

/// "cycles by card.json, with fetch.next_line=9 (given)"; empty of the built-in record as it is.
std::string other_record(const Json& content) {
  const Json& record = member(content, "record");
  const std::string file = word(record, "file");
  std::string given;
  for (const auto& assignment : member(record, "given"))
    given += (given.empty() ? "" : ", ") + stored::text(assignment);
  if (file.empty() && given.empty()) return "";
  return fmt::format("cycles by {}{}", file.empty() ? "the built-in record" : core::base_name(file),
                     given.empty() ? "" : fmt::format(", with {} (given)", given));
}

void add_run(const StoredResult& result, report::Table& table) {
  const Json& content = result.content;
  const Json& account = member(content, "account");
  const Json& launch = member(content, "launch");
  const Json executed = member(account, "executed");
  const Json slots = executed.is_number() ? Json(32 * executed.get<double>()) : Json();
  table.rows.push_back({core::base_name(result.source), function_of(content), word(content, "arch"),
                        fmt::format("{} blocks of {}", extent(member(launch, "grid")), extent(member(launch, "block"))),
                        number_at(account, "executed"), share(member(account, "active_lanes"), slots),
                        share(member(account, "thread_instructions"), slots), number_at(account, "divergent_branches"),
                        number_at(account, "cycles"), number_at(account, "apart_cycles"),
                        share(member(account, "apart_cycles"), member(account, "cycles"))});
  if (const std::string record = other_record(content); !record.empty())
    table.notes.push_back(fmt::format("{}: {}.", core::base_name(result.source), record));
  if (member(content, "complete") == Json(false))
    table.notes.push_back(fmt::format("{}: the run did not finish; counts are those until it stopped. {}",
                                      core::base_name(result.source), word(content, "diagnostic")));
}

std::string place_of(const Json& line) {
  const Json& frames = member(line, "frames");
  if (frames.is_array() && !frames.empty())
    return fmt::format("{}:{}", core::base_name(word(frames.front(), "file")),
                       stored::text(member(frames.front(), "line")));
  const Json& addresses = member(line, "pcs");
  return addresses.is_array() && !addresses.empty() ? stored::text(addresses.front()) : "";
}

/// The places that cost most while lanes were elsewhere.
void add_places(const StoredResult& result, report::Table& table) {
  std::vector<const Json*> lines;
  for (const auto& line : member(result.content, "lines")) lines.push_back(&line);
  const auto apart = [](const Json* line, const char* key) {
    const Json& value = member(*line, key);
    return value.is_number() ? value.get<double>() : 0;
  };
  std::ranges::stable_sort(lines, [&](const Json* a, const Json* b) {
    return std::pair(apart(a, "apart_cycles"), apart(a, "executed_apart")) >
           std::pair(apart(b, "apart_cycles"), apart(b, "executed_apart"));
  });
  for (const Json* line : lines) {
    if (apart(line, "executed_apart") <= 0) break;
    table.rows.push_back({core::base_name(result.source), function_of(result.content), place_of(*line),
                          number_at(*line, "executed"), number_at(*line, "executed_apart"), number_at(*line, "cycles"),
                          number_at(*line, "apart_cycles")});
    if (line == lines[std::min(most_places, lines.size()) - 1]) break;
  }
}

}  // namespace

/// Cycles and counts of emulated kernels, one row a file, and where most of them passed while lanes were apart.
core::Result<std::vector<report::Section>> stored_kernels(const StoredResults& results) {
  for (const StoredResult* result : results)
    if (const std::string fault = measurements::fault_of_kernel(result->content); !fault.empty())
      return core::Diagnostic{.failure = core::Failure::input,
                              .message = fault,
                              .hint = "the numbers do not fit together; let `emulate --json` write the file anew",
                              .where = {result->source}};
  const auto any = [&](auto holds) {
    return std::ranges::any_of(results, [&](const StoredResult* result) { return holds(result->content); });
  };
  const bool has_warps = any(has_many_warps);
  const std::string cycles = has_warps ? "warp cycles" : "cycles";
  const bool is_given = any([](const Json& content) { return !other_record(content).empty(); });
  const std::string rules =
      fmt::format("emulated: {} rules of the architecture{}", is_given ? "given or measured" : "measured",
                  has_warps ? "; the sum of what each warp needs by itself" : "");
  report::Table runs{
      .id = "emulated_kernels",
      .caption = "Cycles and counts of emulated kernels.",
      .columns = {{"file", "file", ""},
                  {"function", "function", ""},
                  {"arch", "arch", ""},
                  {"launch", "launch", "given"},
                  {"executed", "warp instructions", "emulated"},
                  {"simt_efficiency", "SIMT efficiency, %", "emulated: active lanes of 32"},
                  {"simt_efficiency_predicated_on", "with guards, %",
                   "emulated: lanes of 32 for which the guard held, thread instructions predicated on"},
                  {"divergent_branches", "divergent branches", "emulated"},
                  {"cycles", cycles, rules},
                  {"apart_cycles", cycles + " apart", "emulated: while lanes of the warp were elsewhere"},
                  {"apart_share", "apart, %", "emulated: of the " + cycles}},
      .sortable = true};
  report::Table places{.id = "emulated_places",
                       .caption = "Source lines with most of it while lanes were elsewhere.",
                       .columns = {{"file", "file", ""},
                                   {"function", "function", ""},
                                   {"place", "place", ""},
                                   {"executed", "warp instructions", "emulated"},
                                   {"executed_apart", "of them apart", "emulated"},
                                   {"cycles", cycles, rules},
                                   {"apart_cycles", cycles + " apart", "emulated"}},
                       .sortable = true};
  for (const auto* result : results) {
    add_run(*result, runs);
    add_places(*result, places);
  }
  report::Section section{.id = "kernels", .title = "Emulated kernels", .blocks = {std::move(runs)}};
  if (!places.rows.empty()) section.blocks.emplace_back(std::move(places));
  return std::vector<report::Section>{std::move(section)};
}

}  // namespace reconverge::study
