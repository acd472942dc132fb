// SPDX-License-Identifier: MIT
// The compiled samples: nothing skipped, and both disassemblers say the same.

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

/// Rows that carry an encoding, counted without the reader: an address comment, something that is
/// no data directive.
std::size_t rows_with_address(const std::string& text) {
  static const std::regex row("\\s*/\\*[0-9a-f]{4,}\\*/\\s*[^\\s.].*");
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    count += std::regex_match(text.substr(begin, end - begin), row);
    begin = end + 1;
  }
  return count;
}

TEST(SassSamples, EveryRowBecomesAnInstructionWithItsEncoding) {
  std::size_t files = 0;
  for (const auto& file : sample_files()) {
    const std::string text = content_of(file);
    std::size_t instructions = 0;
    for (const Function& f : read_all(text)) {
      instructions += f.instructions.size();
      const int words = instruction_bytes(arch_number(f.arch).value_or(0)) / 8;
      for (const Instruction& row : f.instructions) EXPECT_EQ(row.word_count, words) << file << row.line;
      for (const Instruction& row : f.instructions) EXPECT_TRUE(row.control) << file << row.line;
      for (const Instruction& row : f.instructions) EXPECT_EQ(row.gap_after, Gap::none) << file << row.line;
    }
    EXPECT_EQ(instructions, rows_with_address(text)) << file;
    ++files;
  }
  EXPECT_GE(files, 20u);
}

TEST(SassSamples, OnlyKnownKindsOfOperandsAreLeftAsText) {
  std::set<std::string> others;
  for (const auto& file : sample_files()) {
    for (const Function& f : read_all(content_of(file))) {
      for (const Instruction& row : f.instructions) {
        for (const Operand& operand : row.operands) {
          if (operand.kind == OperandKind::other) others.insert(operand.text);
        }
      }
    }
  }
  EXPECT_EQ(others, (std::set<std::string>{}));
}

/// What is left to differ once the notes that only nvdisasm prints are gone.
std::vector<Function> comparable(std::vector<Function> functions) {
  for (Function& f : functions) {
    f.source_notes.clear();
    for (Instruction& row : f.instructions) {
      row.source_note = -1;
      row.noted_targets.clear();
    }
  }
  std::ranges::sort(functions, {}, &Function::name);
  return functions;
}

TEST(SassSamples, CuobjdumpAndNvdisasmGiveTheSameProgram) {
  for (const char* name : {"sm_50", "sm_60", "sm_61", "sm_70", "sm_100a", "sm_120_scheduling"}) {
    const auto one = comparable(read_all(listing_file(fmt::format("samples/rebuilt_{}.cuobjdump.sass", name))));
    const auto other = comparable(read_all(listing_file(fmt::format("samples/rebuilt_{}.nvdisasm.sass", name))));
    ASSERT_EQ(one.size(), other.size()) << name;
    for (std::size_t f = 0; f < one.size(); ++f) {
      ASSERT_EQ(one[f].instructions.size(), other[f].instructions.size()) << name << one[f].name;
      for (std::size_t i = 0; i < one[f].instructions.size(); ++i) {
        EXPECT_EQ(one[f].instructions[i], other[f].instructions[i])
            << name << " lines " << one[f].instructions[i].line << " and " << other[f].instructions[i].line;
      }
      EXPECT_EQ(one[f], other[f]) << name << one[f].name;
    }
  }
}

/// BRA and BSSY targets can be computed from the encoding. The reader takes them from
/// the text, so this checks both.
TEST(SassSamples, TargetsAgreeWithTheEncoding) {
  const auto signed_value = [](std::uint64_t value, int bits) {
    return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
  };
  std::size_t checked = 0;
  for (const auto& file : sample_files()) {
    for (const Function& f : read_all(content_of(file))) {
      const int arch = arch_number(f.arch).value_or(0);
      if (arch < 75) continue;
      for (const Instruction& row : f.instructions) {
        if (!row.target) continue;
        const std::uint64_t bits_34_to_63 = row.words[0] >> 34;
        const std::int64_t bits_34_to_81 = signed_value(bits_34_to_63 | (row.words[1] & 0x3FFFF) << 30, 48);
        const auto next = static_cast<std::int64_t>(row.address) + 16;
        std::optional<std::int64_t> target;
        if (row.opcode() == "BSSY") target = next + 4 * signed_value(bits_34_to_63, 30);
        if (row.mnemonic == "BRA" && arch < 90) target = next + 4 * bits_34_to_81;
        if (row.mnemonic == "BRA" && arch >= 90) {
          target = next + 4 * (bits_34_to_81 * 256 + static_cast<std::int64_t>(row.words[0] >> 16 & 0xFF));
        }
        if (!target) continue;
        EXPECT_EQ(static_cast<std::int64_t>(*row.target), *target) << file << " line " << row.line;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 300u);
}

TEST(SassSamples, SourceLinesOfACompiledKernel) {
  const auto functions = read_all(listing_file("samples/rebuilt_sm_90_lines.nvdisasm.sass"));
  ASSERT_FALSE(functions.empty());
  for (const Function& f : functions) {
    ASSERT_FALSE(f.source_notes.empty()) << f.name;
    EXPECT_EQ(f.source_notes.front().file, "paper_kernels.cu");
    EXPECT_GE(f.instructions.front().source_note, 0);
  }
}

}  // namespace
}  // namespace reconverge::sass
