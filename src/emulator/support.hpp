// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "emulator/executable.hpp"
#include "sass/program.hpp"

namespace reconverge::emulator {

/// Whether the rows of one mnemonic can be executed. A mnemonic of which some rows can and others
/// cannot, because of their operands, has an entry for each reason.
struct MnemonicSupport {
  std::string mnemonic;      ///< opcode and modifiers as written
  std::size_t count = 0;     ///< rows
  std::string reason;        ///< why they cannot be executed; empty if they can
  std::uint32_t line = 0;    ///< of the first of them
  bool approximate = false;  ///< executed, but the last bits of the result are not known to be the hardware's

  bool executable() const { return reason.empty(); }
};

/// What a run of a function would make of its rows, by mnemonic in the order of the alphabet, as the
/// decoder says. Constants count as given. An error if a branch target can be no row.
core::Result<std::vector<MnemonicSupport>> support_of(const sass::Function& function, const std::string& source_name);

/// A function decoded for the mechanism of its architecture to be looked at and not to be run: constants count as
/// given, and a branch to where no row can be is a problem of its row.
core::Result<Executable> decode_to_inspect(const sass::Function& function, const std::string& source_name);

}  // namespace reconverge::emulator
