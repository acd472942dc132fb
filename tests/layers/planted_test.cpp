// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/cmake_text.hpp"
#include "layers/cpp_text.hpp"
#include "layers/rules.hpp"

// Each rule against a tree in which exactly it is broken, and against a lookalike that breaks
// nothing.
namespace reconverge::layers {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Includes, AgainstTheDirectionAreFound) {
  EXPECT_THAT(includes_follow_the_table({{"src/emulator/warp.cpp", "\n#include \"timing/cost.hpp\"\n"}}),
              ElementsAre(StartsWith("src/emulator/warp.cpp:2: 'timing/cost.hpp' is out of reach: emulator "
                                     "may use core sass")));
}

TEST(Includes, BetweenSiblingsAreFound) {
  EXPECT_THAT(includes_follow_the_table({{"src/timing/a.hpp", "#include \"observers/b.hpp\""},
                                         {"src/observers/b.hpp", "#include \"timing/a.hpp\""}}),
              ElementsAre(StartsWith("src/timing/a.hpp:1:"), StartsWith("src/observers/b.hpp:1:")));
}

TEST(Includes, InAngleBracketsCountToo) {
  EXPECT_THAT(includes_follow_the_table({{"src/core/a.hpp", "#include <sass/program.hpp>"}}),
              ElementsAre(StartsWith("src/core/a.hpp:1:")));
}

TEST(Includes, RelativeToTheFileAreFound) {
  EXPECT_THAT(includes_follow_the_table({{"src/core/a.hpp", "#include \"b.hpp\""}}),
              ElementsAre("src/core/a.hpp:1: 'b.hpp' is not written from the top of src/"));
}

TEST(Includes, OfAKernelMayStandBesideIt) {
  EXPECT_THAT(includes_follow_the_table({{"src/gpu/kernels/a.cu", "#include \"measure.cuh\""},
                                         {"src/gpu/kernels/b.cu", "#include \"missing.cuh\""},
                                         {"src/gpu/kernels/measure.cuh", ""}}),
              ElementsAre(StartsWith("src/gpu/kernels/b.cu:1: 'missing.cuh'")));
}

TEST(Includes, OfANewFolderNeedARowInTheTable) {
  EXPECT_THAT(includes_follow_the_table({{"src/misc/a.cpp", ""}}),
              ElementsAre(StartsWith("src/misc/a.cpp:1: is in no layer")));
}

TEST(Includes, InsideTheTableAndInCommentsAreFine) {
  EXPECT_THAT(includes_follow_the_table({{"src/emulator/run.cpp",
                                          "#include \"emulator/run.hpp\"\n"
                                          "#include \"sass/program.hpp\"\n"
                                          "#include <vector>\n"
                                          "// #include \"timing/cost.hpp\"\n"
                                          "/* #include \"cli/main.hpp\" */\n"}}),
              IsEmpty());
}

TEST(Targets, OutsideTheTableAreFound) {
  EXPECT_THAT(targets_follow_the_table({{"src/report/CMakeLists.txt",
                                         "reconverge_library(report\n  SOURCES a.cpp\n"
                                         "  DEPENDS reconverge_core reconverge_emulator fmt::fmt)\n"}}),
              ElementsAre(StartsWith("src/report/CMakeLists.txt:1: reconverge_emulator is out of reach: "
                                     "report may use core")));
}

TEST(Targets, AreNamedLikeTheirFolder) {
  EXPECT_THAT(targets_follow_the_table({{"src/report/CMakeLists.txt", "reconverge_library(reports SOURCES a.cpp)"}}),
              ElementsAre("src/report/CMakeLists.txt:1: library 'reports' is not named like its folder"));
}

TEST(Targets, ThatAreNoLibraryAreFoundToo) {
  EXPECT_THAT(targets_follow_the_table({{"src/observers/CMakeLists.txt",
                                         "add_library(reconverge_observers INTERFACE)\n"
                                         "target_link_libraries(reconverge_observers INTERFACE reconverge_timing)"}}),
              ElementsAre(StartsWith("src/observers/CMakeLists.txt:2: reconverge_timing")));
}

TEST(Targets, InsideTheTableAreFine) {
  EXPECT_THAT(targets_follow_the_table({{"src/timing/CMakeLists.txt",
                                         "add_library(reconverge_timing)\n"
                                         "target_link_libraries(reconverge_timing PUBLIC reconverge_settings)\n"
                                         "# DEPENDS reconverge_cli\n"
                                         "reconverge_library(timing DEPENDS reconverge_emulator SOURCES a.cpp)"}}),
              IsEmpty());
}

