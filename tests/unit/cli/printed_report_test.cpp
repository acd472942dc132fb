// SPDX-License-Identifier: MIT
#include "cli/commands/printed_report.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "emulator/memory/device_runtime.hpp"
#include "sass/reader.hpp"

namespace reconverge::cli {
namespace {

/// As -G has it: the toolkit's __assert_fail, which has no lines, stands behind the code that calls it.
constexpr const char* debug_code = R"(
	.target	sm_90
	.section	.text.check,"ax",@progbits
	//## File "/tmp/a.cu", line 4
        /*0000*/ CALL.ABS.NOINC 0x40 ;
	//## File "/tmp/a.cu", line 9
        /*0010*/ NOP ;
        /*0020*/ CALL.ABS.NOINC 0x40 ;
        /*0030*/ EXIT ;
	//## File "", line 0
        /*0040*/ CALL.ABS.NOINC R20 ;
        /*0050*/ BPT.TRAP 0x1 ;
)";

sass::Function code() {
  auto function = sass::read_function(debug_code, "", {});
  EXPECT_TRUE(function) << (function ? "" : to_string(function.error()));
  for (sass::Instruction& row : function->instructions)
    if (row.address >= 0x40) row.source_note = -1;
  return *std::move(function);
}

/// Where an assertion of a line is found to have failed.
std::uint32_t row_of(std::uint32_t line, std::uint64_t return_address) {
  emulator::FailedAssertion assertion;
  assertion.file = "a.cu";
  assertion.line = line;
  assertion.return_address = return_address;
  emulator::Launch launch;
  launch.runtime = std::make_shared<emulator::DeviceRuntime>(0);
  launch.runtime->fail(assertion);
  const auto findings = failed_assertions(launch, code());
  return findings.size() == 1 ? findings[0].index : 99;
}

TEST(FailedAssertions, AreOfTheLineThatCallsTheToolkitsFunction) {
  EXPECT_EQ(row_of(9, 0x50), 2u);
  EXPECT_EQ(row_of(4, 0x50), 0u);
  EXPECT_EQ(row_of(5, 0x50), 4u) << "no call is on this line: the row itself";
}

TEST(FailedAssertions, AreOfTheCallThatHasALine) { EXPECT_EQ(row_of(4, 0x30), 2u); }

}  // namespace
}  // namespace reconverge::cli
