// SPDX-License-Identifier: MIT
#include "toolchain/resources.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace reconverge::toolchain {
namespace {

std::string cubin(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The numbers are those that `cuobjdump -res-usage` of CUDA 13.0 prints: REG, STACK, SHARED, LOCAL.
TEST(Resources, AreWhatTheCompilerNoted) {
  const std::string file = cubin(RECONVERGE_DEVICE_CUBINS "/kernels_sm_90.cubin");
  const Resources areas = resources_of(file, "areas");
  EXPECT_EQ(areas.registers, 24u);
  EXPECT_EQ(areas.stack_bytes, 40u);
  EXPECT_EQ(areas.shared_bytes, 1024u);
  EXPECT_EQ(areas.local_bytes, 0u);
  EXPECT_EQ(resources_of(file, "print").stack_bytes, 24u);
}

TEST(Resources, OfNoSuchFunctionOrABrokenFileAreNothing) {
  const std::string file = cubin(RECONVERGE_DEVICE_CUBINS "/kernels_sm_90.cubin");
  EXPECT_FALSE(resources_of(file, "area").registers);
  EXPECT_FALSE(resources_of(file, "area").shared_bytes);
  for (std::size_t bytes = 0; bytes < file.size(); bytes += 97) resources_of(file.substr(0, bytes), "areas");
  EXPECT_FALSE(resources_of("", "areas").registers);
}

}  // namespace
}  // namespace reconverge::toolchain
