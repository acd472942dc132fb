// SPDX-License-Identifier: MIT
// Small kernels whose cycles were a little off, with what an H100 and an H200 take from clock read to clock read; the
// listings were printed by nvdisasm -hex.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;

/// From the last start to the last stop of the warp, in its third pass.
int cycles_of(const std::string& file, const std::string& function, const std::vector<std::string>& arguments,
              const std::string& threads = "32") {
  std::vector<std::string> all{
      "emulate", std::string(RECONVERGE_CASES) + "/" + file, "--function", function, "--block", threads, "--json", "-"};
  for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
  const Outcome outcome = run(all);
  EXPECT_EQ(outcome.status, 0) << outcome;
  const Json stamps = Json::parse(outcome.out).at("buffers").back().at("values");
  return stamps.at(1).get<int>() - stamps.at(0).get<int>();
}

std::string floats(const std::string& name, const std::vector<float>& values) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(float)));
  return "f32[]=@" + path;
}

TEST(CardCycles, OfACounterOf64Bits) {
  std::vector<float> thousand, lanes;
  for (int i = 0; i <= 1000; ++i) thousand.push_back(static_cast<float>(i / 1000.0));
  for (int lane = 0; lane < 32; ++lane) lanes.push_back(static_cast<float>(lane * 7 % 32) / 32);
  const std::string values = floats("searched.bin", lanes);
  const auto search = [&](const std::string& in, const std::string& n) {
    return cycles_of("search_64.nvdisasm", "m_bs64", {in, values, "u64[32]", "u64:" + n, "i64[64]"});
  };
  EXPECT_EQ(search(floats("two.bin", {0, 0.5, 1}), "2"), 204);
  EXPECT_EQ(search(floats("thousand.bin", thousand), "1000"), 1134);
}

TEST(CardCycles, OfSwapsBetweenBarriers) {
  EXPECT_EQ(cycles_of("swaps.nvdisasm", "m_swap2", {"u32[32]=9", "u32[32]", "i64[64]"}), 968);
}

TEST(CardCycles, OfAFillAndItsWideLoads) {
  EXPECT_EQ(cycles_of("fill.nvdisasm", "m_ldfill", {"f32[256]=1", "f32[16]", "i64[32]"}, "16"), 275);
}

}  // namespace
}  // namespace reconverge::cli_tests
