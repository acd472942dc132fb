// SPDX-License-Identifier: MIT
#include "cli/parameter_check.hpp"

#include <gtest/gtest.h>

namespace reconverge::cli {
namespace {

/// What the text says of numbers of threads.
std::string guess_of(int threads) {
  return " (a guess from the " + std::to_string(threads) +
         " threads of the launch: put in the numbers that your program passes)";
}

TEST(ArgumentsToTry, HaveTheTypesOfTheSignature) {
  // sums(int const*, float*, double, unsigned int)
  EXPECT_EQ(arguments_to_try("_Z4sumsPKiPfdj", {{0, 8}, {8, 8}, {16, 8}, {24, 4}}, 32),
            "--arg 'i32[32]=index' --arg 'f32[32]' --arg f64:1 --arg u32:32" + guess_of(32));
}

TEST(ArgumentsToTry, TakeACommaOfATemplateForNone) {
  // void scale<int, 4>(float const*, std::pair<int, int>, char)
  EXPECT_EQ(arguments_to_try("_Z5scaleIiLi4EEvPKfSt4pairIiiEc", {{0, 8}, {8, 8}, {16, 1}}, 32),
            "--arg 'f32[32]=index' --arg 'i32[32]=index' --arg i8:32" + guess_of(32));
}

TEST(ArgumentsToTry, HaveTheNumberOfThreadsOrTheLargestOfTheirType) {
  // f(float*, int, char, unsigned char, unsigned long, bool)
  EXPECT_EQ(arguments_to_try("_Z1fPfichmb", {{0, 8}, {8, 4}, {12, 1}, {13, 1}, {16, 8}, {24, 1}}, 4096),
            "--arg 'f32[4096]' --arg i32:4096 --arg i8:127 --arg u8:255 --arg u64:4096 --arg u8:1" + guess_of(4096));
  // f(float): nothing in it is a number of threads
  EXPECT_EQ(arguments_to_try("_Z1ff", {{0, 4}}, 4096), "--arg f32:1");
}

TEST(ArgumentsToTry, FitTheSizesWhereNoSignatureIsKnownAndSaySo) {
  const std::string guessed =
      guess_of(64) +
      " (types guessed by size: the name of the kernel gives none; of floats they are f32:1 and 'f32[64]=1')";
  EXPECT_EQ(arguments_to_try("plain", {{0, 8}, {8, 4}, {16, 24}}, 64),
            "--arg 'i32[64]=index' --arg i32:64 --arg bytes:@FILE (24 bytes)" + guessed);
  // Fewer types than parameters: one of them is not what the symbol says.
  EXPECT_EQ(arguments_to_try("_Z1fPf", {{0, 8}, {8, 4}}, 64), "--arg 'i32[64]=index' --arg i32:64" + guessed);
}

TEST(ArgumentsToTry, AreThoseBehindTheBracketsOfANamespace) {
  // void (anonymous namespace)::scale<(int)4>(float const*)
  EXPECT_EQ(arguments_to_try("_ZN12_GLOBAL__N_15scaleILi4EEEvPKf", {{0, 8}}, 32),
            "--arg 'f32[32]=index'" + guess_of(32));
}

emulator::Argument buffer_of(emulator::ElementType type) {
  return emulator::Buffer{type, std::vector<std::uint8_t>(32 * emulator::bytes_of(type))};
}

using emulator::ElementType;

/// Warnings of one argument for a kernel with one parameter.
std::vector<std::string> warnings_of(const emulator::Argument& argument, const std::string& mangled_type,
                                     const std::string& given = "") {
  return type_warnings({argument}, {given}, "_Z1f" + mangled_type);
}

TEST(TypeWarnings, NameTheArgumentBothTypesAndWhatToDo) {
  // shade(float const*, int)
  EXPECT_EQ(type_warnings({buffer_of(ElementType::f64), emulator::Scalar{ElementType::f32, 0}}, {"@in.npy", "f32:32"},
                          "_Z5shadePKfi"),
            (std::vector<std::string>{
                "warning: argument 0 is f64, the kernel has float const*: its bits are read as f32, not converted; "
                "save the array with .astype(np.float32) in numpy",
                "warning: argument 1 is f32, the kernel has int: its bits are read as i32, not converted; "
                "give --arg i32:VALUE"}));
  EXPECT_EQ(
      warnings_of(buffer_of(ElementType::f32), "PKi", "f32[32]=1"),
      (std::vector<std::string>{"warning: argument 0 is f32, the kernel has int const*: its bits are read as i32, "
                                "not converted; give --arg 'i32[32]=...'"}));
}

TEST(TypeWarnings, AreForOtherWidthsAndFloatsAgainstWholeNumbers) {
  EXPECT_EQ(warnings_of(buffer_of(ElementType::i32), "Pf").size(), 1u);
  EXPECT_EQ(warnings_of(buffer_of(ElementType::i32), "Px").size(), 1u);
  EXPECT_EQ(warnings_of(buffer_of(ElementType::f32), "PK6__half").size(), 1u);
  EXPECT_EQ(warnings_of(buffer_of(ElementType::f16), "P13__nv_bfloat16").size(), 1u);
  EXPECT_EQ(warnings_of(emulator::Scalar{ElementType::u32, 1}, "f").size(), 1u);
}

/// Bits are reinterpreted on purpose, or nobody knows the type.
TEST(TypeWarnings, AreNotForWhatMayBeMeant) {
  for (const auto& [type, mangled] :
       std::initializer_list<std::pair<ElementType, const char*>>{{ElementType::f32, "Pf"},
                                                                  {ElementType::f64, "Pv"},        // void*
                                                                  {ElementType::f64, "PKc"},       // char const*
                                                                  {ElementType::u8, "Pf"},         // bytes of it
                                                                  {ElementType::u32, "Pi"},        // signed or not
                                                                  {ElementType::u16, "P6__half"},  // half as its bits
                                                                  {ElementType::f16, "Pt"},        // the same
                                                                  {ElementType::f32, "P6float4"},  // a structure
                                                                  {ElementType::f64, "PPf"},       // pointers
                                                                  {ElementType::f64, "PSt7complexIfE"}})  // a template
    EXPECT_TRUE(warnings_of(buffer_of(type), mangled).empty()) << mangled;
  EXPECT_TRUE(warnings_of(emulator::Scalar{ElementType::u64, 0}, "Pf").empty()) << "an address";
  EXPECT_TRUE(warnings_of(emulator::Structure{}, "f").empty());
  EXPECT_TRUE(type_warnings({buffer_of(ElementType::f64)}, {"f64[32]"}, "plain").empty());
}

}  // namespace
}  // namespace reconverge::cli
