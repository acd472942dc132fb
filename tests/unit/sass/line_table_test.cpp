// SPDX-License-Identifier: MIT
// Lines that a cubin has of its functions. lines/inlined_sm_NN.cubin is what nvcc 13.0 -cubin -lineinfo made of
// lines/inlined.cu in the folder /kernels; lines/inlined_sm_NN.txt is what pyelftools reads in it (tools/check-lines
// --dump).

#include "toolchain/line_table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace reconverge::toolchain {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream stream(fmt::format("{}/{}", RECONVERGE_LINES, file), std::ios::binary);
  EXPECT_TRUE(stream) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<sass::FunctionLines> lines_of(const std::string& file) {
  auto lines = read_line_table(content_of(file), file);
  EXPECT_TRUE(lines) << to_string(lines.error());
  return lines ? std::move(lines).value() : std::vector<sass::FunctionLines>();
}

class LinesOfCubin : public testing::TestWithParam<const char*> {};

TEST_P(LinesOfCubin, AreThoseOfAnotherReader) {
  std::map<std::pair<std::string, std::uint64_t>, std::string> expected, read;
  std::istringstream rows(content_of(fmt::format("{}.txt", GetParam())));
  std::string symbol, address, place;
  while (rows >> symbol >> address >> place) expected[{symbol, std::stoull(address, nullptr, 16)}] = place;
  for (const auto& function : lines_of(fmt::format("{}.cubin", GetParam())))
    for (const auto& [at, note] : function.rows)
      read[{function.symbol, at}] = fmt::format("{}:{}", note.file, note.line);
  EXPECT_GT(expected.size(), 60u);
  EXPECT_EQ(read, expected);
}

INSTANTIATE_TEST_SUITE_P(Inlined, LinesOfCubin, testing::Values("inlined_sm_90", "inlined_sm_75"));

const sass::SourceNote& note_at(const std::vector<sass::FunctionLines>& lines, const std::string& symbol,
                                std::uint64_t address) {
  const auto function = std::ranges::find(lines, symbol, &sass::FunctionLines::symbol);
  return std::prev(std::ranges::upper_bound(function->rows, address, {}, &sass::LineRow::address))->note;
}

/// As nvdisasm -gi prints them; the names it does not print.
TEST(LineTable, InlinedCallsHaveTheirWholeStackWithNames) {
  const auto lines = lines_of("inlined_sm_90.cubin");
  const auto loop = note_at(lines, "_Z3fooIfLi2EEvPT_PKi", 0xd0);
  EXPECT_EQ(loop.line, 3u);
  EXPECT_EQ(loop.inlined_at,
            "function \"_Z5innerIfET_S0_i\" inlined at \"/kernels/inlined.cu\", line 9 "
            "function \"_Z5outerfi\" inlined at \"/kernels/inlined.cu\", line 16");
  EXPECT_EQ(note_at(lines, "_Z3fooIfLi2EEvPT_PKi", 0x10).inlined_at, "");
}

/// slow_sm_90.cubin is what nvcc 13.0 makes of tests/cases/lines/slow.cu: a kernel with the compiler's routine for the
/// division of doubles behind it.
TEST(LineTable, ARoutineOfTheCompilerHasNoLine) {
  const auto lines = lines_of("slow_sm_90.cubin");
  EXPECT_EQ(note_at(lines, "slow", 0x0).line, 4u);
  EXPECT_EQ(note_at(lines, "slow", 0x420).line, 13u) << "the last row of the kernel's own code";
  EXPECT_EQ(note_at(lines, "slow", 0x430).file, "") << "$__internal_0_$__cuda_sm20_div_rn_f64_full";
  EXPECT_EQ(note_at(lines, "slow", 0x500).file, "");
}

TEST(LineTable, AFileWithoutLinesHasNone) {
  std::string content = content_of("inlined_sm_90.cubin");
  for (std::size_t at; (at = content.find("debug_line")) != std::string::npos;) content[at] = 'x';
  const auto lines = read_line_table(content, "a.cubin");
  ASSERT_TRUE(lines);
  EXPECT_TRUE(lines->empty());
}

/// Cut, or with any byte of it another one: a result or a diagnostic.
TEST(LineTable, BrokenOnesAreRefusedOrRead) {
  const std::string content = content_of("inlined_sm_75.cubin");
  for (std::size_t size = 0; size < content.size(); size += 97)
    if (const auto lines = read_line_table(content.substr(0, size), "a"); !lines) {
      EXPECT_EQ(lines.error().failure, core::Failure::input);
    }
  const std::size_t program = content.find("/kernels");
  ASSERT_NE(program, std::string::npos);
  for (std::size_t at = program - 40; at < program + 260; ++at)
    for (const char byte : {'\x00', '\xff', '\x90', '\x7f'}) {
      std::string broken = content;
      broken[at] = byte;
      const auto lines = read_line_table(broken, "a");
      if (!lines) {
        EXPECT_EQ(lines.error().failure, core::Failure::input);
      }
    }
}

TEST(LineTable, AVersionThatIsNotKnownIsSaid) {
  std::string content = content_of("inlined_sm_90.cubin");
  const std::size_t program = content.find("/kernels") - 24;
  ASSERT_EQ(content[program + 4], 2) << "the version of the first program";
  content[program + 4] = 5;
  const auto lines = read_line_table(content, "a.cubin");
  ASSERT_FALSE(lines);
  EXPECT_NE(lines.error().message.find("version 5"), std::string::npos) << lines.error().message;
}

}  // namespace
}  // namespace reconverge::toolchain
