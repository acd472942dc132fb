// SPDX-License-Identifier: MIT
// What the decoder refuses at once, what it keeps for the moment control reaches it, and how both
// say where and what to try. Line 1 and 2 of a scene's listing are its headers.

#include <gtest/gtest.h>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {
namespace {

using core::Failure;

/// The run stops at a row of the listing for the reason `about`.
void expect_stop(Scene& scene, std::uint32_t line, const std::string& about, Failure failure = Failure::input) {
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::stopped);
  ASSERT_TRUE(result.diagnostic);
  EXPECT_EQ(result.diagnostic->failure, failure);
  EXPECT_EQ(result.diagnostic->where.line, line) << to_string(*result.diagnostic);
  EXPECT_GT(result.diagnostic->where.column, 0u);
  EXPECT_EQ(result.diagnostic->where.source, "test.sass");
  EXPECT_NE(result.diagnostic->message.find(about), std::string::npos) << to_string(*result.diagnostic);
  EXPECT_FALSE(result.diagnostic->hint.empty()) << to_string(*result.diagnostic);
}

/// The decoder itself refuses.
void expect_refusal(const Scene& scene, std::uint32_t line, const std::string& about) {
  const auto diagnostic = scene.decoding_error();
  ASSERT_TRUE(diagnostic);
  EXPECT_EQ(diagnostic->failure, Failure::input);
  EXPECT_EQ(diagnostic->where.line, line) << to_string(*diagnostic);
  EXPECT_NE(diagnostic->message.find(about), std::string::npos) << to_string(*diagnostic);
  EXPECT_FALSE(diagnostic->hint.empty()) << to_string(*diagnostic);
}

TEST(Decode, UnknownMnemonicIsNoErrorUntilItIsReached) {
  Scene skipped("BRA `(.end)\nFROBNICATE R0, R1\n.end:\nEXIT");
  EXPECT_EQ(skipped.run().ending, Ending::exited);
  Scene reached("NOP\nFROBNICATE R0, R1\nEXIT");
  expect_stop(reached, 4, "'FROBNICATE' cannot be executed");
  EXPECT_EQ(reached.trace(), "NOP:0123");
}

TEST(Decode, UnsupportedModifierIsNeverIgnored) {
  for (const char* row :
       {"FADD.RX R0, R1, R2", "IADD.SAT.X R0, R1, R2", "IADD.SAT R0, ~R1, R2", "ISETP.LT R0, R1",
        "ISETP.AND.LT P0, PT, R1, R2, PT", "ISETP.LT.EX.AND P0, PT, R1, R2, PT", "ICMP R0, R1, R2, R3",
        "IMAD.U32 R0, R1, R2, R3", "IMAD.U32.S32 R0, R1, R2, R3", "ST.FOO [R8], R4", "LD.E.256 R4, [R8]",
        "ISCADD R0.CC, -R1, -R2, 0x3", "IADD.X R0, -R1, -R2", "IADD.X R0, ~R1, R2", "IMAD.X R0, R1, R2, -R3",
        "MOV.FOO R0, R1", "BRA.CONV 0x0", "EXIT.S", "SYNC.FOO"}) {
    Scene scene(std::string(row) + "\nEXIT");
    SCOPED_TRACE(row);
    expect_stop(scene, 3, "cannot be executed");
  }
}

TEST(Decode, OperandsOfAnotherFormAreRefused) {
  for (const char* row : {"IADD R0, R1", "IADD R0, R1, R2, R3", "IADD P0, R1, R2", "IADD R0.H1, R1, R2",
                          "IADD R0, R1.H1, R2", "ISETP.LT.AND R0, PT, R1, R2, PT", "ISETP.LT.AND P0, PT, R1, R2, R3",
                          "MOV R0, P1", "S2R R0, R1", "LD.E R0, R1", "NOP R0", "BRA CC.LESS, 0x8", "SSY CC.LT, 0x8"}) {
    Scene scene(std::string(row) + "\nEXIT");
    SCOPED_TRACE(row);
    expect_stop(scene, 3, "operands of");
  }
}

TEST(Decode, AlwaysTrueConditionCodeIsNoOperand) {
  Scene scene("SSY CC.T, `(.next)\n.next:\nNOP CC.T\nEXIT CC.T");
  EXPECT_EQ(scene.run().ending, Ending::exited);
}

TEST(Decode, CarrierMustBeExecutableItself) {
  Scene scene("SSY `(.end)\nFROB.S R0\n.end:\nEXIT");
  expect_stop(scene, 4, "'FROB.S'");
}

TEST(Decode, PushIsNeverPredicated) {
  for (const char* mnemonic : {"SSY", "PBK", "PCNT", "PRET", "PLONGJMP"}) {
    Scene scene("@P0 " + std::string(mnemonic) + " 0x8\nEXIT");
    expect_stop(scene, 3, "cannot be predicated");
  }
}

TEST(Decode, UniformGuardIsRefused) {
  Scene scene("@UP0 NOP\nEXIT");
  expect_stop(scene, 3, "uniform guards");
}

TEST(Decode, IndirectBranchNeedsARegister) {
  Scene scene("BRX c[0x0][0x20]\nEXIT");
  expect_stop(scene, 3, "BRX through this operand");
}

TEST(Decode, TargetThatCanBeNoRowIsRefusedAtOnce) {
  expect_refusal(Scene("NOP\nBRA 0x800\nEXIT"), 4, "target 0x800 of BRA");
  expect_refusal(Scene("SSY 0x4\nEXIT"), 3, "target 0x4 of SSY");
  expect_refusal(Scene("BRA 0xfffffffffffffff0\nEXIT", "sm_90"), 3,
                 "target 0xfffffffffffffff0 of BRA is not an instruction");
}

