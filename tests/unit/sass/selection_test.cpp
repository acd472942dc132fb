// SPDX-License-Identifier: MIT
#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

const std::string two_architectures =
    "\tcode for sm_50\n\t\tFunction : f\n  /*0008*/ EXIT ;\n\t\t....\n"
    "\tcode for sm_70\n\t\tFunction : f\n  /*0000*/ EXIT ;\n\t\t....\n\t\tFunction : g\n  /*0000*/ NOP ;\n";

TEST(SassSelection, ListCountsRows) {
  const auto entries = list_functions(two_architectures, "test");
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ((*entries)[0], (FunctionEntry{"f", "sm_50", 2, 1}));
  EXPECT_EQ((*entries)[2], (FunctionEntry{"g", "sm_70", 9, 1}));
}

TEST(SassSelection, ByNameAndArchitecture) {
  EXPECT_EQ(read_all(two_architectures, {"f", ""}).size(), 2u);
  EXPECT_EQ(read_one(two_architectures, {"f", "sm_70"}).instructions[0].address, 0u);
  EXPECT_EQ(read_one(two_architectures, {"g", ""}).name, "g");
}

TEST(SassSelection, AmbiguityListsTheCandidates) {
  const auto function = read_function(two_architectures, "test", {"f", ""});
  ASSERT_FALSE(function);
  EXPECT_EQ(function.error().failure, core::Failure::usage) << "as a name that nothing has";
  EXPECT_EQ(function.error().message, "2 functions fit 'f', and one is needed");
  EXPECT_NE(function.error().hint.find("choose one with --arch: f (sm_50, line 2), f (sm_70, line 6)"),
            std::string::npos);
}

/// As nvdisasm marks what the host can start.
TEST(SassSelection, OfKernelsAndOtherFunctionsTheKernelIsMeant) {
  const auto text = [](const std::string& more) {
    return "\t.target sm_70\n"
           "\t.section\t.text._Z6helperi,\"ax\"\n\t.type _Z6helperi,@function\n.text._Z6helperi:\n/*0000*/ RET ;\n"
           "\t.section\t.text._Z6kernelPi,\"ax\"\n\t.type _Z6kernelPi,@function\n"
           "\t.other _Z6kernelPi,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n.text._Z6kernelPi:\n/*0000*/ EXIT ;\n" +
           more;
  };
  const auto name_of = [&](const std::string& wanted) {
    const auto function = read_function(text(""), "test", {wanted, ""});
    return function ? function->name : to_string(function.error());
  };
  EXPECT_EQ(name_of(""), "_Z6kernelPi");
  EXPECT_EQ(name_of("e"), "_Z6kernelPi") << "a part of both names";
  EXPECT_EQ(name_of("helper"), "_Z6helperi");
  const auto two = read_function(text("\t.section\t.text._Z5otherPi,\"ax\"\n"
                                      "\t.other _Z5otherPi,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n/*0000*/ EXIT ;\n"),
                                 "test");
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().message.substr(0, 13), "2 kernels fit");
  EXPECT_EQ(two.error().hint.find("helper"), std::string::npos) << two.error().hint;
  EXPECT_NE(two.error().hint.find("one of 1 other functions, which the host cannot start"), std::string::npos)
      << two.error().hint;
}

TEST(SassSelection, NothingFits) {
  const auto function = read_function(two_architectures, "test", {"h", "sm_70"});
  ASSERT_FALSE(function);
  EXPECT_EQ(function.error().message, "no function 'h' for sm_70 in the text");
  EXPECT_NE(function.error().hint.find("g (sm_70, line 9)"), std::string::npos);
  EXPECT_EQ(function.error().failure, core::Failure::usage) << "a name that is not there";
  EXPECT_EQ(read_function("nothing", "test").error().failure, core::Failure::input);
}

