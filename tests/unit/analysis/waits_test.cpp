// SPDX-License-Identifier: MIT
// Scoreboards and stall counts that were taken away, in both ways in which listings have them: behind the operands, as
// some disassemblers print them, and in the encoding.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/analysis/remarks.hpp"

namespace reconverge::analysis {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr int none = 7;

struct Row {
  std::string text;
  int stall = 4, write = none, read = none, wait = 0;
};

std::string words_of(const Row& row) {
  std::string words = fmt::format("{}", row.text);
  if (row.wait != 0) {
    std::vector<int> numbers;
    for (int i = 0; i < 6; ++i)
      if ((row.wait >> i & 1) != 0) numbers.push_back(i);
    words += fmt::format(" &req={{{}}}", fmt::join(numbers, ","));
  }
  if (row.read != none) words += fmt::format(" &rd=0x{}", row.read);
  if (row.write != none) words += fmt::format(" &wr=0x{}", row.write);
  return words + fmt::format(" ?trans{}", row.stall);
}

sass::Function encoded(const std::vector<Row>& rows, const std::string& arch) {
  std::string text = fmt::format("code for {}\n\tFunction : k\n", arch);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto word = static_cast<std::uint64_t>(rows[i].stall | 1 << 4 | rows[i].write << 5 | rows[i].read << 8 |
                                                 rows[i].wait << 11);
    text += fmt::format("/*{:04x}*/ {} ; /* 0x{:016x} */\n/* 0x{:016x} */\n", 16 * i, rows[i].text, 0, word << 41);
  }
  auto function = sass::read_function(text, "k.sass", {});
  EXPECT_TRUE(function.has_value()) << (function ? "" : to_string(function.error()));
  return function ? *function : sass::Function{};
}

/// Remarks of the rows in both ways on each architecture, joined.
std::vector<std::string> everywhere(const std::vector<Row>& rows) {
  std::vector<std::string> texts, found;
  for (const Row& row : rows) texts.push_back(words_of(row));
  for (const char* arch : {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}) {
    found.push_back(fmt::format("{}", fmt::join(remarks_of(function_of(texts, arch)), ", ")));
    found.push_back(fmt::format("{}", fmt::join(remarks_of(encoded(rows, arch)), ", ")));
  }
  return found;
}

const Row thread{.text = "S2R R0, SR_TID.X", .stall = 2, .write = 0};
const Row shared_load{.text = "LDS R1, [R0]", .stall = 2, .write = 1, .wait = 1};
const Row written{.text = "STS [0x400], RZ"};
const Row end{.text = "EXIT", .stall = 5};

Row without_write(Row row) {
  row.write = none;
  return row;
}

TEST(Waits, ForAResultThatNoScoreboardTellsOf) {
  const Row sum{.text = "IADD3 R2, R1, 0x1, RZ", .wait = 2}, again{.text = "IADD3 R3, R1, 0x1, RZ"};
  EXPECT_THAT(everywhere({thread, written, shared_load, sum, again, end}), Each(""));
  EXPECT_THAT(everywhere({without_write(thread), written, {.text = "IADD3 R2, R0, 0x1, RZ"}, again, end}),
              Each(testing::HasSubstr("result-not-awaited 0x20")));
  EXPECT_THAT(everywhere({thread, written, without_write(shared_load), {.text = "IADD3 R2, R1, 0x1, RZ"}, again, end}),
              Each("result-not-awaited 0x30"))
      << "it is told where it is first used";
  EXPECT_THAT(everywhere({thread, written, without_write(shared_load), {.text = "MOV R1, RZ"}, end}),
              Each("result-not-awaited 0x30"))
      << "it may come after what overwrites it";
  EXPECT_THAT(everywhere({thread, written, without_write(shared_load), end}), Each("")) << "nobody uses it";
}

TEST(Waits, ForAPredicateThatNoScoreboardTellsOf) {
  const auto after = [](int write, int wait) {
    return everywhere({thread,
                       {.text = "SHFL.IDX P0, RZ, R0, 0x3, 0x1f", .stall = 2, .write = write, .wait = 1},
                       {.text = "@P0 MOV R2, RZ", .wait = wait},
                       end});
  };
  EXPECT_THAT(after(1, 2), Each(""));
  EXPECT_THAT(after(none, 0), Each("result-not-awaited 0x20"));
}

