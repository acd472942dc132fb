// SPDX-License-Identifier: MIT
// Numbers in JSON inputs that no integer holds, numbers that JSON has not, and what they become.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string cases = RECONVERGE_CASES;

void expect_refused(const Outcome& outcome, const std::string& place, const std::string& message) {
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("error: " + place)) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr(message)) << outcome;
  EXPECT_THAT(outcome.err, Not(HasSubstr("json.exception"))) << outcome;
}

TEST(JsonNumber, ThatNoDoubleHoldsIsToldWithItsPlace) {
  const std::string path = cases + "/huge_number.json";
  for (const Arguments& arguments : {Arguments{"report", path},
                                     {"compare", path, path},
                                     {"fit", path},
                                     {"predict", "single_loop", "--fit", path},
                                     {"compare", "--emulated", path}})
    expect_refused(run(arguments), path + ":1:", "beyond what double precision holds");
}

TEST(JsonNesting, ThatWouldExhaustTheStackIsRefused) {
  const Folder folder;
  const std::string path =
      folder.write("deep.json", "{\"schema\":\"reconverge.bench\",\n\"devices\":" + std::string(200'000, '['));
  expect_refused(run({"report", path}), path + ":2:", "nested too deep");
  expect_refused(run({"fit", path}), path + ":2:", "nested too deep");
}

/// A result of `bench` whose members are as they should be but for one.
std::string bench_with(const std::string& member, const std::string& value) {
  json state{
      {"n", 1}, {"status", "failed"}, {"values", json::array()}, {"lane_results", {1.5, "nan", "-inf", nullptr}}};
  json benchmark{{"name", "k"},
                 {"limits_per_lane", 1},
                 {"options", {{"inner_unroll", 1}}},
                 {"proof", {{"start", 16}, {"stops", {32}}}}};
  const auto special = json::parse(value);
  if (member == "limits_per_lane") benchmark[member] = special;
  else if (member == "inner_unroll") benchmark["options"][member] = special;
  else if (member == "start" || member == "stops") benchmark["proof"][member] = special;
  else if (!member.empty()) state[member] = special;
  benchmark["states"] = {state};
  return json{{"schema", "reconverge.bench"}, {"schema_version", 2}, {"benchmarks", {benchmark}}}.dump();
}

class BenchNumber : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(BenchNumber, ThatTheMemberCannotHoldIsRefused) {
  const Folder folder;
  const auto& [member, value] = GetParam();
  const std::string path = folder.write("bench.json", bench_with(member, value));
  const auto outcome = run({"compare", "--emulated", path});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("error: " + path)) << outcome;
  EXPECT_EQ(outcome.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    JsonNumber, BenchNumber,
    testing::Values(std::pair{"n", "1e300"}, std::pair{"n", "-2147483649"}, std::pair{"n", "0.5"},
                    std::pair{"n", "\"1\""}, std::pair{"inner_unroll", "1e10"}, std::pair{"start", "-5"},
                    std::pair{"start", "18446744073709551616"}, std::pair{"stops", "[1.8e19, 1.9e19]"},
                    std::pair{"limits_per_lane", "1e300"}, std::pair{"limits_per_lane", "0"},
                    std::pair{"values", "[4294967296]"}, std::pair{"data_words", "[-1]"},
                    std::pair{"lane_results", "[1e300]"}, std::pair{"lane_results", "[\"word\"]"},
                    std::pair{"start_cycles", "[1e19]"}, std::pair{"stop_cycles", "[[1.8e19, 32]]"},
                    std::pair{"stamps_cycles", "[[[0.5, 32]]]"}, std::pair{"samples_cycles", "[[1, 9000000000]]"},
                    std::pair{"samples_cycles", "[[1, 9000000], [1, 9000000]]"}),
    [](const auto& value) { return std::string(value.param.first) + "_" + std::to_string(value.index); });

/// A file with one benchmark, measured at some n, whose summaries are given.
std::string measured(const std::vector<std::pair<int, std::string>>& states) {
  json all = json::array();
  for (const auto& [n, members] : states) {
    json state = json::parse("{" + members + "}");
    state.update({{"n", n}, {"status", "ok"}, {"values", {{0, 32}}}});
    all.push_back(state);
  }
  return json{{"schema", "reconverge.bench"}, {"schema_version", 2}, {"benchmarks", {{{"name", "k"}, {"states", all}}}}}
      .dump();
}

TEST(BenchNumber, ThatIsNotOfItsSamplesIsRefusedByEveryReader) {
  const Folder folder;
  const std::string mean = R"("samples_cycles": [10, 14], "mean_cycles": 13)", good = R"("median_cycles": 10)";
  const std::tuple<std::string, std::string, std::string> faults[] = {
      {"mean.json", measured({{3, mean}}), "n = 3: mean_cycles is 13, and the mean of its samples is 12"},
      {"twice.json", measured({{3, good}, {3, good}}), "n = 3 is there twice"},
      {"negative.json", measured({{-3, good}}), "n = -3: n is below 0"}};
  for (const auto& [name, text, message] : faults) {
    const std::string path = folder.write(name, text);
    for (const Arguments& arguments :
         {Arguments{"report", path}, {"compare", path, path}, {"fit", path}, {"compare", "--emulated", path}})
      expect_refused(run(arguments), path + " (k): ", message);
  }
  const std::string path = folder.write("good.json", measured({{3, good}, {4, good}}));
  EXPECT_EQ(run({"compare", path, path}).status, 0);
}

/// Neither of two benchmarks of one name is that of the other file: the file cannot be used, which is no difference.
TEST(Compare, OfABenchmarkThatIsThereTwiceIsRefused) {
  const Folder folder;
  json content = json::parse(measured({{3, R"("median_cycles": 10)"}}));
  content["benchmarks"].push_back(content["benchmarks"][0]);
  const std::string path = folder.write("twice.json", content.dump());
  expect_refused(run({"compare", path, path}), path, "'k' is there twice");
}

TEST(BenchNumber, ThatIsInRangeIsRead) {
  const Folder folder;
  const auto outcome = run({"compare", "--emulated", folder.write("bench.json", bench_with("", "null"))});
  EXPECT_EQ(outcome.status, 0) << outcome;
}

std::string fit_with(const std::string& capacity, const std::string& chunk, const std::string& deepest) {
  return R"({"schema":"reconverge.fit","schema_version":1,"benchmarks":[{"name":"single_loop"}],"explanations":[
{"belief":1,"degrees_of_freedom":3,"deviation_cycles":1,"spills":false,"coefficients_cycles":[1,32],
"covariance_cycles2":[[1,0],[0,1]],"candidates":[{"capacity_entries":)" +
         capacity + R"(,"chunk_entries":)" + chunk +
         R"(,"rule":"lazy"}]}],"exact":false,"stack_known":true,"deepest_stack_entries":)" + deepest + "}";
}

TEST(FitNumber, ThatNoIntegerHoldsIsRefused) {
  const Folder folder;
  const auto predict = [&](const std::string& content) {
    return run({"predict", "single_loop", "--fit", folder.write("fit.json", content)});
  };
  EXPECT_EQ(predict(fit_with("16", "4", "12")).status, 0);
  for (const auto& content :
       {fit_with("1.8e19", "4", "12"), fit_with("16", "1.8e19", "12"), fit_with("16", "0.5", "12"),
        fit_with("16", "4", "1e300"), fit_with("16", "4", "-1"), fit_with("\"16\"", "4", "12")})
    EXPECT_EQ(predict(content).status, 4) << content;
}

// What a fuzzer made of files that bench and fit wrote: a clock of 2^64 - 1, n = 1e300, a chunk of 2^64 - 1 entries.
TEST(JsonNumber, BeyondItsRangeInAWholeFileIsRefused) {
  const std::string clock = cases + "/clock_beyond_its_range.json", n = cases + "/n_beyond_any_integer.json";
  expect_refused(run({"compare", "--emulated", clock}), clock, "numbers beyond their range");
  expect_refused(run({"compare", "--emulated", n}), n, "n of a state is 1e+300, which is not an integer");
  expect_refused(run({"compare", n, n}), n, "n of a state is 1e+300, which is not an integer");
  expect_refused(run({"fit", n}), n, "n of a state is 1e+300, which is not an integer");
  expect_refused(run({"report", n}), n, "n of a state is 1e+300, which is not an integer");
  const std::string chunk = cases + "/chunk_beyond_its_range.json";
  expect_refused(run({"predict", "single_loop", "--fit", chunk}), chunk, "a number of it is beyond its range");
}

TEST(JsonNumber, ThatJsonHasNotIsAWord) {
  const auto outcome = run({"emulate", cases + "/nan_and_infinity.sass", "--arg", "f32[2]", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json buffer = json::parse(outcome.out).at("buffers").at(0);
  EXPECT_EQ(buffer.at("values"), (json{"nan", "-inf"}));
  EXPECT_EQ(buffer.at("nan_bits"), (json{{"0", "0x7fc00000"}}));
}

TEST(JsonNumber, NaNsOfOtherBitsAreToldApart) {
  const auto outcome =
      run({"emulate", cases + "/stores_nothing.sass", "--arg", "f32[]=@" + cases + "/two_nans.bin", "--json", "-"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json buffer = json::parse(outcome.out).at("buffers").at(0);
  EXPECT_EQ(buffer.at("values"), (json{"nan", "nan", 1.5, "inf"}));
  EXPECT_EQ(buffer.at("nan_bits"), (json{{"0", "0x7fc00001"}, {"1", "0xffc00000"}}));
}

}  // namespace
}  // namespace reconverge::cli_tests
