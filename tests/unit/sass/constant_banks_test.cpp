// SPDX-License-Identifier: MIT
#include "sass/constant_banks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reconverge::sass {
namespace {

constexpr std::string_view disassembly =
    "//--------------------- .nv.constant2.mine --------------------------\n"
    "\t.section\t.nv.constant2.mine,\"a\",@progbits\n"
    "\t.align\t4\n"
    ".nv.constant2.mine:\n"
    "        /*0000*/ \t.byte\t0xf0, 0x01, 0x00, 0x00, 0x20, 0x02, 0x00, 0x00\n"
    "        /*0008*/ \t.byte\t0x50, 0x02\n"
    "\n"
    "//--------------------- .nv.constant2.other --------------------------\n"
    ".nv.constant2.other:\n"
    "        /*0000*/ \t.byte\t0x01, 0x00, 0x00, 0x00\n"
    "//--------------------- .nv.constant4 --------------------------\n"
    ".nv.constant4:\n"
    "        /*0000*/ \t.dword\ttable\n"
    "//--------------------- .nv.constant3 --------------------------\n"
    ".nv.constant3:\n"
    "\t.type\t\ttable,@object\n"
    "\t.size\t\ttable,(.L_0 - table)\n"
    "table:\n"
    "        /*0000*/ \t.word\t0x0000abcd\n"
    "        /*0004*/ \t.byte\t0x01, 0x02, 0x03\n"
    ".L_0:\n"
    "\t.zero\t\t5\n"
    "        /*000c*/ \t.short\t0x0009\n"
    "//--------------------- .nv.constant0.mine --------------------------\n"
    ".nv.constant0.mine:\n"
    "        /*0000*/ \t.byte\t0x00, 0x00, 0x00, 0x00\n";

TEST(ConstantBanks, AreThoseOfTheKernelAndOfAll) {
  const auto banks = constant_banks(disassembly, "mine");
  ASSERT_EQ(banks.size(), 2u);
  EXPECT_EQ(banks[0].bank, 2);
  EXPECT_THAT(banks[0].words, testing::ElementsAre(0x1f0u, 0x220u, 0x250u));
  EXPECT_EQ(banks[1].bank, 3);
  EXPECT_THAT(banks[1].words, testing::ElementsAre(0xabcdu, 0x030201u, 0u, 9u));
}

TEST(ConstantBanks, WhereAnAddressStandsNothingIsKnown) {
  for (const char* word : {".dword\tf", ".word\tf@srel", ".word\t(f@srel + 0x8)"})
    EXPECT_TRUE(constant_banks(".nv.constant2.mine:\n\t.word\t0x1\n\t" + std::string(word) + "\n", "mine").empty())
        << word;
}

std::vector<ConstantBank> banks_of(const std::string& data) {
  return constant_banks(".nv.constant2.mine:\n" + data + "\n", "mine");
}

TEST(ConstantBanks, WhatMakesNoSenseIsLeftOut) {
  const std::string digits(100'000, '9');
  for (const std::string& data :
       {std::string("\t.zero 99999999999999999999"), std::string("\t.zero 4000000000"),
        std::string("\t.zero 9223372036854775807"), std::string("\t.zero 65537"), std::string("\t.zero -1"),
        std::string("\t.zero"), "\t.zero " + digits, "\t.word 0x" + digits, std::string("\t.word 0x100000000"),
        std::string("\t.byte 0x100"), std::string("\t.byte 0x1,"), std::string("\t.word"),
        std::string("\t.dword 0x10000000000000000"), std::string("\t.zero 65536\n\t.byte 0x1")})
    EXPECT_TRUE(banks_of("/*0000*/ .byte 0x1\n" + data).empty()) << data.substr(0, 40);
  EXPECT_TRUE(constant_banks(".nv.constant2." + digits + ":\n\t.byte 0x1\n", "mine").empty());
  EXPECT_TRUE(
      constant_banks(".nv.constant:\n\t.byte 0x1\n.nv.constantx:\n\t.byte 0x1\n.nv.constant2\n\t.byte 0x1\n", "mine")
          .empty());
}

TEST(ConstantBanks, AreAtMost64KiB) {
  const auto banks = banks_of("\t.zero 65532\n\t.word 0x7\n\t.zero 0");
  ASSERT_EQ(banks.size(), 1u);
  EXPECT_EQ(banks[0].words.size(), 16384u);
  EXPECT_EQ(banks[0].words.back(), 7u);
}

TEST(ConstantBanks, WordsOfEightBytesAreLowWordFirst) {
  EXPECT_THAT(banks_of("\t.dword 0xffffffff00000001\r").at(0).words, testing::ElementsAre(1u, 0xFFFF'FFFFu));
}

TEST(ConstantBanks, AKernelWithoutTablesHasNone) {
  EXPECT_TRUE(constant_banks("code for sm_90\n\tFunction : mine\n", "mine").empty());
}

}  // namespace
}  // namespace reconverge::sass
