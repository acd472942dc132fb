// SPDX-License-Identifier: MIT
// Where issues are placed: on lines of the user.

#include "cli/issues.hpp"

#include <gtest/gtest.h>

#include "sass/reader.hpp"
#include "sass/source_lines.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::cli {
namespace {

std::size_t frame_of(const std::vector<std::string>& files) {
  std::vector<sass::SourceFrame> frames;
  for (const std::string& file : files) frames.push_back({file, 1, ""});
  return frame_of_user(frames);
}

TEST(UserFrame, IsNotInAHeaderOfTheToolkit) {
  EXPECT_EQ(frame_of({"/src/app/k.cu"}), 0u);
  for (const char* header :
       {"/usr/local/cuda/include/sm_30_intrinsics.hpp", "/usr/local/cuda-13.0/targets/x86_64-linux/include/a.hpp",
        "/opt/toolkits/cuda/bin/../targets/sbsa-linux/include/cooperative_groups.h", "sm_30_intrinsics.hpp",
        "/src/app/.venv/lib/python3.12/site-packages/nvidia/cuda_runtime/include/sm_30_intrinsics.hpp",
        "/usr/include/c++/13/bits/stl_algo.h", "crt/device_functions.hpp"})
    EXPECT_EQ(frame_of({header, header, "/src/app/reduce.cuh", "/src/app/k.cu"}), 2u) << header;
}

TEST(UserFrame, MayBeInAHeaderOfTheUser) {
  EXPECT_EQ(frame_of({"/src/app/include/reduce.cuh", "/src/app/k.cu"}), 0u);
  EXPECT_EQ(frame_of({"/src/app/cuda/include/reduce.cuh", "/src/app/cuda/src/k.cu"}), 0u);
  EXPECT_EQ(frame_of({"/src/app/my_cuda/include/reduce.cuh", "/src/app/k.cu"}), 0u);
  EXPECT_EQ(frame_of({"sm_utils.cuh", "k.cu"}), 0u);
}

TEST(UserFrame, OfAKernelOfTheToolkitIsTheInnermost) {
  EXPECT_EQ(frame_of({"/usr/local/cuda/include/a.hpp", "/usr/local/cuda/include/b.hpp"}), 0u);
}

/// A listing that a tool made: its lines say nothing.
TEST(Issues, OfARunThatStoppedHaveTheLineOfTheRow) {
  auto function = sass::read_function(
      "code for sm_90\n\tFunction : k\n"
      "\t//## File \"k.cu\", line 5\n/*0000*/ NOP ;\n"
      "\t//## File \"/usr/local/cuda/include/sm_70_rt.hpp\", line 70 inlined at \"k.cu\", line 7\n/*0010*/ NOP ;\n",
      "k.cubin", {});
  ASSERT_TRUE(function);
  sass::forget_columns(*function);
  const emulator::RunResult run{
      emulator::Ending::stopped, 2,
      core::Diagnostic{.failure = core::Failure::emulation, .message = "deadlock", .where = {"k.cubin: k+0x0010"}},
      emulator::Fault::deadlock, 1};
  report::IssueLog log;
  add_run(*function, {"k.cubin", false}, {}, run, log);
  ASSERT_EQ(log.issues.size(), 1u);
  const report::Issue& issue = log.issues[0];
  ASSERT_TRUE(issue.source);
  EXPECT_EQ(issue.source->file, "k.cu");
  EXPECT_EQ(issue.source->line, 7u);
  ASSERT_EQ(issue.related.size(), 1u);
  EXPECT_EQ(issue.related[0].place.file, "/usr/local/cuda/include/sm_70_rt.hpp");
  EXPECT_EQ(issue.related[0].place.line, 70u);
}

}  // namespace
}  // namespace reconverge::cli
