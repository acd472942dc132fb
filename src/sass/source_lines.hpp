// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnostic.hpp"
#include "sass/program.hpp"

/// Which lines of the source an instruction comes from.
namespace reconverge::sass {

/// One place in the source. Where a call was inlined, an instruction has several: the innermost first.
struct SourceFrame {
  std::string file;
  std::uint32_t line = 0;
  std::string function;  ///< the symbol of the function that the line is in; empty if that is not known

  friend auto operator<=>(const SourceFrame&, const SourceFrame&) = default;
};

/// One call of SourceNote::inlined_at, as the disassembler writes it, with the function that was inlined in front where
/// its name is known.
std::string inlined_at(const std::string& function, const std::string& file, std::uint64_t line);

/// The frames of an instruction; none if no note says where it comes from.
std::vector<SourceFrame> frames_of(const Function& function, const Instruction& instruction);

/// "0x0040": the address of a row.
std::string pc_text(const Instruction& row);

/// "reduce<int>+0x0040": a row by its function and address, where no line of the source is known; without the name of a
/// function "0x0040".
std::string place_in_code(const Function& function, const Instruction& row);

/// Where a row is, for a message: its place in the listing that was given; of a listing that a tool made (its rows have
/// no columns) the innermost line of the source, with its folders so that it can be opened, and without one
/// place_in_code(). Tables name the same line without folders.
core::Location location_of(const Function& function, const Instruction& row, const std::string& source_name);

/// Says of every row that the listing it is from was made by a tool and cannot be looked at.
void forget_columns(Function& function);

/// Rows from an address on come from the place that a note names; from no known one if it names no file.
struct LineRow {
  std::uint64_t address = 0;
  SourceNote note;
};

/// The line information of one function of a file.
struct FunctionLines {
  std::string symbol;
  std::vector<LineRow> rows;  ///< by address
  std::string arch = {};      ///< of the code; empty: the file is for one alone
};

/// Takes the notes of a function from its file, in place of those of the listing. A function that the file says nothing
/// of keeps its own, and so does one that the file has twice for one architecture.
void take_lines(const std::vector<FunctionLines>& file, Function& function);

}  // namespace reconverge::sass
