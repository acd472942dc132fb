// SPDX-License-Identifier: MIT
#include "sass/names.hpp"

#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

const std::vector<std::string> symbols{"_Z3fooIiLi4EEvPT_PKi",    // void foo<int, 4>(int*, int const*)
                                       "_Z3fooIfLi2EEvPT_PKi",    // void foo<float, 2>(float*, int const*)
                                       "_Z6foobarv",              // foobar()
                                       "_ZN2ns10mandelbrotEPij",  // ns::mandelbrot(int*, unsigned int)
                                       "plain"};

std::vector<std::string> named(std::string_view name) { return symbols_named(name, symbols); }
using Symbols = std::vector<std::string>;

TEST(Names, AreDemangled) {
  EXPECT_EQ(demangled("_Z3fooIiLi4EEvPT_PKi"), "void foo<int, 4>(int*, int const*)");
  EXPECT_EQ(demangled("plain"), "plain");
  EXPECT_EQ(demangled("i"), "i") << "no name of a type";
  EXPECT_EQ(demangled("_Zbroken"), "_Zbroken");
}

TEST(Names, WithoutSignature) {
  EXPECT_EQ(without_signature("void foo<int, 4>(int*, int const*)"), "foo<int, 4>");
  EXPECT_EQ(without_signature("void (anonymous namespace)::f<S<(E)1> >(int)"), "(anonymous namespace)::f<S<(E)1> >");
  EXPECT_EQ(without_signature("ns::mandelbrot(int*, unsigned int)"), "ns::mandelbrot");
  EXPECT_EQ(without_signature("plain"), "plain");
  EXPECT_EQ(without_signature("(graph 1)"), "(graph 1)");
}

TEST(Names, TheSymbolItselfComesFirst) { EXPECT_EQ(named("plain"), Symbols{"plain"}); }

TEST(Names, TheWholeTextOrWithoutTypes) {
  for (const char* name : {"void foo<int, 4>(int*, int const*)", "foo<int, 4>(int*, int const*)", "foo<int, 4>",
                           "foo<int,4>", " foo < int , 4 > "})
    EXPECT_EQ(named(name), Symbols{symbols[0]}) << name;
}

TEST(Names, SuffixesOfNumbersDoNotMatter) {
  const Symbols sorts{"_Z4sortILj1EEvv", "_Z4sortILj0EEvv", "_Z4sortILm12EEvv"};  // sort<1u>, sort<0u>, sort<12ul>
  for (const char* name : {"sort<1>", "sort<1u>", "sort<1U>", "void sort<1>()"})
    EXPECT_EQ(symbols_named(name, sorts), Symbols{sorts[0]}) << name;
  EXPECT_EQ(symbols_named("sort<12>", sorts), Symbols{sorts[2]});
  EXPECT_EQ(symbols_named("sort<2>", sorts), Symbols{}) << "no part of 12";
  EXPECT_EQ(symbols_named("x1u", Symbols{"x1u", "x1"}), Symbols{"x1u"}) << "part of a name";
}

TEST(Names, TheNameAloneFitsEveryInstance) {
  EXPECT_EQ(named("foo"), (Symbols{symbols[0], symbols[1]})) << "and not foobar, which only has it as a part";
  EXPECT_EQ(named("mandelbrot"), Symbols{symbols[3]});
  EXPECT_EQ(named("ns::mandelbrot"), Symbols{symbols[3]});
}

TEST(Names, APartFitsLast) {
  EXPECT_EQ(named("mandel"), Symbols{symbols[3]});
  EXPECT_EQ(named("fooba"), Symbols{symbols[2]});
  EXPECT_EQ(named("float"), Symbols{symbols[1]});
  EXPECT_EQ(named("nothing"), Symbols{});
}

TEST(Names, ChooseFunctionsOfAListing) {
  std::string text = "\tcode for sm_70\n";
  for (const std::string& symbol : symbols) text += "\t\tFunction : " + symbol + "\n  /*0000*/ EXIT ;\n\t\t....\n";
  EXPECT_EQ(read_one(text, {"mandelbrot", ""}).name, symbols[3]);
  EXPECT_EQ(read_one(text, {"foo<int, 4>", ""}).name, symbols[0]);
  EXPECT_EQ(read_all(text, {"foo", ""}).size(), 2u);
  const auto function = read_function(text, "test", {"foo", ""});
  ASSERT_FALSE(function);
  EXPECT_EQ(function.error().message, "2 functions fit 'foo', and one is needed");
  EXPECT_NE(
      function.error().hint.find("choose one with --function: void foo<int, 4>(int*, int const*) (sm_70, line 2)"),
      std::string::npos)
      << function.error().hint;
}

}  // namespace
}  // namespace reconverge::sass
