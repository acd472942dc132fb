// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
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
  /// In a folder of the test's own: others run beside it.
  static std::string file(const std::string& name, const std::string& text) {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const auto folder =
        std::filesystem::path(testing::TempDir()) / fmt::format("{}.{}", test->test_suite_name(), test->name());
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name) << text;
    return folder / name;
  }
};

}  // namespace reconverge::gpu
