// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"
#include "emulator/executable.hpp"
#include "property/scalar_case.hpp"

namespace reconverge::property {

/// The program of a case as code of sm_90 under convergence barriers; the seed of the case chooses its forms.
core::Result<emulator::Executable> hopper_program(const ScalarCase& tested);

}  // namespace reconverge::property