TEST(Namespaces, OfAnotherFolderAreFound) {
  EXPECT_THAT(namespaces_are_named_like_folders({{"src/sass/a.cpp", "\nnamespace reconverge::core {\n}"}}),
              ElementsAre("src/sass/a.cpp:2: namespace reconverge::core is in the folder of "
                          "reconverge::sass"));
}

TEST(Namespaces, OfTheFolderAndNestedInItAreFine) {
  EXPECT_THAT(namespaces_are_named_like_folders({{"src/sass/a.cpp", "namespace reconverge::sass {\nnamespace {\n}\n}"},
                                                 {"src/sass/b.cpp", "namespace reconverge::sass::text {}"},
                                                 {"src/sass/c.cpp", "namespace fs = std::filesystem;"}}),
              IsEmpty());
}

TEST(Edges, AreTheOnlyOnesToOpenFiles) {
  EXPECT_THAT(only_the_edges_meet_the_machine(
                  {{"src/report/html.cpp", "#include <fstream>"}, {"src/cli/output.cpp", "#include <fstream>"}}),
              ElementsAre(StartsWith("src/report/html.cpp:1: <fstream>")));
}

TEST(Edges, KeepCudaInItsFolder) {
  EXPECT_THAT(only_the_edges_meet_the_machine({{"src/cli/doctor.cpp", "#include <cuda_runtime.h>"},
                                               {"src/gpu/device.cpp", "#include <cuda_runtime.h>"}}),
              ElementsAre("src/cli/doctor.cpp:1: <cuda_runtime.h>: only gpu and injection know CUDA"));
}

TEST(Sources, ThatNothingBuildsAreFound) {
  EXPECT_THAT(sources_are_built({{"src/sass/CMakeLists.txt", "f(SOURCES a.cpp forms/b.cpp)"},
                                 {"src/sass/a.cpp", ""},
                                 {"src/sass/forms/b.cpp", ""},
                                 {"src/sass/forms/c.cpp", ""}}),
              ElementsAre("src/sass/forms/c.cpp:1: is built by nothing: add forms/c.cpp to "
                          "src/sass/CMakeLists.txt"));
}

TEST(Sources, InACommentOfCMakeAreNotBuilt) {
  EXPECT_THAT(sources_are_built({{"src/sass/CMakeLists.txt", "f(SOURCES b.cpp # a.cpp\n)"}, {"src/sass/a.cpp", ""}}),
              ElementsAre(StartsWith("src/sass/a.cpp:1:")));
}

TEST(Suites, ThatAreNeverRunAreFound) {
  EXPECT_THAT(suites_are_run({{"tests/CMakeLists.txt", "foreach(suite unit/core layers)"},
                              {"tests/layers/CMakeLists.txt", ""},
                              {"tests/unit/core/CMakeLists.txt", ""},
                              {"tests/unit/sass/CMakeLists.txt", ""}}),
              ElementsAre("tests/unit/sass/CMakeLists.txt:1: is never run: add unit/sass to "
                          "tests/CMakeLists.txt"));
}

const ListedFolder generations{"src/timing/generations", "src/timing/generations/list.cpp", {"named"}};

TEST(Lists, ThatForgetAFileAreFound) {
  EXPECT_THAT(files_are_listed({{"src/timing/generations/list.cpp", "all = {kepler(), &maxwell_record};"},
                                {"src/timing/generations/kepler.cpp", ""},
                                {"src/timing/generations/maxwell.cpp", ""},
                                {"src/timing/generations/named.cpp", ""},
                                {"src/timing/generations/shared.cpp", ""},
                                {"src/timing/generations/shared.hpp", ""},
                                {"src/timing/generations/volta.cpp", ""}},
                               generations),
              ElementsAre(StartsWith("src/timing/generations/volta.cpp:1: nothing named 'volta' is "
                                     "listed in src/timing/generations/list.cpp")));
}

TEST(Lists, DoNotCountCommentsOrLongerWords) {
  EXPECT_THAT(files_are_listed({{"src/timing/generations/list.cpp", "// ada\nall = {adaptive()};"},
                                {"src/timing/generations/ada.cpp", ""}},
                               generations),
              ElementsAre(StartsWith("src/timing/generations/ada.cpp:1:")));
}

