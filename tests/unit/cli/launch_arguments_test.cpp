// SPDX-License-Identifier: MIT
#include "cli/launch_arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace reconverge::cli {
namespace {

using emulator::Buffer;
using emulator::Scalar;
using emulator::Structure;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Lt;

std::uint64_t bits_of(const char* text) {
  const auto argument = parse_argument(text);
  EXPECT_TRUE(argument) << to_string(argument.error());
  return argument ? std::get<Scalar>(*argument).bits : 0;
}

template <typename Element> std::vector<Element> elements_of(const std::string& text) {
  const auto argument = parse_argument(text);
  EXPECT_TRUE(argument) << text;
  if (!argument) return {};
  const auto& bytes = std::get<Buffer>(*argument).bytes;
  std::vector<Element> elements(bytes.size() / sizeof(Element));
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

TEST(LaunchArgument, ValuesHaveTheBitsOfTheirType) {
  EXPECT_EQ(bits_of("i32:5"), 5u);
  EXPECT_EQ(bits_of("i32:-1"), 0xFFFF'FFFFu);
  EXPECT_EQ(bits_of("i8:-128"), 0x80u);
  EXPECT_EQ(bits_of("i32:0xffffffff"), 0xFFFF'FFFFu);
  EXPECT_EQ(bits_of("u64:18446744073709551615"), 0xFFFF'FFFF'FFFF'FFFFu);
  EXPECT_EQ(bits_of("i64:-2"), 0xFFFF'FFFF'FFFF'FFFEu);
  EXPECT_EQ(bits_of("f32:1.5"), std::bit_cast<std::uint32_t>(1.5f));
  EXPECT_EQ(bits_of("f32:3"), std::bit_cast<std::uint32_t>(3.0f));
  EXPECT_EQ(bits_of("f64:-0.1"), std::bit_cast<std::uint64_t>(-0.1));
}

TEST(LaunchArgument, BuffersAreFilled) {
  EXPECT_THAT(elements_of<std::int64_t>("i64[2]"), ElementsAre(0, 0));
  EXPECT_THAT(elements_of<float>("f32[3]=1.5"), ElementsAre(1.5f, 1.5f, 1.5f));
  EXPECT_THAT(elements_of<std::int16_t>("i16[3]=1,-2,3"), ElementsAre(1, -2, 3));
  EXPECT_THAT(elements_of<float>("f32[]=1,2.5"), ElementsAre(1.0f, 2.5f));
  EXPECT_THAT(elements_of<float>("f32[]=list(1,2.5)"), ElementsAre(1.0f, 2.5f));
}

TEST(LaunchArgument, PatternsRepeatEvery32Elements) {
  const auto integers = elements_of<std::int32_t>("i32[64]=staircase(2)");
  ASSERT_EQ(integers.size(), 64u);
  EXPECT_EQ(integers[0], 32);
  EXPECT_EQ(integers[31], 30);
  EXPECT_EQ(integers[63], 30);
  EXPECT_EQ(elements_of<float>("f32[32]=staircase(2)")[31], 30.0f) << "the numbers, not their bits";
}

TEST(LaunchArgument, SequencesGoThroughTheWholeBuffer) {
  const auto index = elements_of<std::int32_t>("i32[100]=index");
  ASSERT_EQ(index.size(), 100u);
  EXPECT_EQ(index[0], 0);
  EXPECT_EQ(index[99], 99);
  EXPECT_THAT(elements_of<std::int16_t>("i16[4]=ramp(5,-3)"), ElementsAre(5, 2, -1, -4));
  EXPECT_THAT(elements_of<float>("f32[3]=ramp(0,0.5)"), ElementsAre(0.0f, 0.5f, 1.0f));
  EXPECT_THAT(parse_argument("i8[200]=index").error().message, HasSubstr("element 128 of index is not a valid i8"));
  for (const char* wrong : {"u8[4]=ramp(2,-1)", "i32[4]=ramp(1)", "i32[4]=ramp(1,2,3)", "i32[4]=ramp(a,1)",
                            "i32[4]=ramp(0.5,1)", "i64[4]=ramp(9223372036854775807,1)"})
    EXPECT_FALSE(parse_argument(wrong)) << wrong;
}

TEST(LaunchArgument, FilesHoldBytesOrNumbers) {
  const auto folder = std::filesystem::path(::testing::TempDir());
  const auto bytes = (folder / "launch_argument.bin").string();
  const auto text = (folder / "launch_argument.csv").string();
  std::ofstream(bytes, std::ios::binary).write("\x01\x00\x02\x01", 4);
  std::ofstream(text) << "1, 2\n3\n";
  EXPECT_THAT(elements_of<std::uint16_t>("u16[]=@" + bytes), ElementsAre(1, 258));
  EXPECT_THAT(elements_of<std::uint16_t>("u16[2]=@" + bytes), ElementsAre(1, 258));
  EXPECT_THAT(elements_of<std::int32_t>("i32[]=@" + text), ElementsAre(1, 2, 3));
  EXPECT_FALSE(parse_argument("u64[]=@" + bytes)) << "4 bytes are no u64";
  EXPECT_EQ(parse_argument("u64[]=@/no/such/file").error().failure, core::Failure::environment);
}

TEST(LaunchArgument, PatternsGiveNoValueThatTheTypeHasNot) {
  EXPECT_THAT(elements_of<std::int8_t>("i8[2]=random(1,-128,-128)"), ElementsAre(-128, -128));
  EXPECT_THAT(elements_of<std::uint8_t>("u8[1]=random(1,255,255)"), ElementsAre(255));
  EXPECT_THAT(elements_of<std::uint32_t>("u32[1]=random(1,4294967295,4294967295)"), ElementsAre(0xFFFF'FFFFu));
  EXPECT_THAT(elements_of<std::uint64_t>("u64[1]=random(1,4294967295,4294967295)"), ElementsAre(0xFFFF'FFFFu));
  EXPECT_THAT(elements_of<std::int64_t>("i64[1]=random(1,-5,-5)"), ElementsAre(-5));
  EXPECT_THAT(elements_of<float>("f32[1]=random(1,-5,-5)"), ElementsAre(-5.0f));
  for (const char* text : {"i8[64]=random(1,128,1000)", "u8[32]=random(1,-5,-5)", "i16[1]=random(1,-32769,-32769)",
                           "i32[1]=random(1,2147483648,2147483648)", "u64[1]=random(1,-1,-1)"})
    EXPECT_THAT(parse_argument(text).error().message, HasSubstr("of the pattern")) << text;
  EXPECT_FALSE(parse_argument("i32[1]=random(1,-1,4294967295)"));
  const auto reals = elements_of<double>("f64[100]=random(1,0.0,1.0)");
  EXPECT_THAT(reals, Each(AllOf(Ge(0), Lt(1))));
  EXPECT_EQ(reals[0], 1791095845 / 4294967296.0);
  EXPECT_NE(reals[32], reals[0]);
  EXPECT_FALSE(parse_argument("i32[4]=random(1,0.0,1.0)"));
}

TEST(LaunchArgument, NoFieldIsLeftOut) {
  const auto folder = std::filesystem::path(::testing::TempDir());
  const auto fails = [&](const char* name, const char* content, std::uint32_t line, std::uint32_t column,
                         const char* reason) {
    const auto path = (folder / name).string();
    std::ofstream(path) << content;
    const auto argument = parse_argument("i32[]=@" + path);
    ASSERT_FALSE(argument) << content;
    EXPECT_THAT(argument.error().message, HasSubstr(reason));
    EXPECT_EQ(argument.error().where, (core::Location{path, line, column})) << content;
  };
  fails("gap.csv", "1,2,,3\n", 1, 5, "element 2 is missing");
  fails("begin.csv", "1,2\n,3\n", 2, 1, "element 2 is missing");
  fails("end.csv", "1,2,\n3\n", 1, 5, "element 2 is missing");
  fails("gap.txt", "1, 2,\n, 3", 2, 1, "element 2 is missing");
  fails("word.csv", "1,2\n3,x\n", 2, 3, "element 3, 'x', is not a valid i32");
  const auto text = (folder / "lines.txt").string();
  std::ofstream(text) << "\n1, 2,\n3 4\n\n";
  EXPECT_THAT(elements_of<std::int32_t>("i32[]=@" + text), ElementsAre(1, 2, 3, 4));
  for (const char* list : {"i32[]=1,,2", "i32[]=,1", "i32[]=1,", "i32[]=list(1,,2)"})
    EXPECT_THAT(parse_argument(list).error().message, HasSubstr("is missing")) << list;
}

TEST(LaunchArgument, HalvesAreRoundedOnceAndStayInTheirRange) {
  EXPECT_EQ(bits_of("f16:1"), 0x3C00u);
  EXPECT_EQ(bits_of("f16:-0.1"), 0xAE66u);
  EXPECT_EQ(bits_of("f16:65504"), 0x7BFFu);
  EXPECT_EQ(bits_of("f16:6e-8"), 0x0001u);
  EXPECT_EQ(bits_of("bf16:1"), 0x3F80u);
  EXPECT_EQ(bits_of("bf16:3.14159"), 0x4049u);
  EXPECT_THAT(elements_of<std::uint16_t>("f16[3]=ramp(1,0.5)"), ElementsAre(0x3C00, 0x3E00, 0x4000));
  EXPECT_THAT(elements_of<std::uint16_t>("bf16[2]=staircase(1)"), ElementsAre(0x4200, 0x4200));
  EXPECT_THAT(parse_argument("f16:65520").error().message, HasSubstr("'65520' is not a valid f16"));
}

Structure structure_of(const std::string& text) {
  const auto argument = parse_argument(text);
  EXPECT_TRUE(argument) << text << ": " << to_string(argument.error());
  return argument ? std::get<Structure>(*argument) : Structure{};
}

TEST(LaunchArgument, StructuresAreLaidOutAsInC) {
  const Structure one = structure_of("{i8:1,i32:2,{i16:3,f64:1},u8[3]=7,i64:-1}");
  EXPECT_EQ(one.alignment, 8u);
  EXPECT_THAT(one.bytes, ElementsAre(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 7, 7,
                                     7, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF));
  EXPECT_THAT(structure_of("{i32:1,i8:2}").bytes, ElementsAre(1, 0, 0, 0, 2, 0, 0, 0)) << "as long as an array needs";
  EXPECT_THAT(structure_of("{u8[]=list(1,2)}").bytes, ElementsAre(1, 2));
}

TEST(LaunchArgument, PointersGoIntoOtherArgumentsOrMemoryOfTheirOwn) {
  const Structure pointers = structure_of("{i32:5,&1+256,{&f32[2]=1}}");
  ASSERT_EQ(pointers.pointers.size(), 2u);
  EXPECT_EQ(pointers.bytes.size(), 24u);
  EXPECT_EQ(pointers.pointers[0].at, 8u);
  EXPECT_EQ(pointers.pointers[0].argument, 1u);
  EXPECT_EQ(pointers.pointers[0].offset, 256u);
  EXPECT_EQ(pointers.pointers[0].member, "1");
  EXPECT_EQ(pointers.pointers[1].at, 16u);
  ASSERT_TRUE(pointers.pointers[1].buffer);
  EXPECT_EQ(pointers.pointers[1].buffer->size(), 2u);
  EXPECT_EQ(pointers.pointers[1].member, "2.0");
  EXPECT_EQ(structure_of("&0").pointers.front().member, "");
}

TEST(LaunchArgument, PointersHaveToGoSomewhere) {
  const auto check = [](std::vector<std::string> texts) {
    emulator::Launch launch;
    for (const auto& text : texts) launch.arguments.push_back(*parse_argument(text));
    return check_pointers(launch);
  };
  EXPECT_TRUE(check({"i32[64]", "&0+256"})) << "one past the end";
  EXPECT_THAT(check({"i32[64]", "&0+257"}).error().message, HasSubstr("past the end of a buffer of 256 bytes"));
  EXPECT_THAT(check({"i32:64", "&0"}).error().message, HasSubstr("not a buffer"));
  EXPECT_THAT(check({"{i32:1,&3}"}).error().message, HasSubstr("&3 points into an argument that is not a buffer"));
}

/// A structure in a structure, and so on.
std::string nested(int levels) {
  std::string text = "i32:1";
  for (int i = 0; i < levels; ++i) {
    text.insert(text.begin(), '{');
    text.push_back('}');
  }
  return text;
}

TEST(LaunchArgument, StructuresThatAreNotUnderstoodAreToldWithTheirReason) {
  const std::pair<std::string, const char*> cases[] = {{"{i32:1", "closed by '}'"},
                                                       {"{}", "member 0 of a structure is missing"},
                                                       {"{i32:1,}", "is missing"},
                                                       {"{i32:1,,i32:2}", "member 1 of a structure is missing"},
                                                       {"{i32:x}", "'x' is not a valid i32"},
                                                       {"{int:1}", "no type of"},
                                                       {"{i32}", "'' is not a valid i32"},
                                                       {"&", "is not a pointer"},
                                                       {"&1-4", "is not a pointer"},
                                                       {"&1+", "is not a pointer"},
                                                       {"&i32[", "a buffer is TYPE"},
                                                       {"@numbers.txt", "only a .npy file"},
                                                       {nested(40), "more than 32 levels"}};
  for (const auto& [text, reason] : cases) {
    const auto argument = parse_argument(text);
    ASSERT_FALSE(argument) << text;
    EXPECT_THAT(argument.error().message, HasSubstr(reason)) << text;
  }
}

TEST(LaunchArgument, WhatIsNotUnderstoodIsToldWithItsReason) {
  // clang-format off
  const std::pair<const char*, const char*> cases[] = {
      {"int:5", "no type of"},           {"i32", "a value is missing"},      {"i32:", "'' is not a valid i32"},
      {"i32:1.5", "'1.5' is not a valid i32"},    {"u32:-1", "'-1' is not a valid u32"},       {"i8:128", "'128' is not a valid i8"},
      {"i32[x]", "not a valid number of elements"}, {"i32[0]", "not a valid number of elements"}, {"i32[4", "a buffer is TYPE[COUNT]"},
      {"i32[4]5", "a buffer is TYPE[COUNT]"}, {"i32[4]=1,2", "2 elements are given for 4"},
      {"i32[2]=1,x", "element 1, 'x', is not a valid i32"}, {"i32[]=5", "how many elements?"},
      {"i32[32]=stairs(2)", "stairs"},   {"i32[99999999999]", "not a valid number of elements"}};
  // clang-format on
  for (const auto& [text, reason] : cases) {
    const auto argument = parse_argument(text);
    ASSERT_FALSE(argument) << text;
    EXPECT_EQ(argument.error().failure, core::Failure::usage) << text;
    EXPECT_THAT(argument.error().message, HasSubstr(reason)) << text;
  }
}

}  // namespace
}  // namespace reconverge::cli
