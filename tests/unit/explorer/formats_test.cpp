// SPDX-License-Identifier: MIT
#include "explorer/formats.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "report/formats/formats.hpp"
#include "unit/explorer/recorded.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;

int events_of(const Json& run, const std::string& kind) {
  int found = 0;
  for (const auto& event : run["events"]) found += event["event"] == kind ? 1 : 0;
  return found;
}

template <typename Write> std::string gathered(Write write) {
  std::string text;
  write([&](std::string_view part) { text += part; });
  return text;
}

Json written_trace(const Scene& scene, const Json& head = {{"schema", "reconverge.trace"}}) {
  return Json::parse(gathered([&](const Sink& sink) { write_trace_json(scene, head, sink); }));
}

TEST(TraceJson, TellsEveryChange) {
  const auto json = written_trace(record_paper("single_loop", 20).scene);
  const auto& run = json["runs"][0];
  EXPECT_EQ(events_of(run, "pushed"), 21);
  EXPECT_EQ(events_of(run, "popped"), 21);
  EXPECT_EQ(events_of(run, "diverged"), 20);
  EXPECT_EQ(events_of(run, "spilled"), 2);
  EXPECT_EQ(events_of(run, "reloaded"), 2);
  EXPECT_EQ(run["mechanism"]["name"], "token-stack");
  std::uint64_t steps = 0;
  for (const auto& stretch : run["path"])
    steps += stretch["count"].get<std::uint64_t>() * stretch["times"].get<std::uint64_t>();
  EXPECT_EQ(steps, run["executed_instructions"]);
}

/// Checks a value against the part of JSON Schema that our schemas use.
void expect_valid(const Json& schema, const Json& root, const Json& value, const std::string& where) {
  if (schema.contains("$ref")) {
    const auto name = schema["$ref"].get<std::string>();
    return expect_valid(root.at(Json::json_pointer(name.substr(1))), root, value, where);
  }
  if (schema.contains("oneOf")) {
    for (const auto& option : schema["oneOf"]) {
      const Json& target =
          option.contains("$ref") ? root.at(Json::json_pointer(option["$ref"].get<std::string>().substr(1))) : option;
      if (target["properties"]["event"]["const"] == value["event"]) return expect_valid(target, root, value, where);
    }
    ADD_FAILURE() << where << ": no alternative for " << value.dump();
    return;
  }
  if (schema.contains("const")) {
    EXPECT_EQ(schema["const"], value) << where;
  }
  if (schema.contains("type")) {
    const std::string type = value.is_null()             ? "null"
                             : value.is_string()         ? "string"
                             : value.is_boolean()        ? "boolean"
                             : value.is_number_integer() ? "integer"
                             : value.is_number()         ? "number"
                             : value.is_array()          ? "array"
                                                         : "object";
    const auto matches = [&](const Json& wanted) {
      return wanted == type || (wanted == "number" && type == "integer");
    };
    bool right = false;
    if (schema["type"].is_array())
      for (const auto& wanted : schema["type"]) right = right || matches(wanted);
    else right = matches(schema["type"]);
    EXPECT_TRUE(right) << where << ": " << value.dump() << " is no " << schema["type"].dump();
  }
  if (value.is_array() && schema.contains("items"))
    for (const auto& item : value) expect_valid(schema["items"], root, item, where + "[]");
  if (!value.is_object()) return;
  if (schema.contains("required")) {
    for (const auto& key : schema["required"])
      EXPECT_TRUE(value.contains(key.get<std::string>())) << where << " lacks " << key;
  }
  if (!schema.contains("properties")) return;
  for (auto property = value.begin(); property != value.end(); ++property) {
    if (schema["properties"].contains(property.key())) {
      expect_valid(schema["properties"][property.key()], root, *property, where + "." + property.key());
      continue;
    }
    EXPECT_NE(schema.value("additionalProperties", Json(true)), Json(false)) << where << ": unknown " << property.key();
  }
}

TEST(TraceJson, KeepsToItsPublishedSchema) {
  std::ifstream file(RECONVERGE_SOURCE_TREE "/docs/schemas/trace.schema.json");
  ASSERT_TRUE(file);
  const Json schema = Json::parse(file);
  Json trace = {{"schema", "reconverge.trace"},
                {"schema_version", 2},
                {"tool", Json::object()},
                {"argv", Json::array()},
                {"time", ""},
                {"host", ""},
                {"input", "x"}};
  trace.update(written_trace(record_paper("double_loop", 31).scene));
  expect_valid(schema, schema, trace, "trace");
}

TEST(Perfetto, CoversEveryLaneFromStartToEnd) {
  const auto recorded = record_paper("single_loop", 20);
  const auto json = Json::parse(gathered([&](const Sink& sink) { write_perfetto_json(recorded.scene, sink); }));
  std::array<std::uint64_t, 32> covered{};
  int divergences = 0;
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] == "X") covered.at(event["tid"].get<std::size_t>()) += event["dur"].get<std::uint64_t>();
    if (event["ph"] == "i" && event["name"] == "divergence") ++divergences;
  }
  for (const auto lane : covered) EXPECT_EQ(lane, recorded.timeline().steps);
  EXPECT_EQ(divergences, 20);
}

TEST(LongTraces, AreWrittenInSmallParts) {
  const auto recorded = record_paper("double_loop", 31);
  std::size_t largest = 0, whole = 0;
  const Sink sink = [&](std::string_view part) {
    largest = std::max(largest, part.size());
    whole += part.size();
  };
  write_perfetto_json(recorded.scene, sink);
  write_trace_json(recorded.scene, Json::object(), sink);
  EXPECT_LT(largest, 10'000u);  // the listing
  EXPECT_GT(whole, 500'000u);
}

TEST(Perfetto, TellsTheDepthOnlyWhereItChanges) {
  const auto recorded = record_paper("single_loop", 20);
  const auto json = Json::parse(gathered([&](const Sink& sink) { write_perfetto_json(recorded.scene, sink); }));
  Json last;
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] != "C") continue;
    EXPECT_NE(event["args"], last) << event;
    last = event["args"];
  }
  EXPECT_EQ(last, (Json{{"on chip", 0}, {"spilled", 0}}));
}

TEST(Applet, TreatsTextOfTheInputAsData) {
  auto scene = record_paper("single_loop", 2).scene;
  scene.kernels[0].title = "</script><img src=x onerror=alert(1)>";
  scene.runs[0].pattern = "\xff\xfe";  // no UTF-8
  const std::string page = report::to_html(
      {.title = "t", .sections = {{.id = "s", .title = "s", .blocks = {to_applet(scene, "The tables.")}}}});
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("onerror"), page.rfind("onerror"));
  EXPECT_NE(page.find("\\u003c/script\\u003e"), std::string::npos);
}

TEST(PageData, StaysSmall) {
  const auto text = page_data(record_paper("double_loop", 31).scene).dump();
  EXPECT_LT(text.size(), 40'000u);  // 4915 instructions, 560 divergences
}

}  // namespace
}  // namespace reconverge::explorer
