// SPDX-License-Identifier: MIT
// Does compiled code do what its source says? A compiler for GPUs made the listings of the same
// text that the host's compiler makes the references of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "programs/listing_run.hpp"
#include "programs/reference.hpp"
#include "sass/reader.hpp"

namespace reconverge::programs {
namespace {

std::vector<std::string> names_of_listings() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(RECONVERGE_PROGRAMS))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

Listing listing_of(const std::string& name) {
  return read_listing((std::filesystem::path(RECONVERGE_PROGRAMS) / (name + ".sass")).string());
}

/// Lanes that know nothing of each other need no more than a warp, and the token stack runs no
/// more.
std::vector<int> blocks(const std::string& listing) {
  if (listing.starts_with("warps") && !listing.ends_with("sm_52")) return {32, 64};
  return {32};
}

class Program : public testing::TestWithParam<std::string> {};

TEST_P(Program, LeavesWhatAHostDoes) {
  const auto listing = listing_of(GetParam());
  const auto functions = sass::list_functions(listing.text, listing.name);
  ASSERT_TRUE(functions) << to_string(functions.error());
  const auto all_inputs = inputs();
  for (const auto& function : *functions) {
    const std::string& name = function.name;
    ASSERT_TRUE(references().contains(name)) << name;
    for (const int threads : blocks(GetParam()))
      for (const Words& in : all_inputs) {
        Words expected(words_out);
        references().at(name)(threads, in.data(), expected.data());
        const auto got = emulate(listing, name, threads, in);
        ASSERT_TRUE(got) << name << ": " << to_string(got.error());
        EXPECT_EQ(*got, expected) << name << ", block of " << threads << ", in[0] = " << in[0];
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Listings, Program, testing::ValuesIn(names_of_listings()),
                         [](const auto& one) { return one.param; });

/// The newest listing of each source has all that the host knows.
TEST(Programs, NoneIsForgotten) {
  std::set<std::string> compiled;
  for (const auto& name : names_of_listings()) {
    if (!name.ends_with("_sm_120")) continue;
    const auto functions = sass::list_functions(listing_of(name).text, name);
    ASSERT_TRUE(functions) << to_string(functions.error());
    for (const auto& entry : *functions) compiled.insert(entry.name);
  }
  for (const auto& [name, reference] : references()) EXPECT_TRUE(compiled.contains(name)) << name;
}

}  // namespace
}  // namespace reconverge::programs
