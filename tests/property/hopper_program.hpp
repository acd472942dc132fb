// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "core/result.hpp"
#include "emulator/executable.hpp"
#include "property/scalar_case.hpp"

namespace reconverge::property {

/// The program of a case as code of sm_90 under convergence barriers; the seed of the case chooses its forms.
core::Result<emulator::Executable> hopper_program(const ScalarCase& tested);

/// Visits the cases of a shard with their code, until a test has failed.
template <typename Visit> void for_each_hopper_program(int shard, Visit visit) {
  const std::uint64_t programs = programs_a_shard(100);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(shard) * programs;
  for (std::uint64_t seed = first; seed < first + programs && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const ScalarCase tested(seed);
    const auto executable = hopper_program(tested);
    ASSERT_TRUE(executable) << to_string(executable.error());
    visit(tested, *executable);
  }
}

}  // namespace reconverge::property
