// SPDX-License-Identifier: MIT
// The differential run: one set of kernels, compiled for many architectures. On each of them a kernel leaves
// what it leaves on the host, whose compiler read the same text; so all are equal.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <set>

#include "programs/listing_run.hpp"
#include "programs/reference.hpp"
#include "sass/reader.hpp"

namespace reconverge::programs {
namespace {

constexpr std::array sources = {"alone", "cooperation", "grids", "halves", "searches", "texts"};

struct Architecture {
  const char* name;
  bool several_warps;  ///< the token stack runs one
};
constexpr std::array architectures = {
    Architecture{"sm_52", false}, Architecture{"sm_61", false}, Architecture{"sm_70", true},
    Architecture{"sm_75", true},  Architecture{"sm_86", true},  Architecture{"sm_87", true},
    Architecture{"sm_90", true},  Architecture{"sm_100", true}, Architecture{"sm_120", true},
};
void PrintTo(const Architecture& arch, std::ostream* stream) { *stream << arch.name; }

/// What does not run, and why. Each is tried: once it runs, it has to leave this table.
struct Exception {
  std::string_view kernel, arch, reason;
};
constexpr std::array<Exception, 0> exceptions = {};

const Exception* exception_of(std::string_view kernel, std::string_view arch) {
  const auto found =
      std::ranges::find_if(exceptions, [&](const Exception& one) { return one.kernel == kernel && one.arch == arch; });
  return found == exceptions.end() ? nullptr : &*found;
}

Words on_host(const std::string& kernel, int threads, const Words& in) {
  Words out(words_out);
  references().at(kernel)(threads, in.data(), out.data());
  return out;
}

void compare(const Listing& listing, const std::string& kernel, int threads, const Words& in) {
  const auto got = emulate(listing, kernel, threads, in);
  const std::string what = fmt::format("{} of {} with {} threads, in[0] = {}", kernel, listing.name, threads, in[0]);
  ASSERT_TRUE(got) << what << ": " << to_string(got.error());
  const Words expected = on_host(kernel, threads, in);
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ((*got)[i], expected[i]) << what << ", out[" << i << "]";
}

std::set<std::string> kernels_of(const Architecture& arch, const char* source) {
  const auto listing = read_listing(fmt::format("{}/{}_{}.sass", RECONVERGE_KERNELS, source, arch.name));
  const auto functions = sass::list_functions(listing.text, listing.name);
  EXPECT_TRUE(functions) << listing.name;
  std::set<std::string> names;
  if (!functions) return names;
  for (const auto& function : *functions) {
    names.insert(function.name);
    if (!references().contains(function.name)) {
      ADD_FAILURE() << "the host has no " << function.name;
      continue;
    }
    const auto all_inputs = inputs();
    for (const Words& in : all_inputs) {
      if (const Exception* exception = exception_of(function.name, arch.name)) {
        EXPECT_FALSE(emulate(listing, function.name, 32, in)) << function.name << " runs now: " << exception->reason;
        continue;
      }
      compare(listing, function.name, 32, in);
      const bool warps_differ = &in != &all_inputs.back();  // its words are all one
      if (arch.several_warps && warps_differ) compare(listing, function.name, 256, in);
    }
  }
  return names;
}

class Kernels : public testing::TestWithParam<Architecture> {};

TEST_P(Kernels, LeaveOnEachArchitectureWhatTheHostLeaves) {
  std::set<std::string> names;
  for (const char* source : sources) names.merge(kernels_of(GetParam(), source));
  EXPECT_GE(names.size(), 60u);
  for (const auto& [kernel, reference] : references())
    EXPECT_TRUE(names.contains(kernel)) << kernel << " is not in the listings";
}

INSTANTIATE_TEST_SUITE_P(Architectures, Kernels, testing::ValuesIn(architectures),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace reconverge::programs
