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

/// Which rows of a function could be executed, by mnemonic in alphabetical order, as the decoder says. Constants count
/// as given. An error if a branch target cannot be a row.
core::Result<std::vector<MnemonicSupport>> support_of(const sass::Function& function, const std::string& source_name);

/// A function decoded for the mechanism of its architecture, for inspection only: constants count as given, and a
/// branch to where no row can be is a problem of its row.
core::Result<Executable> decode_to_inspect(const sass::Function& function, const std::string& source_name);

}  // namespace reconverge::emulator
