// SPDX-License-Identifier: MIT
// What a cubin says of itself, and what is said of one that is broken.

#include "toolchain/cubin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fakes/cubin.hpp"
#include "toolchain/input_kind.hpp"

namespace reconverge::toolchain {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::string& content) {
  const auto facts = read_cubin(content, "a.cubin");
  if (facts) return "it was read";
  EXPECT_EQ(facts.error().failure, core::Failure::input);
  EXPECT_EQ(facts.error().where.source, "a.cubin");
  EXPECT_NE(facts.error().hint, "");
  return facts.error().message;
}

/// The same with another number at a place.
std::string with(std::string content, std::size_t at, std::uint64_t value, int width) {
  std::string bytes;
  fakes::append(bytes, value, width);
  return content.replace(at, bytes.size(), bytes);
}

TEST(Cubin, TellsItsArchitectureAndItsKernelsInTheirOrder) {
  for (const bool of_cuda_12 : {false, true})
    for (const unsigned architecture : {75u, 90u, 120u}) {
      const auto content = fakes::cubin({architecture, {"second", "_Z5firstPKiPfPx"}, {"$second$helper"}, of_cuda_12});
      EXPECT_EQ(input_kind("a", content), InputKind::cubin);
      const auto facts = read_cubin(content, "a.cubin");
      ASSERT_TRUE(facts) << facts.error().message;
      EXPECT_EQ(facts->arch, "sm_" + std::to_string(architecture));
      EXPECT_THAT(facts->kernels, ElementsAre("second", "_Z5firstPKiPfPx"));
    }
}

TEST(Cubin, WithoutKernelsIsNoneToMeasure) {
  EXPECT_THAT(error_of(fakes::cubin({90, {}, {"helper"}})), HasSubstr("no kernel"));
}

TEST(Cubin, OfAnUnknownKindIsNotGuessedAt) {
  const auto whole = fakes::cubin({});
  EXPECT_THAT(error_of(with(whole, 8, 9, 1)), HasSubstr("ABI version 9"));
  EXPECT_THAT(error_of(with(whole, 4, 1, 1)), HasSubstr("64 bits"));
  EXPECT_THAT(error_of(with(whole, 58, 40, 2)), HasSubstr("table of sections"));
}

TEST(Cubin, WhosePartsLieOutsideOfItIsBroken) {
  const auto whole = fakes::cubin({});
  const std::size_t table = whole.size() - 3 * 64, symbols = whole.size() - 64;
  for (const std::uint64_t far :
       {std::uint64_t{whole.size()}, std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{63}}) {
    EXPECT_THAT(error_of(with(whole, 40, far, 8)), HasSubstr("not lie in the file")) << far;  // the table of sections
    EXPECT_THAT(error_of(with(whole, symbols + 24, far, 8)), HasSubstr("not lie in the file"));  // the symbols' place
    EXPECT_THAT(error_of(with(whole, symbols + 32, far, 8)), HasSubstr("not lie in the file"));  // their size
    EXPECT_THAT(error_of(with(whole, table + 64 + 32, far, 8)), HasSubstr("not lie in the file"));  // the names' size
  }
  EXPECT_THAT(error_of(with(whole, symbols + 40, 3, 4)), HasSubstr("no names"));
  for (const std::uint64_t name : {0, 1000})
    EXPECT_THAT(error_of(with(whole, table - 24, name, 4)), HasSubstr("no name"));
  EXPECT_THAT(error_of(with(with(whole, 60, 0, 2), table + 32, ~std::uint64_t{0}, 8)), HasSubstr("sections"));
}

TEST(Cubin, CutShortAnywhereIsBroken) {
  const auto whole = fakes::cubin({90, {"kernel"}, {"helper"}});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THAT(error_of(whole.substr(0, size)), testing::StartsWith("broken cubin")) << size;
}

TEST(Cubin, WithMoreSectionsThanItsHeaderCanTellIsRead) {
  const auto whole = fakes::cubin({});
  const std::size_t table = whole.size() - 3 * 64;
  const auto facts = read_cubin(with(with(whole, 60, 0, 2), table + 32, 3, 8), "a.cubin");
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_THAT(facts->kernels, ElementsAre("kernel"));
}

}  // namespace
}  // namespace reconverge::toolchain
