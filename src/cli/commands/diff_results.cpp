// SPDX-License-Identifier: MIT
// Comparison of the buffers of two builds.

#include "cli/commands/diff_results.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "cli/commands/launch_report.hpp"
#include "cli/device_variables.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Cell;
using report::cell;

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// One buffer or variable in both builds, by its place in DiffSide::buffers; nowhere: the build has none that is like
/// it.
struct BufferPair {
  std::size_t before = nowhere, after = nowhere;

  bool is_of_both() const { return before != nowhere && after != nowhere; }
};

bool is_variable(const DiffSide& side, std::size_t buffer) { return !side.buffers[buffer].variable.empty(); }

std::size_t bytes_of_element(const DiffSide& side, std::size_t buffer) {
  return emulator::bytes_of(side.buffers[buffer].buffer.type);
}

bool is_equal(const DiffSide& side, std::size_t buffer, std::size_t element, const std::vector<std::uint8_t>& other) {
  const std::size_t bytes = bytes_of_element(side, buffer), at = element * bytes;
  return std::memcmp(side.buffers[buffer].buffer.bytes.data() + at, other.data() + at, bytes) == 0;
}

/// Whether the run left an element of a variable other than it was.
bool is_changed(const DiffSide& side, std::size_t variable, std::size_t element) {
  const auto before = side.variables_before.find(side.buffers[variable].variable);
  return before != side.variables_before.end() && !is_equal(side, variable, element, before->second);
}

bool is_changed(const DiffSide& side, std::size_t variable) {
  for (std::size_t k = 0; k < side.buffers[variable].buffer.size(); ++k)
    if (is_changed(side, variable, k)) return true;
  return false;
}

bool is_known(const DiffSide& side, std::size_t buffer, std::size_t element) {
  const bool is_known = side.buffers[buffer].is_known(element);
  return is_known && (buffer >= side.without_clock.size() || side.without_clock[buffer].is_known(element));
}

/// What becomes of an element: one that depends on a clock value differs from build to build, and of a variable what no
/// run changed is no result. Addresses in it, say, are those of its build.
enum class Fate { compared, left_out, no_result };

Fate fate_of(const DiffResult& result, const BufferPair& pair, std::size_t k) {
  const auto &olds = result.old_side, &news = result.new_side;
  if (is_variable(olds, pair.before) && !is_changed(olds, pair.before, k) && !is_changed(news, pair.after, k))
    return Fate::no_result;
  return is_known(olds, pair.before, k) && is_known(news, pair.after, k) ? Fate::compared : Fate::left_out;
}

std::size_t elements_of(const DiffResult& result, const BufferPair& pair) {
  return std::min(result.old_side.buffers[pair.before].buffer.size(),
                  result.new_side.buffers[pair.after].buffer.size());
}

/// The variable of a build that is another one's: of its name and size, else the only one that the source calls so.
std::size_t variable_like(const DiffSide& from, std::size_t variable, const DiffSide& to) {
  const emulator::BufferAfter& one = from.buffers[variable];
  const std::string name = source_name_of_variable(one.variable);
  std::size_t found = nowhere;
  for (std::size_t i = 0; i < to.buffers.size(); ++i) {
    const emulator::BufferAfter& other = to.buffers[i];
    if (other.variable.empty() || other.buffer.bytes.size() != one.buffer.bytes.size()) continue;
    if (other.variable == one.variable) return i;
    if (source_name_of_variable(other.variable) != name) continue;
    if (found != nowhere) return nowhere;
    found = i;
  }
  return found;
}

/// Arguments by their order, variables by their names. Variables that only one build has are there if it changed them.
std::vector<BufferPair> buffer_pairs(const DiffResult& result) {
  const auto &olds = result.old_side, &news = result.new_side;
  std::vector<BufferPair> pairs;
  std::vector<bool> is_taken(news.buffers.size());
  for (std::size_t i = 0; i < olds.buffers.size(); ++i) {
    const bool variable = is_variable(olds, i);
    const std::size_t other = variable ? variable_like(olds, i, news) : i;
    const bool is_there = other < news.buffers.size() && !is_taken[other] && is_variable(news, other) == variable;
    if (is_there) is_taken[other] = true;
    if (is_there || (variable && is_changed(olds, i))) pairs.push_back({i, is_there ? other : nowhere});
  }
  for (std::size_t i = 0; i < news.buffers.size(); ++i)
    if (!is_taken[i] && is_variable(news, i) && is_changed(news, i)) pairs.push_back({nowhere, i});
  return pairs;
}

/// What is compared, and what is not: of a clock, or unknown.
struct ElementCount {
  std::size_t buffers = 0, variables = 0, elements = 0, left_out = 0;
};

