// SPDX-License-Identifier: MIT
#include "cli/commands/kernel_untimed.hpp"

#include "cli/commands/emulation_report.hpp"
#include "cli/commands/line_report.hpp"
#include "report/tables.hpp"
#include "timing/record/measured.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::cli {

using report::Absent;
using report::Cell;
using report::cell;

namespace {

report::Table places_table(const KernelEmulation& result, const timing::Untimed& places, report::Table table) {
  table.columns = {{"pc", "pc", ""},
                   {"line", "line", ""},
                   {"source", "source", ""},
                   {"instruction", "instruction", ""},
                   {"count", "times", "emulated"}};
  const auto& function = result.executable->function;
  for (const auto& [row, count] : places)
    table.rows.push_back({pc_of(function, row.index), cell(std::uint64_t{function.instructions[row.index].line}),
                          source_cell(function, row.index), to_string(row, function), cell(count)});
  return table;
}

}  // namespace

report::Table kernel_untimed_table(const KernelEmulation& result) {
  return places_table(result, result.run->untimed,
                      {.id = "untimed", .caption = "Instructions that ran and are not timed."});
}

report::Table kernel_doubts_table(const KernelEmulation& result) {
  report::Table table = places_table(result, result.run->doubts,
                                     {.id = "doubts",
                                      .caption = "Numbers and rules behind the cycles that are fitted, rest on few "
                                                 "measurements, or do not always hold."});
  table.columns.push_back({"measured_intervals", "measured", "intervals of stored measurements that such a row is in"});
  const auto& function = result.executable->function;
  const timing::CycleRecord* record = result.run->record ? nullptr : timing::built_in_record(function.arch);
  auto row = table.rows.begin();
  for (const auto& [place, count] : result.run->doubts) {
    const timing::OperationTiming* operation =
        record == nullptr ? nullptr : record->find_operation(function.instructions[place.index]);
    const auto measured = operation == nullptr ? std::nullopt : timing::measured_intervals(*operation);
    (row++)->push_back(measured ? cell(*measured) : Cell(Absent{"none is stored with its code"}));
  }
  return table;
}

}  // namespace reconverge::cli
