// SPDX-License-Identifier: MIT
// In which order lines and warps stand, and that every output has one answer to where lanes had parted.
// branch_in_loop_sm_90.sass is what nvdisasm -gi -hex -c of CUDA 13.5 prints of branch_in_loop.cu, compiled by
// nvcc 13.0 -arch=sm_90 -cubin -lineinfo in the folder /kernels; only the section of the code is kept.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

// Lines --------------------------------------------------------------------------------------------------------------

/// Line 2 waits for its own results and so takes more cycles than line 3, which is executed more often. Line 4 runs
/// what no record has a time of, so that the cycles of the whole are not known.
std::string partly_timed() {
  std::string text = "code for sm_90\n\tFunction : k\n";
  int address = 0;
  const auto add = [&](int line, const std::string& row) {
    text += fmt::format("\t//## File \"k.cu\", line {}\n/*{:04x}*/ {} ;\n", line, address, row);
    address += 16;
  };
  for (int i = 0; i < 4; ++i) add(2, "MUFU.RCP R1, R1 &req={0} &wr=0x0 ?trans15");
  for (int i = 0; i < 6; ++i) add(3, "FADD R2, R3, R4 ?trans1");
  add(4, "UBREV UR4, UR4 ?trans1");
  add(5, "EXIT ?trans1");
  return text;
}

/// What is timed orders them, and is no cycles of the whole.
TEST(Order, OfLinesIsThatOfKnownCyclesWhereAnInstructionIsNotTimed) {
  const Outcome outcome = run({"emulate", "-", "--json", "-"}, partly_timed());
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  ASSERT_EQ(record.at("untimed").size(), 1u) << "one instruction has no time";
  std::vector<int> executed;
  std::uint64_t known = 0;
  for (const Json& line : record.at("lines")) {
    executed.push_back(line.at("executed"));
    EXPECT_TRUE(line.at("cycles").is_null());
    known += line.at("known_cycles").get<std::uint64_t>();
  }
  EXPECT_THAT(executed, testing::ElementsAre(4, 6, 1, 1));
  EXPECT_EQ(record.at("account").at("known_cycles"), known);
  EXPECT_EQ(record.at("account").at("known_cycles_without"), "UBREV at 0xa0");
  const std::string text = run({"emulate", "-"}, partly_timed()).out;
  EXPECT_THAT(text, HasSubstr("Cost by source line, the most known cycles first."));
  EXPECT_THAT(text, testing::ContainsRegex("\nk.cu:2 +[0-9]+ +4 +33.3 "));
  EXPECT_THAT(text, HasSubstr("known cycles: by the same rules, without what is not timed: UBREV at 0xa0"));
  const std::string csv = run({"emulate", "-", "--lines-csv", "-"}, partly_timed()).out;
  EXPECT_THAT(csv, HasSubstr(",cycles,known_cycles,"));
}

TEST(Order, OfLinesIsThatOfExecutionsWhereNothingIsTimed) {
  std::string text = partly_timed();
  text.replace(text.find("sm_90"), 5, "sm_86");
  const Outcome outcome = run({"emulate", "-"}, text);
  EXPECT_THAT(outcome.out, HasSubstr("the most executions first."));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("known cycles")));
}