TEST(Lists, ThatAreMissingForgetEveryFile) {
  EXPECT_THAT(files_are_listed({{"src/timing/generations/ada.cpp", ""}}, generations),
              ElementsAre(StartsWith("src/timing/generations/ada.cpp:1:")));
}

TEST(Conditions, InAClassAreFound) {
  EXPECT_THAT(classes_have_no_conditions({{"src/gpu/device.hpp",
                                           "template <class T>\n"
                                           "class Device final : public Base<T> {\n"
                                           "  int a = 0;\n"
                                           "#ifdef WITH_CUDA\n"
                                           "  int b = 0;\n"
                                           "#endif\n"
                                           "};\n"}}),
              ElementsAre(StartsWith("src/gpu/device.hpp:4:")));
}

TEST(Conditions, InAClassBehindTemplateParametersAreFound) {
  EXPECT_THAT(classes_have_no_conditions({{"src/core/a.hpp",
                                           "template <class T, class U = std::vector<T>>\n"
                                           "struct A {\n#if 1\n#endif\n};\n"}}),
              ElementsAre(StartsWith("src/core/a.hpp:3:")));
}

/// "template" in the name of something that is no template.
TEST(Conditions, BehindNamesWithTemplateAreJudgedToo) {
  EXPECT_THAT(classes_have_no_conditions({{"src/core/a.hpp",
                                           "void fill_template() {\n#if 1\n#endif\n}\n"
                                           "struct template_text {\n#if 1\n#endif\n};\n"
                                           "template <class T> struct B : template_text {\n#if 1\n#endif\n};\n"}}),
              ElementsAre(StartsWith("src/core/a.hpp:6:"), StartsWith("src/core/a.hpp:10:")));
}

TEST(Conditions, OutsideClassesAreFine) {
  EXPECT_THAT(classes_have_no_conditions({{"src/core/a.cpp",
                                           "#ifndef A\n#endif\n"
                                           "class Forward;\n"
                                           "enum class Colour {\n#if 1\nred\n#endif\n};\n"
                                           "template <class T> void f(T value) {\n#if 1\n#endif\n}\n"
                                           "struct S { void f() {\n#if 1\n#endif\n} };\n"
                                           "const char* text = R\"(class {\n#if\n)\";\n"}}),
              IsEmpty());
}

TEST(Length, BeyondTheLimitIsFound) {
  std::string lines(450, '\n');
  EXPECT_THAT(files_are_short({{"src/core/a.cpp", lines}}), IsEmpty());
  EXPECT_THAT(files_are_short({{"src/core/a.cpp", lines + "x"}}),
              ElementsAre(StartsWith("src/core/a.cpp:451: has 451 lines, more than 450")));
  EXPECT_THAT(files_are_short({{"src/cli/main.cpp", lines}}), ElementsAre(StartsWith("src/cli/main.cpp:450:")));
}

TEST(License, SourcesWithoutTheLineAreFound) {
  EXPECT_THAT(sources_name_their_license({{"src/core/a.cpp", "// SPDX-License-Identifier: MIT\n#include <x>\n"},
                                          {"src/gpu/kernels/a.cu", "int a;\n"}}),
              IsEmpty());
  EXPECT_THAT(sources_name_their_license({{"src/core/a.cpp", "#include <x>\n"}, {"tests/a.hpp", "// MIT\n"}}),
              ElementsAre(StartsWith("src/core/a.cpp:1:"), StartsWith("tests/a.hpp:1:")));
  const std::string python = "#!/usr/bin/env python3\n", line = "# SPDX-License-Identifier: MIT\n";
  EXPECT_THAT(sources_name_their_license({{"tests/a.py", python + line}, {"tests/b.sh", line + "set -eu\n"}}),
              IsEmpty());
  EXPECT_THAT(sources_name_their_license({{"tests/a.py", python + "\"\"\"What\"\"\"\n" + line}, {"tests/b.sh", ""}}),
              ElementsAre(StartsWith("tests/a.py:1:"), StartsWith("tests/b.sh:1:")));
}

TEST(Citations, FilesThatAreNotThereAreFound) {
  const SourceTree tree = {{"src/core/a.cpp", ""}, {"data/measured/card/probes/b.json", ""}};
  const auto of = [&](const std::string& text) {
    SourceTree with = tree;
    with.push_back({"docs/x.md", text});
    return cited_files_exist(with);
  };
  EXPECT_THAT(of("see `src/core/a.cpp`, src/core and probes/b.json, src/NAME.cpp, src/*.cpp\n`data/costs.csv`"),
              IsEmpty());
  EXPECT_THAT(of("\nsee `src/core/b.cpp`."), ElementsAre("docs/x.md:2: cites src/core/b.cpp, which does not exist"));
}

