// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/vectors.hpp"
#include "sass/program.hpp"

namespace reconverge::property {

/// A row of a stored listing and the architecture it is of.
struct StoredRow {
  sass::Instruction row;
  int architecture = 0;
};

/// The data rows of the stored listings, one of each form: mnemonic and, of every operand, its kind, signs and suffix.
std::vector<StoredRow> stored_row_forms();

/// A row with one operand written otherwise.
struct Alteration {
  sass::Instruction row;
  std::size_t operand = 0;  ///< which
  std::string what;         ///< "sign -", "suffix .B2", "register", "number", ...
  std::string text;         ///< the operand as it is now
};

/// One alteration at a time: each sign before each operand, each suffix behind it, other registers and numbers.
std::vector<Alteration> alterations_of(const sass::Instruction& row);

/// Contents of registers and predicates to execute a row and its alterations on.
struct States;
std::shared_ptr<const States> states_for(const StoredRow& stored);

/// All that a data row changes in these states, worked on in these vectors; nothing if it is refused.
std::optional<std::vector<emulator::LaneVector>> effects_of(const sass::Instruction& row, int architecture,
                                                            const States& states,
                                                            emulator::Vectors vectors = emulator::Vectors::base);

/// "MOV R0, -R1"
std::string text_of(const sass::Instruction& row);

}  // namespace reconverge::property