Arguments branch_in_loop(const Arguments& more, const std::string& verb = "emulate") {
  Arguments all{verb,    std::string(RECONVERGE_CASES) + "/branch_in_loop_sm_90.sass",
                "--arg", "i32[32]=index",
                "--arg", "f32[64]=1"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// The text with each line feed and the blanks after it as one blank.
std::string joined(const std::string& text) { return std::regex_replace(text, std::regex("\\s+"), " "); }

TEST(Order, OfTheWorstPlacesIsThatOfTheNumberThatStandsFirst) {
  const std::string text = joined(run(branch_in_loop({})).out);
  const std::string places = text.substr(text.find("most at"), text.find("Counts and cycles.") - text.find("most at"));
  const std::regex place(R"((\d)\. [^:]+:\d+, k: (\d+) )");
  std::vector<int> numbers;
  for (std::sregex_iterator one(places.begin(), places.end(), place), end; one != end; ++one)
    numbers.push_back(std::stoi((*one)[2]));
  EXPECT_EQ(numbers.size(), 3u) << places;
  EXPECT_TRUE(std::ranges::is_sorted(numbers, std::greater<>())) << places;
}

/// Line 2 takes most cycles, but only some of them while lanes are apart; line 3 all of them.
TEST(Order, OfTheWorstPlacesSaysHowManyOfTheirCyclesCount) {
  const std::string text =
      "code for sm_90\n\tFunction : k\n"
      "\t//## File \"k.cu\", line 2\n/*0000*/ S2R R0, SR_LANEID &wr=0x0 ?trans1 ;\n"
      "/*0010*/ MUFU.RCP R1, R1 &wr=0x0 ?trans15 ;\n"
      "/*0020*/ MUFU.RCP R1, R1 &req={0} &wr=0x0 ?trans15 ;\n"
      "/*0030*/ MUFU.RCP R1, R1 &req={0} &wr=0x0 ?trans15 ;\n"
      "/*0040*/ MUFU.RCP R1, R1 &req={0} &wr=0x0 ?trans15 ;\n"
      "/*0050*/ ISETP.GE.AND P0, PT, R0, 0x10, PT &req={0} ?trans13 ;\n"
      "/*0060*/ BSSY B0, 0xd0 ?trans5 ;\n"
      "/*0070*/ @P0 BRA 0xd0 ?trans5 ;\n"
      "\t//## File \"k.cu\", line 3\n/*0080*/ MUFU.RCP R2, R2 &wr=0x1 ?trans15 ;\n"
      "/*0090*/ MUFU.RCP R2, R2 &req={1} &wr=0x1 ?trans15 ;\n"
      "/*00a0*/ MUFU.RCP R2, R2 &req={1} &wr=0x1 ?trans15 ;\n"
      "/*00b0*/ FADD R2, R2, R2 &req={1} ?trans5 ;\n"
      "\t//## File \"k.cu\", line 2\n/*00c0*/ FADD R3, R3, R3 ?trans4 ;\n"
      "\t//## File \"k.cu\", line 3\n/*00d0*/ BSYNC B0 ?trans5 ;\n"
      "\t//## File \"k.cu\", line 5\n/*00e0*/ EXIT ?trans5 ;\n";
  const Json record = Json::parse(run({"emulate", "-", "--json", "-"}, text).out);
  const auto cycles = [&](std::size_t line, const char* key) { return record.at("lines").at(line).at(key).get<int>(); };
  ASSERT_EQ(record.at("lines").at(0).at("frames").at(0).at("line"), 2);
  ASSERT_EQ(record.at("lines").at(1).at("frames").at(0).at("line"), 3);
  ASSERT_GT(cycles(0, "cycles"), cycles(1, "cycles"));
  ASSERT_GT(cycles(0, "apart_cycles"), 0);
  ASSERT_GT(cycles(1, "apart_cycles"), cycles(0, "apart_cycles"));
  const std::string out = joined(run({"emulate", "-"}, text).out);
  EXPECT_THAT(out, HasSubstr(fmt::format("1. k.cu:3, k: {} cycles", cycles(1, "cycles"))));
  EXPECT_THAT(out, HasSubstr(fmt::format("2. k.cu:2, k: {} of its {} cycles while lanes were elsewhere",
                                         cycles(0, "apart_cycles"), cycles(0, "cycles"))));
}

// Warps --------------------------------------------------------------------------------------------------------------

/// Warps of odd blocks go round often, and execute what no record has a time of; those of even blocks do neither.
std::string untimed_in_odd_blocks() {
  return "code for sm_90\n\tFunction : k\n"
         "/*0000*/ S2R R0, SR_CTAID.X &wr=0x0 ?trans1 ;\n"
         "/*0010*/ LOP3.LUT R1, R0, 0x1, RZ, 0xc0, !PT &req={0} ?trans6 ;\n"
         "/*0020*/ ISETP.NE.AND P0, PT, R1, RZ, PT ?trans13 ;\n"
         "/*0030*/ @!P0 EXIT ?trans5 ;\n"
         "/*0040*/ UBREV UR4, UR4 ?trans13 ;\n"
         "/*0050*/ IADD3 R0, R0, -0x1, RZ ?trans6 ;\n"
         "/*0060*/ ISETP.GT.AND P0, PT, R0, RZ, PT ?trans13 ;\n"
         "/*0070*/ @P0 BRA 0x50 ?trans5 ;\n"
         "/*0080*/ EXIT ?trans5 ;\n";
}

TEST(Order, OfWarpsIsThatOfInstructionsWhereCyclesOfSomeAreNotKnown) {
  const Arguments launch{"emulate", "-", "--grid", "24"};
  Arguments as_json = launch;
  as_json.insert(as_json.end(), {"--json", "-"});
  const Outcome outcome = run(as_json, untimed_in_odd_blocks());
  ASSERT_EQ(outcome.status, 0) << outcome;
  const Json record = Json::parse(outcome.out);
  EXPECT_EQ(record.at("worst_warps_by"), "instructions");
  const Json& warps = record.at("worst_warps");
  ASSERT_EQ(warps.size(), 10u);
  EXPECT_EQ(warps.at(0).at("block"), 23) << "it goes round most often";
  EXPECT_TRUE(warps.at(0).at("cycles").is_null());
  for (std::size_t i = 1; i < warps.size(); ++i)
    EXPECT_GE(warps.at(i - 1).at("instructions"), warps.at(i).at("instructions")) << i;
  EXPECT_THAT(run(launch, untimed_in_odd_blocks()).out,
              HasSubstr("executed most instructions, since the cycles of 12 of 24 warps are not known"));
}

TEST(Order, OfWarpsIsThatOfCyclesWhereAllAreKnown) {
  std::string text = untimed_in_odd_blocks();
  text.replace(text.find("UBREV UR4, UR4"), 14, "NOP");
  const Json record = Json::parse(run({"emulate", "-", "--grid", "24", "--json", "-"}, text).out);
  EXPECT_EQ(record.at("worst_warps_by"), "cycles");
  const Json& warps = record.at("worst_warps");
  for (std::size_t i = 1; i < warps.size(); ++i) EXPECT_GE(warps.at(i - 1).at("cycles"), warps.at(i).at("cycles")) << i;
}

// One answer ---------------------------------------------------------------------------------------------------------

/// The sums of parts by the source line of their row, for which the record has `key`.
std::map<std::string, std::uint64_t> by_source(const Json& parts, const char* key) {
  std::map<std::string, std::uint64_t> sums;
  for (const Json& part : parts) sums[part.at("source").get<std::string>()] += part.at(key).get<std::uint64_t>();
  return sums;
}

std::string largest(const std::map<std::string, std::uint64_t>& sums) {
  return std::ranges::max_element(sums, {}, [](const auto& one) { return one.second; })->first;
}

TEST(OneAnswer, IsTheLineWhoseBranchesTogetherAreTheLargestCause) {
  const Json record = Json::parse(run(branch_in_loop({"--json", "-"})).out);
  bool has_many = false;
  for (const char* parts : {"lines", "instructions"})
    for (const Json& entry : record.at(parts)) {
      for (const auto& [list, key] : {std::pair("parted_at", "cycles"), std::pair("idle_because", "idle_lanes")}) {
        if (entry.at(list).empty()) continue;
        EXPECT_EQ(entry.at(list).at(0).at("source"), largest(by_source(entry.at(list), key))) << entry;
      }
      has_many |= entry.at("parted_at").size() > 1;
    }
  EXPECT_TRUE(has_many) << "else there is nothing to choose from";
}

/// What the explorer of a page is given.
Json page_data(const std::string& page) {
  const std::size_t begin = page.find('>', page.find("id=\"warp-explorer-data\"")) + 1;
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

TEST(OneAnswer, IsThatOfThePageAsWell) {
  const Json record = Json::parse(run(branch_in_loop({"--json", "-"})).out);
  const Json data = page_data(run(branch_in_loop({"--html", "-"}, "trace")).out);
  const Json& rows = data.at("kernels").at(0).at("rows");
  const auto pc = [&](std::size_t row) { return fmt::format("0x{:04x}", rows.at(row).at(0).get<std::uint64_t>()); };
  std::map<std::string, std::map<std::string, std::uint64_t>> of_page, of_record;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const Json& parted = data.at("runs").at(0).at("costs").at(row).at(5);
    for (std::size_t i = 0; i < parted.size(); i += 2)
      of_page[pc(row)][pc(parted.at(i).get<std::size_t>())] += parted.at(i + 1).get<std::uint64_t>();
  }
  for (const Json& instruction : record.at("instructions"))
    for (const Json& part : instruction.at("parted_at"))
      of_record[instruction.at("pc")][part.at("pc")] += part.at("cycles").get<std::uint64_t>();
  EXPECT_EQ(of_page, of_record);
}

/// The rules that the page shows compute with what --set says, and that was not measured.
TEST(Page, SaysOfGivenNumbersThatTheyAreGiven) {
  const auto numbers = [](const std::vector<std::string>& more) {
    std::map<std::string, Json> found;
    std::vector<std::string> words{"--html", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Json data = page_data(run(branch_in_loop(words, "trace")).out);
    for (const Json& rule : data.at("rules"))
      for (const Json& number : rule.at(4)) found[number.at(0).get<std::string>()] = number;
    return found;
  };
  const auto plain = numbers({});
  const auto given =
      numbers({"--set", "BSYNC.resumed-newest=77", "--set", "mio.address_ready=9", "--set", "FADD.issue_interval=5"});
  EXPECT_EQ(plain.at("BSYNC resumed-newest").at(3), "measured");
  EXPECT_EQ(given.at("BSYNC resumed-newest").at(2), "77 cycles");
  EXPECT_EQ(given.at("BSYNC resumed-newest").at(3), "given");
  EXPECT_EQ(given.at("BSYNC resumed-newest").at(4), "--set BSYNC.resumed-newest=77");
  EXPECT_EQ(given.at("mio.address_ready").at(2), "9 cycles");
  EXPECT_THAT(given.at("FADD").at(2).get<std::string>(), HasSubstr("issue interval 5"));
  EXPECT_EQ(given.at("FMUL"), plain.at("FMUL"));
}

TEST(OneAnswer, NamesInTheSummaryWhatTookMostLanesIfThatIsAnotherLine) {
  const std::string text = joined(run(branch_in_loop({})).out);
  EXPECT_THAT(text, HasSubstr("parted at branch_in_loop.cu:7 0x0140 BRA last, but most of the missing lanes parted "
                              "at branch_in_loop.cu:5 0x0360 BRA"));
}

TEST(OneAnswer, SumsCausesOnOneLine) {
  const Json account = Json::parse(run(branch_in_loop({"--json", "-"})).out).at("account");
  const auto sums = by_source(account.at("idle_because"), "idle_lanes");
  const std::uint64_t loop = sums.at("/kernels/branch_in_loop.cu:5");
  EXPECT_EQ(account.at("idle_because").size(), 3u) << "by branch";
  const std::string text = run(branch_in_loop({})).out;
  EXPECT_THAT(text, testing::ContainsRegex(fmt::format("parted at branch_in_loop.cu:5 +{} +73.7 .*0x0360 BRA 16845, "
                                                       "0x00b0 BRA 1137",
                                                       loop)));
  EXPECT_THAT(joined(text), HasSubstr("lane slots: 73.7% parted at branch_in_loop.cu:5, 26.3% parted at "));
}

TEST(Output, EveryElementOfABufferHasARandomNumberOfItsOwn) {
  const Outcome outcome = run({"emulate", std::string(RECONVERGE_CASES) + "/branch_in_loop_sm_90.sass", "--arg",
                               "i32[256]=random(1,0,2000)", "--arg", "f32[256]", "--json", "-"});
  EXPECT_EQ(outcome.err, "");
  const auto values = Json::parse(outcome.out).at("buffers").at(0).at("values").get<std::vector<std::int64_t>>();
  ASSERT_EQ(values.size(), 256u);
  EXPECT_GT(std::set(values.begin(), values.end()).size(), 200u);
}

TEST(Output, HasLinesBeforeBranches) {
  for (const Arguments& command :
       {branch_in_loop({}), {"emulate", "single_loop", "--reg", "R5=staircase(2)", "--lines", "2"}}) {
    const std::string text = run(command).out;
    const std::size_t lines = text.find("Cost by source line"), branches = text.find("\nBranches");
    ASSERT_NE(lines, std::string::npos) << text;
    ASSERT_NE(branches, std::string::npos) << text;
    EXPECT_LT(lines, branches);
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
