// SPDX-License-Identifier: MIT
// What a cubin holds beside the code of a kernel: variables, constants, functions that are called by name, by pointer
// and by virtual tables, and functions of the driver. The right results are those of the same C++ on the host.
//
// NAME.cubin is made of kernels.cu and separate.cu as they say. NAME.sass is what nvdisasm (CUDA 13.0) prints of it,
// without sections of debugging, notes and padding: a stand-in for nvdisasm prints it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/stand_ins.hpp"

namespace reconverge::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string input(const std::string& name) { return RECONVERGE_CASES + ("/" + name); }

class Cubin : public testing::Test {
 protected:
  Cubin() { tools_.add_disassembler(); }

  Outcome emulate(const std::string& file, const std::string& kernel, const Arguments& arguments,
                  const Arguments& more = {}) {
    StandIns::listing(input(file + ".sass"));
    Arguments all = {"emulate", input(file + ".cubin"), "--function", kernel};
    for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  json result(const std::string& file, const std::string& kernel, const Arguments& arguments, Arguments more = {}) {
    more.insert(more.end(), {"--json", "-"});
    const Outcome outcome = emulate(file, kernel, arguments, more);
    EXPECT_EQ(outcome.status, 0) << outcome;
    return outcome.status == 0 ? json::parse(outcome.out) : json();
  }
  std::vector<int> values(const std::string& file, const std::string& kernel, const Arguments& arguments,
                          const Arguments& more = {}) {
    const json all = result(file, kernel, arguments, more);
    return all.is_null() ? std::vector<int>() : all["buffers"][0]["values"].get<std::vector<int>>();
  }

  Folder folder_;
  StandIns tools_{folder_};
};

/// What a function gives for each of 32 threads.
template <typename Function> std::vector<int> by_thread(Function function) {
  std::vector<int> all;
  for (int t = 0; t < 32; ++t) all.push_back(function(t));
  return all;
}

TEST_F(Cubin, HoldsTablesInGlobalMemory) {
  constexpr int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  EXPECT_EQ(values("kernels_sm_90", "look_up", {"f32[32]", "i32[32]=index"}),
            by_thread([&](int t) { return table[t % 8]; }));
}

TEST_F(Cubin, HoldsCountersThatAreSetAndSaved) {
  const auto run_of = [&](const Arguments& more) {
    return result("kernels_sm_90", "weigh", {"i32[32]"}, more)["buffers"];
  };
  const json fresh = run_of({"--save", "counters::calls:i32=" + (folder_ / "calls.npy")});
  EXPECT_EQ(fresh[0]["values"].get<std::vector<int>>(), by_thread([](int t) { return 10 * (t % 4 + 1); }));
  EXPECT_EQ(fresh[1]["variable"], "counters::calls:i32");
  EXPECT_EQ(fresh[1]["values"], json({0, 22})) << "11 threads add 2";
  EXPECT_THAT(read_file(folder_ / "calls.npy"), HasSubstr("'descr': '<i4', 'fortran_order': False, 'shape': (2,)"));
  const json set = run_of({"--symbol", "calls=i32[]=5,100", "--symbol", "coefficients=i32[4]=index", "--save",
                           "_ZN8counters5callsE=" + (folder_ / "calls.bin")});
  EXPECT_EQ(set[0]["values"].get<std::vector<int>>(), by_thread([](int t) { return t % 4; }));
  EXPECT_EQ(set[1]["values"], json({5, 0, 0, 0, 122, 0, 0, 0}));
}

TEST_F(Cubin, HoldsPointersThatAreSetToArguments) {
  const json all = result("kernels_sm_90", "weigh", {"i32[32]"}, {"--symbol", "where=&0"});
  EXPECT_EQ(all["buffers"][0]["values"][1], 20 + 22) << "where[1] is out[1] then";
}

TEST_F(Cubin, TellsWhichVariablesThereAre) {
  const std::pair<Arguments, const char*> cases[] = {
      {{"--symbol", "missing=i32:1"}, "no variable is called missing"},
      {{"--symbol", "table=f32[7]"}, "28 bytes are given for a variable of 32 bytes"},
      {{"--symbol", "table"}, "not of the form NAME=VALUE"},
      {{"--symbol", "where=&3"}, "points into an argument that is not a buffer"},
      {{"--symbol", "where=&i32[4]"}, "points into the buffers of arguments"},
      {{"--symbol", "where=&0", "--symbol", "where=&0"}, "given twice"},
      {{"--save", "coefficients=x.bin"}, "a constant, which no kernel writes"},
      {{"--save", "missing=x.bin"}, "no variable is called missing"}};
  for (const auto& [more, reason] : cases) {
    const Outcome outcome = emulate("kernels_sm_90", "weigh", {"i32[32]"}, more);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(reason)) << outcome;
  }
  const Outcome outcome = emulate("kernels_sm_90", "weigh", {"i32[32]"}, {"--symbol", "missing=i32:1"});
  EXPECT_THAT(outcome.err, HasSubstr("counters::calls (8 bytes)"));
}

