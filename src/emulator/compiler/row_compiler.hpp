// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"
#include "emulator/executable.hpp"

/// Several rows compiled as one function of the machine, which reads and writes each register once
/// (docs/architecture.md).
namespace reconverge::emulator {

/// Whether rows are compiled: where this build has the library for it and the machine AVX-512, unless the environment
/// variable RECONVERGE_JIT is `off`. Fails with Failure::environment if it is something else than `on` or `off`.
core::Result<bool> compiles_rows();

/// Whether this build and this machine can.
bool can_compile_rows();

/// Compiles the straight rows of a function that can be, and puts them in place. Nothing changes where rows cannot be
/// compiled.
void compile_rows(Executable& executable);

}  // namespace reconverge::emulator
