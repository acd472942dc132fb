// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/pattern_axis.hpp"
#include "core/short_names.hpp"
#include "measurements/state_checks.hpp"
#include "study/stored/entries.hpp"
#include "study/stored/overview.hpp"

namespace reconverge::study {
namespace {

using stored::all_n;
using stored::Entry;
using stored::Groups;
using stored::Json;
using stored::member;
using stored::missing_because;
using stored::state_at;
using stored::text;
using stored::word;

/// The measured patterns of lanes of one kernel.
struct Pattern {
  std::string name;
  const std::vector<Entry>* entries = nullptr;
};
using Patterns = std::vector<Pattern>;

/// Numbers in the order in which names were met, over the whole report: a card has one colour in all its figures.
class Numbers {
 public:
  explicit Numbers(const Groups& groups) {
    for (const auto& [key, entries] : groups) {
      patterns_.try_emplace(key.second, patterns_.size());
      for (const auto& entry : entries) cards_.try_emplace(entry.card, cards_.size());
    }
  }
  std::size_t of_card(const std::string& card) const { return cards_.at(card); }
  std::size_t of_pattern(const std::string& pattern) const { return patterns_.at(pattern); }

 private:
  std::map<std::string, std::size_t> cards_, patterns_;
};

/// The attribute that selects the colour of a series: its pattern of lanes where there are several, else its card.
std::optional<std::size_t> colour_of(const Patterns& patterns, const Pattern& pattern, const Entry& entry,
                                     const Numbers& numbers) {
  if (patterns.size() > 1) return numbers.of_pattern(pattern.name);
  std::set<std::string> cards;
  for (const auto& one : patterns)
    for (const auto& other : *one.entries) cards.insert(other.card);
  if (cards.size() > 1) return numbers.of_card(entry.card);
  return {};
}

report::Series series_of(const Entry& entry, const std::set<std::int64_t>& every_n) {
  report::Series series{.name = entry.device, .provenance = "measured: " + core::base_name(entry.result->source)};
  std::string why;  // of a stored state, if one has it
  std::string why_not_stored = "no state is stored";
  for (const auto n : every_n) {
    const Json* state = state_at(entry, n);
    const std::string missing = missing_because(state, "median_cycles");
    if (missing.empty())
      series.points.emplace_back(static_cast<double>(n), member(*state, "median_cycles").get<double>());
    else (state == nullptr ? why_not_stored : why) = missing;
  }
  if (series.points.empty()) series.absent_because = why.empty() ? why_not_stored : why;
  return series;
}

/// The axis by what n is in the patterns: a number of lanes, or what the bound of the same lanes is less.
void say_what_n_is(const Patterns& patterns, report::Figure& figure) {
  bool counts_lanes = false;
  for (const auto& pattern : patterns) {
    const auto axis = core::pattern_axis(pattern.name);
    counts_lanes = counts_lanes || !axis || axis->counts_lanes;
    if (axis && !axis->counts_lanes)
      figure.notes.push_back(fmt::format("lanes {}: {}", pattern.name, stored::why_n_is_no_number_of_lanes(*axis)));
  }
  if (figure.notes.empty()) figure.x.title = "n, lanes with a smaller loop bound";
  else
    figure.x.title = counts_lanes ? "n: lanes with a smaller loop bound, or how much smaller" : "n: loop bound 32 - n";
}

/// The device that all series are of, which a caption says once; empty of several.
std::string only_device_of(const Patterns& patterns) {
  std::set<std::string> devices;
  for (const auto& pattern : patterns)
    for (const auto& entry : *pattern.entries) devices.insert(entry.device);
  return devices.size() == 1 ? *devices.begin() : "";
}

report::Figure figure_of(const std::string& id, const std::string& caption, const Patterns& patterns,
                         const Numbers& numbers) {
  report::Figure figure{.id = id, .caption = caption, .x = {}, .y = {.title = "cycles, median"}};
  say_what_n_is(patterns, figure);
  const std::string only = patterns.size() > 1 ? only_device_of(patterns) : "";
  if (!only.empty()) figure.caption += fmt::format(" {}.", only);
  constexpr report::Mark marks[] = {report::Mark::circle, report::Mark::square,  report::Mark::triangle,
                                    report::Mark::cross,  report::Mark::diamond, report::Mark::down};
  std::map<std::size_t, std::size_t> of_colour;
  for (const auto& pattern : patterns)
    for (const auto& entry : *pattern.entries) {
      report::Series series = series_of(entry, all_n(*pattern.entries));
      if (patterns.size() > 1) series.name = (only.empty() ? series.name + ", lanes " : "lanes ") + pattern.name;
      series.colour = colour_of(patterns, pattern, entry, numbers);
      // Series of one colour differ by their marks, and those of neighbouring colours too.
      const std::size_t place = series.colour ? *series.colour + of_colour[*series.colour]++ : figure.series.size();
      series.mark = marks[place % std::size(marks)];
      figure.series.push_back(std::move(series));
    }
  return figure;
}

constexpr std::pair<const char*, const char*> statistics[] = {
    {"median_cycles", "median"}, {"minimum_cycles", "minimum"}, {"maximum_cycles", "maximum"}};

report::Table table_of(const std::string& id, const std::vector<Entry>& entries) {
  report::Table table{.id = id + "_cycles", .caption = "The same in numbers, in cycles.", .columns = {{"n", "n", ""}}};
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (const auto& [key, title] : statistics)
      table.columns.push_back({fmt::format("{}_{}", key, i + 1), fmt::format("{}, {}", entries[i].device, title),
                               "measured: " + core::base_name(entries[i].result->source)});
  for (const auto n : all_n(entries)) {
    std::vector<report::Cell> row = {n};
    for (const auto& entry : entries)
      for (const auto& [key, title] : statistics) {
        const Json* state = state_at(entry, n);
        const std::string missing = missing_because(state, key);
        row.push_back(missing.empty() ? stored::cell(member(*state, key), "") : report::Cell(report::Absent{missing}));
      }
    table.rows.push_back(std::move(row));
  }
  for (const auto& entry : entries) {
    const Json& verdict = member(*entry.benchmark, "verdict");
    const Json& options = member(*entry.benchmark, "options");
    const std::string reason = word(*entry.benchmark, "verdict_reason");
    if (!verdict.is_null())
      table.notes.push_back(
          fmt::format("{}: verdict {}{}{}", entry.device, text(verdict), reason.empty() ? "" : ": ", reason));
    if (!options.is_null()) table.notes.push_back(fmt::format("{}: options {}", entry.device, text(options)));
  }
  return table;
}

/// A device as its files describe it.
struct Device {
  std::string name;
  std::vector<const Json*> facts;  ///< of each file
  std::vector<std::string> files;

