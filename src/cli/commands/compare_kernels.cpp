// SPDX-License-Identifier: MIT
#include "cli/commands/compare_kernels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cli/exit_status.hpp"
#include "cli/run_record.hpp"
#include "core/short_names.hpp"
#include "measurements/json_text.hpp"
#include "measurements/state_checks.hpp"
#include "report/formats/json.hpp"
#include "sass/names.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::json;
using report::Absent;
using report::Cell;

/// The columns that sum up a warp's run, in this order: name in the account, and title.
constexpr std::pair<const char*, const char*> compared[] = {{"cycles", "cycles"},
                                                            {"apart_cycles", "cycles while lanes were elsewhere"},
                                                            {"issuing_cycles", "cycles: issuing"},
                                                            {"operands_cycles", "cycles: waiting for values"},
                                                            {"memory_cycles", "cycles: waiting for memory"},
                                                            {"fetch_cycles", "cycles: waiting for code"},
                                                            {"branch_cycles", "cycles: branching"},
                                                            {"meeting_cycles", "cycles: meeting of lanes"},
                                                            {"pipe_cycles", "cycles: waiting for a unit"},
                                                            {"executed", "warp instructions"},
                                                            {"executed_apart", "executed while lanes were elsewhere"},
                                                            {"thread_instructions", "thread instructions"},
                                                            {"branches", "branches"},
                                                            {"divergent_branches", "divergent branches"},
                                                            {"idle_lanes", "idle lane slots"}};

bool has_ended(const json& kernel) { return kernel.value("complete", json()) != json(false); }

/// Whether cycles of it are those of several warps, each by itself.
bool has_many_warps(const json& kernel) {
  const json launch = kernel.value("launch", json());
  const json warps = launch.is_object() ? launch.value("warps_run", json()) : json();
  return warps.is_number() && warps.get<double>() > 1;
}

/// A count or cycles; nothing if the file has none, or what no run gives: a fraction, below 0, beyond 2^53.
std::optional<double> number_of(const json& kernel, const char* name) {
  const auto account = kernel.find("account");
  if (account == kernel.end() || !account->is_object()) return {};
  const auto found = account->find(name);
  if (found == account->end() || !found->is_number_unsigned()) return {};
  const auto number = found->get<std::uint64_t>();
  constexpr auto most = std::uint64_t{1} << 53;
  return number > most ? std::nullopt : std::optional(static_cast<double>(number));
}

Cell known_cell(const std::optional<double>& value) {
  return value ? Cell(static_cast<std::int64_t>(*value)) : Cell(Absent{"the file has no such count"});
}

std::optional<double> percent_of(const std::optional<double>& left, const std::optional<double>& right) {
  if (!left || !right || *left == 0) return {};
  return 100 * (*right - *left) / *left;
}

std::string text_member(const json& kernel, const char* key) {
  const json value = kernel.value(key, json());
  return value.is_string() ? value.get<std::string>() : "";
}

/// Builds of one kernel may differ in the arguments of its template and in its parameters.
std::string name_without_arguments(const std::string& symbol) {
  const std::string name = sass::without_signature(sass::demangled(symbol));
  return name.substr(0, name.find('<'));
}

/// "the kernels are two: scale in A, sum in B"; empty if they are one, or a file does not name its own.
std::string two_functions(const KernelPair& pair) {
  const std::string left = text_member(pair.left, "function"), right = text_member(pair.right, "function");
  if (left.empty() || right.empty() || name_without_arguments(left) == name_without_arguments(right)) return "";
  return fmt::format("two kernels are compared: {} in A, {} in B", name_without_arguments(left),
                     name_without_arguments(right));
}

/// Why numbers of the two are not compared: a run that stopped has only those until then.
std::string not_compared(const KernelPair& pair) {
  const bool left = has_ended(pair.left), right = has_ended(pair.right);
  if (left && right) return "";
  if (!left && !right) return "A and B did not finish";
  return fmt::format("{} did not finish", left ? "B" : "A");
}

Cell difference_cell(const std::optional<double>& left, const std::optional<double>& right, const std::string& why) {
  if (!why.empty()) return Absent{why};
  return left && right ? known_cell(*right - *left) : known_cell({});
}

report::Table table_of(const KernelPair& pair) {
  const std::string why = not_compared(pair);
  const core::ShortNames names({pair.left_source, pair.right_source});
  report::Table table{.id = "kernels",
                      .caption = fmt::format("{} and {}: cycles and counts of the emulated kernels.",
                                             names.of(pair.left_source), names.of(pair.right_source)),
                      .columns = {{"what", "what", ""},
                                  {"a", "A", "emulated"},
                                  {"b", "B", "emulated"},
                                  {"difference", "difference", ""},
                                  {"percent", "%", "of A"}}};
  const bool has_warps = has_many_warps(pair.left) || has_many_warps(pair.right);
  for (const auto& [name, title] : compared) {
    const auto left = number_of(pair.left, name), right = number_of(pair.right, name);
    if (!left && !right) continue;
    const std::string lead = has_warps && std::string_view(title).starts_with("cycles") ? "warp " : "";
    const auto percent = why.empty() ? percent_of(left, right) : std::nullopt;
    const std::string no_percent = why.empty() ? "A is 0 or absent" : why;
    table.rows.push_back({lead + title, known_cell(left), known_cell(right), difference_cell(left, right, why),
                          percent ? Cell(std::round(*percent * 10) / 10) : Cell(Absent{no_percent})});
  }
  for (const auto& [which, kernel] : {std::pair("A", &pair.left), std::pair("B", &pair.right)})
    if (!has_ended(*kernel))
      table.notes.push_back(fmt::format("{} did not finish; its counts are those until then.", which));
  if (has_warps)
    table.notes.emplace_back("Warp cycles: the sum of what each warp needs by itself, not the time of the launch.");
  if (const std::string two = two_functions(pair); !two.empty()) table.notes.push_back(two + ".");
  table.notes.emplace_back("`reconverge diff` runs both and says at which lines they differ.");
  return table;
}

}  // namespace

