// SPDX-License-Identifier: MIT
// Texts that tools print and that were refused, or refused for the wrong reason. The dumps are of
// `__global__ void k(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 3; }`: `cuobjdump -sass -elf
// -symbols -res-usage` of CUDA 13.5 (sm_90, without lines of zeroes) and 12.4 (sm_60), `nvdisasm -json` of 13.5.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using nlohmann::json;

std::string input(const std::string& name) { return RECONVERGE_CASES + ("/" + name); }

json inspected(const std::string& path, const Arguments& more = {}) {
  Arguments arguments = {"inspect", path, "--json", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return json::parse(outcome.out, nullptr, false);
}

/// Its only function.
json only_function(const std::string& name) {
  const json functions = inspected(input(name)).value("functions", json::array());
  EXPECT_EQ(functions.size(), 1u) << name;
  return functions.empty() ? json::object() : functions.front();
}

struct Readable {
  const char* name;
  const char* file;
  std::size_t rows;
  const char* first;
  const char* last;
};

void PrintTo(const Readable& text, std::ostream* stream) { *stream << text.name; }

class Text : public testing::TestWithParam<Readable> {};

TEST_P(Text, IsReadAsOneFunction) {
  const json function = only_function(GetParam().file);
  EXPECT_EQ(function["name"], "k");
  const json& rows = function["instructions"];
  ASSERT_EQ(rows.size(), GetParam().rows);
  EXPECT_EQ(rows.front()["opcode"], GetParam().first);
  EXPECT_EQ(rows.back()["opcode"], GetParam().last);
}

const Readable readable[] = {{"ResourceUsage", "resource_usage.txt", 1, "EXIT", "EXIT"},
                             {"LifeRanges", "life_ranges.txt", 2, "LDC", "EXIT"},
                             {"EarlyScoreboard", "early_scoreboard.sass", 3, "LDC.64", "EXIT"},
                             {"CutListingOfMaxwell", "cut_maxwell.sass", 2, "MOV", "EXIT"},
                             {"DumpOfCuda12", "dump_of_cuda_12.txt", 18, "MOV", "NOP"},
                             {"DumpOfCuda13", "dump_of_cuda_13.txt", 24, "LDC", "NOP"},
                             {"Json", "nvdisasm.json", 24, "LDC", "NOP"}};

INSTANTIATE_TEST_SUITE_P(Reading, Text, testing::ValuesIn(readable),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Reading, EarlyScoreboardIsAWriteScoreboard) {
  const json function = only_function("early_scoreboard.sass");
  EXPECT_EQ(function["instructions"][1]["control"]["write_barrier"], 0);
  EXPECT_EQ(function["instructions"][1]["control"]["wait_mask"], 1);
}

TEST(Reading, ControlWordOfACutGroupIsDroppedWithANote) {
  const json function = only_function("cut_maxwell.sass");
  EXPECT_TRUE(function["instructions"][0]["gap_after"].get<bool>());
  EXPECT_EQ(function["instructions"][0]["control"]["stall_cycles"], 0);
  EXPECT_TRUE(function["instructions"][1]["control"].is_null());
  const Outcome listing = run({"inspect", input("cut_maxwell.sass")});
  EXPECT_NE(listing.out.find("// note: rows without a control word, since rows of their groups are cut: 1"),
            std::string::npos)
      << listing;
}

TEST(Reading, JsonOfNvdisasmIsTheSameCodeAsItsText) {
  const json from_json = only_function("nvdisasm.json"), from_text = only_function("dump_of_cuda_13.txt");
  EXPECT_EQ(from_json["arch"], from_text["arch"]);
  for (std::size_t i = 0; i < from_text["instructions"].size(); ++i)
    for (const char* key : {"address", "guard", "opcode", "operands", "target"})
      EXPECT_EQ(from_json["instructions"][i][key], from_text["instructions"][i][key]) << i << " " << key;
}

TEST(Reading, JsonThatDoesNotFillItsFunctionIsRefused) {
  std::string text = read_file(input("nvdisasm.json"));
  const std::string row = R"({"opcode":"NOP"},)";
  text.erase(text.find(row), row.size());
  const Outcome outcome = run({"inspect", "-"}, text);
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_NE(outcome.err.find("'k' take 368 bytes, and the file gives it 384"), std::string::npos) << outcome;
}

TEST(Reading, JsonOfSomethingElseIsRefusedByName) {
  for (const char* text : {"[]", "[{}", "[{},[]]", "[[[[", "[{\"SM\":{\"version\":{\"major\":9,\"minor\":0}}},[{}]]",
                           "[{\"SM\":{\"version\":{\"major\":9,\"minor\":0}}},[{\"function-name\":\"k\",\"start\":0,"
                           "\"length\":16,\"sass-instructions\":[{\"opcode\":7}]}]]"}) {
    const Outcome outcome = run({"inspect", "-"}, text);
    EXPECT_EQ(outcome.status, 4) << text << outcome;
    EXPECT_NE(outcome.err.find("JSON"), std::string::npos) << text << outcome;
  }
}

struct Foreign {
  const char* name;
  std::string text;  ///< @FILE: that file's
  std::vector<const char*> says;
};

void PrintTo(const Foreign& text, std::ostream* stream) { *stream << text.name; }

class Stranger : public testing::TestWithParam<Foreign> {};

TEST_P(Stranger, IsRefusedByName) {
  const std::string& text = GetParam().text;
  const Outcome outcome = run({"inspect", "-"}, text.starts_with('@') ? read_file(input(text.substr(1))) : text);
  EXPECT_EQ(outcome.status, 4) << outcome;
  for (const char* words : GetParam().says) EXPECT_NE(outcome.err.find(words), std::string::npos) << words << outcome;
}

const Foreign strangers[] = {
    {"CuAsm", "@cuasm.txt", {"this is CuAsm assembly, not a disassembly"}},
    {"Maxas", "@maxas.txt", {"this is maxas assembly, not a disassembly"}},
    {"MaxasMapping", "<CONSTANT_MAPPING>\n", {"this is maxas assembly, not a disassembly"}},
    {"TurAs", "@turas.txt", {"this is TurAs assembly, not a disassembly"}},
    {"NBAssembler", "@nbassembler.txt", {"this is NBAssembler assembly, not a disassembly"}},
    {"Graph", "digraph f {\nsubgraph \"cluster_k\" {\n", {"nvdisasm -cfg or -bbcfg", "reconverge inspect --cfg dot"}},
    {"ListOfFiles", "ELF file    1: a.sm_75.cubin\n", {"list of files in a binary", "cuobjdump -sass"}},
    {"ListOfTexts", "SASS text section 1 : x-k.sm_75.elf.bin\n", {"list of files in a binary", "cuobjdump -sass"}},
    {"SymbolsAlone",
     "\nsymbols:\nFUNC          GLOBAL  DEFAULT    ENTRY      k\n",
     {"no instruction in the text", "without -sass"}},
    {"SectionsAlone",
     "64-bit ELF: type=ET_EXEC, ABI=8, sm=90\nSections:\n/*0000*/ EXIT ;\n",
     {"no instruction in the text", "without -sass"}},
    {"Architecture", "@unknown_architecture.sass", {"there is no architecture sm_4", "--arch"}}};

INSTANTIATE_TEST_SUITE_P(Reading, Stranger, testing::ValuesIn(strangers),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Reading, SymbolsIsALabelWhereAFunctionIsCalledSo) {
  const Outcome outcome =
      run({"inspect", "-", "--functions"},
          "\t.headerflags\t@\"EF_CUDA_SM90\"\n\t.section\t.text.symbols,\"ax\",@progbits\nsymbols:\n"
          ".text.symbols:\n\t/*0000*/ EXIT ;\n");
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.out.find("symbols"), std::string::npos) << outcome;
}

