// SPDX-License-Identifier: MIT
// What people look at of a kernel for sm_90: the paper's single loop with n = 2, from its
// arguments.

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

#include "core/lane_pattern.hpp"
#include "explorer/formats.hpp"
#include "explorer/replay.hpp"
#include "sass/reader.hpp"
#include "study/replay/replay.hpp"
#include "study/support/explored.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;

Scene scene_of(const std::string& arch) {
  const std::string path = RECONVERGE_SOURCE_TREE "/data/listings/samples/paper_kernels_" + arch + ".sass";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const auto function = sass::read_function(text.str(), path, {"_Z11single_loopILi0EEvPKiPfPx", ""});
  const auto bounds = core::staircase(2);
  const auto launch = study::benchmark_launch(std::vector<std::int32_t>(bounds.begin(), bounds.end()), 1);
  const auto executable = run::decode_kernel(function.value(), launch, {}, path);
  Scene scene;
  scene.kernels.push_back({"loop", "loop", executable.value()->function});
  scene.generations.push_back(unpriced(arch, arch));
  scene.runs.push_back(study::explore_kernel({.executable = *executable, .launch = launch}, "n = 2"));
  return scene;
}

template <typename Write> Json written(Write write) {
  std::string text;
  write([&](std::string_view part) { text += part; });
  return Json::parse(text);
}

Json trace_of(const Scene& scene) {
  return written([&](const Sink& sink) { write_trace_json(scene, {{"schema", "reconverge.trace"}}, sink); });
}

int count_of(const Json& events, const char* key, const std::string& value) {
  int found = 0;
  for (const auto& event : events) found += event.value(key, "") == value ? 1 : 0;
  return found;
}

TEST(BarrierTrace, TellsTheChangesAndTheIssueCycles) {
  const auto run = trace_of(scene_of("sm_90"))["runs"][0];
  EXPECT_EQ(run["mechanism"], (Json{{"name", "convergence-barriers"}, {"registers", 16}}));
  const std::pair<const char*, int> expected[] = {
      {"armed", 1}, {"diverged", 2}, {"parked", 2}, {"blocked", 2}, {"released", 1}};
  for (const auto& [kind, times] : expected) EXPECT_EQ(count_of(run["events"], "event", kind), times) << kind;
  ASSERT_EQ(run["issue_cycles"].size(), run["executed_instructions"].get<std::size_t>());
  for (std::size_t i = 1; i < run["issue_cycles"].size(); ++i)
    EXPECT_GT(run["issue_cycles"][i].get<int>(), run["issue_cycles"][i - 1].get<int>());
  EXPECT_NE(run["cycles"].is_null(), run["cycles_absent"].is_null()) << "a number or a reason";
}

TEST(BarrierTrace, HasNoCyclesWhereNoneAreKnown) {
  const Scene scene = scene_of("sm_80");
  const auto run = trace_of(scene)["runs"][0];
  EXPECT_FALSE(run.contains("issue_cycles"));
  EXPECT_TRUE(run["cycles"].is_null());
  EXPECT_NE(run["cycles_absent"].get<std::string>().find("no instruction timings"), std::string::npos);
  EXPECT_TRUE(page_data(scene)["runs"][0]["issues"].is_null());
  const auto viewer = written([&](const Sink& sink) { write_perfetto_json(scene, sink); });
  EXPECT_NE(viewer["otherData"]["clock"].get<std::string>().find("nothing here is a time"), std::string::npos);
}

TEST(BarrierPage, HoldsTheGapsBetweenIssues) {
  const Scene scene = scene_of("sm_90");
  const auto run = page_data(scene)["runs"][0];
  std::uint64_t cycle = 0;
  for (const auto& since : run["issues"]) cycle += since.get<std::uint64_t>();
  EXPECT_EQ(cycle, scene.runs[0].timeline.issue_cycles.back());
  EXPECT_EQ(run["issues"].size(), scene.runs[0].timeline.steps);
}

TEST(BarrierViewer, CoversEveryLaneInCycles) {
  const Scene scene = scene_of("sm_90");
  const auto json = written([&](const Sink& sink) { write_perfetto_json(scene, sink); });
  std::array<std::uint64_t, 32> covered{};
  for (const auto& event : json["traceEvents"])
    if (event["ph"] == "X") covered.at(event["tid"].get<std::size_t>()) += event["dur"].get<std::uint64_t>();
  for (const auto lane : covered) EXPECT_EQ(lane, scene.runs[0].timeline.issue_cycles.back());
  EXPECT_EQ(count_of(json["traceEvents"], "name", "divergence"), 2);
  EXPECT_EQ(count_of(json["traceEvents"], "name", "blocked at B0, 0x130"), 2);
  EXPECT_EQ(count_of(json["traceEvents"], "name", "ready at 0xf0"), 61);
  EXPECT_EQ(count_of(json["traceEvents"], "name", "B0 releases"), 1);
}

}  // namespace
}  // namespace reconverge::explorer
