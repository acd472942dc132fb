// SPDX-License-Identifier: MIT
// The fuzz target's body (fuzz/sass_reader_body.hpp) on seeded mutations of real listings, and
// inputs that would be slow or deep if a step were not linear.

#include <fmt/format.h>

#include <random>

#include "fuzz/sass_reader_body.hpp"
#include "sass/control_flow/control_flow.hpp"
#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

/// A piece of a sample with a few bytes, lines or tokens changed.
std::string mutated(const std::string& text, std::mt19937& random) {
  const auto below = [&random](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  const std::size_t begin = below(text.size());
  std::string piece = text.substr(begin, 200 + below(3000));
  if (below(2) == 0) piece.insert(0, "\tcode for sm_70\n\t\tFunction : f\n");
  // clang-format off
  constexpr std::string_view bits[] = {"/*", "*/", "`(", ")", "{", "}", "[", ";", ",", "(*\"BRANCH_TARGETS ", "...",
                                       "....", ".L_x_1:\n", "/* 0x000fe40000000000 */\n", "&req={", "?trans", "@!",
                                       "\0", "\xff", "0x", "//## File \"", "code for sm_50\n", "Function : ", "\n"};
  // clang-format on
  for (std::size_t change = below(6); change > 0; --change) {
    const std::size_t at = below(piece.size());
    switch (below(4)) {
      case 0: piece[at] = static_cast<char>(below(256)); break;
      case 1: piece.erase(at, 1 + below(40)); break;
      case 2: piece.insert(at, bits[below(std::size(bits))]); break;
      default: piece.insert(at, piece.substr(below(piece.size()), 1 + below(80))); break;
    }
    if (piece.empty()) piece = " ";
  }
  return piece;
}

TEST(SassHostileInput, MutatedListingsGiveAProgramOrADiagnostic) {
  std::vector<std::string> texts;
  for (const auto& file : sample_files()) texts.push_back(content_of(file));
  for (const char* name : {"single_loop.sass", "double_loop.sass"}) texts.push_back(listing_file(name));
  std::mt19937 random(20150407);
  for (int round = 0; round < 4000; ++round) {
    const std::string input = mutated(texts[static_cast<std::size_t>(round) % texts.size()], random);
    EXPECT_EQ(fuzz::check_sass_reader(input), "") << "round " << round << "\n" << input;
  }
}

TEST(SassHostileInput, EveryPrefixOfAListing) {
  const std::string text = listing_file("samples/rebuilt_sm_50.nvdisasm.sass");
  const std::size_t begin = text.find("\t.section\t.text._Z5calls");
  for (std::size_t length = 1; length < 3000; ++length) {
    ASSERT_EQ(fuzz::check_sass_reader(text.substr(begin, length)), "") << length;
  }
}

/// Rows of a function, each made from its index.
template <typename Row> std::string many_rows(std::size_t count, const Row& row) {
  std::string text = "code for sm_50\n";
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t address = 32 * (i / 3) + 8 * (i % 3) + 8;
    text += fmt::format("/*{:04x}*/ {} ;\n", address, row(i, address));
  }
  return text;
}

/// These sizes take milliseconds if every step is linear, and minutes or a stack overflow if one
/// is not: the test's own limit then ends it.
TEST(SassHostileInput, DeepAndLongPrograms) {
  constexpr std::size_t count = 60000;
  const auto nested = [](std::size_t i, std::size_t) { return i < count / 2 ? "SSY 0x48" : "@P0 SYNC"; };
  const auto backward = [](std::size_t, std::size_t) { return std::string("@P0 BRA 0x8"); };
  const auto ladder = [](std::size_t i, std::size_t address) {
    return fmt::format("@P0 BRA 0x{:x}", i % 2 == 0 ? address + 1024 : address > 1024 ? address - 1024 : 8);
  };
  const auto operands = [](std::size_t i, std::size_t) {
    return i == 0 ? "NOP R0" + std::string(100000, '.') : std::string("NOP");
  };
  for (const std::string& text :
       {many_rows(count, nested), many_rows(count, backward), many_rows(count, ladder), many_rows(count, operands)}) {
    const Function f = read_one(text);
    EXPECT_EQ(f.instructions.size(), count);
    EXPECT_FALSE(analyse_control_flow(f).blocks.empty());
  }
}

TEST(SassHostileInput, OneEndlessLine) {
  EXPECT_NE(refusal(std::string(1 << 22, 'a')), "not refused");
  EXPECT_NE(refusal(std::string(1 << 22, '[')), "not refused");
  EXPECT_NE(refusal("/*0000*/ NOP " + std::string(1 << 20, ' ') + "["), "not refused");
}

}  // namespace
}  // namespace reconverge::sass
