// SPDX-License-Identifier: MIT
// Accesses behind the shared memory that a kernel declares. Its cubin says how much that is; a listing does not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "cli/stand_ins.hpp"
#include "fakes/cubin.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// Each thread writes an element of an array, and the last of 32 threads lies behind 124 bytes of it.
class SharedSize : public testing::Test {
 protected:
  SharedSize() { tools_.add_disassembler(); }

  Outcome emulated(unsigned architecture, std::uint64_t shared, std::vector<std::string> options) {
    const unsigned begin = architecture < 90 ? 0 : 0x400;
    const std::string listing = folder_.write("k.sass", "code for sm_" + std::to_string(architecture) + R"(
	Function : k
	/*0000*/ S2R R0, SR_TID.X ;
	/*0010*/ SHF.L.U32 R0, R0, 0x2, RZ ;
	/*0020*/ STS [R0+)" + (begin == 0 ? "0x0" : "0x400") +
                                                            R"(], R0 ;
	/*0030*/ EXIT ;
)");
    StandIns::listing(listing);
    const std::string cubin = folder_.write(
        "k.cubin", fakes::cubin({.architecture = architecture, .kernels = {"k"}, .shared = begin + shared}));
    std::vector<std::string> all{"emulate", cubin, "--json", "-"};
    all.insert(all.end(), options.begin(), options.end());
    return run(all);
  }

  Folder folder_;
  StandIns tools_{folder_};
};

std::string first_finding(const Outcome& outcome) {
  const Json record = Json::parse(outcome.out);
  if (record.at("findings").empty()) return "";
  const Json& finding = record.at("findings").at(0);
  return finding.at("kind").get<std::string>() + " " + finding.at("pc").get<std::string>() + " " +
         finding.at("lanes").get<std::string>();
}

TEST_F(SharedSize, BeyondWhatIsDeclaredIsAFinding) {
  const std::string found = "undeclared-shared-memory 0x0020 0x80000000";
  for (const unsigned architecture : {75u, 80u, 86u, 90u, 120u}) {
    const Outcome beyond = emulated(architecture, 124, {});
    EXPECT_EQ(beyond.status, 0) << beyond;
    EXPECT_EQ(first_finding(beyond), found) << architecture;
    EXPECT_EQ(first_finding(emulated(architecture, 128, {})), "") << architecture;
    EXPECT_EQ(first_finding(emulated(architecture, 0, {"--shared", "128"})), "") << "static and dynamic";
  }
  const Outcome sarif = emulated(80, 124, {"--sarif", folder_ / "k.sarif"});
  EXPECT_EQ(sarif.status, 0) << sarif;
  EXPECT_THAT(read_file(folder_ / "k.sarif"), HasSubstr("undeclared-shared-memory"));
}

/// Measured on sm_90: shared memory ends at the next multiple of 128 bytes.
TEST_F(SharedSize, BehindWhatTheCardGivesIsAFault) {
  const Outcome behind = emulated(90, 0, {});
  EXPECT_EQ(behind.status, 5) << behind;
  EXPECT_THAT(behind.err, HasSubstr("--shared BYTES"));
  EXPECT_EQ(emulated(90, 0, {"--shared", "1"}).status, 0);
  EXPECT_EQ(emulated(80, 0, {}).status, 0) << "where it ends has not been measured";
}

TEST_F(SharedSize, OfAListingIsNotKnown) {
  (void)emulated(90, 0, {});
  const Outcome listing = run({"emulate", folder_ / "k.sass", "--json", "-"});
  EXPECT_EQ(listing.status, 0) << listing;
  EXPECT_EQ(first_finding(listing), "");
}

}  // namespace
}  // namespace reconverge::cli_tests