/// Of CUDA 13 and of earlier toolkits. `cuobjdump -sass` alone does not tell kernels from functions.
TEST(Reading, SymbolsSayWhichFunctionIsAKernel) {
  const std::string code =
      "\tcode for sm_90\n\t\tFunction : part\n\t/*0000*/ EXIT ;\n\t\t..........\n\n"
      "\t\tFunction : whole\n\t/*0000*/ EXIT ;\n\t\t..........\n\n";
  EXPECT_EQ(run({"emulate", "-"}, code).status, 2);
  for (const char* symbols : {"symbols:\nFUNC          GLOBAL  DEFAULT    -            part\n"
                              "FUNC          GLOBAL  DEFAULT    ENTRY        whole\n",
                              "symbols:\nSTT_FUNC         STB_LOCAL  STO_DEFAULT  part\n"
                              "STT_FUNC         STB_GLOBAL  STO_ENTRY      whole\n"}) {
    const Outcome outcome = run({"emulate", "-"}, code + symbols);
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_EQ(outcome.out.find("whole (sm_90"), 0u) << outcome;
  }
}

// Architectures that do not exist.

TEST(Architecture, ThatDoesNotExistIsRefusedEverywhere) {
  const std::string path = input("unknown_architecture.sass");
  for (const Arguments& arguments :
       {Arguments{"inspect", path}, {"emulate", path}, {"trace", path, "--json", "-"}, {"predict", path}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 4) << arguments[0] << outcome;
    EXPECT_NE(outcome.err.find("there is no architecture sm_4"), std::string::npos) << arguments[0] << outcome;
  }
}

