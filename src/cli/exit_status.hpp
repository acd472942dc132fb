// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnostic.hpp"

namespace reconverge::cli {

/// Exit statuses, as documented in docs/cli.md.
enum ExitStatus : int {
  exit_done = 0,
  exit_check_failed = 1,
  exit_usage = 2,
  exit_environment = 3,
  exit_input = 4,
  exit_emulation = 5,
  exit_interrupted = 130,  ///< 128 + SIGINT, as shells expect
};

constexpr int exit_status(core::Failure failure) {
  switch (failure) {
    case core::Failure::check: return exit_check_failed;
    case core::Failure::usage: return exit_usage;
    case core::Failure::environment: return exit_environment;
    case core::Failure::input: return exit_input;
    case core::Failure::emulation: return exit_emulation;
  }
  return exit_environment;
}

}  // namespace reconverge::cli
