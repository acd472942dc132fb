#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "study/stored/stored.hpp"

namespace reconverge::study {
namespace {

using stored::Json;
using stored::member;
using stored::text;
using stored::word;

/// One benchmark on one device.
struct Entry {
  const StoredResult* result = nullptr;
  const Json* benchmark = nullptr;
  std::string device;  ///< unique among the entries of one group
};

/// Benchmarks that belong side by side: same name, same pattern of lanes.
using Groups = std::map<std::pair<std::string, std::string>, std::vector<Entry>>;

/// The device that a benchmark names: by its id, else by its place in the list; null if there is
/// none.
const Json* find_device(const Json& devices, const Json& reference) {
  if (reference.is_null()) return nullptr;
  for (const auto& candidate : devices)
    if (member(candidate, "id") == reference) return &candidate;
  const bool is_place =
      reference.is_number_unsigned() && devices.is_array() && reference.get<std::size_t>() < devices.size();
  return is_place ? &devices[reference.get<std::size_t>()] : nullptr;
}

/// The card's name; where a file has several of that name, with its id.
std::string device_name(const Json& content, const Json& reference) {
  const Json& devices = member(content, "devices");
  const Json* device = find_device(devices, reference);
  if (device == nullptr || word(*device, "name").empty())
    return reference.is_null() ? "unnamed device" : text(reference);
  const std::string name = word(*device, "name");
  const auto alike =
      std::count_if(devices.begin(), devices.end(), [&](const Json& other) { return word(other, "name") == name; });
  return alike > 1 ? fmt::format("{} #{}", name, text(reference)) : name;
}

/// Adds to each name that several entries share what `detail` says of the entry; where it says the
/// same of all of them it tells nothing, and the names stay.
template <typename Detail> void tell_apart(std::vector<Entry>& entries, Detail detail) {
  std::map<std::string, std::vector<Entry*>> alike;
  for (auto& entry : entries) alike[entry.device].push_back(&entry);
  for (const auto& [name, same] : alike) {
    std::set<std::string> details;
    for (const auto* entry : same) details.insert(detail(*entry));
    if (details.size() < 2) continue;
    for (auto* entry : same) entry->device += detail(*entry);
  }
}

/// Options whose values are not the same in every entry, as ", inner_unroll 2".
std::string differing_options(const Entry& entry, const std::vector<Entry>& entries) {
  std::string told;
  const Json& options = member(*entry.benchmark, "options");
  for (auto option = options.begin(); option != options.end(); ++option) {
    const auto same = [&](const Entry& other) {
      return member(member(*other.benchmark, "options"), option.key()) == *option;
    };
    const bool is_reason = option.key().ends_with("_absent");
    if (is_reason || !option->is_primitive() || std::ranges::all_of(entries, same)) continue;
    const std::string reason = option->is_null() ? word(options, option.key() + "_absent") : "";
    told += fmt::format(", {} {}", option.key(), reason.empty() ? text(*option) : reason);
  }
  return told;
}

Groups group(const StoredResults& results) {
  Groups groups;
  for (const auto* result : results)
    for (const auto& benchmark : member(result->content, "benchmarks")) {
      const Json& pattern = member(benchmark, "pattern");
      const std::string name = word(benchmark, "name");
      groups[{name.empty() ? "unnamed benchmark" : name, pattern.is_null() ? "" : text(pattern)}].push_back(
          {result, &benchmark, device_name(result->content, member(benchmark, "device"))});
    }
  for (auto& [key, entries] : groups) {
    tell_apart(entries, [&](const Entry& entry) { return differing_options(entry, entries); });
    tell_apart(entries, [](const Entry& entry) { return " (" + entry.result->source + ")"; });
    tell_apart(entries, [&](const Entry& entry) { return fmt::format(", entry {}", &entry - entries.data() + 1); });
  }
  return groups;
}

const Json* state_at(const Entry& entry, std::int64_t n) {
  for (const auto& state : member(*entry.benchmark, "states"))
    if (member(state, "n") == Json(n)) return &state;
  return nullptr;
}

std::set<std::int64_t> all_n(const std::vector<Entry>& entries) {
  std::set<std::int64_t> all;
  for (const auto& entry : entries)
    for (const auto& state : member(*entry.benchmark, "states"))
      if (const auto n = integer_of<std::int64_t>(member(state, "n"))) all.insert(*n);
  return all;
}

/// Why a state has no number: its status and reason; empty if it has one.
std::string missing_because(const Json* state, std::string_view key) {
  if (state == nullptr) return "no state is stored: the run ended before it";
  const std::string status = word(*state, "status");
  const std::string reason = word(*state, "reason");
  if (status != "ok")
    return fmt::format("{}: {}", status.empty() ? "no status" : status,
                       reason.empty() ? "no reason is stored" : reason);
  if (member(*state, key).is_number()) return "";
  return reason.empty() ? "not in the stored result" : reason;
}

report::Figure figure_of(const std::string& id, const std::string& caption, const std::vector<Entry>& entries) {
  report::Figure figure{.id = id,
                        .caption = caption,
                        .x = {.title = "n, lanes with a smaller loop bound"},
                        .y = {.title = "cycles, median"}};
  constexpr report::Mark marks[] = {report::Mark::circle, report::Mark::square, report::Mark::triangle,
                                    report::Mark::cross};
  const auto every_n = all_n(entries);
  for (const auto& entry : entries) {
    report::Series series{.name = entry.device,
                          .provenance = "measured: " + entry.result->source,
                          .mark = marks[figure.series.size() % std::size(marks)]};
    std::string why;  // of a state that is stored, if one tells it
    std::string why_not_stored = "no state is stored";
    for (const auto n : every_n) {
      const Json* state = state_at(entry, n);
      const std::string missing = missing_because(state, "median_cycles");
      if (missing.empty())
        series.points.emplace_back(static_cast<double>(n), member(*state, "median_cycles").get<double>());
      else (state == nullptr ? why_not_stored : why) = missing;
    }
    if (series.points.empty()) series.absent_because = why.empty() ? why_not_stored : why;
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
                               "measured: " + entries[i].result->source});
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

/// Devices as columns, what is known of them as rows.
report::Table devices_of(const StoredResults& results) {
  report::Table table{
      .id = "devices", .caption = "The devices, side by side.", .columns = {{"property", "property", ""}}};
  std::vector<const Json*> devices;
  std::vector<std::string> properties;
  for (const auto* result : results)
    for (const auto& device : member(result->content, "devices")) {
      devices.push_back(&device);
      const std::string name = device.is_string() ? text(device) : word(device, "name");
      table.columns.push_back(
          {fmt::format("device_{}", devices.size()), name.empty() ? "unnamed device" : name, result->source});
      if (!device.is_object()) continue;
      for (auto property = device.begin(); property != device.end(); ++property)
        if (!property.key().ends_with("_absent") &&  // the reason why another one is null
            std::ranges::find(properties, property.key()) == properties.end())
          properties.push_back(property.key());
    }
  for (const auto& property : properties) {
    std::vector<report::Cell> row = {property};
    for (const auto* device : devices) {
      const Json& value = member(*device, property);
      const std::string reason = word(*device, property + "_absent");
      row.push_back(value.is_structured() ? report::Cell(text(value))
                                          : stored::cell(value, reason.empty() ? "not in the stored result" : reason));
    }
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
                      .caption = "What is missing, and why.",
                      .columns = {{"file", "file", ""},
                                  {"benchmark", "benchmark", ""},
                                  {"pattern", "lanes", ""},
                                  {"device", "device", ""},
                                  {"n", "n", ""},
                                  {"reason", "reason", ""}}};
  const auto add = [&](const std::string& file, const std::string& name, const std::string& pattern,
                       const std::string& device, const report::Cell& n, const std::string& reason) {
    table.rows.push_back({file, name, pattern, device, n, reason});
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

/// A state whose n no integer holds would have no place in a table, and be missing without a word.
core::Result<core::Done> check_n(const StoredResults& results) {
  for (const auto* result : results)
    for (const auto& benchmark : member(result->content, "benchmarks"))
      for (const auto& state : member(benchmark, "states"))
        if (const Json& n = member(state, "n"); !n.is_null() && !integer_of<std::int64_t>(n))
          return core::Diagnostic{.failure = core::Failure::input,
                                  .message = fmt::format("n of a state is {}, which is no integer", text(n)),
                                  .hint = "a file of `bench --json`",
                                  .where = {result->source}};
  return core::Done{};
}

}  // namespace

/// One section a benchmark with every device side by side, then the devices, then what is missing.
core::Result<std::vector<report::Section>> stored_bench(const StoredResults& results) {
  if (auto checked = check_n(results); !checked) return checked.error();
  const Groups groups = group(results);
  std::vector<report::Section> sections;
  for (const auto& [key, entries] : groups) {
    const auto& [name, pattern] = key;
    const std::string id = fmt::format("bench_{}", sections.size() + 1);
    const std::string title = pattern.empty() ? name : fmt::format("{}, lanes {}", name, pattern);
    sections.push_back({.id = id,
                        .title = title,
                        .blocks = {figure_of(id, "Cycles of " + title + ".", entries), table_of(id, entries)}});
  }
  report::Table devices = devices_of(results);
  if (!devices.rows.empty()) sections.push_back({.id = "devices", .title = "Devices", .blocks = {std::move(devices)}});
  report::Table missing = missing_of(results, groups);
  if (missing.rows.empty())
    sections.push_back(
        {.id = "missing", .title = "What is missing", .blocks = {report::Text{"Nothing: every state was measured."}}});
  else sections.push_back({.id = "missing", .title = "What is missing", .blocks = {std::move(missing)}});
  return sections;
}

}  // namespace reconverge::study