TEST(Architecture, InEveryPlaceOfAListing) {
  const std::string rows = "\t\tFunction : k\n /*0000*/ EXIT ;\n";
  for (const std::string name : {"sm_0", "sm_999", "sm_90f", "sm_80a", "sm_4"})
    for (const std::string& head : {"code for " + name + "\n", "arch = " + name + "\n", ".target " + name + "\n"}) {
      const Outcome outcome = run({"inspect", "-", "--functions"}, head + rows);
      EXPECT_EQ(outcome.status, 4) << head << outcome;
      EXPECT_NE(outcome.err.find("there is no architecture " + name), std::string::npos) << head << outcome;
    }
  EXPECT_EQ(run({"inspect", "-"}, "\t.headerflags @\"EF_CUDA_SM4\"\n" + rows).status, 4);
  EXPECT_EQ(run({"inspect", "-"}, "code for compute_90\n" + rows).status, 4);
  for (const std::string name : {"sm_90a", "sm_100f", "sm_107"})
    EXPECT_EQ(run({"inspect", "-"}, "code for " + name + "\n" + rows).status, 0) << name;
}

TEST(Architecture, OfTheOptionStandsInForOneThatDoesNotExist) {
  const json record = inspected(input("unknown_architecture.sass"), {"--arch", "sm_61"});
  ASSERT_EQ(record["functions"].size(), 1u);
  EXPECT_EQ(record["functions"][0]["arch"], "sm_61");
  for (const char* name : {"sm_4", "sm_0", "sm_999", "compute_90"})
    EXPECT_EQ(run({"inspect", input("unknown_architecture.sass"), "--arch", name}).status, 2) << name;
}

// Rows that cannot run say so themselves.

TEST(Support, OfAllFunctionsDespiteOneCall) {
  const Outcome outcome = run({"inspect", input("call_of_a_name.sass"), "--support"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  for (const char* head : {"sm_70 helper: 2 of 2", "sm_70 good: 1 of 1", "sm_70 k: "})
    EXPECT_NE(outcome.out.find(head), std::string::npos) << head << outcome;
}

TEST(Support, OfABranchToNowhereIsItsReason) {
  const Outcome outcome =
      run({"inspect", "-", "--support"},
          "code for sm_90\n\tFunction : k\n/*0000*/ BRA 0x990 ;\n/*0010*/ EXIT ;\n\tFunction : g\n/*0000*/ EXIT ;\n");
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.out.find("target 0x990 of BRA is not an instruction"), std::string::npos) << outcome;
  EXPECT_NE(outcome.out.find("sm_90 g: 1 of 1"), std::string::npos) << outcome;
}

TEST(Call, OfAnAddressThatLinkingFillsInIsRefused) {
  const std::string text = "code for sm_90\n\tFunction : k\n/*0000*/ CALL.ABS.NOINC 0x0 ;\n/*0010*/ EXIT ;\n";
  const Outcome outcome = run({"emulate", "-"}, text);
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_NE(outcome.err.find("CALL.ABS.NOINC names an address that linking fills in"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("give the cubin, or the output of nvdisasm"), std::string::npos) << outcome;
  const Outcome again = run({"inspect", "-"}, run({"inspect", "-"}, text).out);
  EXPECT_NE(again.out.find("CALL.ABS.NOINC 0x0"), std::string::npos) << again;
}

TEST(Call, OfTheFunctionItselfByNameIsNone) {
  const std::string text =
      "\t.headerflags @\"EF_CUDA_SM90\"\n\t.section .text.k,\"ax\",@progbits\nk:\n/*0000*/ @!PT CALL.ABS.NOINC `(k) "
      ";\n/*0010*/ EXIT ;\n";
  EXPECT_EQ(run({"emulate", "-"}, text).status, 0);
  EXPECT_NE(run({"inspect", "-"}, text).out.find("CALL.ABS.NOINC `(0x0)"), std::string::npos);
}

TEST(Constants, ThatCuobjdumpLeavesOutAreInTheCubin) {
  const Outcome outcome = run({"emulate", input("constants_left_out.sass"), "--arg", "i32[32]"});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_NE(
      outcome.err.find("cuobjdump does not print constant banks 2 to 4: give the cubin, or the output of nvdisasm"),
      std::string::npos)
      << outcome;
}

}  // namespace
}  // namespace reconverge::cli_tests
