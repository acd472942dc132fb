// SPDX-License-Identifier: MIT
// Control words against a second decoding, written here from the field descriptions of public
// assemblers in another way than the reader's: as text of binary digits, cut at field widths.

#include "sass/control_words.hpp"

#include <bitset>
#include <fstream>

#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

/// The fields of 21 bits, most significant first: reuse 4, wait 6, read 3, write 3, yield 1, stall 4
/// (maxas, "Control Codes"; CuAssembler prints them as B.:R.:W.:Y:S..).
ControlWord from_digits(const std::string& digits) {
  const auto cut = [&digits](std::size_t begin, std::size_t count) {
    return static_cast<std::uint8_t>(std::stoul(digits.substr(begin, count), nullptr, 2));
  };
  ControlWord control;
  control.reuse = cut(0, 4);
  control.wait_mask = cut(4, 6);
  control.read_scoreboard = cut(10, 3);
  control.write_scoreboard = cut(13, 3);
  control.yield = digits[16] == '0';
  control.stall = cut(17, 4);
  control.raw = static_cast<std::uint32_t>(std::stoul(digits, nullptr, 2));
  return control;
}

/// Volta and later: of 128 digits, two unused and then the field, counted from the top.
ControlWord volta_again(std::uint64_t high) { return from_digits(std::bitset<64>(high).to_string().substr(2, 21)); }

/// Maxwell and Pascal: one unused digit, then the third, second and first instruction.
ControlWord maxwell_again(std::uint64_t word, std::size_t instruction) {
  return from_digits(std::bitset<64>(word).to_string().substr(1 + 21 * (2 - instruction), 21));
}

/// The control words of a cuobjdump listing, by the address after them, read with string search.
std::vector<std::pair<std::uint64_t, std::uint64_t>> lone_words(const std::string& text) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  std::uint64_t waiting = 0;
  bool waits = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t word = line.find("/* 0x");
    if (line.find("/*") == word && word != std::string::npos) {
      waiting = std::stoull(line.substr(word + 5, 16), nullptr, 16);
      waits = true;
    } else if (waits && line.find("/*") != std::string::npos) {
      found.emplace_back(std::stoull(line.substr(line.find("/*") + 2), nullptr, 16), waiting);
      waits = false;
    }
  }
  return found;
}

TEST(SassControlWord, VoltaAndLaterAgreeWithASecondDecoding) {
  std::size_t compared = 0;
  for (const auto& file : sample_files()) {
    for (const Function& f : read_all(content_of(file))) {
      if (arch_number(f.arch) < 70) continue;
      for (const Instruction& row : f.instructions) {
        ASSERT_EQ(row.word_count, 2) << file;
        ASSERT_TRUE(row.control) << file;
        EXPECT_EQ(*row.control, volta_again(row.words[1])) << file << " line " << row.line;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 4000u);
}

TEST(SassControlWord, MaxwellAndPascalAgreeWithASecondDecoding) {
  std::size_t compared = 0;
  for (const char* arch : {"50", "60", "61"}) {
    const std::string text = listing_file(std::string("samples/rebuilt_sm_") + arch + ".cuobjdump.sass");
    const auto words = lone_words(text);
    std::size_t next = 0;
    for (const Function& f : read_all(text)) {
      for (std::size_t i = 0; i < f.instructions.size(); ++i) {
        const Instruction& row = f.instructions[i];
        ASSERT_TRUE(row.control) << row.line;
        if (row.address % 32 == 8) ++next;
        ASSERT_LE(next, words.size());
        EXPECT_EQ(words[next - 1].first, row.address / 32 * 32 + 8);
        EXPECT_EQ(*row.control, maxwell_again(words[next - 1].second, row.address / 8 % 4 - 1));
        ++compared;
      }
    }
    EXPECT_EQ(next, words.size());
  }
  EXPECT_GT(compared, 1800u);
}

// CUDA 12.8 prints the same fields as text. `transN` and `WAITn_END_GROUP` are the stall count, the
// latter with the yield bit at 0.
TEST(SassControlWord, SchedulingTextSaysTheSameAsTheWords) {
  const std::string text = listing_file("samples/rebuilt_sm_120_scheduling.cuobjdump.sass");
  std::string stripped;  // without the encodings, so that the text alone decides
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    const std::size_t word = line.find("/* 0x");
    if (word != std::string::npos) line.erase(word);
    stripped += line + "\n";
    begin = end + 1;
  }
  const auto with_words = read_all(text), with_text = read_all(stripped);
  ASSERT_EQ(with_words.size(), with_text.size());
  std::size_t compared = 0;
  for (std::size_t f = 0; f < with_words.size(); ++f) {
    for (std::size_t i = 0; i < with_words[f].instructions.size(); ++i) {
      ControlWord expected = *with_words[f].instructions[i].control;
      const auto& said = with_text[f].instructions[i].control;
      if (!said) continue;  // NOP padding has no such text
      expected.reuse = 0;   // is written at the operands
      expected.raw &= 0x1FFFF;
      EXPECT_EQ(*said, expected) << with_words[f].instructions[i].line;
      ++compared;
    }
  }
  EXPECT_GT(compared, 400u);
}

TEST(SassControlWord, KeplerWordsOfACompiledFile) {
  const std::string text = listing_file("samples/control_words_sm_35.txt");
  std::size_t words = 0, dual = 0;
  for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at + 1)) {
    const std::uint64_t word = std::stoull(text.substr(at + 2, 16), nullptr, 16);
    const auto group = decode_control_group(35, word);
    ASSERT_TRUE(group) << text.substr(at, 18);
    EXPECT_EQ(encode_control_group(35, *group), word);
    const std::string digits = std::bitset<64>(word).to_string();
    for (std::size_t i = 0; i < 7; ++i) {
      const auto byte = std::stoul(digits.substr(62 - 8 * (i + 1), 8), nullptr, 2);
      EXPECT_EQ((*group)[i].raw, byte);
      EXPECT_EQ((*group)[i].stall, byte >= 32 ? byte % 32 : 0);
      dual += (*group)[i].dual_issue;
    }
    ++words;
  }
  EXPECT_EQ(words, 67u);  // 4288 bytes of code
  EXPECT_GT(dual, 20u);
}

