// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "emulator/support.hpp"

/// The output of `inspect --support` for a function and those that it calls.
namespace reconverge::cli {

std::string support_text(const sass::Function& function, const std::vector<std::string>& called,
                         std::span<const emulator::MnemonicSupport> support, int width);

/// name, arch, called, instruction_count, executable_count, and `opcodes` with an object for each mnemonic.
nlohmann::ordered_json support_json(const sass::Function& function, const std::vector<std::string>& called,
                                    std::span<const emulator::MnemonicSupport> support);

}  // namespace reconverge::cli