std::optional<json> emulated_kernel(const std::string& text) {
  json content = json::parse(text, nullptr, false);
  if (!content.is_object() || content.value("schema", json()) != "reconverge.kernel") return {};
  return content;
}

core::Result<core::Done> check_version(const json& kernel, const std::string& path) {
  const json said = kernel.value("schema_version", json());
  if (said.is_null() || (said.is_number_integer() && said == 1)) return core::Done{};
  return core::Diagnostic{.failure = core::Failure::input,
                          .message = fmt::format("version {} of schema 'reconverge.kernel' is not known", said.dump()),
                          .hint = "version 1 is read; another version of this program wrote the file",
                          .where = {path}};
}

core::Diagnostic why_no_kernel(const std::string& text, const std::string& path) {
  const auto content = measurements::parse_json(text, path);
  if (!content) return content.error();
  const std::string schema = measurements::text_or_empty(*content, "schema");
  return {.failure = core::Failure::input,
          .message = fmt::format("{}, and the other file is an emulated kernel",
                                 schema.empty() ? "it names no schema" : fmt::format("its schema is '{}'", schema)),
          .hint = "two files of `emulate --json`, or two of measurements",
          .where = {path}};
}

int compare_kernels(const KernelPair& pair, ReportFiles& files, const ReportPaths& paths, const Session& session) {
  for (const auto& [kernel, path] : {std::pair(&pair.left, &pair.left_source), {&pair.right, &pair.right_source}})
    if (auto known = check_version(*kernel, *path); !known) return session.report(known.error());
  for (const auto& [kernel, path] : {std::pair(&pair.left, &pair.left_source), {&pair.right, &pair.right_source}})
    if (const std::string fault = measurements::fault_of_kernel(*kernel); !fault.empty())
      return session.report({.failure = core::Failure::input,
                             .message = fault,
                             .hint = "the numbers do not fit together; let `emulate --json` write the file anew",
                             .where = {*path}});
  ReportContent content;
  content.table = table_of(pair);
  content.report = {.title = "Comparison",
                    .properties = report_properties(session),
                    .sections = {{.id = "comparison", .title = "Comparison", .blocks = {content.table}}}};
  content.record = run_record(session, "reconverge.kernel-comparison");
  content.record["kernels"] = nlohmann::ordered_json::array();
  content.record["functions"] = {{"a", text_member(pair.left, "function")}, {"b", text_member(pair.right, "function")}};
  for (const auto& [name, title] : compared) {
    const auto left = number_of(pair.left, name), right = number_of(pair.right, name);
    const auto value = [](const std::optional<double>& one) {
      return one ? nlohmann::ordered_json(static_cast<std::int64_t>(*one)) : nlohmann::ordered_json();
    };
    content.record["kernels"].push_back({{"what", name}, {"a", value(left)}, {"b", value(right)}});
  }
  if (auto written = files.write(content); !written) return session.report(written.error());
  if (!paths.on_stdout()) print_report(content.report);
  if (!pair.fail_above) return exit_done;
  const std::string why = not_compared(pair);
  auto left = number_of(pair.left, "cycles"), right = number_of(pair.right, "cycles");
  const bool by_cycles = left && right;
  const char* unit = by_cycles ? "cycles" : "warp instructions";
  if (!by_cycles) {  // as `diff` does
    left = number_of(pair.left, "executed"), right = number_of(pair.right, "executed");
    if (why.empty() && left && right)
      session.note("note: --fail-above is held against warp instructions: cycles of a build are not known");
  }
  const bool are_equal = left && left == right;
  const auto change = are_equal ? std::optional(0.0) : percent_of(left, right);
  if (why.empty() && change && std::abs(*change) <= *pair.fail_above) return exit_done;
  std::string message;
  if (!why.empty()) message = fmt::format("nothing is compared: {}", why);
  else if (change)
    message = fmt::format("the {} differ by {:.3f} %, the limit is {} %", unit, *change, *pair.fail_above);
  else if (left && right) message = fmt::format("A needs 0 {} and B {}: no percentage is known", unit, *right);
  else message = "neither the cycles nor the warp instructions of both are known";
  return session.report({.failure = core::Failure::check,
                         .message = std::move(message),
                         .hint = why.empty() && !(left && right) ? "let `emulate --json` write both files anew" : ""});
}

}  // namespace reconverge::cli
