// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace reconverge::toolchain {

/// Output and status of a finished program.
struct ProcessOutput {
  int status = 0;  ///< exit status; 128 + signal if a signal ended it
  std::string out;
  std::string error;
};

/// Runs a program to its end, without a shell. `path_prefix` goes before PATH in its environment:
/// cuobjdump looks for nvdisasm there. `folder` is where it runs; empty: here. Fails with Failure::environment if it
/// cannot be started.
core::Result<ProcessOutput> run_process(const std::vector<std::string>& arguments, const std::string& path_prefix = {},
                                        const std::string& folder = {});

/// Variables of an environment by name.
using Variables = std::vector<std::pair<std::string, std::string>>;

struct Foreground {
  bool output_to_error = false;             ///< its standard output goes to the standard error of this program
  const std::atomic<bool>* stop = nullptr;  ///< if it is set before the program is started, that is not
};

/// Runs a program with the streams of this one, and waits for its end; it is looked for in PATH. Variables are added
/// to its environment, or replace those that there are. Returns its exit status, 128 + signal if a signal ended it.
///
/// Requests to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT) that come meanwhile are passed on, unless a terminal has sent
/// them to both. The program decides what it makes of them; one that asks again seconds later kills it. SIGINT and
/// SIGTERM arrive here when it has ended.
///
/// Fails with Failure::environment if it cannot be started.
core::Result<int> run_in_foreground(const std::vector<std::string>& arguments, const Variables& variables,
                                    const Foreground& how = {});

}  // namespace reconverge::toolchain
