#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace reconverge::toolchain {

/// What a finished program left.
struct ProcessOutput {
  int status = 0;  ///< exit status; 128 + signal if a signal ended it
  std::string out;
  std::string error;
};

/// Runs a program to its end, without a shell. `path_prefix` goes before PATH in its environment:
/// cuobjdump looks for nvdisasm there. Fails with Failure::environment if it cannot be started.
core::Result<ProcessOutput> run_process(const std::vector<std::string>& arguments, const std::string& path_prefix = {});

}  // namespace reconverge::toolchain
