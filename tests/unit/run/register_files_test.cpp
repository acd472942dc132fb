// SPDX-License-Identifier: MIT
#include "run/register_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/warp.hpp"

namespace reconverge::run {
namespace {

using emulator::LaneVector;

/// Code of one row that writes a register and a uniform one.
emulator::Executable code_that_writes(emulator::Slot general, emulator::Slot uniform) {
  emulator::Executable executable;
  executable.literals.resize(2);
  executable.instructions.resize(1);
  executable.instructions[0].destination = {general, uniform};
  return executable;
}

TEST(RegisterFiles, AreZeroAgainWhereTheCodeWrites) {
  constexpr emulator::Slot uniform = emulator::first_uniform + 40;
  RegisterFiles files(code_that_writes(20, uniform));
  std::vector<LaneVector> values = files.take();
  ASSERT_EQ(values.size(), emulator::first_literal + 2u);
  for (const std::size_t slot :
       {std::size_t{0}, std::size_t{20}, std::size_t{27},  // the last of eight consecutive ones
        std::size_t{emulator::discard_slot}, std::size_t{uniform}})
    values[slot] = emulator::broadcast(1);
  const LaneVector* const place = values.data();
  files.give_back(std::move(values));
  values = files.take();
  EXPECT_EQ(values.data(), place);
  EXPECT_TRUE(std::ranges::all_of(values, [](const LaneVector& value) { return value == LaneVector{}; }));
}

TEST(RegisterFiles, OfAWarpThatWasTakenAreNotKept) {
  RegisterFiles files(code_that_writes(0, emulator::first_uniform));
  files.give_back({});
  EXPECT_EQ(files.take().size(), emulator::first_literal + 2u);
}

}  // namespace
}  // namespace reconverge::run
