// SPDX-License-Identifier: MIT
// Products of matrices of floats against the words of a card (probes/matrix), and the forms that there are.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "../../../probes/matrix/inputs.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

constexpr int first_a = 16, first_b = 32, first_c = 40, first_d = 48;

/// A form of the probe as a row: where its operands are, and .ROW and .COL where SASS writes them.
std::string row_of(const matrix_inputs::Form& form) {
  const bool says_layout = std::string_view(form.name).starts_with("IMMA");
  return std::string(form.name) + " R" + std::to_string(first_d) + ", R" + std::to_string(first_a) +
         (says_layout ? ".ROW" : "") + ", R" + std::to_string(first_b) + (says_layout ? ".COL" : "") + ", R" +
         std::to_string(first_c);
}

void set_inputs(DataRow& data, unsigned form, unsigned test) {
  const matrix_inputs::Form& of = matrix_inputs::forms[form];
  const auto set = [&](int first, unsigned words, unsigned operand) {
    for (unsigned i = 0; i < words; ++i)
      for (unsigned lane = 0; lane < lanes; ++lane)
        data.warp.values[static_cast<std::size_t>(first) + i][lane] = matrix_inputs::word(form, test, operand, lane, i);
  };
  set(first_a, of.a_words, 0);
  set(first_b, of.b_words, 1);
  set(first_c, of.c_words, 2);
}

TEST(MatrixFloats, GiveTheWordsOfTheCard) {
  std::ifstream file(RECONVERGE_PRODUCTS);
  unsigned lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    std::istringstream words(line);
    std::string name;
    unsigned test = 0;
    words >> name >> test >> std::hex;
    unsigned form = 0;
    while (form < matrix_inputs::form_count && matrix_inputs::forms[form].name != name) ++form;
    ASSERT_LT(form, matrix_inputs::form_count) << name;
    DataRow data(row_of(matrix_inputs::forms[form]));
    set_inputs(data, form, test);
    data.execute();
    for (std::size_t lane = 0; lane < lanes; ++lane)
      for (unsigned i = 0; i < matrix_inputs::forms[form].c_words; ++i) {
        std::uint32_t measured = 0;
        ASSERT_TRUE(words >> measured) << name << ' ' << test;
        EXPECT_EQ(data.warp.values[first_d + i][lane], measured)
            << name << ", test " << test << ", lane " << lane << ", register " << i;
      }
  }
  EXPECT_EQ(lines, 16 * matrix_inputs::form_count);
}

TEST(MatrixFloats, TakeZerosForRz) {
  DataRow data("HMMA.16816.F32 R4, R8, R12, RZ");
  for (int i = 8; i < 14; ++i) data.set(i, 0x3C00'3C00);
  data.execute();
  for (int i = 4; i < 8; ++i) EXPECT_EQ(data.word(i), 0x4180'0000u) << "the sum of sixteen ones";
}

TEST(MatrixFloats, WriteWhereAnOperandWas) {
  DataRow data("DMMA.8x8x4 R4, R8, R10, R4");
  data.set_pair(4, 0).set_pair(6, 0).set_pair(8, 0x3FF0'0000'0000'0000).set_pair(10, 0x4000'0000'0000'0000);
  data.execute();
  EXPECT_EQ(data.pair(4), 0x4020'0000'0000'0000u) << "four times 1 * 2";
  EXPECT_EQ(data.pair(6), 0x4020'0000'0000'0000u);
}

TEST(MatrixFloats, AreKnownToTheLastBitOnHopperAlone) {
  EXPECT_FALSE(DataRow("HMMA.16816.F32 R16, R4, R8, RZ", "sm_90").decoded().approximate);
  EXPECT_TRUE(DataRow("HMMA.16816.F32 R16, R4, R8, RZ", "sm_80").decoded().approximate);
  EXPECT_TRUE(DataRow("HMMA.16816.F32 R16, R4, R8, RZ", "sm_120").decoded().approximate);
}

TEST(MatrixFloats, OtherFormsAreRefused) {
  for (const char* row :
       {"HMMA.16816 R16, R4, R8, R12", "HMMA.16816.F16.BF16 R16, R4, R8, R12", "HMMA.1684.F32 R16, R4, R8, R12",
        "HMMA.16816.F32.TF32 R16, R4, R8, R12", "HMMA.SP.16832.F32 R16, R4, R8, R12, R20, 0x0",
        "HMMA.16816.F32 R16, -R4, R8, R12", "HMMA.16816.F32 R16, R5, R8, R12", "DMMA.8x8x8 R4, R8, R10, R4",
        "DMMA.16x8x4 R4, R8, R12, R17"})
    EXPECT_FALSE(can_execute(row)) << row;
  EXPECT_TRUE(can_execute("DMMA.884 R4, R8, R10, R4", "sm_80"));
}

}  // namespace
}  // namespace reconverge::emulator::testing