/// Results of one unit come in order, and compilers wait for the last of them alone.
TEST(Waits, ForALaterResultOfTheUnit) {
  const Row other{.text = "LDS R2, [R0+0x4]", .stall = 2, .write = 1};
  const Row sum{.text = "IADD3 R3, R1, R2, RZ", .wait = 2};
  EXPECT_THAT(everywhere({thread, written, without_write(shared_load), other, sum, end}), Each(""));
  const auto shuffle = [](const std::string& result, int write) {
    return Row{.text = "SHFL.BFLY PT, " + result + ", R0, 0x1, 0x1f", .stall = 2, .write = write, .wait = 1};
  };
  EXPECT_THAT(everywhere({thread, shuffle("R1", none), shuffle("R2", 1), sum, end}), Each(""));
  for (const std::string name : {"ATOMS.ADD", "S2UR"}) {
    const auto row = [&](const std::string& result, int write) {
      const std::string rest = name == "S2UR" ? ", SR_CTAID.X" : ", [R0], R0";
      return Row{.text = name + " " + result + rest, .stall = 2, .write = write, .wait = 1};
    };
    const std::string first = name == "S2UR" ? "UR4" : "R1", last = name == "S2UR" ? "UR5" : "R2";
    const Row use{.text = "IADD3 R3, R0, " + first + ", RZ", .wait = 2};
    EXPECT_THAT(everywhere({thread, row(first, none), row(last, 1), use, end}), Each("")) << name;
  }
  const auto global = [&](int write) {
    return everywhere({thread,
                       {.text = "MOV R1, RZ", .wait = 1},
                       {.text = "LDG.E R2, [R0.64]", .stall = 2, .write = write},
                       {.text = "LDG.E R3, [R0.64+0x4]", .stall = 2, .write = 1},
                       {.text = "IADD3 R3, R2, R3, RZ", .wait = 2},
                       end});
  };
  EXPECT_THAT(global(1), Each(""));
  EXPECT_THAT(global(none), Each("result-not-awaited 0x40")) << "another line may come first";
}

TEST(Waits, BeforeASourceIsOverwritten) {
  const auto rows = [](int read, const std::string& next, int wait) {
    return everywhere({thread,
                       {.text = "STS [0x400], R0", .stall = 2, .read = read, .wait = 1},
                       {.text = next, .wait = wait},
                       {.text = "MOV R0, 0x1"},
                       end});
  };
  EXPECT_THAT(rows(1, "NOP", 2), Each(""));
  EXPECT_THAT(rows(none, "NOP", 0), Each("source-overwritten 0x30"));
  EXPECT_THAT(rows(none, "BAR.SYNC.DEFER_BLOCKING 0x0", 0), Each("")) << "it comes after the store in their queue";
}

TEST(Waits, ForALoadThatNobodyUses) {
  EXPECT_THAT(everywhere({{.text = "LDC R1, c[0x0][0x28]"}, {.text = "BRA 0x0", .stall = 5}}), Each(""))
      << "compilers load the stack pointer, and jump to where they begin";
}

TEST(Waits, ForSourcesThatTheUnitHasReadBefore) {
  EXPECT_THAT(everywhere({thread,
                          {.text = "STS [0x400], R0", .stall = 2, .read = 1, .wait = 1},
                          {.text = "LDS R0, [0x400]", .stall = 2, .write = 2},
                          end}),
              Each(""))
      << "the load comes after the store in their queue";
}

TEST(Waits, ForTheSourcesOfAnAtomicWhoseResultIsAPredicate) {
  EXPECT_THAT(everywhere({thread,
                          {.text = "MOV R1, RZ", .wait = 1},
                          {.text = "ATOM.E.ADD.F16x2.RN.STRONG.GPU P0, RZ, [R0.64], R0", .stall = 2, .read = 1},
                          {.text = "@P0 EXIT", .wait = 2},
                          end}),
              Each(testing::Not(testing::HasSubstr("result-not-awaited"))));
}

TEST(Waits, ForAnyLaterSourceOfTheUnit) {
  const auto rows = [](int wait) {
    return everywhere({thread,
                       {.text = "STS [0x400], R0", .stall = 2, .wait = 1},
                       {.text = "LDS R1, [0x400]", .stall = 2, .write = 1},
                       {.text = "LDS R2, [0x404]", .stall = 2, .write = 2},
                       {.text = "LDS R3, [0x408]", .stall = 2, .write = 3},
                       {.text = "MOV R0, 0x1", .wait = wait},
                       end});
  };
  for (const int wait : {2, 4, 8}) EXPECT_THAT(rows(wait), Each("")) << wait;
  EXPECT_THAT(rows(1), Each("source-overwritten 0x50"));
}