TEST_F(Cubin, CallsThroughTables) {
  EXPECT_EQ(values("kernels_sm_90", "call_through_table", {"i32[32]", "i32[32]=index"}),
            by_thread([](int t) { return t % 2 == 0 ? t + 1 : 3 * t; }));
  EXPECT_EQ(values("kernels_sm_90", "areas", {"i32[32]"}), by_thread([](int t) { return t % 2 == 0 ? 2 * t : t * t; }));
}

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

TEST_F(Cubin, CallsFunctionsThatAreCompiledByThemselves) {
  for (const char* file : {"separate_sm_75", "separate_sm_120"}) {
    EXPECT_EQ(values(file, "by_name", {"i32[32]"}), by_thread([](int t) { return factorial(t % 8); })) << file;
    const json all =
        result(file, "by_pointer", {"i32[32]", "i32[32]=index"}, {"--save", "calls:i32=" + (folder_ / "c")});
    EXPECT_EQ(all["buffers"][0]["values"].get<std::vector<int>>(),
              by_thread([](int t) { return (31 - t) % 2 == 0 ? 31 - t + 100 : 3 * (31 - t); }))
        << file;
    EXPECT_EQ(all["buffers"][2]["values"], json({32})) << file;
    EXPECT_THAT(all["printf"].get<std::string>(), testing::MatchesRegex("[0-9]+ calls\n")) << file;
  }
}

TEST_F(Cubin, OfSeveralFunctionsHasNoCycles) {
  const json all = result("separate_sm_75", "by_name", {"i32[32]"});
  EXPECT_TRUE(all["counts"]["cycles"].is_null());
}

