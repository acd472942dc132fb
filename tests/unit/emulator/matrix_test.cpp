// SPDX-License-Identifier: MIT
// Matrices that lanes hold together. What lane holds what is counted here from the matrix, element by element, as
// the figures of the PTX manual have it.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>

#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator::testing {
namespace {

/// A half that tells matrix, row and column.
constexpr std::uint16_t half_at(std::size_t matrix, std::size_t row, std::size_t column) {
  return static_cast<std::uint16_t>(matrix << 8 | row << 4 | column);
}
constexpr std::size_t place_of_row(std::size_t matrix, std::size_t row) { return 16 * (40 - 8 * matrix - row); }

DataRow with_matrices(const std::string& row) {
  DataRow data(row);
  for (std::size_t matrix = 0; matrix < 4; ++matrix)
    for (std::size_t r = 0; r < 8; ++r) {
      data.warp.values[1][8 * matrix + r] = static_cast<std::uint32_t>(place_of_row(matrix, r));
      for (std::size_t c = 0; c < 8; ++c) {
        std::uint8_t* bytes = data.warp.shared().find(place_of_row(matrix, r) + 2 * c, 2);
        bytes[0] = static_cast<std::uint8_t>(half_at(matrix, r, c));
        bytes[1] = static_cast<std::uint8_t>(half_at(matrix, r, c) >> 8);
      }
    }
  return data;
}

TEST(Ldsm, GivesEachLaneTwoHalvesOfARow) {
  for (const auto& [row, count] :
       {std::pair{"LDSM.16.M88.4 R4, [R1]", 4u}, {"LDSM.16.M88.2 R4, [R1]", 2u}, {"LDSM.16.M88 R4, [R1]", 1u}}) {
    DataRow data = with_matrices(row);
    data.set(5, 77).execute();
    EXPECT_EQ(data.warp.access.lanes.count(), static_cast<int>(8 * count));
    for (std::size_t matrix = 0; matrix < count; ++matrix)
      for (std::size_t r = 0; r < 8; ++r)
        for (std::size_t c = 0; c < 8; c += 2)
          EXPECT_EQ(data.warp.values[4 + matrix][4 * r + c / 2],
                    half_at(matrix, r, c) | std::uint32_t{half_at(matrix, r, c + 1)} << 16)
              << row;
    EXPECT_EQ(data.word(5) == 77u, count == 1);
  }
}

TEST(Ldsm, Transposes) {
  DataRow data = with_matrices("LDSM.16.MT88.2 R4, [R1]");
  data.execute();
  for (std::size_t matrix = 0; matrix < 2; ++matrix)
    for (std::size_t r = 0; r < 8; r += 2)
      for (std::size_t c = 0; c < 8; ++c)
        EXPECT_EQ(data.warp.values[4 + matrix][4 * c + r / 2],
                  half_at(matrix, r, c) | std::uint32_t{half_at(matrix, r + 1, c)} << 16);
}

TEST(Ldsm, FaultsWhereARowIsNot) {
  DataRow data = with_matrices("LDSM.16.M88.2 R4, [R1]");
  data.warp.values[1][9] = 8;
  data.set(4, 5).execute();
  EXPECT_EQ(data.warp.access.fault, AccessFault::misaligned);
  EXPECT_EQ(data.warp.access.faulting, core::LaneMask::lane(9));
  EXPECT_EQ(data.word(4), 5u);
}

TEST(Stsm, IsTheContraryOfLdsm) {
  for (const std::string form : {"M88.4", "M88", "MT88.2", "MT88.4"}) {
    DataRow load = with_matrices("LDSM.16." + form + " R4, [R1]");
    load.execute();
    DataRow store("STSM.16." + form + " [R1], R4");
    for (std::size_t r = 1; r < 8; ++r) store.warp.values[r] = load.warp.values[r];
    store.execute();
    const std::size_t count = form.ends_with('4') ? 4 : form.ends_with('2') ? 2 : 1;
    for (std::size_t matrix = 0; matrix < 4; ++matrix)
      for (std::size_t r = 0; r < 8; ++r)
        for (std::size_t k = 0; k < 16; ++k)
          EXPECT_EQ(*store.warp.shared().find(place_of_row(matrix, r) + k, 1),
                    matrix < count ? *load.warp.shared().find(place_of_row(matrix, r) + k, 1) : 0)
              << form;
  }
}

TEST(Movm, TransposesWhatTheLanesHold) {
  DataRow data = with_matrices("MOVM.16.MT88 R5, R4");
  DataRow straight = with_matrices("LDSM.16.M88 R4, [R1]"), transposed = with_matrices("LDSM.16.MT88 R4, [R1]");
  straight.execute();
  data.warp.values[4] = straight.warp.values[4];
  EXPECT_EQ(data.execute().warp.values[5], transposed.execute().warp.values[4]);
}

TEST(Matrices, OtherFormsAreRefused) {
  for (const char* row : {"LDSM.8.M88 R4, [R1]", "LDSM.16 R4, [R1]", "STSM.16.M88.3 [R1], R4", "MOVM.U4TO8.M832 R4, R1",
                          "LDSM.16.M88.MT88 R4, [R1]"})
    EXPECT_FALSE(can_execute(row)) << row;
}

// ---- products -----------------------------------------------------------------------------------

/// Elements of one width in the words of lanes. Row r and column k of A: in lane 4 * (r % 8) + k / e % 4, where e
/// elements make a word, in register r / 8 + blocks of rows * (k / 4e). B likewise by its columns.
struct Product {
  const char* row;
  unsigned rows, depth, width;
  bool signed_a, signed_b;
  char operation;  ///< '*', '&', '^'
};

std::uint32_t noise(std::size_t i) {
  return static_cast<std::uint32_t>((i + 3) * 2654435761u ^ (i + 11) * 40503u << 7);
}

std::int64_t element(std::uint32_t word, unsigned width, unsigned k, bool is_signed) {
  const std::int64_t value = word >> width * k & ((1u << width) - 1);
  return is_signed && value >= std::int64_t{1} << (width - 1) ? value - (std::int64_t{1} << width) : value;
}

class Products : public ::testing::TestWithParam<Product> {};

TEST_P(Products, AreSumsOverTheDepth) {
  const Product& of = GetParam();
  DataRow data(of.row, "sm_80");
  for (std::size_t r = 4; r < 20; ++r)
    for (std::size_t lane = 0; lane < lanes; ++lane) data.warp.values[r][lane] = noise(32 * r + lane);
  const std::vector<LaneVector> before = data.warp.values;
  data.execute();
  const unsigned per_word = 32 / of.width, row_blocks = of.rows / 8;
  for (unsigned m = 0; m < of.rows; ++m)
    for (unsigned n = 0; n < 8; ++n) {
      std::int64_t sum = 0;
      for (unsigned k = 0; k < of.depth; ++k) {
        const unsigned word = k / per_word;
        const std::uint32_t a = before[4 + m / 8 + row_blocks * (word / 4)][4 * (m % 8) + word % 4];
        const std::uint32_t b = before[8 + word / 4][4 * n + word % 4];
        const std::int64_t x = element(a, of.width, k % per_word, of.signed_a),
                           y = element(b, of.width, k % per_word, of.signed_b);
        sum += of.operation == '*' ? x * y : of.operation == '&' ? (x & y) : (x ^ y);
      }
      const std::size_t lane = 4 * (m % 8) + n / 2, word = 2 * (m / 8) + n % 2;
      EXPECT_EQ(data.warp.values[16 + word][lane], static_cast<std::uint32_t>(sum) + before[12 + word][lane])
          << of.row << ' ' << m << ' ' << n;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Products,
    ::testing::Values(Product{"IMMA.8816.S8.S8 R16, R4.ROW, R8.COL, R12", 8, 16, 8, true, true, '*'},
                      Product{"IMMA.8816.U8.S8 R16, R4.ROW, R8.COL, R12", 8, 16, 8, false, true, '*'},
                      Product{"IMMA.8832.S4.U4 R16, R4.ROW, R8.COL, R12", 8, 32, 4, true, false, '*'},
                      Product{"IMMA.16816.S8.U8 R16, R4.reuse.ROW, R8.reuse.COL, R12", 16, 16, 8, true, false, '*'},
                      Product{"IMMA.16832.U8.U8 R16, R4.ROW, R8.COL, R12", 16, 32, 8, false, false, '*'},
                      Product{"IMMA.16832.U4.S4 R16, R4.ROW, R8.COL, R12", 16, 32, 4, false, true, '*'},
                      Product{"IMMA.16864.S4.S4 R16, R4.ROW, R8.COL, R12", 16, 64, 4, true, true, '*'},
                      Product{"BMMA.88128.XOR.POPC R16, R4.ROW, R8.COL, R12", 8, 128, 1, false, false, '^'},
                      Product{"BMMA.168128.XOR.POPC R16, R4.ROW, R8.COL, R12", 16, 128, 1, false, false, '^'},
                      Product{"BMMA.168256.AND.POPC R16, R4.ROW, R8.COL, R12", 16, 256, 1, false, false, '&'}));

TEST(Products, OtherFormsAreRefused) {
  for (const char* row : {"IMMA.8816.S8.S8.SAT R16, R4.ROW, R8.COL, R12", "IMMA.8816.S8.S4 R16, R4.ROW, R8.COL, R12",
                          "IMMA.8816.S8.S8 R16, R4.COL, R8.COL, R12", "IMMA.8816.S8.S8 R16, R4, R8, R12",
                          "IMMA.8817.S8.S8 R16, R4.ROW, R8.COL, R12", "IMMA.16864.S8.S8 R16, R4.ROW, R8.COL, R12",
                          "BMMA.88128.OR.POPC R16, R4.ROW, R8.COL, R12", "BMMA.88128.XOR R16, R4.ROW, R8.COL, R12"})
    EXPECT_FALSE(can_execute(row, "sm_80")) << row;
  EXPECT_TRUE(can_execute("IMMA.16832.U8.U8 R16, R4.ROW, R8.COL, RZ", "sm_80"));
  EXPECT_FALSE(can_execute("IMMA.16832.S8.S8.SAT R16, R4.ROW, R8.COL, RZ", "sm_80")) << "not measured there";
}

// ---- LDGSTS -------------------------------------------------------------------------------------

DataRow copying(const std::string& row) {
  DataRow data(row, "sm_90");
  for (std::uint32_t k = 0; k < 256; ++k) data.warp.global().store(0x1000 + 4 * k, k + 1);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    data.warp.values[2][lane] = static_cast<std::uint32_t>(0x1000 + 16 * lane);
    data.warp.values[9][lane] = static_cast<std::uint32_t>(0x400 + 16 * (31 - lane));
  }
  return data;
}

std::uint32_t shared_word(DataRow& data, std::uint64_t address) {
  const std::uint8_t* bytes = data.warp.shared().find(address, 4);
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24;
}

TEST(Ldgsts, CopiesFromGlobalToSharedMemory) {
  for (const auto& [row, words] : {std::pair{"LDGSTS.E [R9+0x10], desc[UR6][R2.64+0x20]", 1u},
                                   {"LDGSTS.E.64 [R9+0x10], desc[UR6][R2.64+0x20]", 2u},
                                   {"LDGSTS.E.BYPASS.LTC128B.128 [R9+0x10], desc[UR6][R2.64+0x20]", 4u}}) {
    DataRow data = copying(row);
    data.execute(core::LaneMask(0b101));
    for (const std::uint32_t lane : {0u, 2u})
      for (std::uint32_t word = 0; word < 4; ++word)
        EXPECT_EQ(shared_word(data, 0x410 + 16 * (31 - lane) + 4 * word), word < words ? 4 * lane + 9 + word : 0)
            << row;
    EXPECT_EQ(shared_word(data, 0x410 + 16 * 30), 0u) << "lane 1 did not execute";
    EXPECT_EQ(data.warp.access.space, Space::shared);
    EXPECT_TRUE(data.warp.access.writes);
  }
}

TEST(Ldgsts, FillsWithZeros) {
  DataRow data = copying("LDGSTS.E.BYPASS.128.ZFILL [R9], desc[UR6][R2.64], P0");
  data.warp.predicates[0] = core::LaneMask(0b101);
  data.warp.values[2][2] = 0x1000 + 16 * 2 + 6;  // 6 bytes less
  data.warp.values[2][1] = 0x1001;
  for (std::uint64_t k = 0; k < 16; ++k) *data.warp.shared().find(0x400 + 16 * 30 + k, 1) = 0xAA;
  data.execute(core::LaneMask(0b111));
  for (std::uint32_t word = 0; word < 4; ++word) EXPECT_EQ(shared_word(data, 0x400 + 16 * 31 + 4 * word), word + 1);
  for (std::uint32_t word = 0; word < 4; ++word)
    EXPECT_EQ(shared_word(data, 0x400 + 16 * 30 + 4 * word), 0u) << "P0 does not hold";
  const std::array<std::uint32_t, 4> expected = {9, 10, 11 & 0xFFFF, 0};
  for (std::uint32_t word = 0; word < 4; ++word)
    EXPECT_EQ(shared_word(data, 0x400 + 16 * 29 + 4 * word), expected[word]);
}

TEST(Ldgsts, FaultsOnEitherSide) {
  DataRow global = copying("LDGSTS.E.64 [R9], desc[UR6][R2.64]");
  global.warp.values[2][3] = 0x1004;
  EXPECT_EQ(global.execute().warp.access.fault, AccessFault::misaligned);
  EXPECT_EQ(global.warp.access.space, Space::global);
  EXPECT_EQ(shared_word(global, 0x400 + 16 * 31), 0u) << "nothing has been done";
  DataRow shared = copying("LDGSTS.E.64 [R9], desc[UR6][R2.64]");
  shared.warp.values[9][3] = 0x100'0000;
  EXPECT_EQ(shared.execute().warp.access.fault, AccessFault::outside);
  EXPECT_EQ(shared.warp.access.space, Space::shared);
  DataRow filled = copying("LDGSTS.E.ZFILL [R9], desc[UR6][R2.64], !PT");
  filled.warp.global().bound();
  EXPECT_EQ(filled.execute().warp.access.fault, AccessFault::none) << "who reads nothing may name any address";
  for (const char* row :
       {"LDGSTS.E [R9], desc[UR6][R2.64], P0", "LDGSTS [R9], [R2]", "LDGSTS.E [R9.X4], desc[UR6][R2.64]"})
    EXPECT_FALSE(can_execute(row)) << row;
}

}  // namespace
}  // namespace reconverge::emulator::testing
