// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/program.hpp"

// The contracts of `emulate` that other programs rely on.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

Json json_of(const Arguments& arguments) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out);
}

TEST(Emulate, GivesTheCountsByGenerationAsJson) {
  const Json record = json_of({"emulate", "single_loop", "--reg", "R5=staircase(17)", "--json", "-"});
  ASSERT_EQ(record.at("generations").size(), 3u);
  for (const char* name : {"kepler", "maxwell", "fermi"}) {
    const Json& counts = record["generations"].at(name);
    EXPECT_EQ(counts.at("pushes"), 18) << name;
    EXPECT_EQ(counts.at("depth"), 18) << name;
    EXPECT_EQ(counts.at("branches"), 33) << name;
    EXPECT_EQ(counts.at("instructions"), 150) << name;
  }
  EXPECT_EQ(record["generations"]["kepler"].at("spills"), 1);
  EXPECT_EQ(record["generations"]["kepler"].at("cycles"), 1732 + 17 * 32 + 84);
  EXPECT_EQ(record["generations"]["maxwell"].at("divergence_cycles"), 17 * 26 + 176);
}

TEST(Emulate, SaysWhyANumberIsAbsent) {
  const Json record = json_of({"emulate", "single_loop", "--reg", "R5=staircase(17)", "--json", "-"});
  const Json& fermi = record["generations"]["fermi"];
  for (const char* key : {"spills", "divergence_cycles", "cycles"}) {
    EXPECT_TRUE(fermi.at(key).is_null()) << key;
    EXPECT_NE(fermi.at(std::string(key) + "_absent").get<std::string>(), "") << key;
  }
}

TEST(Emulate, GivesTheTableOfCountsAsCsv) {
  const Outcome outcome = run({"emulate", "single_loop", "--reg", "R5=staircase(2)", "--csv", "-", "-g", "kepler"});
  EXPECT_EQ(outcome.out,
            "generation,depth,pushes,branches,divergent_branches,instructions,spills,reloads,"
            "divergence_cycles,cycles\n"
            "kepler,3,3,33,2,135,0,0,64,1796\n");
}

TEST(Emulate, WritesFilesBesideTheText) {
  const Folder folder;
  const Arguments plain{"emulate", "single_loop", "--reg", "R5=staircase(2)"};
  Arguments with_files = plain;
  for (const auto& argument : {std::string("--json"), folder / "a/b/c.json", std::string("--csv"), folder / "a/c.csv",
                               std::string("--markdown"), folder / "c.md"})
    with_files.push_back(argument);
  EXPECT_EQ(run(with_files).out, run(plain).out);
  EXPECT_EQ(folder.files(), (std::vector<std::string>{"a/b/c.json", "a/c.csv", "c.md"}));
  EXPECT_EQ(Json::parse(read_file(folder / "a/b/c.json")).at("schema"), "reconverge.emulation");
}

TEST(Emulate, AppliesABaseOnlyWhereItBelongs) {
  // 16 passes are not the 32 of the paper's base.
  const Json record = json_of({"emulate", "single_loop", "--reg", "R5=16", "--json", "-"});
  EXPECT_TRUE(record["generations"]["kepler"]["cycles"].is_null());
  EXPECT_NE(record["generations"]["kepler"]["cycles_absent"].get<std::string>().find("32 passes"), std::string::npos);
}

TEST(Emulate, MarksARunThatDidNotEnd) {
  const Folder folder;
  const Outcome outcome =
      run({"emulate", "-", "--max-steps", "1000", "--json", folder / "run.json", "--csv", folder / "run.csv"},
          listings::endless_loop);
  EXPECT_EQ(outcome.status, 5) << outcome;
  EXPECT_NE(outcome.out.find("Incomplete"), std::string::npos) << outcome;
  const Json record = Json::parse(read_file(folder / "run.json"));
  EXPECT_EQ(record.at("complete"), false);
  EXPECT_EQ(record.at("ending"), "step limit");
  EXPECT_EQ(record.at("executed_instructions"), 1000);
  EXPECT_NE(record.at("diagnostic").get<std::string>().find("no end after 1000"), std::string::npos);
  EXPECT_NE(read_file(folder / "run.csv").find(",incomplete\n"), std::string::npos);
  EXPECT_NE(read_file(folder / "run.csv").find(",step limit\n"), std::string::npos);
}