TEST_F(Cubin, PrintsLaneByLane) {
  const Outcome outcome = emulate("kernels_sm_90", "print", {"i32[32]"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, testing::StartsWith("Printed by the kernel:\nlane 3:  1.50 three\nlane 11:  5.50 other\n"
                                               "lane 19:  9.50 other\nlane 27: 13.50 other\n\n"));
  const json all = result("kernels_sm_90", "print", {"i32[32]"});
  EXPECT_EQ(all["printf"], "lane 3:  1.50 three\nlane 11:  5.50 other\nlane 19:  9.50 other\nlane 27: 13.50 other\n");
  EXPECT_EQ(all["buffers"][0]["values"].get<std::vector<int>>(), by_thread([](int t) { return t % 8 == 3 ? 3 : 0; }))
      << "printf gives the number of arguments";
}

TEST_F(Cubin, FindsAssertionsThatFail) {
  EXPECT_EQ(values("kernels_sm_90", "check", {"i32[32]", "i32:32"}), by_thread([](int t) { return t; }));
  const Outcome outcome = emulate("kernels_sm_90", "check", {"i32[32]", "i32:31"}, {"--json", "-"});
  EXPECT_EQ(outcome.status, 5) << outcome;
  const json findings = json::parse(outcome.out)["findings"];
  ASSERT_EQ(findings.size(), 1u) << findings;
  EXPECT_EQ(findings[0]["kind"], "failed-assertion");
  EXPECT_EQ(findings[0]["lanes"], "0x80000000");
  EXPECT_EQ(findings[0]["instruction"], "CALL.ABS.NOINC");
  EXPECT_EQ(findings[0]["message"], "kernels.cu:47: void check(int *, int): assertion `threadIdx.x < bound` failed");
  EXPECT_THAT(outcome.err, HasSubstr("assertion `threadIdx.x < bound` failed"));
}

TEST_F(Cubin, AllocatesFromAHeap) {
  constexpr int sums[4] = {0, 10, 210, 3210};
  EXPECT_EQ(values("kernels_sm_90", "list", {"i32[32]"}), by_thread([&](int t) { return sums[t % 4]; }));
  const json all = result("kernels_sm_90", "list", {"i32[32]"}, {"--heap", "16"});
  EXPECT_EQ(all["buffers"][0]["values"].get<std::vector<int>>(), by_thread([](int t) { return t == 0 ? 0 : -1; }))
      << "one lane gets the only block";
}

TEST_F(Cubin, HasSharedMemoryWhoseSizeTheLaunchChooses) {
  EXPECT_EQ(values("kernels_sm_90", "mirror", {"i32[32]"}, {"--shared", "256"}),
            by_thread([](int t) { return 100 + 2 * (31 - t); }));
  for (const Arguments& without : {Arguments{"--shared", "128"}, Arguments{}}) {
    const Outcome outcome = emulate("kernels_sm_90", "mirror", {"i32[32]"}, without);
    EXPECT_EQ(outcome.status, 5) << "128 bytes are static" << outcome;
    EXPECT_THAT(outcome.err, HasSubstr("--shared BYTES sets its size"));
  }
}

TEST_F(Cubin, RunsWithoutArgumentsToo) {
  const Outcome outcome =
      emulate("kernels_sm_90", "print", {}, {"--const", "c[0x0][0x210]=0x1000", "--const", "c[0x0][0x214]=0"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("lane 11:  5.50 other\n"));
}

TEST_F(Cubin, IsAskedForWhereAListingDoesNotTell) {
  const auto listing = [&](const std::string& file, const std::string& kernel, const Arguments& arguments) {
    Arguments all = {"emulate", input(file), "--function", kernel};
    for (const std::string& argument : arguments) all.insert(all.end(), {"--arg", argument});
    return run(all);
  };
  const Outcome bank = listing("kernels_sm_90.sass", "look_up", {"f32[32]", "i32[32]=3"});
  EXPECT_EQ(bank.status, 4) << bank;
  EXPECT_THAT(bank.err, HasSubstr("bank 4 holds addresses of variables and functions, which only the cubin has"));
  const Outcome name = listing("separate_sm_75.sass", "by_pointer", {"i32[32]", "i32[32]=3"});
  EXPECT_EQ(name.status, 4) << name;
  EXPECT_THAT(name.err, HasSubstr("give the cubin, which holds the variables of the device"));
  const Outcome call = listing("separate_sm_75.sass", "by_name", {"i32[32]"});
  EXPECT_EQ(call.status, 0) << "functions of one text call each other" << call;
}

/// printed_clock_sm_80.sass prints a clock value, which is not known there, by a format that is its argument.
TEST(Printf, OfAClockValueThatIsNotKnownIsRefused) {
  const auto printed = [](const std::string& format) {
    return run({"emulate", input("printed_clock_sm_80.sass"), "--lanes", "0x3", "--arg", "u8[]=" + format});
  };
  const Outcome clock = printed("37,100,10,0");
  EXPECT_EQ(clock.status, 5) << clock;
  EXPECT_THAT(clock.err, HasSubstr("VPRINTF depends on a value that is not known"));
  const Outcome text = printed("104,105,10,0");
  EXPECT_EQ(text.status, 0) << text;
  EXPECT_THAT(text.out, testing::StartsWith("Printed by the kernel:\nhi\nhi\n\n"));
}

TEST(Support, CountsWhatIsCalled) {
  const Outcome outcome = run({"inspect", input("separate_sm_75.sass"), "--support", "--function", "by_name"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("with those of what it calls: _Z9factoriali"));
  EXPECT_THAT(outcome.out, Not(HasSubstr(" no ")));
}

}  // namespace
}  // namespace reconverge::cli_tests