TEST(SassSelection, AMistypedNameIsAskedFor) {
  const std::string text =
      "code for sm_70\nFunction : _Z5scalePf\n/*0000*/ EXIT ;\nFunction : other\n/*0000*/ EXIT ;\n";
  EXPECT_TRUE(read_function(text, "test", {"scael", ""}).error().hint.starts_with("did you mean 'scale'? it holds "));
  EXPECT_TRUE(read_function(text, "test", {"_Z5scalePg", ""}).error().hint.starts_with("did you mean '_Z5scalePf'? "));
  EXPECT_TRUE(read_function(text, "test", {"banana", ""}).error().hint.starts_with("it holds "));
}

TEST(SassSelection, AFunctionOfAnotherArchitectureIsToldWithIt) {
  const std::string text = "code for sm_90\nFunction : scale\n/*0000*/ EXIT ;\n";
  EXPECT_TRUE(read_function(text, "test", {"scale", "sm_80"})
                  .error()
                  .hint.starts_with("it is there for sm_90: --arch sm_90; it holds "));
}

TEST(SassSelection, ArchitecturesAreThoseThatWereMade) {
  for (const char* arch : {"sm_20", "sm_62", "sm_90", "sm_90a", "sm_100f", "sm_121"})
    EXPECT_TRUE(is_architecture(arch)) << arch;
  for (const char* arch :
       {"", "banana", "sm_", "sm_0", "sm_36", "sm_35a", "sm_90f", "sm_90\n", "sm_90 ", "SM_90", "sm_1000"})
    EXPECT_FALSE(is_architecture(arch)) << arch;
}

TEST(SassSelection, ArchitectureOfATextThatNamesNone) {
  const std::string bare = "/*0000*/ NOP ;\n/*0010*/ EXIT ;\n";
  EXPECT_EQ(read_one(bare, {"", "sm_90"}).arch, "sm_90");
  EXPECT_EQ(read_one(bare).arch, "");
  const auto function = read_function(bare, "test", {"", "sm_80"});
  ASSERT_TRUE(function);
  EXPECT_EQ(function->arch, "sm_80");
}

TEST(SassSelection, WithoutAnArchitectureTheAddressesTellTheWidth) {
  const Function wide = read_one(
      "/*0000*/ NOP ; /* 0x1 */\n /* 0x000fc40000000000 */\n"
      "/*0010*/ NOP ; /* 0x1 */\n /* 0x000fc40000000000 */\n");
  EXPECT_EQ(wide.instructions[1].word_count, 2);
  EXPECT_EQ(wide.instructions[1].control->stall, 2);
  const Function narrow = read_one("/*0060*/ NOP ;\n/*0068*/ NOP ;\n/*0078*/ NOP ;\n");
  EXPECT_EQ(narrow.instructions[0].gap_after, Gap::none);
  EXPECT_EQ(narrow.instructions[1].gap_after, Gap::jump);
}

TEST(SassSelection, RowsOfOtherFunctionsAreNotKept) {
  const auto functions = read_listing(two_architectures, "test", {"g", ""});
  ASSERT_TRUE(functions);
  EXPECT_EQ(functions->size(), 1u);
}

TEST(SassSelection, PieceOfAListingThatBeginsWithALabel) {
  const Function f = read_one("//## File \"a.cu\", line 3\n.L_x_1:\n/*0010*/ NOP ;\n/*0020*/ BRA `(.L_x_1) ;\n");
  EXPECT_EQ(f.instructions[1].target, 0x10u);
  EXPECT_EQ(f.source_notes.at(0).line, 3u);
}

TEST(SassSelection, TwoFilesOfNvdisasmInOneText) {
  const auto functions = read_all(
      "\t.headerflags @\"EF_CUDA_SM70\"\n\t.section .text.f,\"ax\"\n/*0000*/ EXIT ;\n"
      "\t.headerflags @\"EF_CUDA_SM80\"\n\t.section .text.f,\"ax\"\n/*0000*/ EXIT ;\n");
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[1].arch, "sm_80");
}

}  // namespace
}  // namespace reconverge::sass