  /// Whether a file describes the same one: a card has a uuid, and without one everything known of it must agree.
  bool is(const Json& other) const {
    const Json& uuid = member(other, "uuid");
    return uuid.is_null() ? *facts.front() == other : member(*facts.front(), "uuid") == uuid;
  }
};

std::vector<Device> all_devices(const StoredResults& results) {
  std::vector<Device> devices;
  for (const auto* result : results)
    for (const auto& described : member(result->content, "devices")) {
      auto known = std::ranges::find_if(devices, [&](const Device& device) { return device.is(described); });
      const std::string name = described.is_string() ? text(described) : word(described, "name");
      if (known == devices.end())
        known = devices.insert(known, {.name = name.empty() ? "unnamed device" : name, .facts = {}, .files = {}});
      known->facts.push_back(&described);
      known->files.push_back(core::base_name(result->source));
    }
  return devices;
}

report::Cell fact_cell(const Json& facts, const std::string& property) {
  const Json& value = member(facts, property);
  const std::string reason = word(facts, property + "_absent");
  return value.is_structured() ? report::Cell(text(value))
                               : stored::cell(value, reason.empty() ? "not in the stored result" : reason);
}

/// The description of a device in the files, once if they agree.
report::Cell fact_of(const Device& device, const std::string& property) {
  std::vector<report::Cell> said;
  for (const Json* facts : device.facts)
    if (auto cell = fact_cell(*facts, property); std::ranges::find(said, cell) == said.end())
      said.push_back(std::move(cell));
  if (said.size() == 1) return said.front();
  std::string texts;
  for (const Json* facts : device.facts)
    if (const std::string one = text(member(*facts, property)); texts.find(one) == std::string::npos)
      texts += (texts.empty() ? "" : "; ") + one;
  return texts;
}

/// Devices as columns, what is known of them as rows.
report::Table devices_of(const StoredResults& results) {
  report::Table table{
      .id = "devices", .caption = "The devices, side by side.", .columns = {{"property", "property", ""}}};
  const std::vector<Device> devices = all_devices(results);
  std::vector<std::string> properties;
  for (const Device& device : devices) {
    table.columns.push_back({fmt::format("device_{}", table.columns.size()), device.name,
                             fmt::format("{}", fmt::join(device.files, ", "))});
    for (const Json* facts : device.facts) {
      if (!facts->is_object()) continue;
      for (auto property = facts->begin(); property != facts->end(); ++property)
        if (!property.key().ends_with("_absent") &&  // the reason why another one is null
            std::ranges::find(properties, property.key()) == properties.end())
          properties.push_back(property.key());
    }
  }
  for (const auto& property : properties) {
    std::vector<report::Cell> row = {property};
    for (const Device& device : devices) row.push_back(fact_of(device, property));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::map<std::string, std::vector<std::int64_t>> reasons_of(const Entry& entry, const std::set<std::int64_t>& every_n) {
  std::map<std::string, std::vector<std::int64_t>> reasons;
  for (const auto n : every_n) {
    const std::string reason = missing_because(state_at(entry, n), "median_cycles");
    if (!reason.empty()) reasons[reason].push_back(n);
  }
  return reasons;
}

/// "5, 12 to 31": ascending numbers.
std::string ranges(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (last > i) text += fmt::format(" to {}", numbers[last]);
    i = last;
  }
  return text;
}

/// Everything that should be there and is not.
report::Table missing_of(const StoredResults& results, const Groups& groups) {
  report::Table table{.id = "missing",
                      .caption = "Missing states, and why.",
                      .columns = {{"file", "file", ""},
                                  {"benchmark", "benchmark", ""},
                                  {"pattern", "lanes", ""},
                                  {"device", "device", ""},
                                  {"n", "n", ""},
                                  {"reason", "reason", ""}}};
  const auto add = [&](const std::string& file, const std::string& name, const std::string& pattern,
                       const std::string& device, const report::Cell& n, const std::string& reason) {
    table.rows.push_back({core::base_name(file), name, pattern, device, n, reason});
  };
  for (const auto* result : results) {
    const Json& content = result->content;
    const std::string cut_short = word(content, "incomplete");  // null if everything was measured
    if (!cut_short.empty())
      add(result->source, "", "", "", std::string("all later"), "the run was cut short: " + cut_short);
    if (member(content, "devices").empty())
      add(result->source, "", "", "", std::string("all"), "the file names no device");
    if (member(content, "benchmarks").empty())
      add(result->source, "", "", "", std::string("all"), "the file holds no benchmark");
  }
  for (const auto& [key, entries] : groups)
    for (const auto& entry : entries) {
      if (member(*entry.benchmark, "states").empty())
        add(entry.result->source, key.first, key.second, entry.device, std::string("all"), "no state is stored");
      for (const auto& [reason, ns] : reasons_of(entry, all_n(entries)))
        add(entry.result->source, key.first, key.second, entry.device, ranges(ns), reason);
    }
  return table;
}

/// A state whose n no integer holds would have no place in a table, and be missing without a word; a summary that is
/// not that of its samples would be shown as measured.
core::Result<core::Done> check_stored_states(const StoredResults& results) {
  for (const auto* result : results)
    for (const auto& benchmark : member(result->content, "benchmarks"))
      if (std::string fault = measurements::fault_of_states(member(benchmark, "states")); !fault.empty())
        return core::Diagnostic{.failure = core::Failure::input,
                                .message = std::move(fault),
                                .hint = "a file of `bench --json`, as it was written",
                                .where = {fmt::format("{} ({})", result->source, word(benchmark, "name"))}};
  return core::Done{};
}

/// A file without any result was not written by a run that ended: nothing can be said of it.
core::Result<core::Done> check_any_results(const StoredResults& results) {
  for (const auto* result : results)
    if (!member(result->content, "benchmarks").empty() || !word(result->content, "incomplete").empty())
      return core::Done{};
  return core::Diagnostic{.failure = core::Failure::input,
                          .message = "it holds no result of any benchmark",
                          .hint = "a file of `bench --json`, as it was written",
                          .where = {results.empty() ? "" : results.front()->source}};
}

/// A kernel's figure with every card and pattern of lanes, and its numbers.
report::Section section_of(std::size_t number, const std::string& kernel, const Patterns& patterns,
                           const Numbers& numbers, bool is_alone) {
  const std::string id = fmt::format("bench_{}", number);
  const bool is_one = patterns.size() == 1;
  const std::string only = patterns.front().name;
  const std::string title = is_one && !only.empty() ? fmt::format("{}, lanes {}", kernel, only) : kernel;
  report::Section section{
      .id = id, .title = title, .blocks = {figure_of(id, "Cycles of " + title + ".", patterns, numbers)}};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    report::Table table = table_of(is_one ? id : fmt::format("{}_{}", id, i + 1), *patterns[i].entries);
    if (!is_one) table.caption = fmt::format("Lanes {}, in numbers, in cycles.", patterns[i].name);
    table.folded = !is_alone;
    section.blocks.emplace_back(std::move(table));
  }
  return section;
}

}  // namespace

/// The cost of a divergent lane, then one section a kernel with every device side by side, then the devices, then
/// missing states.
core::Result<std::vector<report::Section>> stored_bench(const StoredResults& results) {
  if (auto checked = check_stored_states(results); !checked) return checked.error();
  if (auto checked = check_any_results(results); !checked) return checked.error();
  const Groups groups = stored::group(results);
  const Numbers numbers(groups);
  std::vector<report::Section> sections;
  report::Table overview = stored::overview_of(groups);
  const bool is_alone = overview.rows.size() < 2;
  if (!is_alone) sections.push_back({.id = "overview", .title = "Overview", .blocks = {std::move(overview)}});
  std::size_t number = 0;
  for (auto kernel = groups.begin(); kernel != groups.end();) {
    Patterns patterns;
    auto next = kernel;
    for (; next != groups.end() && next->first.first == kernel->first.first; ++next)
      patterns.push_back({next->first.second, &next->second});
    sections.push_back(section_of(++number, kernel->first.first, patterns, numbers, is_alone));
    kernel = next;
  }
  report::Table devices = devices_of(results);
  if (!devices.rows.empty()) sections.push_back({.id = "devices", .title = "Devices", .blocks = {std::move(devices)}});
  report::Table missing = missing_of(results, groups);
  if (missing.rows.empty())
    sections.push_back(
        {.id = "missing", .title = "Missing states", .blocks = {report::Text{"Nothing: every state was measured."}}});
  else sections.push_back({.id = "missing", .title = "Missing states", .blocks = {std::move(missing)}});
  return sections;
}

}  // namespace reconverge::study
