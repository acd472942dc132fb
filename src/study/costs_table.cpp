// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <set>
#include <string>

#include "study/study.hpp"
#include "study/support/presentation.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::study {
namespace {

void add_row(report::Table& table, const timing::Generation& generation, const std::string& name,
             const std::string& kernel, const core::Sourced& value, const std::string& remark) {
  table.rows.push_back({generation.name, name, kernel.empty() ? std::string("any") : kernel, value.value,
                        std::string(to_string(value.grade)), value.source, remark});
}

std::string first_side(emulator::FirstSide first) {
  switch (first) {
    case emulator::FirstSide::smaller: return "the smaller";
    case emulator::FirstSide::fall_through: return "that which falls through";
    case emulator::FirstSide::taken: return "that which jumps";
  }
  return "?";
}

/// The grades that rows of a record have, the best first: "measured, fitted".
std::string grades_of(const timing::CycleRecord& record) {
  std::set<core::Grade> grades;
  for (const timing::OperationTiming& row : record.operations) grades.insert(row.source.grade);
  for (const timing::TransferTiming& row : record.transfers) grades.insert(row.source.grade);
  std::string text;
  for (const core::Grade grade : grades) text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(grade));
  return text;
}

/// Assumptions on convergence barriers, and whether their cycles are known.
void add_barrier_rows(report::Table& table, const timing::Generation& generation) {
  const auto& [policy, grade, source] = *generation.barriers;
  const auto add = [&](const char* name, std::string value) {
    table.rows.push_back({generation.name, std::string(name), std::string("any"), std::move(value),
                          std::string(to_string(grade)), source, std::string("used, how groups of lanes are chosen")});
  };
  add("side-that-runs-first", first_side(policy.first));
  add("bssy-on-a-full-barrier", policy.arming == emulator::Arming::adds ? "adds lanes" : "replaces lanes");
  add("groups-of-one-address", policy.merges_equal_addresses ? "resume as one" : "resume apart");
  using emulator::AfterBreak, emulator::FirstTarget, emulator::RewrittenBarrier, emulator::YieldedLanes;
  add("rewritten-barrier", policy.rewritten == RewrittenBarrier::own_bsync ? "lanes pass the BSYNC they wait at"
                                                                           : "lanes pass the BSYNC that completes it");
  add("group-that-runs-after-break", policy.after_break == AfterBreak::smaller ? "the smaller" : "that of BREAK");
  add("first-target-of-brx", policy.first_target == FirstTarget::smaller ? "that of fewer lanes" : "the lowest lane's");
  add("bsync-and-yielded-lanes", policy.yielded == YieldedLanes::excused ? "does not wait for them" : "waits for them");
  const std::string name = "cycles-of-instructions";
  if (generation.instructions == nullptr) {
    table.rows.push_back({generation.name, name, std::string("any"),
                          report::Absent{"not measured for " + generation.title}, report::Absent{"no value"},
                          report::Absent{"no value"}, std::string("absent: counts are given, cycles are not")});
    return;
  }
  table.rows.push_back({generation.name, name, std::string("any"),
                        fmt::format("{} operations, {} ways of control", generation.instructions->operations.size(),
                                    generation.instructions->transfers.size()),
                        grades_of(*generation.instructions), std::string("`explain hopper-cycles`"),
                        std::string("used, cycles")});
}

}  // namespace

report::Table records_table(std::span<const timing::Generation> generations) {
  report::Table table{.id = "costs",
                      .caption = "Numbers of the generation records.",
                      .columns = {{"generation", "generation", ""},
                                  {"name", "name", ""},
                                  {"kernel", "kernel", ""},
                                  {"value", "value", ""},
                                  {"grade", "grade", ""},
                                  {"source", "source", ""},
                                  {"remark", "remark", ""}}};
  for (const auto& generation : generations) {
    if (generation.stack_capacity)
      add_row(table, generation, "stack-capacity", "", *generation.stack_capacity, "used, entries");
    if (generation.spill_chunk) add_row(table, generation, "spill-chunk", "", *generation.spill_chunk, "used, entries");
    for (const auto& cost : generation.costs)
      add_row(table, generation, cost.name, cost.kernel, cost.cycles, "used, cycles");
    for (const auto& beside : generation.beside)
      add_row(table, generation, beside.name, "", beside.value, "not used: " + beside.why_not);
    if (generation.barriers) {
      add_barrier_rows(table, generation);
      continue;
    }
    if (!generation.stack_capacity && generation.costs.empty())
      table.rows.push_back({generation.name, std::string("any"), std::string("any"),
                            report::Absent{"nothing is published for " + generation.title}, report::Absent{"no value"},
                            report::Absent{"no value"}, std::string("absent")});
  }
  return table;
}

/// Every number a generation is known by, with its provenance; and what is recorded but not used.
report::Section costs_table(const Context& context) {
  return {.blocks = {records_table(context.options().generations)}};
}

}  // namespace reconverge::study
