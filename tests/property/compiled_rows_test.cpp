// SPDX-License-Identifier: MIT
// Compiled rows leave the bits that the same rows leave one by one: each stored form that is compiled and its
// alterations, and random sequences of them, under any lanes.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "emulator/compiler/row_compiler.hpp"
#include "emulator/opcodes/relations.hpp"
#include "property/altered_rows.hpp"
#include "sass/reader.hpp"

namespace reconverge::property {
namespace {

using core::LaneMask;

/// All compiled rows of the stored listings, altered ones among them, by architecture.
const std::map<int, CompiledRows>& stored_rows() {
  static const auto all = [] {
    std::map<int, CompiledRows> rows;
    for (const StoredRow& stored : stored_row_forms()) {
      CompiledRows& same = rows.try_emplace(stored.architecture, stored.architecture).first->second;
      same.add(stored.row);
      for (const Alteration& altered : alterations_of(stored.row)) same.add(altered.row);
    }
    return rows;
  }();
  return all;
}

/// One lane, some of each half, one half, all.
constexpr LaneMask masks[] = {LaneMask(1u << 17), LaneMask(0xFFFB'7FFD), LaneMask(0xFFFF), LaneMask::all()};

TEST(CompiledRows, OfEachOpcodeLeaveWhatItLeaves) {
  if (!emulator::can_compile_rows()) GTEST_SKIP() << "no library for it, or no AVX-512";
  std::set<std::string> opcodes;
  unsigned seed = 0;
  for (const auto& [architecture, rows] : stored_rows())
    for (std::size_t i = 0; i < rows.size(); ++i) {
      opcodes.insert(std::string(rows[i].opcode()));
      const LaneMask active = masks[++seed % std::size(masks)];
      EXPECT_TRUE(rows.compiled({i}, active, seed) == rows.one_by_one({i}, active, seed)) << text_of(rows[i]);
    }
  for (const char* opcode : {"IADD3", "IMAD", "LOP3", "MOV", "SHF", "LEA", "FADD", "FMUL", "FFMA", "ISETP", "FSETP",
                             "SEL", "FSEL", "PLOP3", "UIADD3", "ULOP3"})
    EXPECT_TRUE(opcodes.contains(opcode)) << opcode;
}

TEST(CompiledRows, OfEachRelationLeaveWhatItLeaves) {
  if (!emulator::can_compile_rows()) GTEST_SKIP() << "no library for it, or no AVX-512";
  std::string text = "code for sm_90\nFunction : relations\n";
  int address = 0;
  const auto add = [&](const std::string& row) { text += fmt::format("/*{:04x}*/ {} ;\n", 16 * address++, row); };
  for (const char* combine : {"AND", "OR", "XOR"}) {
    for (const auto relation : emulator::relation_names)
      for (const char* type : {"", ".U32"})
        add(fmt::format("ISETP.{}{}.{} P1, P2, R1, R2, !P2", relation, type, combine));
    for (const auto relation : emulator::float_relation_names)
      add(fmt::format("FSETP.{}.{} P1, P2, -|R1|, R2, P1", relation, combine));
  }
  CompiledRows rows(90);
  const sass::Function function = sass::read_function(text, "relations.sass").value();
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    ASSERT_TRUE(rows.add(function.instructions[i])) << text_of(function.instructions[i]);
    for (unsigned seed = 0; seed < 4; ++seed)
      EXPECT_TRUE(rows.compiled({i}, masks[seed], seed) == rows.one_by_one({i}, masks[seed], seed)) << text_of(rows[i]);
  }
}

TEST(CompiledRows, OneAfterAnotherLeaveWhatTheyLeave) {
  if (!emulator::can_compile_rows()) GTEST_SKIP() << "no library for it, or no AVX-512";
  std::mt19937 random(20);
  for (const auto& [architecture, rows] : stored_rows()) {
    if (rows.size() == 0) continue;
    for (unsigned seed = 0; seed < 100; ++seed) {
      std::vector<std::size_t> chosen(2 + random() % 60);
      for (std::size_t& i : chosen) i = random() % rows.size();
      const LaneMask active = seed % 2 == 0 ? LaneMask(static_cast<std::uint32_t>(random())) : masks[seed % 4];
      std::string text;
      for (const std::size_t i : chosen) text += text_of(rows[i]) + "\n";
      ASSERT_TRUE(rows.compiled(chosen, active, seed) == rows.one_by_one(chosen, active, seed)) << text;
    }
  }
}

TEST(CompiledRows, CanBeTurnedOff) {
  constexpr const char* variable = "RECONVERGE_JIT";
  setenv(variable, "off", 1);  // NOLINT(concurrency-mt-unsafe)
  const auto off = emulator::compiles_rows();
  setenv(variable, "maybe", 1);  // NOLINT(concurrency-mt-unsafe)
  const auto unknown = emulator::compiles_rows();
  unsetenv(variable);  // NOLINT(concurrency-mt-unsafe)
  EXPECT_FALSE(off.value());
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().failure, core::Failure::environment);
  EXPECT_NE(unknown.error().message.find("'maybe'"), std::string::npos);
  EXPECT_EQ(emulator::compiles_rows().value(), emulator::can_compile_rows());
}

}  // namespace
}  // namespace reconverge::property
