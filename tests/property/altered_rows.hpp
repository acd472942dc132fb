// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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

/// The rows of a list that can be compiled, for one architecture, as they execute one after another and compiled.
class CompiledRows {
 public:
  explicit CompiledRows(int architecture) : architecture_(architecture) {}

  /// Whether the row is one of those.
  bool add(const sass::Instruction& row);
  std::size_t size() const { return rows_.size(); }
  const sass::Instruction& operator[](std::size_t i) const { return rows_[i]; }

  /// What these rows leave in registers and predicates, in some states that a number stands for.
  struct Left {
    std::vector<std::vector<emulator::LaneVector>> values;
    std::vector<std::array<core::LaneMask, 16>> predicates;
    friend bool operator==(const Left&, const Left&) = default;
  };
  Left one_by_one(const std::vector<std::size_t>& chosen, core::LaneMask active, unsigned seed) const;
  Left compiled(const std::vector<std::size_t>& chosen, core::LaneMask active, unsigned seed) const;

 private:
  emulator::Executable executable_of(const std::vector<std::size_t>& chosen) const;

  int architecture_;
  std::vector<sass::Instruction> rows_;
};

/// "MOV R0, -R1"
std::string text_of(const sass::Instruction& row);

}  // namespace reconverge::property
