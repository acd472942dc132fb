// SPDX-License-Identifier: MIT
#include "core/short_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reconverge::core {
namespace {

TEST(ShortNames, ShowNoFolders) {
  EXPECT_EQ(base_name("/here/kernels/a.cu"), "a.cu");
  EXPECT_EQ(base_name("C:\\here\\a.cu"), "a.cu");
  EXPECT_EQ(base_name("a.cu"), "a.cu");
  const ShortNames names({"/here/kernels/a.cu", "b.json"});
  EXPECT_EQ(names.of("/here/kernels/a.cu"), "a.cu");
  EXPECT_EQ(names.of("b.json"), "b.json");
  EXPECT_EQ(names.of("/not/given.cu"), "given.cu");
}

TEST(ShortNames, TellFilesOfOneNameApart) {
  const ShortNames names({"/one/k/a.cu", "/two/k/a.cu", "/two/b.cu", "a.cu"});
  EXPECT_EQ(names.of("/one/k/a.cu"), "one/k/a.cu");
  EXPECT_EQ(names.of("/two/k/a.cu"), "two/k/a.cu");
  EXPECT_EQ(names.of("a.cu"), "a.cu");
  EXPECT_EQ(names.of("/two/b.cu"), "b.cu");
}

TEST(ShortNames, OfOneFileGivenTwiceAreOne) { EXPECT_EQ(ShortNames({"/x/a.cu", "/x/a.cu"}).of("/x/a.cu"), "a.cu"); }

TEST(WithoutFolders, NamesFilesAloneAndLeavesTheRest) {
  EXPECT_THAT(without_folders({"reconverge", "emulate", "/data/me/k.cu", "--arg", "f32[8]=file:/data/me/in.npy",
                               "--json=out/a.json", "-I/data/me/include", "--out", "~/results/", "../k.cu"}),
              testing::ElementsAre("reconverge", "emulate", "me/k.cu", "--arg", "f32[8]=file:in.npy", "--json=a.json",
                                   "-Iinclude", "--out", "results", "../k.cu"));
  EXPECT_THAT(without_folders({"-DX=1/2", "--set", "a/b", "i32:4", "http", "/"}),
              testing::ElementsAre("-DX=1/2", "--set", "a/b", "i32:4", "http", "/"));
}

}  // namespace
}  // namespace reconverge::core
