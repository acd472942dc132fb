// SPDX-License-Identifier: MIT
// Every kernel compiles for every architecture that this machine's NVRTC knows.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gpu/bench.hpp"
#include "toolchain/cubin.hpp"

namespace reconverge::gpu {
namespace {

const Tools& tools() {
  static const Tools found = Tools::find();
  return found;
}

const Kernel& kernel(const std::string& name) {
  for (const Kernel& one : kernels())
    if (one.name == name) return one;
  throw std::out_of_range(name);
}

TEST(Kernels, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const Kernel& one : kernels()) EXPECT_TRUE(names.insert(one.name).second) << one.name;
  for (const char* name : {"single_loop", "double_loop", "detailed_loop", "single_loop_sync", "empty_region"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Kernels, OptionsBecomeDefines) {
  BuildOptions options;
  options.inner_unroll = 4;
  options.warmup = Warmup::same_code;
  options.warmup_passes = 3;
  EXPECT_THAT(compiler_options(kernel("single_loop_sync"), options),
              testing::IsSupersetOf({"-DWARMUP_SAME_CODE=1", "-DWARMUP_PASSES=3", "-DREPEAT=1", "-DCLOSING_SYNC=1",
                                     "-DINNER_LOOP=_Pragma(\"unroll 4\")"}));
  options.inner_unroll = std::nullopt;
  EXPECT_THAT(compiler_options(kernel("single_loop"), options), testing::Contains("-DINNER_LOOP="));
}

TEST(Kernels, HonourOnlyTheWarmUpThatTheyHave) {
  EXPECT_EQ(supported_options(kernel("detailed_loop"), {}).warmup, Warmup::none);
  EXPECT_EQ(supported_options(kernel("detailed_loop"), {}).warmup_passes, 0);
  BuildOptions same;
  same.warmup = Warmup::same_code;
  EXPECT_EQ(supported_options(kernel("early_exit"), same).warmup, Warmup::copy);
  EXPECT_EQ(supported_options(kernel("recursion"), {}).warmup, Warmup::same_code);
  EXPECT_EQ(supported_options(kernel("single_loop"), same).warmup, Warmup::same_code);
}

class Architecture : public testing::TestWithParam<const char*> {};

TEST_P(Architecture, CompilesEveryKernel) {
  if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().message;
  for (const Kernel& one : kernels()) {
    const auto build = build_kernel(one, supported_options(one, {}), GetParam(), *tools().nvrtc);
    if (!build && build.error().message.find("architecture") != std::string::npos)
      GTEST_SKIP() << "this NVRTC does not know " << GetParam();
    ASSERT_TRUE(build) << one.name << ": " << build.error().message;
    const auto facts = toolchain::read_cubin(build->cubin, one.file);
    ASSERT_TRUE(facts) << one.name << ": " << facts.error().message;
    EXPECT_EQ(facts->arch, GetParam());
    EXPECT_THAT(
        facts->kernels,
        testing::ElementsAre(testing::Truly([&](const std::string& name) { return is_named(name, one.entry); })));
  }
}

INSTANTIATE_TEST_SUITE_P(Turing_to_Blackwell, Architecture,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"),
                         [](const auto& instance) { return std::string(instance.param); });

class Variant : public testing::TestWithParam<const char*> {};

TEST_P(Variant, CompilesUnderEveryWayToWarmUpAndUnroll) {
  if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().message;
  for (const auto unroll :
       {std::optional(1), std::optional(2), std::optional(4), std::optional(8), std::optional<int>()})
    for (const Warmup warmup : {Warmup::none, Warmup::copy, Warmup::same_code}) {
      BuildOptions options;
      options.inner_unroll = unroll;
      options.warmup = warmup;
      options.repeat = 2;
      const auto fitted = supported_options(kernel(GetParam()), options);
      const auto build = build_kernel(kernel(GetParam()), fitted, "sm_90", *tools().nvrtc);
      EXPECT_TRUE(build) << (build ? "" : build.error().message);
    }
}

INSTANTIATE_TEST_SUITE_P(PapersKernels, Variant, testing::Values("single_loop", "double_loop"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(Kernels, AreProvedByTheCodeThatTheyBecome) {
  if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().message;
  const bool can_read =
      toolchain::find_program("nvdisasm", tools().places) || toolchain::find_program("cuobjdump", tools().places);
  if (!can_read) GTEST_SKIP() << "no disassembler is here";
  for (const char* name :
       {"single_loop", "double_loop", "detailed_loop", "recursion", "indirect_call", "early_exit", "switch_32"}) {
    const Prepared prepared = prepare(kernel(name), {}, "sm_90", tools());
    EXPECT_EQ(prepared.proof.verdict, Verdict::divergent) << name << ": " << prepared.proof.reason;
  }
  for (const char* name : {"empty_region", "if_else_short"}) {
    const Prepared prepared = prepare(kernel(name), {}, "sm_90", tools());
    EXPECT_EQ(prepared.proof.verdict, Verdict::predicated) << name << ": " << prepared.proof.reason;
  }
}

TEST(Kernels, ASourceThatDoesNotCompileIsAnInputErrorWithTheCompilersWords) {
  if (!tools().nvrtc) GTEST_SKIP() << tools().nvrtc.error().message;
  Kernel broken;
  broken.name = broken.entry = "broken";
  broken.file = "broken.cu";
  broken.source = "extern \"C\" __global__ void broken(const int* a, float* b, long long* c) { nonsense }";
  const auto build = build_kernel(broken, {}, "sm_90", *tools().nvrtc);
  ASSERT_FALSE(build);
  EXPECT_EQ(build.error().failure, core::Failure::input);
  EXPECT_THAT(build.error().message, testing::HasSubstr("nonsense"));
}

}  // namespace
}  // namespace reconverge::gpu