TEST(Waits, ForALaterSourceOfTheUnit) {
  const auto rows = [](int read, int wait) {
    return everywhere({thread,
                       {.text = "STS [0x400], R0", .stall = 2, .wait = 1},
                       {.text = "STS [0x404], RZ", .stall = 2, .read = read},
                       {.text = "MOV R0, 0x1", .wait = wait},
                       end});
  };
  EXPECT_THAT(rows(1, 2), Each("")) << "whoever has read later sources has read those";
  EXPECT_THAT(rows(1, 0), Each("source-overwritten 0x30"));
}

TEST(Waits, OfDoublesInTheirOrder) {
  const Row first{.text = "DADD R4, R4, R2", .stall = 2, .write = 1, .wait = 3};
  const std::vector<Row> rows{{.text = "LDC.64 R2, c[0x0][0x160]", .stall = 2, .write = 0},
                              {.text = "LDC.64 R4, c[0x0][0x168]", .stall = 2, .write = 1},
                              first,
                              {.text = "DMUL R4, R2, R2", .stall = 2, .write = 2},
                              end};
  EXPECT_THAT(everywhere(rows), Each("")) << "its unit writes them in this order";
}

/// sm_90 alone is timed: 6 cycles to the write of a register, less 2 for the read of operands.
TEST(Latencies, OfPredicatesAndCarries) {
  const auto found = [](const Row& writer, const std::string& reader, const std::string& arch) {
    const std::vector<Row> rows{{.text = "MOV R1, RZ", .stall = 6}, writer, {.text = reader}, end};
    std::vector<std::string> texts;
    for (const Row& row : rows) texts.push_back(words_of(row));
    EXPECT_EQ(remarks_of(encoded(rows, arch)), remarks_of(function_of(texts, arch)));
    return remarks_of(function_of(texts, arch));
  };
  const auto compare = [](int stall) { return Row{.text = "ISETP.GE.AND P0, PT, R1, 0x5, PT", .stall = stall}; };
  const auto add = [](int stall) { return Row{.text = "IADD3 R2, P0, R1, 0x5, RZ", .stall = stall}; };
  const std::string carry = "IADD3.X R3, R1, RZ, RZ, P0, !PT";
  EXPECT_THAT(found(compare(3), "@P0 EXIT", "sm_90"), ElementsAre("result-read-too-early 0x20"));
  EXPECT_THAT(found(compare(4), "@P0 EXIT", "sm_90"), IsEmpty());
  EXPECT_THAT(found(compare(3), "SEL R2, R1, RZ, P0", "sm_90"), ElementsAre("result-read-too-early 0x20"));
  EXPECT_THAT(found(add(3), carry, "sm_90"), ElementsAre("result-read-too-early 0x20"));
  EXPECT_THAT(found(add(4), carry, "sm_90"), IsEmpty());
  EXPECT_THAT(found(add(3), "LEA.HI.X R3, R1, R1, RZ, 0x2, P0", "sm_90"), ElementsAre("result-read-too-early 0x20"));
  for (const char* arch : {"sm_75", "sm_80", "sm_86", "sm_89", "sm_100", "sm_120"})
    EXPECT_THAT(found(compare(1), "@P0 EXIT", arch), IsEmpty()) << arch << ": its latencies are not known";
}

TEST(Code, WithoutAnEnd) {
  EXPECT_THAT(remarks({"NOP", "MOV R0, RZ"}), ElementsAre("no-end 0x10"));
  EXPECT_THAT(remarks({"S2R R0, SR_TID.X", "ISETP.GE.AND P0, PT, R0, 0x5, PT", "@P0 EXIT"}), ElementsAre("no-end 0x20"))
      << "lanes whose guard does not hold go on";
  EXPECT_THAT(remarks({"NOP", "BRA 0x0"}), IsEmpty());
  EXPECT_THAT(remarks({"EXIT", "NOP"}), IsEmpty()) << "nothing leads there";
  EXPECT_THAT(remarks({"NOP", "BPT.TRAP 0x1"}), testing::Not(testing::Contains("no-end 0x10")));
  EXPECT_THAT(remarks({"NOP", "RET.REL.NODEC R20 0x0"}), IsEmpty());
}

}  // namespace
}  // namespace reconverge::analysis
