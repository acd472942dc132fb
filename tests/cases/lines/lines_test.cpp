// SPDX-License-Identifier: MIT
// What each source line costs. weigh_sm_NN.sass is what nvdisasm -gi -hex -c of CUDA 13.5 prints of weigh.cu, compiled
// by nvcc 13.0 -cubin -lineinfo in the folder /kernels: templates, and calls that are inlined twice deep.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

std::string path_of(const std::string& file) { return fmt::format("{}/{}", RECONVERGE_CASES, file); }

Arguments emulate(const std::string& file, const Arguments& more) {
  Arguments all{"emulate", path_of(file), "--function", "weights<int, 4>",
                "--arg",   "i32[32]",     "--arg",      "i32[32]=index"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Json record_of(const std::string& file) {
  const Outcome outcome = run(emulate(file, {"--json", "-"}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

const std::vector<std::string> counts{"executed",   "active_lanes",       "thread_instructions",
                                      "branches",   "divergent_branches", "executed_apart",
                                      "idle_lanes", "caused_idle_lanes",  "predicated_off_lanes"};
const std::vector<std::string> cycles{"cycles",       "issuing_cycles", "operands_cycles",  "memory_cycles",
                                      "fetch_cycles", "branch_cycles",  "meeting_cycles",   "pipe_cycles",
                                      "apart_cycles", "serial_cycles",  "idle_lane_cycles", "caused_idle_lane_cycles"};

std::uint64_t sum_of(const Json& entries, const std::string& key) {
  std::uint64_t sum = 0;
  for (const Json& entry : entries) sum += entry.at(key).get<std::uint64_t>();
  return sum;
}

/// "5 11 19": a line and where it is inlined.
std::string lines_in(const Json& line) {
  std::string text;
  for (const Json& frame : line.at("frames"))
    text += fmt::format("{}{}", text.empty() ? "" : " ", frame.at("line").get<int>());
  return text;
}

const Json& line_at(const Json& record, const std::string& lines) {
  const auto found =
      std::ranges::find_if(record.at("lines"), [&](const Json& line) { return lines_in(line) == lines; });
  EXPECT_NE(found, record.at("lines").end()) << lines;
  return *found;
}

TEST(Lines, SumsAreThoseOfTheRun) {
  const Json record = record_of("weigh_sm_90.sass");
  for (const char* parts : {"lines", "instructions"}) {
    for (const auto& keys : {counts, cycles})
      for (const std::string& key : keys)
        EXPECT_EQ(sum_of(record.at(parts), key), record.at("account").at(key).get<std::uint64_t>()) << parts << key;
  }
  const Json& account = record.at("account");
  EXPECT_EQ(account.at("cycles"), record.at("counts").at("cycles"));
  EXPECT_EQ(account.at("executed"), record.at("counts").at("warp_instructions"));
  EXPECT_EQ(account.at("thread_instructions"), record.at("counts").at("thread_instructions"));
  EXPECT_EQ(account.at("branches"), record.at("counts").at("branches"));
  EXPECT_EQ(account.at("divergent_branches"), record.at("counts").at("divergent_branches"));
  std::uint64_t classes = 0;
  for (std::size_t i = 1; i < 8; ++i) classes += account.at(cycles[i]).get<std::uint64_t>();
  EXPECT_EQ(classes, account.at("cycles").get<std::uint64_t>());
  EXPECT_EQ(sum_of(account.at("parted_at"), "cycles"), account.at("apart_cycles").get<std::uint64_t>());
}

std::uint64_t number_at(const Json& entry, const char* key) { return entry.at(key).get<std::uint64_t>(); }

/// Lost here: as many as 32 an execution less the active ones. Caused there: the same, by what took them.
TEST(Lines, EveryIdleLaneIsLostHereAndCausedThere) {
  for (const char* file : {"weigh_sm_90.sass", "weigh_sm_80.sass"}) {
    const Json record = record_of(file);
    const Json& account = record.at("account");
    const std::uint64_t idle = number_at(account, "idle_lanes");
    EXPECT_EQ(idle, 32 * number_at(account, "executed") - number_at(account, "active_lanes"));
    EXPECT_EQ(number_at(account, "caused_idle_lanes"), idle) << "every lane has a thread";
    for (const char* parts : {"lines", "instructions"})
      for (const Json& entry : record.at(parts)) {
        EXPECT_EQ(number_at(entry, "idle_lanes"), 32 * number_at(entry, "executed") - number_at(entry, "active_lanes"));
        EXPECT_EQ(number_at(entry, "idle_lanes"), sum_of(entry.at("idle_because"), "idle_lanes"));
        EXPECT_EQ(number_at(entry, "predicated_off_lanes"),
                  number_at(entry, "active_lanes") - number_at(entry, "thread_instructions"));
      }
    for (const Json& cause : account.at("idle_because")) {
      const auto row = std::ranges::find(record.at("instructions"), cause.at("pc"),
                                         [](const Json& entry) -> const Json& { return entry.at("pc"); });
      ASSERT_NE(row, record.at("instructions").end()) << cause;
      EXPECT_EQ(row->at("caused_idle_lanes"), cause.at("idle_lanes")) << cause;
    }
  }
}

/// 16 lanes leave at line 18, two more at line 10: in the loop these 18 are missing all the time, 14 leave it one by
/// one.
TEST(Lines, OfALoopChargeEachLaneToItsOwnBranch) {
  const Json record = record_of("weigh_sm_90.sass");
  const Json& body = line_at(record, "5 11 19");
  std::map<std::string, std::uint64_t> lanes;
  for (const Json& cause : body.at("idle_because")) {
    EXPECT_EQ(cause.at("why"), "parted");
    lanes[cause.at("source").get<std::string>()] += number_at(cause, "idle_lanes");
  }
  const std::uint64_t executed = number_at(body, "executed");
  EXPECT_EQ(lanes.at("/kernels/weigh.cu:18"), 16 * executed);
  EXPECT_EQ(lanes.at("/kernels/weigh.cu:10"), 2 * executed);
  EXPECT_EQ(lanes.at("/kernels/weigh.cu:4"), 14 * executed - number_at(body, "active_lanes"));
  EXPECT_EQ(lanes.size(), 3u);
}

TEST(Lines, TheTextSaysWhatTookLanesAndWhereTheyWereMissed) {
  const Outcome outcome = run(emulate("weigh_sm_90.sass", {"--lines", "2"}));
  EXPECT_THAT(outcome.out, HasSubstr("lane slots: "));
  EXPECT_THAT(outcome.out, HasSubstr("caused there.\n"));
  EXPECT_THAT(outcome.out, HasSubstr("lost here.\n"));
  EXPECT_THAT(outcome.out, HasSubstr("parted at weigh.cu:18 0x0060 BRA"));
}

/// Lane i goes round i times if it is odd and i > 3: 14 lanes, of which one fewer each time goes on, two by two.
TEST(Lines, OfALoopSayWhoRanItAndWhoTookTheOthers) {
  const Json record = record_of("weigh_sm_90.sass");
  const Json& body = line_at(record, "5 11 19");
  EXPECT_GT(body.at("executed_apart").get<int>(), 0);
  EXPECT_EQ(body.at("executed_apart"), body.at("executed"));
  EXPECT_EQ(body.at("apart_cycles"), body.at("cycles"));
  ASSERT_FALSE(body.at("parted_at").empty());
  EXPECT_EQ(body.at("parted_at").at(0).at("source"), "/kernels/weigh.cu:4") << "lanes leave the loop one by one";
  EXPECT_EQ(body.at("frames").at(2).at("demangled"), "void weights<int, 4>(int*, int const*)");
  const Json& head = line_at(record, "16");
  EXPECT_EQ(head.at("executed_apart"), 0);
}

TEST(Lines, OfAnUntimedArchitectureHaveCounts) {
  const Json record = record_of("weigh_sm_80.sass");
  for (const std::string& key : counts)
    EXPECT_EQ(sum_of(record.at("lines"), key), record.at("account").at(key).get<std::uint64_t>()) << key;
  for (const Json& line : record.at("lines")) {
    EXPECT_TRUE(line.at("cycles").is_null());
    EXPECT_NE(line.at("cycles_absent").get<std::string>().find("no instruction timings"), std::string::npos);
    EXPECT_FALSE(line.contains("apart_cycles"));
  }
}

TEST(Lines, OfTheTokenStackHaveCounts) {
  const Folder folder;
  const std::vector<std::string> command{"emulate", "single_loop", "--reg", "R5=staircase(2)"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    return run(more);
  };
  const Outcome outcome = with({"--lines", "1", "--lines-csv", folder / "lines.csv"});
  EXPECT_THAT(outcome.out, HasSubstr("Cost by source line, the most executions first."));
  std::istringstream lines(read_file(folder / "lines.csv"));
  std::string line, cell;
  std::getline(lines, line);
  int executed = 0;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    for (int column = 0; column < 6; ++column) std::getline(cells, cell, ',');
    executed += std::stoi(cell);
  }
  const Json record = Json::parse(with({"--json", "-"}).out);
  EXPECT_EQ(executed, record.at("executed_instructions"));
}

TEST(Lines, TheTextShowsTheWorstAndSaysHowManyMore) {
  const Outcome outcome = run(emulate("weigh_sm_90.sass", {"--lines", "2"}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  const std::size_t lines = record_of("weigh_sm_90.sass").at("lines").size();
  EXPECT_NE(outcome.out.find(fmt::format("{} more", lines - 2)), std::string::npos) << outcome;
  EXPECT_NE(outcome.out.find("--lines all"), std::string::npos) << outcome;
  EXPECT_EQ(run(emulate("weigh_sm_90.sass", {"--lines", "all"})).out.find(" more "), std::string::npos);
  EXPECT_EQ(run(emulate("weigh_sm_90.sass", {"--lines", "0"})).status, 2);
}

/// The listing as it would be had it been compiled where the source is.
std::string listing_beside_source() {
  std::ifstream file(path_of("weigh_sm_90.sass"));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string folder = "\"/kernels/";
  for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;)
    text.replace(at, folder.size(), fmt::format("\"{}/", RECONVERGE_CASES));
  return text;
}

TEST(Lines, TheTextOfTheSourceStandsBesideThem) {
  Arguments arguments = emulate("", {"--lines", "all"});
  arguments[1] = "-";
  const Outcome outcome = run(arguments, listing_beside_source());
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.out.find("step * i"), std::string::npos) << outcome;
  EXPECT_EQ(run(emulate("weigh_sm_90.sass", {"--lines", "all"})).out.find("step * i"), std::string::npos);
}

TEST(Lines, AsCsv) {
  const Outcome outcome = run(emulate("weigh_sm_90.sass", {"--lines-csv", "-"}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')),
            "file,line,function,inlined_at,pc,executed,active_lanes,thread_instructions,branches,divergent_branches,"
            "executed_apart,idle_lanes,caused_idle_lanes,predicated_off_lanes,left_out_lanes,cycles,known_cycles,"
            "low_cycles,typical_cycles,high_cycles,"
            "issuing_cycles,operands_cycles,memory_cycles,fetch_cycles,branch_cycles,"
            "meeting_cycles,pipe_cycles,apart_cycles,serial_cycles,idle_lane_cycles,caused_idle_lane_cycles,parted_at,"
            "idle_because,source");
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(outcome.out, '\n')),
            record_of("weigh_sm_90.sass").at("lines").size() + 1);
}

TEST(Lines, AsRemarks) {
  const Outcome outcome = run(emulate("weigh_sm_90.sass", {"--remarks", "-"}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_NE(outcome.out.find("--- !Missed\n"
                             "Pass:            reconverge\n"
                             "Name:            Divergence\n"
                             "DebugLoc:        { File: '/kernels/weigh.cu', Line: 5, Column: 0 }\n"
                             "Function:        '_Z7weightsIiLi4EEvPT_PKi'\n"
                             "Hotness:         "),
            std::string::npos)
      << outcome;
  EXPECT_NE(outcome.out.find("  - PartedAt: 'weigh.cu:4'\n"), std::string::npos) << outcome;
  EXPECT_TRUE(outcome.out.ends_with("...\n"));
}

TEST(Names, FindTheFunction) {
  const auto with = [](const std::string& name) {
    Arguments arguments = emulate("weigh_sm_90.sass", {"--json", "-"});
    arguments[3] = name;
    return run(arguments);
  };
  for (const char* name : {"_Z7weightsIiLi4EEvPT_PKi", "weights<int, 4>", "weights<int,4>",
                           "void weights<int, 4>(int*, int const*)", "<int"}) {
    const Outcome outcome = with(name);
    EXPECT_EQ(outcome.status, 0) << name << outcome;
    EXPECT_EQ(Json::parse(outcome.out).at("function"), "_Z7weightsIiLi4EEvPT_PKi") << name;
    EXPECT_EQ(Json::parse(outcome.out).at("demangled"), "void weights<int, 4>(int*, int const*)") << name;
  }
  const Outcome both = with("weights");
  EXPECT_EQ(both.status, 2) << both;
  EXPECT_NE(both.err.find("2 functions fit"), std::string::npos) << both;
  EXPECT_NE(both.err.find("void weights<float, 2>(float*, int const*)"), std::string::npos) << both;
  const Outcome none = with("nothing");
  EXPECT_EQ(none.status, 2) << none;
  EXPECT_NE(none.err.find("void weights<int, 4>(int*, int const*)"), std::string::npos) << none;
}

/// The words in front of the tables, each line feed and what follows it of blanks as one blank.
std::string summary_in(const std::string& text, const std::string& tables) {
  const std::size_t end = text.find(tables);
  EXPECT_NE(end, std::string::npos) << text;
  std::string joined;
  for (const char character : text.substr(0, end))
    if (character != '\n' && character != ' ') joined += character;
    else if (!joined.ends_with(' ')) joined += ' ';
  return joined;
}

TEST(Summary, IsInFrontOfTheTablesAndAddsUp) {
  const Outcome outcome = run(emulate("weigh_sm_90.sass", {}));
  ASSERT_EQ(outcome.status, 0) << outcome;
  const std::string summary = summary_in(outcome.out, "Counts and cycles.");
  const Json account = record_of("weigh_sm_90.sass").at("account");
  const auto all = account.at("cycles").get<int>(), apart = account.at("apart_cycles").get<int>();
  const double mean = account.at("active_lanes").get<double>() / account.at("executed").get<double>();
  EXPECT_NE(summary.find(fmt::format("cycles {} from the first instruction to the last", all)), std::string::npos)
      << summary;
  EXPECT_NE(summary.find(fmt::format(": {:.1f} of 32 lanes active, ", mean)), std::string::npos) << summary;
  EXPECT_NE(summary.find(fmt::format("divergence {} of {} cycles (", apart, all)), std::string::npos) << summary;
  EXPECT_LE(apart, all);
}

TEST(Summary, NamesTheThreeWorstPlacesWithTheirCauses) {
  const std::string summary = summary_in(run(emulate("weigh_sm_90.sass", {})).out, "Counts and cycles.");
  const Json record = record_of("weigh_sm_90.sass");
  const Json& worst = line_at(record, "4 11 19");
  EXPECT_NE(summary.find(fmt::format("most at 1. weigh.cu:4 in weigh.cu:11 in weigh.cu:19, weights<int, 4>: {} cycles, "
                                     "all while lanes were elsewhere (",
                                     worst.at("cycles").get<int>())),
            std::string::npos)
      << summary;
  EXPECT_NE(summary.find(fmt::format("%), parted at weigh.cu:4 0x0150 BRA last, but most of the missing lanes "
                                     "parted at weigh.cu:18 0x0060 BRA; operands {}, branch {}, meeting {}",
                                     worst.at("operands_cycles").get<int>(), worst.at("branch_cycles").get<int>(),
                                     worst.at("meeting_cycles").get<int>())),
            std::string::npos)
      << summary;
  EXPECT_NE(summary.find(" 2. weigh.cu:5 "), std::string::npos) << summary;
  EXPECT_NE(summary.find(" 3. weigh.cu:19"), std::string::npos) << summary;
  EXPECT_EQ(summary.find(" 4. "), std::string::npos) << summary;
}

/// A guard leaves lanes out that count as active: both shares stand beside each other.
TEST(Summary, SaysWhatGuardsLeaveOfTheLanes) {
  const Json account = record_of("weigh_sm_90.sass").at("account");
  const double slots = 32 * account.at("executed").get<double>();
  const double active = 100 * account.at("active_lanes").get<double>() / slots;
  const double on = 100 * account.at("thread_instructions").get<double>() / slots;
  EXPECT_LT(on, active);
  EXPECT_DOUBLE_EQ(account.at("simt_efficiency").get<double>(), active);
  EXPECT_DOUBLE_EQ(account.at("simt_efficiency_predicated_on").get<double>(), on);
  const std::string summary = summary_in(run(emulate("weigh_sm_90.sass", {})).out, "Counts and cycles.");
  EXPECT_THAT(summary, HasSubstr(fmt::format("SIMT efficiency {:.1f}%, with guards {:.1f}%: ", active, on)));
  EXPECT_THAT(summary, HasSubstr("predicated on"));
  const Json page = Json::parse(run(emulate("weigh_sm_80.sass", {"--json", "-"})).out).at("account");
  EXPECT_GT(page.at("simt_efficiency_predicated_on").get<double>(), 0) << "without cycles as well";
}

/// Which line, how much, why: in front of all other columns.
TEST(Lines, TheTableBeginsWithTheCause) {
  const std::string timed = run(emulate("weigh_sm_90.sass", {})).out;
  EXPECT_THAT(timed, testing::ContainsRegex("\nline +cycles +% +apart +parted at +mostly "));
  EXPECT_THAT(timed, testing::ContainsRegex("\nweigh.cu:4 in weigh.cu:11 in weigh.cu:19 +[0-9]+ +[0-9.]+ +[0-9]+ +"
                                            "weigh.cu:4 0x0150 +[a-z]+ [0-9]+%"));
  EXPECT_THAT(timed, HasSubstr("it is no part of the cycles, and not what one would save"));
  EXPECT_THAT(run(emulate("weigh_sm_80.sass", {})).out,
              testing::ContainsRegex("\nline +executed +% +apart +parted at "));
}

TEST(Summary, CountsExecutionsWhereNoCyclesAreKnown) {
  const std::string summary = summary_in(run(emulate("weigh_sm_80.sass", {})).out, "Counts and cycles.");
  const Json account = record_of("weigh_sm_80.sass").at("account");
  EXPECT_NE(summary.find("cycles absent: no instruction timings"), std::string::npos) << summary;
  EXPECT_NE(summary.find(fmt::format("divergence {} of {} warp instructions", account.at("executed_apart").get<int>(),
                                     account.at("executed").get<int>())),
            std::string::npos)
      << summary;
  EXPECT_NE(summary.find("executions, all while lanes were elsewhere ("), std::string::npos) << summary;
}

TEST(Summary, OfTheStackHasTheCyclesOfEachGeneration) {
  const std::string summary =
      summary_in(run({"emulate", "single_loop", "--reg", "R5=staircase(14)"}).out, "Counts and cycles");
  EXPECT_NE(summary.find("cycles, fermi absent: "), std::string::npos) << summary;
  // The paper: 1732 and 32 for each of 14 divergent branches.
  EXPECT_NE(summary.find("cycles, kepler 2180; divergence adds 448 (20.6%)"), std::string::npos) << summary;
  EXPECT_NE(summary.find("14 of 32 executions parted lanes, 448 cycles on kepler"), std::string::npos) << summary;
}

TEST(Summary, OpensThePageOfATraceAndItsTitleHasNoFolder) {
  Arguments arguments = emulate("weigh_sm_90.sass", {"--html", "-"});
  arguments.front() = "trace";
  const Outcome outcome = run(arguments);
  ASSERT_EQ(outcome.status, 0) << outcome;
  const std::string& page = outcome.out;
  EXPECT_NE(page.find("<h1>Trace of weights&lt;int, 4&gt; in weigh_sm_90.sass</h1>"), std::string::npos);
  EXPECT_LT(page.find("of 1377 cycles (94%)"), page.find("id=\"warp-explorer\"")) << page.size();
}

/// Launches of several warps, whose sums `emulate` gives warp by warp.
class Shown : public testing::Test {
 protected:
  static Arguments launch(const char* verb, const std::vector<std::string>& more) {
    Arguments arguments{verb,         path_of("weigh_sm_90.sass"),
                        "--function", "weights<int, 4>",
                        "--arg",      "i32[256]",
                        "--arg",      "i32[256]=random(1,0,9)",
                        "--grid",     "3",
                        "--block",    "64"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  void SetUp() override {
    const Outcome all = run(launch("emulate", {"--json", "-"}));
    ASSERT_EQ(all.status, 0) << all;
    const Json record = Json::parse(all.out);
    for (const auto& warp : record.at("worst_warps"))
      warps_[{warp.at("block").get<int>(), warp.at("warp").get<int>()}] = warp;
    ASSERT_EQ(warps_.size(), 6u);
  }
  static std::string page(const std::string& warp) {
    const Outcome page = run(launch("trace", {"--warp", warp, "--html", "-"}));
    EXPECT_EQ(page.status, 0) << page.err;
    return page.out;
  }
  int of(int block, int warp, const char* what) const { return warps_.at({block, warp}).at(what).get<int>(); }

  std::map<std::pair<int, int>, Json> warps_;
};

TEST_F(Shown, NumbersOfOneWarpAreOfIt) {
  const std::string shown = page("2:1");
  EXPECT_NE(shown.find(fmt::format("{} from the first instruction to the last, by itself", of(2, 1, "cycles"))),
            std::string::npos);
  EXPECT_NE(shown.find("warp 1 of block 2 alone; the launch has others"), std::string::npos);
  EXPECT_NE(shown.find(fmt::format("means of {} warp instructions", of(2, 1, "instructions"))), std::string::npos);
  Arguments one = emulate("weigh_sm_90.sass", {"--html", "-"});
  one.front() = "trace";
  EXPECT_EQ(run(one).out.find("the launch has others"), std::string::npos);
}

TEST_F(Shown, NumbersOfABlockAreOfIt) {
  const std::string shown = page("2");
  EXPECT_NE(shown.find(fmt::format("{}, the sum of what each of 2 warps needs by itself",
                                   of(2, 0, "cycles") + of(2, 1, "cycles"))),
            std::string::npos);
  EXPECT_NE(shown.find("all warps of block 2 alone; "), std::string::npos);
  EXPECT_NE(
      shown.find(fmt::format("means of {} warp instructions", of(2, 0, "instructions") + of(2, 1, "instructions"))),
      std::string::npos);
}

TEST_F(Shown, LastCycleOfATimelineIsThatOfEmulate) {
  for (const auto& [place, warp] : warps_) {
    const std::string name = fmt::format("{}:{}", place.first, place.second);
    const Outcome trace = run(launch("trace", {"--warp", name, "--json", "-"}));
    ASSERT_EQ(trace.status, 0) << trace.err;
    const Json shown = Json::parse(trace.out).at("runs").at(0);
    EXPECT_EQ(shown.at("cycles"), warp.at("cycles")) << name;
    EXPECT_EQ(shown.at("issue_cycles").size(), shown.at("executed_instructions")) << name;
    EXPECT_EQ(shown.at("issue_cycles").back(), warp.at("cycles")) << name;
    EXPECT_LT(shown.at("issue_cycles").at(0), shown.at("issue_cycles").at(1)) << name;
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
