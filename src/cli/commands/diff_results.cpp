// SPDX-License-Identifier: MIT
// Comparison of the buffers of two builds.

#include "cli/commands/diff_results.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "cli/commands/launch_report.hpp"
#include "report/formats/json.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Cell;
using report::cell;

/// Whether an element is a result: one that depends on a clock value differs from build to build.
bool is_result(const DiffSide& side, std::size_t buffer, std::size_t element) {
  const bool is_known = side.buffers[buffer].is_known(element);
  return is_known && (buffer >= side.without_clock.size() || side.without_clock[buffer].is_known(element));
}

/// Elements that are compared, and those that are not: of a clock, or unknown.
struct ElementCount {
  std::size_t buffers = 0, elements = 0, left_out = 0;
};

ElementCount compared_elements(const DiffResult& result) {
  const auto& olds = result.old_side.buffers;
  const auto& news = result.new_side.buffers;
  ElementCount count{.buffers = std::min(olds.size(), news.size())};
  for (std::size_t i = 0; i < count.buffers; ++i)
    for (std::size_t k = 0; k < std::min(olds[i].buffer.size(), news[i].buffer.size()); ++k)
      ++(is_result(result.old_side, i, k) && is_result(result.new_side, i, k) ? count.elements : count.left_out);
  return count;
}

/// Empty: results are compared.
std::string why_not_compared(const DiffResult& result) {
  if (std::string why = result.not_compared(); !why.empty()) return why;
  if (!result.same_inputs) return "the two runs have different inputs";
  const ElementCount count = compared_elements(result);
  if (count.buffers == 0 && result.from_capture) return "buffers alone are, and a capture has none";
  if (count.buffers == 0) return "no buffer was given (--arg)";
  return count.elements == 0 ? "every element depends on a clock or is not known" : "";
}

report::Table results_table(const std::vector<ResultDifference>& differences) {
  report::Table table{.id = "results",
                      .caption = "RESULTS DIFFER: what the two builds left in the buffers.",
                      .columns = {{"argument", "argument", ""},
                                  {"different", "different", "elements"},
                                  {"elements", "of", "elements"},
                                  {"first", "first", "element that differs"},
                                  {"old", "old", ""},
                                  {"new", "new", ""}}};
  for (const auto& one : differences)
    table.rows.push_back(
        {cell(one.argument), cell(one.different), cell(one.elements), cell(one.first), one.old_value, one.new_value});
  return table;
}

}  // namespace

std::vector<ResultDifference> result_differences(const DiffResult& result) {
  std::vector<ResultDifference> differences;
  if (!why_not_compared(result).empty()) return differences;
  const auto& olds = result.old_side.buffers;
  const auto& news = result.new_side.buffers;
  for (std::size_t i = 0; i < std::min(olds.size(), news.size()); ++i) {
    ResultDifference one{.argument = olds[i].index, .elements = olds[i].buffer.size()};
    const std::size_t bytes = one.elements == 0 ? 0 : olds[i].buffer.bytes.size() / one.elements;
    for (std::size_t k = 0; k < std::min(one.elements, news[i].buffer.size()); ++k) {
      const bool known = is_result(result.old_side, i, k) && is_result(result.new_side, i, k);
      const auto* before = olds[i].buffer.bytes.data() + k * bytes;
      if (!known || std::memcmp(before, news[i].buffer.bytes.data() + k * bytes, bytes) == 0) continue;
      if (one.different++ > 0) continue;
      one.first = k;
      one.old_value = element_text(olds[i], k);
      one.new_value = element_text(news[i], k);
    }
    if (one.different > 0) differences.push_back(std::move(one));
  }
  return differences;
}

std::string results_text(const DiffResult& result) {
  if (const std::string why = why_not_compared(result); !why.empty()) return "not compared: " + why;
  const auto differences = result_differences(result);
  if (!differences.empty()) {
    const auto& first = differences.front();
    return fmt::format("{} of {} elements of argument {}{}", first.different, first.elements, first.argument,
                       differences.size() == 1 ? "" : fmt::format(", and {} more buffers", differences.size() - 1));
  }
  const ElementCount count = compared_elements(result);
  std::string text = fmt::format("equal for these inputs: all {} elements of {} buffer{}", count.elements,
                                 count.buffers, count.buffers == 1 ? "" : "s");
  if (count.left_out > 0)
    text += fmt::format(" that are known; {} depend on a clock or are not known, and are not compared", count.left_out);
  return text;
}

report::Section results_section(const DiffResult& result) {
  const auto differences = result_differences(result);
  if (!differences.empty()) return {"results", "Results differ", {results_table(differences)}};
  return {"results", "Results", {report::Text{fmt::format("Results: {}.", results_text(result))}}};
}

void add_results(const DiffResult& result, ordered_json& record) {
  record["results"] = report::to_json(results_table(result_differences(result)))["rows"];
  const std::string why = why_not_compared(result);
  const ElementCount count = compared_elements(result);
  record["results_compared"] =
      why.empty() ? ordered_json{{"elements", count.elements}, {"left_out", count.left_out}} : ordered_json();
  if (!why.empty()) record["results_compared_absent"] = why;
}

}  // namespace reconverge::cli