/// Of nothing there is no share: a run that ends before the first cycle has passed.
TEST(Emulate, GivesNoShareOfNoCycles) {
  const char* listing =
      "\tcode for sm_90\n\t\tFunction : first\n"
      "        /*0000*/  S2R R0, SR_LANEID &wr=0x0 ?trans2 ;\n"
      "        /*0010*/  UNKNOWN R1, R0 &req={0} ?trans6 ;\n";
  const Outcome outcome = run({"emulate", "-", "--max-steps", "1"}, listing);
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.out, testing::HasSubstr("divergence       none: no branch parted lanes"));
  EXPECT_THAT(outcome.out, testing::HasSubstr("0x0000 S2R, first: 0 cycles\n"));
}

TEST(Emulate, TracesEveryInstruction) {
  const Outcome outcome = run({"emulate", "single_loop", "--reg", "R5=staircase(2)", "--trace"});
  std::istringstream lines(outcome.out);
  std::string head, row;
  std::getline(lines, head);
  for (const char* column : {"step", "pc", "active", "executing", "instruction", "stack"})
    EXPECT_NE(head.find(column), std::string::npos) << head;
  for (int step = 1; step <= 137; ++step) {
    std::getline(lines, row);
    EXPECT_EQ(std::stoi(row), step) << row;
  }
  std::istringstream again(outcome.out);
  for (int line = 0; line <= 135; ++line) std::getline(again, row);
  EXPECT_NE(row.find("0x0120"), std::string::npos) << row;
  EXPECT_NE(row.find("0x40000000"), std::string::npos) << row;
  EXPECT_NE(row.find("SYNC 0xffffffff 0x128 | DIV 0x80000000 0x120"), std::string::npos) << row;
}

TEST(Emulate, PutsTheTraceIntoTheJsonToo) {
  const Folder folder;
  const Outcome outcome =
      run({"emulate", "single_loop", "--reg", "R5=staircase(2)", "--trace", "--json", folder / "run.json"});
  EXPECT_TRUE(outcome.out.starts_with("    step")) << outcome;
  const Json trace = Json::parse(read_file(folder / "run.json")).at("trace");
  ASSERT_EQ(trace.size(), 137u);
  EXPECT_EQ(trace[2].at("instruction"), "@P0 BRA 0x120");
  EXPECT_EQ(trace[2].at("executing"), "0x00000000");
}

TEST(Emulate, NotesGoToStandardErrorUnlessQuiet) {
  const Arguments arguments{"emulate", "single_loop", "--reg", "R5=staircase(2)"};
  const Outcome loud = run(arguments);
  EXPECT_NE(loud.err.find("excerpt"), std::string::npos) << loud;
  EXPECT_NE(loud.err.find("R0"), std::string::npos) << loud;
  Arguments quiet_arguments = arguments;
  quiet_arguments.emplace_back("-q");
  const Outcome quiet = run(quiet_arguments);
  EXPECT_EQ(quiet.err, "");
  EXPECT_EQ(quiet.out, loud.out);
}

TEST(Emulate, ErrorsAreToldEvenIfQuiet) { EXPECT_NE(run({"emulate", "-", "-q"}, listings::underflow).err, ""); }

TEST(Emulate, TakesNamesThatAreNoUtf8) {
  const Folder folder;
  const std::string path = folder.write("\xff.sass", listings::two_functions);
  const Outcome outcome = run({"emulate", path, "--function", "first", "--json", "-"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_TRUE(Json::accept(outcome.out)) << outcome;
}

TEST(Emulate, GivesRegistersAsTheyEnd) {
  const Json record = json_of({"emulate", "single_loop", "--reg", "R5=staircase(31)", "--json", "-"});
  const Json& counter = record.at("registers").at("R4");
  EXPECT_EQ(counter.size(), 32u);
  EXPECT_EQ(counter[0], 32);
  EXPECT_EQ(counter[31], 1);
}

}  // namespace
}  // namespace reconverge::cli_tests
