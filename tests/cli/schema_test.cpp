#include "cli/schema.hpp"

#include <gtest/gtest.h>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/program.hpp"

// What the program writes as JSON is what docs/schemas publishes.
namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::json;

Json schema(const std::string& name) {
  return Json::parse(read_file(std::string(RECONVERGE_SCHEMAS) + "/" + name + ".schema.json"));
}

void expect_fits(const Json& value, const std::string& name) {
  for (const std::string& departure : departures(value, schema(name))) ADD_FAILURE() << departure;
}

TEST(Schema, HoldsForAnEmulation) {
  expect_fits(Json::parse(run({"emulate", "double_loop", "--reg", "R8=staircase(20)", "--reg",
                               "R9=staircase(20)", "--json", "-", "--trace"})
                              .out),
              "emulation");
}

TEST(Schema, HoldsForAnEmulationWithEverythingGiven) {
  expect_fits(Json::parse(run({"emulate", "single_loop", "--json", "-", "--cost", "base=1.5",
                               "--capacity", "unlimited", "--chunk", "2", "--carrier-order",
                               "pop-first", "--spill-rule", "single-entry"})
                              .out),
              "emulation");
}

TEST(Schema, HoldsForARunThatDidNotEnd) {
  for (const char* listing :
       {listings::endless_loop, listings::underflow, listings::unknown_mnemonic})
    expect_fits(Json::parse(run({"emulate", "-", "--max-steps", "10", "--json", "-"}, listing).out),
                "emulation");
}

TEST(Schema, HoldsForAKernel) {
  for (const char* listing : {listings::barrier_kernel, listings::barrier_deadlock})
    expect_fits(Json::parse(run({"emulate", "-", "--arg", "i32[32]=staircase(2)", "--arg", "f32[2]=nan,1", "--trace",
                                 "--json", "-"},
                                listing)
                                .out),
                "kernel");
}

TEST(Schema, HoldsForTheSummaryOfThePaper) {
  const Folder folder;
  run({"paper", "--out", folder.path().string(), "--cost", "fermi:divergent-branch=1"});
  expect_fits(Json::parse(read_file(folder / "summary.json")), "paper-summary");
}

// The checker itself: a checker that finds nothing would make the tests above worthless.
TEST(SchemaChecker, FindsWhatDeparts) {
  const Json record = Json::parse(run({"emulate", "single_loop", "--json", "-"}).out);
  const Json good = schema("emulation");
  Json missing = record;
  missing.erase("generations");
  EXPECT_EQ(departures(missing, good).size(), 1u);
  Json added = record;
  added["more"] = 1;
  EXPECT_EQ(departures(added, good).size(), 1u);
  Json wrong_type = record;
  wrong_type["generations"]["kepler"]["depth"] = "deep";
  EXPECT_EQ(departures(wrong_type, good),
            std::vector<std::string>{"/generations/kepler/depth: is string, not \"integer\""});
  Json negative = record;
  negative["generations"]["kepler"]["pushes"] = -1;
  EXPECT_EQ(departures(negative, good).size(), 1u);
  Json short_list = record;
  short_list["registers"]["R5"].erase(0);
  EXPECT_EQ(departures(short_list, good).size(), 1u);
  EXPECT_EQ(departures(1, {{"multipleOf", 2}}).size(), 1u);
}

}  // namespace
}  // namespace reconverge::cli_tests
