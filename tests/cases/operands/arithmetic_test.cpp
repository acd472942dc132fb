// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

// Arithmetic that gave other numbers than the card without a word. The listings beside this file are made of the
// .cu of their name: nvcc of CUDA 13.0, then `cuobjdump -sass`, blanks squeezed.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

/// The values of a buffer after a kernel of a listing has run.
Json buffer_after(const std::string& file, Arguments more, std::size_t index) {
  Arguments arguments{"emulate", std::string(RECONVERGE_CASES "/") + file, "--json", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome;
  if (outcome.status != 0) return {};
  const Json record = Json::parse(outcome.out);
  for (const Json& buffer : record.at("buffers"))
    if (buffer.at("index") == index) return buffer.at("values");
  return {};
}

TEST(Operands, ADoubleDividedByAConstant) {
  for (const char* file : {"division_sm_75.sass", "division_sm_90.sass", "division_sm_120.sass"})
    for (const int number : {1000, 0, 1, -3, 123'456'789, -2'147'483'647}) {
      const Json values = buffer_after(file, {"--arg", "i32[32]=" + std::to_string(number), "--arg", "f64[32]"}, 1);
      EXPECT_EQ(values, Json(std::vector<double>(32, number / 10.0))) << file << ": " << number;
    }
}

TEST(Operands, DifferencesOfShiftedNumbers) {
  const std::array<std::int64_t, 5> numbers = {0, 5, -7, 0x1'0000'0000, -0x2000'0000};
  for (const char* file : {"difference_sm_75.sass", "difference_sm_90.sass", "difference_sm_120.sass"})
    for (const std::int64_t a : numbers)
      for (const std::int64_t b : numbers) {
        const Json values = buffer_after(
            file,
            {"--arg", "i64[32]=" + std::to_string(a), "--arg", "i64[32]=" + std::to_string(b), "--arg", "i64[96]"}, 2);
        ASSERT_EQ(values.size(), 96u) << file;
        EXPECT_EQ(values[0], b - a * 8) << file << ": " << a << ' ' << b;
        EXPECT_EQ(values[33], a * 128 - b * 512) << file << ": " << a << ' ' << b;
        EXPECT_EQ(values[66], -(a * 16)) << file << ": " << a << ' ' << b;
      }
}

TEST(Operands, AFloatAmongHalves) {
  const Json values = buffer_after(
      "halves_sm_75.sass",
      {"--function", "halves", "--const", "c[2][0]=0x3f000000", "--arg", "u16[32]=0x3c00", "--arg", "f32[32]"}, 1);
  ASSERT_EQ(values.size(), 32u);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    double x = 1, sum = 0;  // halves and their sums are exact here
    for (std::size_t i = 0; i < lane % 7; ++i) sum += x = x * 0.5 + 1;
    EXPECT_EQ(values[lane], sum) << "lane " << lane;
  }
}

TEST(Operands, AtomicSumOfTwoHalves) {
  const Json values = buffer_after(
      "halves_sm_75.sass",
      {"--function", "added", "--const", "c[2][0]=0x3f800000", "--arg", "f32[32]=0.5", "--arg", "u32[1]"}, 1);
  EXPECT_EQ(values, Json({0x5000'4C00})) << "32 * (0.5, 1) in halves";
}

/// MOV R3, 0x40490fdb; HADD2 R4, R3.F32, -RZ.H0_H0: the half of 3.1415927 twice, not the bits of the float.
TEST(Operands, AFloatRoundedToAHalf) {
  EXPECT_EQ(buffer_after("half_of_pi_sm_70.sass", {"--arg", "u32[1]"}, 0), Json({0x4248'4248}));
}

}  // namespace
}  // namespace reconverge::cli_tests
