// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

/// Two builds of one kernel. The listings are what nvdisasm -hex -g of CUDA 13.0 prints of the sources beside them,
/// compiled by nvcc -arch=sm_90 -lineinfo; only the section of the code is kept.
namespace reconverge::cli_tests {

using Json = nlohmann::ordered_json;

/// The file of a build: "loop_old", "loop_new", "if_old", "if_new".
std::string listing(const std::string& name);
/// `diff` of two builds on one input.
Outcome diff(const std::string& before, const std::string& after, const std::vector<std::string>& more = {});
/// Its result as JSON.
Json record(const std::string& before, const std::string& after, const std::vector<std::string>& more = {});
/// `emulate` of one build on the same input.
Json emulated(const std::string& name);
/// A line of a result by its place, "loop_new.cu:7"; null if it is not there.
const Json* line_of(const Json& record, const std::string& place);

}  // namespace reconverge::cli_tests
