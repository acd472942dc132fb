// SPDX-License-Identifier: MIT
#include "report/formats/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

using Json = nlohmann::ordered_json;

Json text(const std::string& words) { return {{"text", clean_utf8(words)}}; }

Json properties(const std::vector<std::pair<std::string, std::string>>& more) {
  Json bag = Json::object();
  for (const auto& [name, value] : more) bag[name] = clean_utf8(value);
  return bag;
}

/// RFC 3986: what a path of a URI may hold as it is.
bool stands_for_itself(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
}

std::string escaped(std::string_view path) {
  std::string uri;
  for (const char c : path)
    uri += stands_for_itself(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

std::string uri_of(std::string_view file, std::string_view folder) {
  if (!folder.empty() && file.starts_with(folder) && file.size() > folder.size() + 1 && file[folder.size()] == '/')
    return escaped(file.substr(folder.size() + 1));
  return (file.starts_with('/') ? "file://" : "") + escaped(file);
}

/// Nothing of standard input has an address.
bool has_address(const Place& place) { return !place.file.empty() && place.file != "-"; }

Json physical(const Place& place, const std::string& folder) {
  Json location{{"artifactLocation", {{"uri", uri_of(place.file, folder)}}}};
  if (place.line == 0) return location;
  location["region"] = {{"startLine", place.line}};
  if (place.column > 0) location["region"]["startColumn"] = place.column;
  return location;
}

Json locations(const Issue& issue, const std::string& folder) {
  Json location = Json::object();
  const Place& place = issue.source ? *issue.source : issue.listing;
  if (has_address(place)) location["physicalLocation"] = physical(place, folder);
  if (!issue.function.empty())
    location["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", clean_utf8(issue.function)}, {"kind", "function"}}});
  return location.empty() ? Json::array() : Json::array({location});
}

/// FNV-1a of 64 bits: the same on every machine.
std::uint64_t hash_of(std::string_view words) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

Json rule_json(const Rule& rule) {
  return {{"id", rule.id},
          {"shortDescription", text(rule.summary)},
          {"fullDescription", text(rule.help.empty() ? rule.summary : rule.help)},
          {"help", text(rule.help.empty() ? rule.summary : rule.help)},
          {"defaultConfiguration", {{"level", to_string(rule.level)}}}};
}

class Results {
 public:
  explicit Results(const IssueLog& log) : log_(log) {}

  Json result(const Issue& issue) {
    Json json{{"ruleId", issue.rule}, {"level", to_string(issue.level)}, {"message", text(issue.message)}};
    const auto rule = std::ranges::find(log_.rules, issue.rule, &Rule::id);
    if (rule != log_.rules.end()) json["ruleIndex"] = rule - log_.rules.begin();
    json["locations"] = locations(issue, log_.folder);
    std::vector<RelatedPlace> related = issue.related;
    if (issue.source) related.push_back({issue.listing, "the instruction in the listing"});
    std::erase_if(related, [](const RelatedPlace& one) { return !has_address(one.place); });
    for (std::size_t i = 0; i < related.size(); ++i)
      json["relatedLocations"].push_back({{"id", i + 1},
                                          {"physicalLocation", physical(related[i].place, log_.folder)},
                                          {"message", text(related[i].what)}});
    json["partialFingerprints"] = {{"reconverge/v1", fingerprint(issue)}};
    if (!issue.more.empty()) json["properties"] = properties(issue.more);
    return json;
  }

 private:
  /// Of what survives an edit elsewhere in the file; issues that are alike in it are numbered.
  std::string fingerprint(const Issue& issue) {
    const std::uint64_t hash = hash_of(fmt::format("{}\n{}\n{}", issue.rule, issue.function, issue.subject));
    return fmt::format("{:016x}:{}", hash, ++times_[hash]);
  }

  const IssueLog& log_;
  std::map<std::uint64_t, int> times_;
};

Json invocation(const IssueLog& log) {
  Json json{{"executionSuccessful", log.incomplete.empty()}};
  if (!log.arguments.empty()) {
    json["arguments"] = Json::array();
    for (std::size_t i = 1; i < log.arguments.size(); ++i) json["arguments"].push_back(clean_utf8(log.arguments[i]));
  }
  if (!log.incomplete.empty())
    json["toolExecutionNotifications"] = Json::array({{{"level", "error"}, {"message", text(log.incomplete)}}});
  return json;
}

}  // namespace

std::string_view to_string(Level level) {
  switch (level) {
    case Level::note: return "note";
    case Level::warning: return "warning";
    case Level::error: return "error";
  }
  return "none";
}

std::optional<Level> level_named(std::string_view name) {
  for (const Level level : {Level::note, Level::warning, Level::error})
    if (to_string(level) == name) return level;
  return std::nullopt;
}

Json to_sarif(const IssueLog& log) {
  Json driver{{"name", log.tool}, {"version", log.version}};
  if (!log.address.empty()) driver["informationUri"] = log.address;
  driver["rules"] = Json::array();
  for (const Rule& rule : log.rules) driver["rules"].push_back(rule_json(rule));
  if (!log.more.empty()) driver["properties"] = properties(log.more);
  Json results = Json::array();
  Results made(log);
  for (const Issue& issue : log.issues) results.push_back(made.result(issue));
  Json run{{"tool", {{"driver", std::move(driver)}}},
           {"columnKind", "utf16CodeUnits"},
           {"invocations", Json::array({invocation(log)})},
           {"results", std::move(results)}};
  if (!log.category.empty()) run["automationDetails"] = {{"id", clean_utf8(log.category) + "/"}};
  return {{"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({std::move(run)})}};
}

}  // namespace reconverge::report
