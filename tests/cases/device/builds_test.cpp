// SPDX-License-Identifier: MIT
// `diff` of two builds that leave results in variables of the device.
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

const std::string cases = RECONVERGE_CASES;
constexpr const char* mark = "THE NEW BUILD";

/// The new build is the old one but for bytes of its file and its listing.
class Builds : public testing::Test {
 protected:
  Builds() {
    const std::string listing = read_file(cases + "/kernels_sm_90.sass");
    StandIns::listing(cases + "/kernels_sm_90.sass");
    tools_.add("nvdisasm",
               "for file; do :; done\n/bin/grep -q '" + std::string(mark) + "' \"$file\" && exec /bin/cat '" +
                   (folder_ / "new.sass") + "'\nexec /bin/cat \"$FAKE_LISTING\"",
               "13.0, V13.0.88");
    write(listing, cubin_ + mark);
  }

  void write(const std::string& listing, const std::string& file) {
    folder_.write("new.sass", listing);
    new_build_ = folder_.write("new.cubin", file);
  }
  /// Replaces text of the new listing, or of the new file.
  static std::string with(std::string text, const std::string& from, const std::string& to) {
    std::size_t count = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()), ++count)
      text.replace(at, from.size(), to);
    EXPECT_GT(count, 0u) << from;
    return text;
  }
  Outcome diff(Arguments more = {}) const {
    Arguments all{"diff", cases + "/kernels_sm_90.cubin", new_build_, "--function", "weigh", "--arg", "i32[32]"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }

  Folder folder_;
  StandIns tools_{folder_};
  const std::string cubin_ = read_file(cases + "/kernels_sm_90.cubin");
  const std::string listing_ = read_file(cases + "/kernels_sm_90.sass");
  std::string new_build_;
};

TEST_F(Builds, ThatLeaveVariablesEqualAreEqual) {
  const Outcome outcome = diff({"--same-results"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("all 33 elements of 1 buffer and 1 written variable"));
}

/// It adds 3 in place of 2; the only buffer is the same.
TEST_F(Builds, ThatLeaveAVariableDifferentDiffer) {
  write(with(listing_, "0, 1.1920928955078125e-07", "0, 1.78813934326171875e-07"), cubin_ + mark);
  const Outcome outcome = diff({"--same-results"});
  EXPECT_EQ(outcome.status, 1) << outcome;
  EXPECT_THAT(outcome.out, testing::StartsWith("RESULTS DIFFER: 1 of 2 elements of variable counters::calls, "
                                               "first [1]: 0x00000016 -> 0x00000021; "));
  const json result = json::parse(diff({"--json", "-"}).out).at("results").at(0);
  EXPECT_EQ(result.at("variable"), "counters::calls");
  EXPECT_FALSE(result.contains("argument"));
  EXPECT_TRUE(result.at("largest").is_null()) << "its type is not known";
}

/// Of a variable, that is: what the file holds and no run changes is no result.
TEST_F(Builds, ThatBeginWithOtherValuesAreEqual) {
  const std::string three("\x00\x00\x40\x40", 4), seven("\x00\x00\xe0\x40", 4);  // the first of `table`
  const std::string one("\x00\x00\x80\x3f", 4);
  write(listing_, with(cubin_, three + one, seven + one) + mark);
  EXPECT_EQ(diff({"--same-results"}).status, 0);
}

TEST_F(Builds, SayWhichVariableOneAloneHas) {
  const std::string name = "_ZN8counters5callsE", other = "_ZN8counters5CALLSE";
  write(with(listing_, name, other), with(cubin_, name, other) + mark);
  const Outcome outcome = diff({"--same-results"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  for (const char* text : {"variable counters::calls of 8 bytes is written by the old build",
                           "variable counters::CALLS of 8 bytes is written by the new build"})
    EXPECT_THAT(outcome.out, HasSubstr(text));
  EXPECT_EQ(json::parse(diff({"--json", "-"}).out).at("results_unmatched").size(), 2u);
}

}  // namespace
}  // namespace reconverge::cli_tests
