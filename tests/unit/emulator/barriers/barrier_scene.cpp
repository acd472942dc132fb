// SPDX-License-Identifier: MIT
#include "unit/emulator/barriers/barrier_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace reconverge::emulator::testing {
namespace {

std::string without_indent(std::string_view lines) {
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    std::string_view line = lines.substr(begin, end - begin);
    begin = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (!line.empty()) text += std::string(line) + "\n";
  }
  return text;
}

}  // namespace

BarrierScene::BarrierScene(std::string_view rows) : Scene(rows, "sm_90") {
  warp.predicates[0] = core::LaneMask(0b1100);
  warp.predicates[1] = core::LaneMask(0b1000);
  warp.predicates[2] = core::LaneMask(0b1010);
  warp.predicates[first_uniform_predicate] = core::LaneMask::all();
}

void BarrierScene::set(int index, const std::vector<std::uint32_t>& lane_values) {
  core::LaneValues values = same(lane_values.back());
  std::ranges::copy(lane_values, values.begin());
  warp.set_register(index, values);
}

void BarrierScene::expect_trace(std::string_view trace) {
  const RunResult result = run();
  if (result.diagnostic) ADD_FAILURE() << to_string(*result.diagnostic);
  EXPECT_EQ(result.ending, Ending::exited);
  EXPECT_EQ(this->trace(), trace);
}

void BarrierScene::expect(std::string_view trace, std::string_view events) {
  expect_trace(trace);
  EXPECT_EQ(barrier_events(), without_indent(events));
}

std::string three_places(const std::string& arm) {
  return arm + R"(
    @P0 BRA `(.two)
    @P2 BRA `(.one)
    BSYNC B0
    EXIT
    .one:
    BSYNC B0
    EXIT
    .two:
    BSYNC B0
    NOP
    EXIT)";
}

}  // namespace reconverge::emulator::testing
