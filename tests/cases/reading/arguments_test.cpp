// SPDX-License-Identifier: MIT
// Arguments against the parameters of a kernel.
// block_shape_*.sass: `nvdisasm -hex` (13.5, 12.4) without sections that hold no code and no parameters, of
//   __global__ void shape(int *out, __half *h, short s, char c, long long wide) {
//     int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
//     out[i] = threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * blockDim.y + s + c + (int)wide;
//     h[i] = h[i] + h[i]; }
// where `h` is an int * for sm_60.

#include <gtest/gtest.h>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

std::string input(const std::string& name) { return RECONVERGE_CASES + ("/" + name); }

Outcome emulated(const std::string& name, const Arguments& arguments, const Arguments& more = {}) {
  Arguments all = {"emulate", input(name)};
  for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
  all.insert(all.end(), more.begin(), more.end());
  return run(all);
}

struct Refused {
  const char* name;
  const char* file;
  Arguments arguments;
  const char* says;
};

void PrintTo(const Refused& launch, std::ostream* stream) { *stream << launch.name; }

class Parameters : public testing::TestWithParam<Refused> {};

TEST_P(Parameters, RefuseArgumentsThatDoNotFit) {
  const Refused& launch = GetParam();
  const Outcome outcome = emulated(launch.file, launch.arguments);
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_NE(outcome.err.find(launch.says), std::string::npos) << outcome;
}

const Refused refused[] = {
    {"TooFew", "block_shape_sm_90.sass", {"i32[32]", "u16[32]"}, "5 parameters, 2 given"},
    {"TooFewSm60", "block_shape_sm_60.sass", {"i32[32]"}, "5 parameters, 1 given"},
    {"TooMany", "dump_of_cuda_13.txt", {"i32[32]", "i32:3", "i32:3"}, "2 parameters, 3 given"},
    {"TooManyForCuda12", "dump_of_cuda_12.txt", {"i32[32]", "i32:3", "i32:3"}, "2 parameters, 3 given"},
    {"TooLarge",
     "dump_of_cuda_13.txt",
     {"i32[32]", "i64:3"},
     "argument 1 takes 8 bytes (i64), parameter 1 has 4 bytes"},
    {"BufferForAValue",
     "dump_of_cuda_13.txt",
     {"i32[32]", "i32[32]"},
     "argument 1 takes 8 bytes (a buffer), parameter 1 has 4 bytes"},
    {"TooSmall",
     "block_shape_sm_90.sass",
     {"i32[32]", "u16[32]", "i8:1", "i8:1", "i64:1"},
     "argument 2 takes 1 bytes (i8), parameter 2 has 2 bytes"}};

INSTANTIATE_TEST_SUITE_P(Reading, Parameters, testing::ValuesIn(refused),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Arguments, ThatFitRun) {
  const Outcome outcome = emulated("dump_of_cuda_13.txt", {"i32[32]=index", "i32:32"});
  EXPECT_EQ(outcome.status, 0) << outcome;
}

}  // namespace
}  // namespace reconverge::cli_tests
