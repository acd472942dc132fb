#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

void add_row(report::Table& table, const timing::Generation& generation, const std::string& name,
             const std::string& kernel, const core::Sourced& value, const std::string& remark) {
  table.rows.push_back({generation.name, name, kernel.empty() ? std::string("any") : kernel, value.value,
                        std::string(to_string(value.grade)), value.source, remark});
}

}  // namespace

report::Table records_table(std::span<const timing::Generation> generations) {
  report::Table table{.id = "costs",
                      .caption = "Numbers of the generation records.",
                      .columns = {{"generation", "generation", ""},
                                  {"name", "name", ""},
                                  {"kernel", "kernel", ""},
                                  {"value", "value (cycles or entries)", ""},
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
    if (!generation.stack_capacity && generation.costs.empty())
      table.rows.push_back({generation.name, std::string("any"), std::string("any"),
                            report::Absent{"nothing is published for " + generation.title},
                            report::Absent{"no value"}, report::Absent{"no value"}, std::string("absent")});
  }
  return table;
}

/// Every number a generation is known by, with its provenance; and what is recorded but not used.
report::Section costs_table(const Context& context) {
  return {.blocks = {records_table(context.options().generations)}};
}

}  // namespace reconverge::study
