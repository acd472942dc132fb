// SPDX-License-Identifier: MIT
#include "unit/timing/cycles/mio_scene.hpp"

#include <gtest/gtest.h>
#include "timing/record/reader.hpp"

#include <string>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::timing::testing {

bool enter(Mio& mio, Scoreboards& scoreboards, std::uint64_t cycle, std::string_view row, const Passes& passes,
           bool executes) {
  const auto function =
      sass::read_function(emulator::testing::listing(std::string(row) + " ?trans1", "sm_90"), "test.sass");
  if (!function) {
    ADD_FAILURE() << to_string(function.error());
    return false;
  }
  const sass::Instruction& instruction = function->instructions.at(0);
  const OperationTiming* timing = built_in_record("sm_90")->find_operation(instruction);
  if (timing == nullptr || !instruction.control) {
    ADD_FAILURE() << row << " is not timed";
    return false;
  }
  const emulator::InstructionUse operands = emulator::instruction_use(instruction, 90);
  mio.enter(cycle, *timing, mio_use_of(instruction, operands, *timing), scoreboards,
            instruction.control->write_scoreboard, instruction.control->read_scoreboard, executes);
  if (executes) mio.accessed(passes);
  return true;
}

void MioScene::issue(std::uint64_t cycle, std::string_view row, const Passes& passes, bool executes) {
  if (enter(mio, scoreboards, cycle, row, passes, executes)) last_ = cycle;
}

std::uint64_t MioScene::clear(std::size_t scoreboard) {
  return mio.clear_for(scoreboards[scoreboard], {last_ + 2, last_ + 2, &reads_});
}

std::uint64_t alone(std::string_view row, Passes passes, bool executes) {
  constexpr std::uint64_t start = 1000;
  MioScene scene;
  scene.issue(start, row, passes, executes);
  return scene.clear() - start;
}

}  // namespace reconverge::timing::testing
