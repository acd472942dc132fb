// SPDX-License-Identifier: MIT
// Launches captured on an H200 (driver 580.159.04, CUDA 13.0) of examples/profile/captured.cu, and the third ones of
// kernels of probes/launches/indirect.cu:
//   reconverge profile --capture KERNEL --capture-file KERNEL.capture -- ./captured
// with the listing of nvdisasm 13.0 added (section TEXT), so that no tool is needed here, and another folder in the
// names of the sources.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "capture/sections.hpp"
#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/schema.hpp"
#include "injection/container.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

std::string captured(const std::string& name) { return std::string(RECONVERGE_CASES) + "/" + name + ".capture"; }

class Captures : public testing::Test {
 protected:
  void SetUp() override {
    const Outcome outcome = run({"inspect", captured("branches")});
    if (outcome.err.find("zstd") != std::string::npos) GTEST_SKIP() << "built without zstd: " << outcome.err;
  }
};

TEST_F(Captures, EndWhereTheCardDid) {
  for (const char* name : {"branches", "shared", "votes", "functions"}) {
    const Outcome outcome = run({"emulate", captured(name), "--check", "--json", "-"});
    ASSERT_EQ(outcome.status, 0) << name << outcome;
    const Json check = Json::parse(outcome.out).at("capture").at("check");
    EXPECT_EQ(check.at("passed"), true) << name << check;
    EXPECT_GT(check.at("changed_bytes"), 0) << name;
    EXPECT_GT(check.at("compared_counts"), 0) << name;
  }
}

TEST_F(Captures, ChargeEveryIdleLaneToItsCause) {
  for (const char* name : {"branches", "shared", "votes", "functions", "wild"}) {
    const Json account = Json::parse(run({"emulate", captured(name), "--json", "-"}).out).at("account");
    std::uint64_t because = 0, without_thread = 0;
    for (const Json& cause : account.at("idle_because")) {
      const auto lanes = cause.at("idle_lanes").get<std::uint64_t>();
      because += lanes;
      without_thread += cause.at("why") == "no thread" ? lanes : 0;
      EXPECT_EQ(cause.at("pc").is_null(), cause.at("why") == "no thread") << name << cause;
    }
    const auto number = [&](const char* key) { return account.at(key).get<std::uint64_t>(); };
    EXPECT_EQ(because, 32 * number("executed") - number("active_lanes")) << name;
    EXPECT_EQ(because, number("idle_lanes")) << name;
    EXPECT_EQ(because, number("caused_idle_lanes") + without_thread) << name;
  }
}

/// Lanes that wait at a branch by register execute it again: the card counts each issue, CUPTI the first alone.
TEST_F(Captures, CountABranchByRegisterAsCuptiDoes) {
  for (const char* name : {"calls", "guarded_calls", "table"}) {
    const Outcome outcome = run({"emulate", captured(name), "--check", "--json", "-"});
    EXPECT_EQ(outcome.status, 0) << name << outcome.err;
    const Json record = Json::parse(outcome.out);
    EXPECT_EQ(record.at("capture").at("check").at("passed"), true) << name << record.at("capture").at("check");
  }
  // smsp__inst_executed of the same launches (data/measured/h200/launches/hardware.csv); CUPTI counted 520, 2176, 432.
  const auto issued = [](const char* name) {
    return Json::parse(run({"emulate", captured(name), "--json", "-"}).out).at("counts").at("warp_instructions");
  };
  EXPECT_EQ(issued("calls"), 544);
  EXPECT_EQ(issued("guarded_calls"), 2276);
  EXPECT_EQ(issued("table"), 456);
}

TEST_F(Captures, FitTheSchemaOfKernels) {
  const Outcome outcome = run({"emulate", captured("branches"), "--check", "--json", "-"});
  std::ifstream file(std::string(RECONVERGE_CASES) + "/../../../docs/schemas/kernel.schema.json");
  for (const std::string& departure : departures(nlohmann::json::parse(outcome.out), nlohmann::json::parse(file)))
    ADD_FAILURE() << departure;
}