// The word of a public sm_30 listing (2282c042e2c28307): bytes 30 28 2c 2e 04 2c 28 from the lowest.
TEST(SassControlWord, FirstKeplerMarksTheWordElsewhere) {
  const auto group = decode_control_group(30, 0x2282c042e2c28307);
  ASSERT_TRUE(group);
  EXPECT_EQ((*group)[0].stall, 0x10);
  EXPECT_EQ((*group)[1].stall, 0x08);
  EXPECT_TRUE((*group)[4].dual_issue);
  EXPECT_EQ((*group)[6].stall, 0x08);
  EXPECT_FALSE(decode_control_group(35, 0x2282c042e2c28307));
}

// Stall counts of a known kernel. The address of the first load is made by IADD (latency 6 on
// Maxwell: 6 cycles until a dependent may issue), the load's result is waited for through a
// scoreboard, so that its own stall is short, and a comparison feeding a branch stalls 13.
TEST(SassControlWord, StallCountsOfAKnownMaxwellKernel) {
  const Function f =
      read_one(listing_file("samples/rebuilt_sm_50.cuobjdump.sass"), {"_Z11single_loopILi0EEvPKiPfPx", ""});
  const auto first = [&f](std::string_view mnemonic) -> const Instruction& {
    for (const Instruction& row : f.instructions) {
      if (row.mnemonic.starts_with(mnemonic)) return row;
    }
    ADD_FAILURE() << mnemonic;
    return f.instructions.front();
  };
  EXPECT_EQ(first("MOV").control->stall, 6);             // R1, the stack pointer; latency 6
  EXPECT_EQ(first("S2R").control->write_scoreboard, 0);  // variable latency: a scoreboard, not a stall
  EXPECT_NE(first("LDG").control->write_scoreboard, 7);
  EXPECT_GE(first("ISETP").control->stall, 12);  // predicate read by the branch that follows
  EXPECT_LE(first("LDG").control->stall, 6);
}

// The same on Turing: fixed latency 4 for integer operations, 5 or more before a branch.
TEST(SassControlWord, StallCountsOfAKnownTuringKernel) {
  const Function f = read_one(listing_file("samples/paper_kernels_sm_75.sass"), {"_Z6ifelseILi1EEvPKiPfPx", ""});
  EXPECT_EQ(f.instructions[0].mnemonic, "IMAD.MOV.U32");
  EXPECT_EQ(f.instructions[0].control->stall, 2);             // nothing near reads R1
  EXPECT_EQ(f.instructions[1].control->write_scoreboard, 0);  // S2R: variable latency
  EXPECT_EQ(f.instructions[3].control->wait_mask, 1);         // IMAD.WIDE waits for it
  EXPECT_EQ(f.instructions[3].control->stall, 8);             // LDG reads the 64-bit result next
  EXPECT_EQ(f.instructions[8].control->wait_mask, 4);         // LOP3 waits for the load of R2
}

}  // namespace
}  // namespace reconverge::sass