ElementCount compared_elements(const DiffResult& result) {
  ElementCount count;
  for (const BufferPair& pair : buffer_pairs(result)) {
    if (!pair.is_of_both()) continue;
    std::size_t results = 0;
    for (std::size_t k = 0; k < elements_of(result, pair); ++k) {
      const Fate element = fate_of(result, pair, k);
      if (element != Fate::no_result) ++(element == Fate::compared ? count.elements : count.left_out);
      results += element != Fate::no_result ? 1 : 0;
    }
    if (!is_variable(result.old_side, pair.before)) ++count.buffers;
    else if (results > 0) ++count.variables;
  }
  return count;
}

/// Variables that one build alone has and changed: "variable count of 4 bytes is only in the new build".
std::vector<std::string> unmatched(const DiffResult& result) {
  std::vector<std::string> texts;
  for (const BufferPair& pair : buffer_pairs(result)) {
    if (pair.is_of_both()) continue;
    const bool is_old = pair.before != nowhere;
    const auto& variable = is_old ? result.old_side.buffers[pair.before] : result.new_side.buffers[pair.after];
    texts.push_back(
        fmt::format("variable {} of {} bytes is written by the {} build, and the other has none of its name "
                    "and size: it is not compared",
                    source_name_of_variable(variable.variable), variable.buffer.bytes.size(), is_old ? "old" : "new"));
  }
  return texts;
}

/// Empty: results are compared.
std::string why_not_compared(const DiffResult& result) {
  if (std::string why = result.not_compared(); !why.empty()) return why;
  if (!result.same_inputs) return "the two runs have different inputs";
  const ElementCount count = compared_elements(result);
  const bool has_none = count.buffers + count.variables == 0;
  if (has_none && result.from_capture) return "buffers alone are, and a capture has none";
  if (has_none) return "no buffer was given (--arg), and no variable that both builds have was changed";
  return count.elements == 0 ? "every element depends on a clock or is not known" : "";
}

/// The type of variables is not known: their bits.
std::string value_text(const emulator::BufferAfter& after, std::size_t k) {
  if (after.variable.empty()) return element_text(after, k);
  const std::size_t bytes = emulator::bytes_of(after.buffer.type);
  std::uint32_t bits = 0;
  std::memcpy(&bits, after.buffer.bytes.data() + k * bytes, bytes);
  return fmt::format("0x{:0{}x}", bits, 2 * bytes);
}

void keep_larger(std::optional<ResultDifference::Largest>& largest, double value, std::size_t element) {
  if (!largest || value > largest->value) largest = {value, element};
}

void add_distance(const emulator::BufferAfter& before, const emulator::BufferAfter& after, std::size_t k,
                  ResultDifference& one) {
  if (!before.variable.empty()) return;
  const auto distance = element_distance(before.buffer, after.buffer, k);
  if (!distance) {
    ++one.not_finite;
    return;
  }
  keep_larger(one.absolute, distance->absolute, k);
  if (distance->relative) keep_larger(one.relative, *distance->relative, k);
}

ResultDifference difference_of(const DiffResult& result, const BufferPair& pair) {
  const emulator::BufferAfter& before = result.old_side.buffers[pair.before];
  const emulator::BufferAfter& after = result.new_side.buffers[pair.after];
  ResultDifference one{.elements = before.buffer.size()};
  if (before.variable.empty()) one.argument = before.name();
  else one.variable = source_name_of_variable(before.variable);
  for (std::size_t k = 0; k < elements_of(result, pair); ++k) {
    if (fate_of(result, pair, k) != Fate::compared) continue;
    if (is_equal(result.old_side, pair.before, k, after.buffer.bytes)) continue;
    add_distance(before, after, k, one);
    if (one.different++ > 0) continue;
    one.first = k;
    one.old_value = value_text(before, k);
    one.new_value = value_text(after, k);
  }
  return one;
}

constexpr std::string_view no_distance = "of typed buffers with finite elements alone";

std::string ratio_text(double ratio) { return fmt::format("{:.3g} %", ratio * 100); }

/// "0.5 at [4]"
template <typename Text> Cell largest_cell(const std::optional<ResultDifference::Largest>& largest, Text text) {
  if (!largest) return report::Absent{std::string(no_distance)};
  return fmt::format("{} at [{}]", text(largest->value), largest->element);
}

report::Table results_table(const std::vector<ResultDifference>& differences) {
  report::Table table{.id = "results",
                      .caption = "RESULTS DIFFER: what the two builds left in memory.",
                      .columns = {{"where", "buffer", "argument or variable"},
                                  {"different", "different", "elements"},
                                  {"elements", "of", "elements"},
                                  {"first", "first", "element that differs"},
                                  {"old", "old", ""},
                                  {"new", "new", ""},
                                  {"largest", "largest difference", ""},
                                  {"largest_relative", "relative", "to the old value"}}};
  std::size_t not_finite = 0;
  for (const auto& one : differences) {
    table.rows.push_back({one.name(), cell(one.different), cell(one.elements), cell(one.first), one.old_value,
                          one.new_value,
                          largest_cell(one.absolute, [](double value) { return fmt::format("{:.6g}", value); }),
                          largest_cell(one.relative, ratio_text)});
    not_finite += one.not_finite;
  }
  if (not_finite > 0)
    table.notes.push_back(fmt::format(
        "{} elements are infinite or no number in one of the builds, and have no part in the largest difference.",
        not_finite));
  if (std::ranges::any_of(differences, [](const ResultDifference& one) { return !one.variable.empty(); }))
    table.notes.emplace_back("Variables are shown as words in hexadecimal: their types are not known.");
  return table;
}