/// The capture of a card that left one byte more than the kernel writes: a range of AFTR is an address, a length in
/// bytes and the bytes.
TEST_F(Captures, WhatDiffersIsSaidAndIsExitOne) {
  const Folder folder;
  std::string file = read_file(captured("branches"));
  const auto source = capture::Sections::read(file, "branches");
  ASSERT_TRUE(source);
  std::string after = *source->content(injection::after_tag, 1u << 20);
  after.back() = static_cast<char>(after.back() ^ 1);
  injection::SectionHead head{.stored_bytes = after.size(), .bytes = after.size()};
  std::memcpy(head.tag.data(), injection::after_tag.data(), head.tag.size());
  head.coding = static_cast<decltype(head.coding)>(injection::Coding::stored);
  head.checksum = injection::checksum_of(after);
  const std::string section = std::string(reinterpret_cast<const char*>(&head), sizeof head) + after;
  const std::size_t at = file.find(std::string(injection::after_tag)),
                    end = file.find(std::string(injection::code_tag));
  ASSERT_LT(at, end);
  const Outcome outcome =
      run({"emulate", folder.write("other.capture", file.replace(at, end - at, section)), "--check", "--json", "-"});
  EXPECT_EQ(outcome.status, 1) << outcome;
  const Json check = Json::parse(outcome.out).at("capture").at("check");
  EXPECT_EQ(check.at("passed"), false);
  EXPECT_EQ(check.at("different_bytes"), 1);
  EXPECT_EQ(check.at("different_counts"), 0);
}

TEST_F(Captures, OfALaunchThatFailedHaveNothingToCompareWith) {
  const Outcome outcome = run({"emulate", captured("wild"), "--check"});
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the launch failed on the card"));
}

/// A capture brings its cubin. The numbers are those of `cuobjdump -res-usage`.
TEST_F(Captures, SayInADiffWhatTheCompilerNoted) {
  const auto resources = [](const std::string& name) {
    const Outcome outcome = run({"diff", captured(name), captured(name), "--json", "-"});
    EXPECT_EQ(outcome.status, 0) << outcome;
    std::ifstream file(std::string(RECONVERGE_CASES) + "/../../../docs/schemas/diff.schema.json");
    for (const std::string& departure : departures(nlohmann::json::parse(outcome.out), nlohmann::json::parse(file)))
      ADD_FAILURE() << departure;
    return Json::parse(outcome.out).at("new").at("resources");
  };
  EXPECT_EQ(resources("shared"),
            Json::parse(R"({"registers":22,"shared_bytes":1536,"stack_bytes":0,"local_bytes":0})"));
  EXPECT_EQ(resources("votes"), Json::parse(R"({"registers":14,"shared_bytes":1024,"stack_bytes":0,"local_bytes":0})"));
  const std::string text = run({"diff", captured("shared"), captured("shared")}).out;
  EXPECT_THAT(text, HasSubstr("Resources, old -> new: registers of a thread 22 -> 22; shared bytes of a block, static "
                              "1,536 -> 1,536; stack bytes of a thread 0 -> 0;"));
  EXPECT_THAT(text, HasSubstr("Static shared memory of sm_90 includes 1024 bytes that the driver keeps"));
}

TEST_F(Captures, OpenOneWarpByItself) {
  const Outcome outcome = run({"trace", captured("branches"), "--warp", "0:0", "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome;
}

TEST_F(Captures, TakeNoLaunchBesideTheirOwn) {
  EXPECT_EQ(run({"emulate", captured("branches"), "--grid", "3"}).status, 2);
  EXPECT_EQ(run({"emulate", captured("branches"), "--check", "--blocks", "0"}).status, 2);
}

TEST_F(Captures, ThatAreBrokenAreRefused) {
  const Folder folder;
  const std::string whole = read_file(captured("branches"));
  for (std::size_t part = 0; part < 24; ++part) {
    const std::string cut = folder.write("cut.capture", whole.substr(0, whole.size() * part / 24));
    const Outcome outcome = run({"emulate", cut, "--check"});
    EXPECT_EQ(outcome.status, 4) << part << outcome;
  }
  for (std::size_t i = 8; i < whole.size(); i += whole.size() / 40) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x55);
    const Outcome outcome = run({"emulate", folder.write("flipped.capture", flipped), "--check"});
    EXPECT_NE(outcome.status, 0) << i << outcome;
    EXPECT_FALSE(outcome.err.empty()) << i;
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
