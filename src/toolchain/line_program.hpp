// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

/// Line programs of DWARF 2 to 4, with NVIDIA's extension for inlined calls.
namespace reconverge::toolchain {

/// A row that a program emits.
struct ProgramRow {
  std::uint64_t address = 0;  ///< from where the sequence begins
  std::uint64_t file = 1, line = 1;
  std::uint64_t context = 0;   ///< row of its sequence, from 1, that is the inlined call; 0: there is none
  std::uint64_t function = 0;  ///< name of the function called, an offset into .debug_str
};

/// Rows of one stretch of code.
struct LineSequence {
  std::uint64_t address_at = 0;  ///< position of its address in the section, for the relocation
  std::uint64_t address = 0;     ///< as it is there
  std::vector<ProgramRow> rows;
  std::size_t program = 0;  ///< of LinePrograms::files
};

struct LinePrograms {
  std::vector<std::vector<std::string>> files;  ///< of each program, by number from 1; [0] is empty
  std::vector<LineSequence> sequences;
};

/// Executes all programs of a section. Fails with Failure::input; the message is a clause.
core::Result<LinePrograms> run_line_programs(std::string_view section);

}  // namespace reconverge::toolchain
