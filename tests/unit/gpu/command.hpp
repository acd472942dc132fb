#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "toolchain/process.hpp"

/// The program as a person runs it, on a machine whose driver and compiler are fakes.
namespace reconverge::gpu {

inline toolchain::ProcessOutput program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), RECONVERGE_PROGRAM);
  return *toolchain::run_process(arguments);
}

inline std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Sets up the fakes; without them no library of NVIDIA's is found in the places that come first.
class Command : public testing::Test {
 protected:
  Command() {
    setenv("LD_LIBRARY_PATH", RECONVERGE_FAKES, 1);
    setenv("FAKE_LISTING", RECONVERGE_LISTINGS "/samples/paper_kernels_sm_90.sass", 1);
    setenv("FAKE_DRIVER", "ok", 1);
    setenv("FAKE_DEVICES", "1", 1);
  }
  static std::string file(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path) << text;
    return path;
  }
};

}  // namespace reconverge::gpu
