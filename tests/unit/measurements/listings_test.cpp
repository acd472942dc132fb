// SPDX-License-Identifier: MIT
#include "measurements/listings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sha256.hpp"
#include "measurements/bench_file.hpp"

namespace reconverge::measurements {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const std::string listing = "code for sm_90\nFunction : one\n";

/// A result of one benchmark, its listing and tables of constants inside.
Json result(const std::string& constants = "null") {
  Json entry = {{"sha256", core::sha256(listing + (constants == "null" ? "" : constants))}, {"text", listing}};
  if (constants != "null") entry["constants"] = Json::parse(constants);
  return {{"schema", "reconverge.bench"},
          {"schema_version", 2},
          {"benchmarks", {{{"name", "one"}, {"sass", {{"sha256", entry["sha256"]}}}, {"states", Json::array()}}}},
          {"code", {entry}}};
}

/// Files beside a result, in memory.
FilesBeside folder_of(const std::vector<ListingFile>& files) {
  return [files](const std::string& path) -> std::optional<std::string> {
    for (const auto& file : files)
      if (file.path == path) return file.text;
    return std::nullopt;
  };
}

BenchRun read(const Json& record, const FilesBeside& beside) {
  const auto runs = read_bench(record.dump(), "r.json", beside);
  if (runs) return runs->front();
  ADD_FAILURE() << to_string(runs.error());
  return {};
}

TEST(Listings, GoIntoFilesAndAreReadFromThere) {
  Json record = result();
  const std::string hash = record["code"][0]["sha256"];
  const auto files = take_listings(record);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].path, "code/" + hash + ".sass");
  EXPECT_EQ(files[0].text, listing);
  EXPECT_EQ(record["code"], Json::array({{{"sha256", hash}}}));
  const BenchRun run = read(record, folder_of(files));
  EXPECT_EQ(run.listing, listing);
  EXPECT_EQ(run.missing_file, "");
}

TEST(Listings, InsideTheResultNeedNoFile) { EXPECT_EQ(read(result(), {}).listing, listing); }

TEST(Listings, KeepTheirConstantsInTheResult) {
  Json record = result(R"([{"bank":2,"words":[1,2,3]}])");
  const auto files = take_listings(record);
  const BenchRun run = read(record, folder_of(files));
  EXPECT_EQ(run.listing, listing);
  ASSERT_EQ(run.constants.size(), 1u);
  EXPECT_THAT(run.constants[0].words, testing::ElementsAre(1u, 2u, 3u));
}

TEST(Listings, ThatAreNotThereAreNamed) {
  Json record = result();
  const auto files = take_listings(record);
  for (const FilesBeside& beside : {FilesBeside{}, folder_of({})}) {
    const BenchRun run = read(record, beside);
    EXPECT_EQ(run.listing, "");
    EXPECT_EQ(run.missing_file, files[0].path);
  }
}

TEST(Listings, OfAnotherHashAreRefused) {
  Json record = result(R"([{"bank":2,"words":[1,2,3]}])");
  auto files = take_listings(record);
  Json other_words = record;
  other_words["code"][0]["constants"][0]["words"][0] = 4;
  EXPECT_FALSE(read_bench(other_words.dump(), "r.json", folder_of(files)));
  files[0].text += " ";
  const auto runs = read_bench(record.dump(), "r.json", folder_of(files));
  ASSERT_FALSE(runs);
  EXPECT_EQ(runs.error().failure, core::Failure::input);
  EXPECT_THAT(runs.error().message, HasSubstr(files[0].path + " beside it is not the listing that ran"));
}

// A result comes from anywhere: what it calls a hash must not lead out of its folder.
TEST(Listings, AreLookedForByNothingButAHash) {
  for (const std::string& name : {std::string("../../secret"), std::string(), std::string(63, 'a'),
                                  std::string(65, 'a'), std::string(61, 'a') + "/..", std::string(64, 'A')}) {
    EXPECT_EQ(listing_path(name), "") << name;
    Json record = result();
    take_listings(record);
    record["code"][0]["sha256"] = record["benchmarks"][0]["sass"]["sha256"] = name;
    bool asked = false;
    const BenchRun run = read(record, [&](const std::string&) {
      asked = true;
      return std::nullopt;
    });
    EXPECT_FALSE(asked) << name;
    EXPECT_EQ(run.listing, "");
  }
}

}  // namespace
}  // namespace reconverge::measurements