ordered_json largest_json(const std::optional<ResultDifference::Largest>& largest) {
  if (!largest) return {};
  return {{"value", largest->value}, {"element", largest->element}};
}

ordered_json difference_json(const ResultDifference& one) {
  ordered_json json;
  if (one.variable.empty()) json["argument"] = one.argument;
  else json["variable"] = one.variable;
  json["different"] = one.different;
  json["elements"] = one.elements;
  json["first"] = one.first;
  json["old"] = one.old_value;
  json["new"] = one.new_value;
  json["largest"] = largest_json(one.absolute);
  json["largest_relative"] = largest_json(one.relative);
  json["not_finite"] = one.not_finite;
  return json;
}

/// "27 of 32 elements of argument 1, by up to 1.5 (25 %)"
std::string difference_text(const ResultDifference& one) {
  std::string text = fmt::format("{} of {} elements of {}", one.different, one.elements, one.name());
  if (!one.absolute) return text + fmt::format(", first [{}]: {} -> {}", one.first, one.old_value, one.new_value);
  text += fmt::format(", by up to {:.6g}", one.absolute->value);
  return one.relative ? text + fmt::format(" ({})", ratio_text(one.relative->value)) : text;
}

}  // namespace

std::string ResultDifference::name() const {
  return variable.empty() ? "argument " + argument : "variable " + variable;
}

std::vector<ResultDifference> result_differences(const DiffResult& result) {
  std::vector<ResultDifference> differences;
  if (!why_not_compared(result).empty()) return differences;
  for (const BufferPair& pair : buffer_pairs(result)) {
    if (!pair.is_of_both()) continue;
    ResultDifference one = difference_of(result, pair);
    if (one.different > 0) differences.push_back(std::move(one));
  }
  return differences;
}

std::string results_text(const DiffResult& result) {
  if (const std::string why = why_not_compared(result); !why.empty()) return "not compared: " + why;
  const auto differences = result_differences(result);
  if (!differences.empty()) {
    const std::size_t more = differences.size() - 1;
    return difference_text(differences.front()) +
           (more == 0 ? "" : fmt::format(", and {} more buffer{}", more, more == 1 ? "" : "s"));
  }
  const ElementCount count = compared_elements(result);
  const auto of = [](std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  std::string text = fmt::format("equal for these inputs: all {} elements of ", count.elements);
  if (count.buffers > 0) text += of(count.buffers, "buffer");
  if (count.variables > 0) text += (count.buffers > 0 ? " and " : "") + of(count.variables, "written variable");
  if (count.left_out > 0)
    text += fmt::format(" that are known; {} depend on a clock or are not known, and are not compared", count.left_out);
  return text;
}

/// Mnemonics of both builds whose last bits are not known to be the card's, each once.
std::vector<std::string> approximate_of(const DiffResult& result) {
  std::vector<std::string> all = result.old_side.approximate;
  for (const std::string& mnemonic : result.new_side.approximate)
    if (std::ranges::find(all, mnemonic) == all.end()) all.push_back(mnemonic);
  return all;
}

report::Section results_section(const DiffResult& result) {
  const auto differences = result_differences(result);
  report::Section section{"results", "Results", {}};
  if (differences.empty()) section.blocks.emplace_back(report::Text{fmt::format("Results: {}.", results_text(result))});
  else section = {"results", "Results differ", {results_table(differences)}};
  const std::vector<std::string> approximate = approximate_of(result);
  if (differences.empty() && !approximate.empty() && why_not_compared(result).empty())
    section.blocks.emplace_back(
        report::Text{fmt::format("The last bits of {} are not known to be the card's: results that are equal here may "
                                 "differ by rounding there.",
                                 fmt::join(approximate, ", "))});
  for (const std::string& text : unmatched(result)) section.blocks.emplace_back(report::Text{text + "."});
  return section;
}

void add_results(const DiffResult& result, ordered_json& record) {
  record["results"] = ordered_json::array();
  for (const ResultDifference& one : result_differences(result)) record["results"].push_back(difference_json(one));
  record["results_unmatched"] = unmatched(result);
  record["approximate"] = approximate_of(result);
  const std::string why = why_not_compared(result);
  const ElementCount count = compared_elements(result);
  record["results_compared"] =
      why.empty() ? ordered_json{{"elements", count.elements}, {"left_out", count.left_out}} : ordered_json();
  if (!why.empty()) record["results_compared_absent"] = why;
}

}  // namespace reconverge::cli
