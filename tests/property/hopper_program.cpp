// SPDX-License-Identifier: MIT
#include "property/hopper_program.hpp"

#include <utility>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "property/convergence_barrier_lowering.hpp"
#include "sass/reader.hpp"

namespace reconverge::property {

core::Result<emulator::Executable> hopper_program(const ScalarCase& tested) {
  auto function =
      sass::read_function(lower(tested.program, BarrierFlavour{"Hopper", "sm_90"}, tested.seed), "generated");
  if (!function) return function.error();
  return emulator::decode(std::move(function).value(), emulator::ConvergenceBarriers(), {}, "generated");
}

}  // namespace reconverge::property
