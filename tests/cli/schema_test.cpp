// SPDX-License-Identifier: MIT
#include "cli/schema.hpp"

#include <gtest/gtest.h>

#include <filesystem>

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

/// The paper's single loop on Kepler: 32 cycles a divergent branch, 84 a spill of 4 beyond 16 entries.
std::string fit_series() {
  std::string text = "n,cycles\n";
  for (int n = 0; n < 32; ++n)
    text += std::to_string(n) + "," + std::to_string(1732 + 32 * n + (n < 16 ? 0 : 84 * ((n - 16) / 4 + 1))) + "\n";
  return text;
}

TEST(Schema, HoldsForAnEmulation) {
  expect_fits(Json::parse(run({"emulate", "double_loop", "--reg", "R8=staircase(20)", "--reg", "R9=staircase(20)",
                               "--json", "-", "--trace"})
                              .out),
              "emulation");
}

TEST(Schema, HoldsForAnEmulationWithEverythingGiven) {
  expect_fits(Json::parse(run({"emulate", "single_loop", "--json", "-", "--cost", "base=1.5", "--capacity", "unlimited",
                               "--chunk", "2", "--carrier-order", "pop-first", "--spill-rule", "single-entry"})
                              .out),
              "emulation");
}

TEST(Schema, HoldsForARunThatDidNotEnd) {
  for (const char* listing : {listings::endless_loop, listings::underflow, listings::unknown_mnemonic})
    expect_fits(Json::parse(run({"emulate", "-", "--max-steps", "10", "--json", "-"}, listing).out), "emulation");
}

TEST(Schema, HoldsForAKernel) {
  for (const char* listing : {listings::barrier_kernel, listings::barrier_deadlock})
    expect_fits(Json::parse(run({"emulate", "-", "--arg", "i32[32]=staircase(2)", "--arg", "f32[2]=nan,1", "--trace",
                                 "--json", "-"},
                                listing)
                                .out),
                "kernel");
}

TEST(Schema, HoldsForSarif) {
  for (const char* listing : {listings::barrier_kernel, listings::barrier_deadlock, listings::endless_loop,
                              listings::underflow, listings::unknown_mnemonic, listings::reaches_a_gap})
    for (const Arguments& verb : {Arguments{"emulate", "-", "--max-steps", "10"}, {"lint", "-"}}) {
      Arguments arguments = verb;
      arguments.insert(arguments.end(), {"--sarif", "-"});
      expect_fits(Json::parse(run(arguments, listing).out), "sarif");
    }
}

TEST(Schema, HoldsForLint) {
  for (const char* listing : {listings::barrier_kernel, listings::underflow, listings::unknown_mnemonic})
    expect_fits(Json::parse(run({"lint", "-", "--json", "-"}, listing).out), "lint");
}

TEST(Schema, HoldsForATrace) {
  expect_fits(
      Json::parse(
          run({"trace", "double_loop", "--reg", "R8=staircase(20)", "--reg", "R9=staircase(20)", "--json", "-"}).out),
      "trace");
  for (const char* listing : {listings::barrier_kernel, listings::barrier_deadlock, listings::barrier_of_every_kind})
    expect_fits(Json::parse(run({"trace", "-", "--arg", "i32[32]", "--json", "-"}, listing).out), "trace");
}

TEST(Schema, HoldsForTheSummaryOfThePaper) {
  const Folder folder;
  run({"paper", "--out", folder.path().string(), "--cost", "fermi:divergent-branch=1"});
  expect_fits(Json::parse(read_file(folder / "summary.json")), "paper-summary");
}

TEST(Schema, HoldsForWhatInspectReads) {
  int functions = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(RECONVERGE_LISTINGS)) {
    if (file.path().extension() != ".sass") continue;
    const std::string path = file.path().string();
    const Json record = Json::parse(run({"inspect", path, "--json", "-"}).out);
    functions += static_cast<int>(record.at("functions").size());
    expect_fits(record, "inspect");
    expect_fits(Json::parse(run({"inspect", path, "--json", "-", "--functions"}).out), "inspect");
  }
  EXPECT_GT(functions, 3);
}

TEST(Schema, HoldsForPredictions) {
  const Folder folder;
  const std::string fit = folder / "fit.json";
  ASSERT_EQ(run({"fit", "-", "--kernel", "single_loop", "--json", fit}, fit_series()).status, 0);
  for (const Arguments& costs : {Arguments{"--fit", fit}, {"-g", "kepler"}, {"-g", "maxwell"}}) {
    for (const char* listing : {"single_loop", "double_loop"}) {
      Arguments arguments{"predict", listing, "--json", "-"};
      arguments.insert(arguments.end(), costs.begin(), costs.end());
      expect_fits(Json::parse(run(arguments).out), "prediction");
    }
  }
}

TEST(Schema, HoldsForComparisons) {
  const Folder folder;
  const std::string measured = folder.write("measured.csv", fit_series());
  const std::string shorter = folder.write("shorter.csv", "n,cycles\n0,1732\n1,1765\n1,1766\n40,7\n");
  const std::string predicted = folder / "predicted.json";
  ASSERT_EQ(run({"predict", "single_loop", "-g", "kepler", "--json", predicted}).status, 0);
  for (const std::string& other : {measured, shorter, predicted}) {
    for (const char* test : {"welch", "rank"}) {
      const Outcome outcome = run({"compare", measured, other, "--test", test, "--json", "-"});
      ASSERT_EQ(outcome.status, 0) << outcome;
      expect_fits(Json::parse(outcome.out), "comparison");
    }
  }
}

TEST(Schema, HoldsForMeasurementsHeldAgainstTheEmulator) {
  for (const char* file : {"shapes_patterns", "warmup_none", "probes/kernels/tables"}) {
    const Outcome outcome =
        run({"compare", "--emulated", std::string(RECONVERGE_MEASURED) + "/h100/" + file + ".json", "--json", "-"});
    ASSERT_EQ(outcome.status, 0) << outcome;
    expect_fits(Json::parse(outcome.out), "agreement");
  }
}

TEST(Schema, HoldsForADoctor) { expect_fits(Json::parse(run({"doctor", "--json", "-"}).out), "doctor"); }

TEST(Schema, HoldsForArgumentsThatAreNoUtf8) {
  const Folder folder;
  const std::string name = "\xff.json";
  for (const Arguments& arguments :
       {Arguments{"doctor", "--json", folder / name},
        {"emulate", "single_loop", "--json", folder / name},
        {"inspect", folder.write("\xfe.sass", listings::endless_loop), "--json", folder / name},
        {"trace", "single_loop", "--json", folder / name},
        {"predict", "single_loop", "-g", "kepler", "--json", folder / name}}) {
    run(arguments);
    EXPECT_TRUE(Json::accept(read_file(folder / name))) << arguments[0];
    std::filesystem::remove(folder / name);
  }
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
  const Json one = {{"oneOf", {{{"type", "integer"}}, {{"minimum", 3}}}}};
  EXPECT_EQ(departures(5, one).size(), 1u) << "it fits both";
  EXPECT_EQ(departures(1, one).size(), 0u);
  EXPECT_EQ(departures("x", {{"oneOf", {{{"type", "integer"}}, {{"type", "null"}}}}}).size(), 1u);
}

}  // namespace
}  // namespace reconverge::cli_tests