/// One such row does not spoil the others: it is an error where control reaches it.
TEST(Decode, ARowWithoutATargetStopsTheRunThatReachesIt) {
  for (const char* row : {"BRA -0x10", "BRA"}) {
    Scene reached(std::string(row) + "\nEXIT");
    SCOPED_TRACE(row);
    expect_stop(reached, 3, "BRA has no target");
    Scene passed("EXIT\n" + std::string(row));
    EXPECT_EQ(passed.run().ending, Ending::exited);
  }
}

TEST(Decode, TargetJustPastTheEndIsAPlace) {
  Scene scene("BRA 0x10\nEXIT");
  EXPECT_EQ(scene.run().ending, Ending::left_listing);
}

TEST(Decode, TargetInAGapStopsTheRunThatGoesThere) {
  Scene never("@P0 BRA 0x20\n...\nNOP");
  EXPECT_FALSE(never.decoding_error());
  Scene scene("BRA 0x20\nNOP\n...\nEXIT");
  expect_stop(scene, 3, "gap in the listing");
}

TEST(Decode, MissingConstantStopsWithTheOptionToGiveIt) {
  Scene scene("NOP\nMOV R0, c[0x0][0x20]\nEXIT");
  expect_stop(scene, 4, "constant c[0x0][0x20] has no value");
  EXPECT_EQ(scene.run().diagnostic->hint, "--const 'c[0x0][0x20]=VALUE'");
  scene.constants = {{{0, 0x20}, 1}};
  EXPECT_EQ(scene.run().ending, Ending::exited);
}

TEST(Decode, RowsBeforeTheFirstGapOfAnExcerptArePreamble) {
  Scene scene("MOV32I R0, 0x7\n...\nSSY `(.end)\nNOP.S\n.end:\nNOP");
  const RunResult result = scene.run();
  EXPECT_EQ(result.ending, Ending::left_listing);
  EXPECT_EQ(scene.trace(), "MOV32I:0123 SSY:0123 NOP.S:0123 NOP:0123");
}

TEST(Decode, GapAfterControlStopsTheRun) {
  Scene scene("NOP\nSSY `(.end)\nNOP\n...\nNOP.S\n.end:\nEXIT");
  expect_stop(scene, 5, "gap in the listing");
}

TEST(Decode, GapWithoutControlAfterItIsNoPreamble) {
  Scene scene("NOP\n...\nNOP");
  expect_stop(scene, 3, "gap in the listing");
}

TEST(Decode, JumpOfTheAddressesIsAGapToo) {
  const std::string text = "code for sm_20\n\tFunction : f\n/*0000*/ NOP;\n/*0018*/ NOP;\n/*0020*/ EXIT;\n";
  auto function = sass::read_function(text, "f");
  ASSERT_TRUE(function);
  TokenStack stack;
  const auto executable = decode(std::move(function).value(), stack, {}, "f");
  ASSERT_TRUE(executable);
  EXPECT_FALSE(executable.value().has_preamble);
  Warp warp;
  const RunResult result = run(executable.value(), warp, stack, Events());
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_EQ(result.steps, 1u);
}

TEST(Decode, ReadRegistersAreThoseNobodyWroteBefore) {
  const auto read_first = [](std::string_view rows) {
    const auto function = sass::read_function(listing(rows, "sm_20"), "f");
    EXPECT_TRUE(function);
    return registers_read_first(function.value());
  };
  EXPECT_EQ(read_first("IADD R1, R2, R3\nMOV R4, R1\nEXIT"), (std::vector<int>{2, 3}));
  EXPECT_EQ(read_first("IADD R1, R1, RZ\nEXIT"), std::vector<int>{1});
  EXPECT_EQ(read_first("@P0 MOV R1, RZ\nMOV R2, R1\nEXIT"), std::vector<int>{1}) << "a guarded write may not happen";
  EXPECT_EQ(read_first("FADD R1, R2, 1.5\nEXIT"), std::vector<int>{2});
  EXPECT_EQ(read_first("ST.E.64 [R8], R4\nEXIT"), (std::vector<int>{4, 5, 8, 9}));
  EXPECT_EQ(read_first("LD.E.64 R4, [R8]\nMOV R6, R5\nEXIT"), (std::vector<int>{8, 9}));
  EXPECT_EQ(read_first("ST.E [R8], R4\nEXIT"), (std::vector<int>{4, 8, 9}));
  EXPECT_EQ(read_first("ST.E [RZ], R4\nEXIT"), std::vector<int>{4});
}

TEST(Decode, AddressesAndIndicesAreInverse) {
  auto function = sass::read_function(listing("NOP\nNOP\nEXIT", "sm_20"), "f");
  ASSERT_TRUE(function);
  const TokenStack stack;
  const auto executable = decode(std::move(function).value(), stack, {}, "f");
  ASSERT_TRUE(executable);
  for (std::uint32_t index = 0; index < 3; ++index) {
    EXPECT_EQ(executable.value().address_of(index), 8 * index);
    EXPECT_EQ(executable.value().index_of(8 * index), index);
  }
  EXPECT_EQ(executable.value().address_of(past_the_end), 24u);
  EXPECT_EQ(executable.value().index_of(24), past_the_end);
  EXPECT_EQ(executable.value().index_of(4), no_index);
}

}  // namespace
}  // namespace reconverge::emulator::testing
