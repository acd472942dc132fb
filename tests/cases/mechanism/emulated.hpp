// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cases {

/// A run of the program on a file beside the tests, with its JSON.
struct Emulated {
  cli_tests::Outcome outcome;
  nlohmann::json json;

  std::vector<std::int64_t> buffer(std::size_t index) const { return json.at("buffers").at(index).at("values"); }
};

Emulated emulated(const std::string& file, std::vector<std::string> options);

}  // namespace reconverge::cases
