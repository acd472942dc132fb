// SPDX-License-Identifier: MIT
#include "study/stored/entries.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "core/short_names.hpp"

namespace reconverge::study::stored {
namespace {

/// The card's name; where a file has several of that name, with its id.
std::string device_name(const Json& content, const Json& reference) {
  const Json& devices = member(content, "devices");
  const std::string name = word(measurements::entry_of(devices, reference), "name");
  if (name.empty()) return reference.is_null() ? "unnamed device" : text(reference);
  const auto alike =
      std::count_if(devices.begin(), devices.end(), [&](const Json& other) { return word(other, "name") == name; });
  return alike > 1 ? fmt::format("{} #{}", name, text(reference)) : name;
}

/// Adds to each name that several entries share what `detail` says of the entry; where it says the same of all of them
/// it adds nothing, and the names stay.
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
  std::string text_of_options;
  const Json& options = object_member(*entry.benchmark, "options");
  for (auto option = options.begin(); option != options.end(); ++option) {
    const auto same = [&](const Entry& other) {
      return member(member(*other.benchmark, "options"), option.key()) == *option;
    };
    const bool is_reason = option.key().ends_with("_absent");
    if (is_reason || !option->is_primitive() || std::ranges::all_of(entries, same)) continue;
    const std::string reason = option->is_null() ? word(options, option.key() + "_absent") : "";
    text_of_options += fmt::format(", {} {}", option.key(), reason.empty() ? text(*option) : reason);
  }
  return text_of_options;
}

}  // namespace

Groups group(const StoredResults& results) {
  Groups groups;
  for (const auto* result : results)
    for (const auto& benchmark : member(result->content, "benchmarks")) {
      const Json& pattern = member(benchmark, "pattern");
      const std::string name = word(benchmark, "name");
      groups[{name.empty() ? "unnamed benchmark" : name, pattern.is_null() ? "" : text(pattern)}].push_back(
          {result, &benchmark, device_name(result->content, member(benchmark, "device")), ""});
    }
  std::vector<std::string> files;
  for (const auto* result : results) files.push_back(result->source);
  const core::ShortNames names(files);
  for (auto& [key, entries] : groups) {
    for (auto& entry : entries) entry.device = entry.card;
    tell_apart(entries, [&](const Entry& entry) { return differing_options(entry, entries); });
    tell_apart(entries, [&](const Entry& entry) { return " (" + names.of(entry.result->source) + ")"; });
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

}  // namespace reconverge::study::stored