TEST(Citations, PagesThatAreNotThereAreFound) {
  const auto of = [](const std::string& text) {
    return cited_pages_exist({{"docs/model.md", ""}, {"README.md", ""}, {"src/core/a.cpp", text}});
  };
  EXPECT_THAT(of("// README.md, model.md, docs/gone.md, *.md, NAME.md"), IsEmpty()) << "paths are another rule's";
  EXPECT_THAT(of("\n// as in models.md B"), ElementsAre("src/core/a.cpp:2: cites models.md, which does not exist"));
}

TEST(Citations, RulesThatAreNotThereAreFound) {
  const auto of = [](const std::string& text) {
    return cited_rules_exist(
        {{"docs/model.md", "1. stall-count: it waits\n3. clock-read: it reads\n"}, {"src/core/a.cpp", text}});
  };
  EXPECT_THAT(of("// Rule 1; rules 1 and 3"), IsEmpty());
  EXPECT_THAT(of("// rules 1, 2 to 4"),
              ElementsAre("src/core/a.cpp:1: cites rule 2, which docs/model.md does not have",
                          "src/core/a.cpp:1: cites rule 4, which docs/model.md does not have"));
}

TEST(Generated, FilesAreFound) {
  EXPECT_THAT(nothing_is_generated({{"src/core/a.o", ""},
                                    {"src/report/style_generated.hpp", ""},
                                    {"src/sass/tables.hpp", "// Generated by tables.py\n"},
                                    {"src/sass/generations.hpp", "// One generation a row\n"}}),
              ElementsAre(StartsWith("src/core/a.o:1: is a product"),
                          StartsWith("src/report/style_generated.hpp:1: is a product"),
                          StartsWith("src/sass/tables.hpp:1: says that it is generated")));
}

TEST(Generated, FilesBelongIntoTheBuildTree) {
  EXPECT_THAT(nothing_is_generated({{"src/cli/CMakeLists.txt",
                                     "configure_file(a.in ${CMAKE_CURRENT_BINARY_DIR}/a.hpp)\n"
                                     "file(WRITE \"${CMAKE_BINARY_DIR}/b.hpp\" text)\n"}}),
              IsEmpty());
  EXPECT_THAT(
      nothing_is_generated({{"src/cli/CMakeLists.txt", "\nconfigure_file(a.in ${CMAKE_CURRENT_SOURCE_DIR}/a.hpp)\n"}}),
      ElementsAre("src/cli/CMakeLists.txt:2: configure_file writes into the source tree"));
}

TEST(MachinePaths, AreFound) {
  EXPECT_THAT(
      no_machine_is_named(
          {{"docs/cli.md", "run it:\n  cd /home/anna/reconverge\n"}, {"src/cli/a.cpp", "open(\"/Users/anna/x\")"}}),
      ElementsAre("docs/cli.md:2: names a folder of one machine", "src/cli/a.cpp:1: names a folder of one machine"));
}

TEST(MachinePaths, OfEverybodyAreFine) {
  EXPECT_THAT(no_machine_is_named({{"tools/run", "exec \"$root/home/x\" # ./root/x a/work/b\n"},
                                   {"docs/cli.md", "/usr/local/cuda/bin/cuobjdump\n"}}),
              IsEmpty());
}

TEST(CodeOnly, KeepsLengthAndLines) {
  const std::string text = "a/*\n*/b '\\''1'000\"\\\"//\" R\"x(\")x\" // c";
  const std::string code = code_only(text);
  EXPECT_EQ(code.size(), text.size());
  EXPECT_EQ(code, "a  \n  b '  '1'000\"    \" R\"     \"     ");
}

TEST(CMakeText, UnderstandsQuotesCommentsAndNesting) {
  const std::vector<CMakeCall> calls = cmake_calls("# set(a)\nset(name \"two words\" b) if(NOT (c AND d))\nendif()");
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(calls[0].command, "set");
  EXPECT_EQ(calls[0].line, 2u);
  EXPECT_THAT(calls[0].arguments, ElementsAre("name", "two words", "b"));
  EXPECT_THAT(calls[1].arguments, ElementsAre("NOT", "c", "AND", "d"));
  EXPECT_THAT(calls[2].arguments, IsEmpty());
}

}  // namespace
}  // namespace reconverge::layers
