// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/source_text.hpp"
#include "cli/streamed_record.hpp"
#include "report/document.hpp"
#include "run/line_costs.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::cli {

/// The cost of each source line, and of each instruction.
struct LineReport {
  const sass::Function* function = nullptr;
  std::vector<run::LineCost> lines;  ///< the worst first
  std::vector<run::LineCost> rows;   ///< in the order of the code
  std::string no_cycles_because;     ///< empty: cycles are known
  /// Where cycles are not known: untimed instructions, which alone are missing in the cycles that lines have all the
  /// same. Empty: lines have none.
  std::string cycles_without = {};
  /// Where no single number is known: low, typical and high of each row; null: neither are these.
  std::array<const timing::CycleAccount*, timing::assumption_count> band = {};
};

/// Cycles of lines in the low, typical or high run.
std::uint64_t band_cycles(const timing::CycleAccount& account, std::span<const run::LineCost> lines);

/// The same with low, typical and high, lines in the order of the typical cycles.
LineReport with_band(LineReport report, const std::array<const timing::CycleAccount*, timing::assumption_count>& band);

LineReport line_report(const sass::Function& function, run::RowCosts costs, std::string no_cycles_because,
                       std::string cycles_without = "");
/// Takes the lines of counts by caller in place of those of the rows.
/// @param function  of run::CallerRows; it has to outlive the report
void take_lines_by_caller(const sass::Function& function, run::RowCosts costs, LineReport& report);

/// For a person: at most so many lines, the worst, with their text where the source can be read; the rest in one row.
report::Table lines_table(const LineReport& report, std::size_t most, SourceText& source);
/// Takes the column "text" out of a table in which no row has any: the source could not be read.
void drop_source_if_unread(report::Table& table);
/// Every line, with every number: a file of its own.
report::Table lines_data(const LineReport& report, SourceText& source);
/// Adds "account", the sum of all lines, with the SIMT efficiency, to a run record.
void add_account(const LineReport& report, nlohmann::ordered_json& record);
/// "lines" and "instructions" of a run record. The report has to outlive them.
std::vector<LateList> line_lists(const LineReport& report);

/// Whether any row comes from a known line.
bool has_lines(const LineReport& report);
/// "0x00c0", the address of a row.
std::string pc_of(const sass::Function& function, std::uint32_t index);
/// "a.cu:9" of a frame.
std::string to_string(const sass::SourceFrame& frame);
/// "a.cu:9 in a.cu:16", where 16 is the line of the inlined call; "(no line) kernel+0x40" if no line is known.
std::string place_of(const sass::Function& function, const run::LineCost& line);
/// The same of a row; "" of no row.
std::string place_of_row(const sass::Function& function, std::uint32_t index);
/// "a.cu:9 0x00c0" of a row, without a line "0x00c0".
std::string place_and_pc(const sass::Function& function, std::uint32_t index);
/// "a.cu:9 0x00c0 BRA"; "" of no row.
std::string row_text(const sass::Function& function, std::uint32_t index);

/// "parted 0x00c0", "exited 0x0040", "no thread": the cause of idle lanes.
std::string to_string(const sass::Function& function, const emulator::IdleCause& cause);

}  // namespace reconverge::cli
