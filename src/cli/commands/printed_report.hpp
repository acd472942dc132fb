// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "emulator/launch/launch.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::cli {

/// The output of printf in a run, for the text output; empty if none.
std::string printed_text(const emulator::Launch& launch);
/// The same as a member of a run record, if the kernel can print.
void add_printed(const emulator::Launch& launch, nlohmann::ordered_json& record);
/// The assertions that failed in a run, at the rows that called.
std::vector<observers::Finding> failed_assertions(const emulator::Launch& launch, const sass::Function& function);

}  // namespace reconverge::cli
