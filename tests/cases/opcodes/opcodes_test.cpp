// SPDX-License-Identifier: MIT
// Ordinary code that once did not run. Listings without encodings are as the tools of their time printed them.

#include <gtest/gtest.h>

#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;

Json result_of(std::vector<std::string> arguments, const std::string& file) {
  arguments.insert(arguments.begin() + 1, std::string(RECONVERGE_CASES) + "/" + file);
  arguments.insert(arguments.end(), {"--json", "-"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out, nullptr, false);
}

/// Why rows of a file cannot be executed, by mnemonic.
std::map<std::string, std::string> reasons(const std::string& file, int rows) {
  const Json function = result_of({"inspect", "--support"}, file).at("functions").at(0);
  EXPECT_EQ(function.at("instruction_count"), rows);
  std::map<std::string, std::string> reasons;
  for (const Json& opcode : function.at("opcodes"))
    if (!opcode.at("executable").get<bool>()) reasons[opcode.at("mnemonic")] = opcode.at("reason");
  return reasons;
}

using Reasons = std::map<std::string, std::string>;

TEST(Opcodes, OrdinaryRowsAreExecutable) {
  EXPECT_EQ(reasons("subtraction_sm_35.sass", 6), Reasons());
  EXPECT_EQ(reasons("comparison_of_cuda_9_sm_70.sass", 4), Reasons());
  EXPECT_EQ(reasons("integer_forms_sm_120.sass", 5), Reasons());
  EXPECT_EQ(reasons("generic_memory_sm_20.sass", 6), Reasons());
  EXPECT_EQ(reasons("condition_code_sm_50.sass", 4), Reasons());
}

TEST(Opcodes, ReasonsSayWhatIsMissing) {
  EXPECT_EQ(reasons("special_registers_sm_103.sass", 3),
            Reasons({{"S2R", "special register SR_LMEMLOSZ of S2R is not known"}}));
  EXPECT_EQ(reasons("nan_without_encoding_sm_70.sass", 3),
            Reasons({{"FSEL", "an operand of FSEL is a NaN, whose bits are not in the text"}}));
}

TEST(Opcodes, KeplerSubtracts) {
  const Json registers = result_of({"emulate"}, "subtraction_sm_35.sass").at("registers");
  EXPECT_EQ(registers.at("R3").at(0), 5u);
  EXPECT_EQ(registers.at("R4").at(0), 0xFFFF'FFFBu);
  EXPECT_EQ(registers.at("R5").at(0), 0xFFFF'FFFFu);
}

/*  cuobjdump -sass (CUDA 13) of what nvcc 13.0 -arch=sm_87 makes of:
    __global__ void cpk(const float4* a, float4* o) {
      __shared__ float4 s[128]; int t = threadIdx.x;
      __pipeline_memcpy_async(&s[t], &a[t], 16); __pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();
      float4 v = s[(t + 1) % blockDim.x]; if (t & 1) v.x *= 2; o[t] = v; }
    Kernels for sm_87 begin with moves between barriers, under a flag in UR2 that nothing of the listing writes. */
TEST(Opcodes, AsynchronousCopiesOfSm87) {
  std::string values;
  for (int i = 0; i < 512; ++i) values += fmt::format("{}{}", i == 0 ? "" : ",", 3 * i + 1);
  const Json result = result_of({"emulate", "--block", "128", "--arg", "f32[]=" + values, "--arg", "f32[512]"},
                                "asynchronous_copy_sm_87.sass");
  EXPECT_EQ(result.at("ending"), "exited");
  EXPECT_TRUE(result.at("findings").empty()) << result.at("findings");
  const Json& out = result.at("buffers").at(1).at("values");
  for (int t = 0; t < 128; ++t)
    for (int k = 0; k < 4; ++k) {
      const int value = 3 * (4 * ((t + 1) % 128) + k) + 1;
      EXPECT_EQ(out.at(static_cast<std::size_t>(4 * t + k)), k == 0 && t % 2 == 1 ? 2 * value : value) << t << ' ' << k;
    }
}

/// a[i][k] = i + k / 16 and b[k][j] = 1 / 16 + j, by columns: all sums are exact.
TEST(Opcodes, TensorCoresMultiplyMatrices) {
  for (const std::string arch : {"75", "90", "120"}) {
    const Json result = result_of(
        {"emulate", "--arg", "f16[256]=ramp(0,0.0625)", "--arg", "f16[256]=ramp(0.0625,0.0625)", "--arg", "f32[256]"},
        "product_sm_" + arch + ".sass");
    const Json& product = result.at("buffers").at(2).at("values");
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 16; ++column) {
        double sum = 0;
        for (int k = 0; k < 16; ++k) sum += (row + k / 16.0) * (column + (k + 1) / 16.0);
        EXPECT_EQ(product.at(static_cast<std::size_t>(16 * row + column)), sum) << arch << ' ' << row << ' ' << column;
      }
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
