// SPDX-License-Identifier: MIT
// Arrays of NumPy. The bytes are what numpy.save of NumPy 1.26 writes, and version 2 and 3 as numpy.lib.format says.
#include "cli/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reconverge::cli {
namespace {

using emulator::Buffer;
using emulator::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string npy(const std::string& dictionary, const std::string& elements, char version = 1) {
  std::string file = std::string("\x93NUMPY", 6) + version + '\0';
  const auto length = dictionary.size() + 1;
  file += {static_cast<char>(length), '\0'};
  if (version > 1) file += {'\0', '\0'};
  return file + dictionary + "\n" + elements;
}

std::string header(const std::string& descr, const std::string& shape, const std::string& order = "False") {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

Buffer array_in(const std::string& file) {
  const auto buffer = read_npy(file, "a.npy");
  EXPECT_TRUE(buffer) << to_string(buffer.error());
  return buffer ? *buffer : Buffer{};
}

std::string refusal(const std::string& file, std::optional<ElementType> wanted = std::nullopt) {
  const auto buffer = read_npy(file, "a.npy", wanted);
  EXPECT_FALSE(buffer);
  if (buffer) return "";
  EXPECT_EQ(buffer.error().failure, core::Failure::input);
  EXPECT_EQ(buffer.error().where.source, "a.npy");
  return buffer.error().message;
}

TEST(Npy, SaysItsTypeAndShape) {
  for (const char version : {'\1', '\2', '\3'}) {
    const Buffer buffer = array_in(npy(header("'<i2'", "(2, 3)"), "abcdefghijkl", version));
    EXPECT_EQ(buffer.type, ElementType::i16);
    EXPECT_THAT(buffer.shape, ElementsAre(2, 3));
    EXPECT_THAT(buffer.bytes, ElementsAre('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'));
  }
  const std::tuple<const char*, ElementType, std::size_t> types[] = {
      {"|i1", ElementType::i8, 1},  {"|u1", ElementType::u8, 1},  {"<u2", ElementType::u16, 2},
      {"<i4", ElementType::i32, 4}, {"<u4", ElementType::u32, 4}, {"<i8", ElementType::i64, 8},
      {"<u8", ElementType::u64, 8}, {"<f2", ElementType::f16, 2}, {"<f4", ElementType::f32, 4},
      {"<f8", ElementType::f64, 8}, {"|b1", ElementType::u8, 1},  {"|V2", ElementType::bf16, 2}};
  for (const auto& [name, type, bytes] : types)
    EXPECT_EQ(array_in(npy(header("'" + std::string(name) + "'", "(1,)"), std::string(bytes, '\1'))).type, type)
        << name;
}

TEST(Npy, ThatCannotBeReadSaysWhy) {
  EXPECT_THAT(refusal("PK\3\4 is an archive"), HasSubstr("another form"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(1,)"), "abcd", 9)), HasSubstr("its version is 9"));
  EXPECT_THAT(refusal(npy(header("'>f4'", "(1,)"), "abcd")), HasSubstr("big endian"));
  EXPECT_THAT(refusal(npy(header("'<c8'", "(1,)"), "abcdefgh")), HasSubstr("its elements are '<c8'"));
  EXPECT_THAT(refusal(npy(header("[('x', '<f4')]", "(1,)"), "abcd")), HasSubstr("records"));
  EXPECT_THAT(refusal(npy(header("'|u1'", "(2, 2)", "True"), "abcd")), HasSubstr("Fortran order"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(2,)"), "abcd")), HasSubstr("does not fit its 4 bytes"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(1,)"), "abcde")), HasSubstr("does not fit its 5 bytes"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(4294967296, 4294967296, 4)"), "")), HasSubstr("does not fit"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(0,)"), "")), HasSubstr("no element"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(x,)"), "abcd")), HasSubstr("does not say what it holds"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(1,)"), "abcd").substr(0, 30)), HasSubstr("ends within its header"));
  EXPECT_THAT(refusal(npy(header("'<f4'", "(1,)"), "abcd"), ElementType::i32), HasSubstr("are f32, not i32"));
}

TEST(Npy, IsWrittenAsItIsRead) {
  const Buffer buffer{ElementType::f32, {0, 0, 0x80, 0x3F, 0, 0, 0, 0x40}, {2, 1}};
  const std::string file = to_npy(buffer);
  EXPECT_EQ(file.substr(0, 10), std::string("\x93NUMPY\1\0\x76\0", 10));
  EXPECT_EQ(file.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }");
  EXPECT_EQ(file.size(), 128u + 8u);
  const Buffer again = array_in(file);
  EXPECT_EQ(again.bytes, buffer.bytes);
  EXPECT_EQ(again.shape, buffer.shape);
  EXPECT_THAT(to_npy({ElementType::u8, {1, 2}}), HasSubstr("'descr': '|u1', 'fortran_order': False, 'shape': (2,), }"));
}

}  // namespace
}  // namespace reconverge::cli
