// SPDX-License-Identifier: MIT
// Cycles say what they assume of the caches, and are absent where that does not hold. clocks_sm_90.sass and
// first_pass_sm_90.sass are what cuobjdump of CUDA 13.0 prints of the .cu files beside them; the volatile_*.nvdisasm
// were printed by nvdisasm -hex.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

Outcome emulate(const std::string& file, const std::string& function, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"emulate", std::string(RECONVERGE_CASES) + "/" + file, "--function", function};
  for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
  return run(all);
}

Json emulated(const std::string& file, const std::string& function, const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"emulate", std::string(RECONVERGE_CASES) + "/" + file, "--function", function, "--json",
                               "-"};
  for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
  const Outcome outcome = run(all);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

/// A ring through the first word of so many lines, for one lane; every other lane begins in the same place.
std::string ring(int lines, const std::string& name) {
  const std::string path = testing::TempDir() + name;
  std::ofstream file(path, std::ios::binary);
  for (int line = 0; line < lines; ++line)
    for (int word = 0; word < 32; ++word) {
      const std::int32_t next = (line + 1) % lines * 32;
      file.write(reinterpret_cast<const char*>(&next), sizeof next);
    }
  return path;
}

Json chase(int lines) {
  return emulated("clocks_sm_90.sass", "chase",
                  {"i32[]=@" + ring(lines, "ring_" + std::to_string(lines) + ".bin"), "i32[32]", "i64[1]",
                   "i32:" + std::to_string(2 * lines)});
}

TEST(FirstLevel, HoldsWhatWasMeasuredToFit) {
  const Json record = chase(1700);
  EXPECT_NE(record.at("counts").at("cycles"), nullptr);
  EXPECT_NE(record.at("buffers").back().at("values").at(0), nullptr);
}

TEST(FirstLevel, HasNoCyclesOfMoreThanItHolds) {
  const Json record = chase(1800);
  EXPECT_EQ(record.at("counts").at("cycles"), nullptr);
  EXPECT_THAT(record.at("counts").at("cycles_absent"), HasSubstr("of more data than the first level is known to hold"));
  for (const Json& interval : record.at("clock_reads")) EXPECT_EQ(interval.at("last_cycles"), nullptr) << interval;
  EXPECT_EQ(record.at("buffers").back().at("values").at(0), nullptr);
}

TEST(FirstLevel, IsNotHitByWhatOtherWarpsSee) {
  struct Case {
    std::string name, function, x;
  };
  const Case cases[] = {
      {"volatile_load", "m_volatile", "4"}, {"volatile_store", "m_volstore", "4"}, {"volatile_chain", "m_chain", "7"}};
  for (const auto& [name, function, x] : cases) {
    const Json record = emulated(name + ".nvdisasm", function, {"u32[32]=" + x, "u32[32]", "u32[32]=1", "i64[64]"});
    EXPECT_EQ(record.at("counts").at("cycles"), nullptr) << name;
    ASSERT_FALSE(record.at("untimed").empty()) << name;
    EXPECT_THAT(record.at("untimed").at(0).at("instruction"), HasSubstr("STRONG.SYS")) << name;
  }
}

/// What the card takes once the nearest instruction cache holds the code: data/measured/h200/first_passes.csv, launches
/// from the fifth on. The first launches take up to 16 cycles more.
TEST(Premise, HoldsOfLaunchesThatFindTheirCode) {
  struct Case {
    std::string kernel;
    int cycles;
  };
  const Case cases[] = {{"a1", 168}, {"a6", 330}, {"a8", 96}, {"a9", 187}, {"k3", 496}};
  for (const auto& [kernel, cycles] : cases) {
    const Json record = emulated(
        "first_pass_sm_90.sass", kernel,
        {"i32[32]=list(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32)",
         "i32[32]", "i64[64]"});
    const Json& last = record.at("clock_reads").back();
    EXPECT_EQ(last.at("last_cycles"), cycles) << kernel;
    EXPECT_GE(last.at("longest_cold_cycles"), cycles) << kernel;
    EXPECT_THAT(last.at("premise"), HasSubstr("nearest caches")) << kernel;
  }
}

TEST(Premise, StandsBesideCycles) {
  const std::vector<std::string> arguments{"f32[32]=1", "f32[32]", "i64[2]", "i32:1"};
  const Json record = emulated("clocks_sm_90.sass", "load_between", arguments);
  EXPECT_THAT(record.at("counts").at("premise"), HasSubstr("one warp, code and data in the nearest caches"));
  EXPECT_THAT(record.at("clock_reads").at(0).at("premise"), HasSubstr("one warp, code and data in the nearest caches"));
  EXPECT_THAT(emulate("clocks_sm_90.sass", "load_between", arguments).out,
              HasSubstr("one warp, code and data in the nearest caches"));
  EXPECT_EQ(emulated("clocks_sm_80.sass", "load_between", arguments).at("counts").at("premise"), nullptr);
}

}  // namespace
}  // namespace reconverge::cli_tests
