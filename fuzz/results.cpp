// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "fuzz/target.hpp"
#include "measurements/bench_file.hpp"
#include "measurements/json_text.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "report/formats/json_reader.hpp"
#include "study/inference/comparison_report.hpp"
#include "study/inference/fit_record.hpp"
#include "study/inference/measurement.hpp"
#include "study/stored/stored.hpp"

namespace reconverge::fuzz {
namespace {

std::string check_refusal(const core::Diagnostic& diagnostic) {
  if (diagnostic.message.empty()) return "a refusal without a message";
  return diagnostic.message.find("json.exception") != std::string::npos ? "a bare exception: " + diagnostic.message
                                                                        : "";
}

/// Text of a report that is JSON must be JSON.
std::string check_report(const report::Report& report) {
  (void)report::to_html(report);
  (void)report::to_markdown(report);
  const std::string text = report::to_json_text(report::to_json(report));
  if (!nlohmann::json::accept(text)) return "the report is no JSON: " + text;
  (void)report::read_report(nlohmann::ordered_json::parse(text));
  return {};
}

std::string check_stored(std::string_view input) {
  auto content = measurements::parse_json(input, "input");
  if (!content) return check_refusal(content.error());
  const auto report = study::stored_report({study::StoredResult{"input", std::move(content).value()}});
  return report ? check_report(*report) : check_refusal(report.error());
}

std::string check_comparison(const std::vector<study::Measurement>& measurements) {
  const auto comparison = study::compare(measurements, measurements, study::SignificanceTest::welch);
  if (!comparison) return check_refusal(comparison.error());
  nlohmann::ordered_json record;
  study::add_to_record(*comparison, record);
  const std::string text = report::to_json_text(record, 2);
  if (!nlohmann::json::accept(text)) return "the comparison is no JSON: " + text;
  (void)report::to_csv(study::comparison_table(*comparison));
  (void)report::to_svg(study::comparison_figure(*comparison));
  return {};
}

}  // namespace

std::string check(std::string_view input) {
  if (std::string wrong = check_stored(input); !wrong.empty()) return wrong;
  const auto measurements = study::read_measurements(input, "input", {});
  std::string wrong = measurements ? check_comparison(*measurements) : check_refusal(measurements.error());
  if (!wrong.empty()) return wrong;
  if (const auto fit = study::read_fit(input, "input"); !fit) wrong = check_refusal(fit.error());
  else (void)study::pricing_of(*fit, "single_loop", "fitted: input");
  if (!wrong.empty()) return wrong;
  if (const auto runs = measurements::read_bench(input, "input"); !runs) return check_refusal(runs.error());
  return {};
}

std::vector<std::string> pieces(std::string_view file) {
  constexpr std::size_t most_bytes = 20'000;
  std::vector<std::string> all;
  const auto first = file.find_first_not_of(" \n");
  if (first == std::string_view::npos) return all;
  if (file[first] != '{') {  // measurements as CSV
    if (file.substr(0, file.find('\n')).find(',') != std::string_view::npos) all.emplace_back(file.substr(0, 2'000));
    return all;
  }
  if (file.size() <= most_bytes) return {std::string(file)};
  // A benchmark with its first states each, without what ran.
  auto content = nlohmann::ordered_json::parse(file, nullptr, false);
  if (!content.is_object() || !content.contains("benchmarks") || !content["benchmarks"].is_array()) return all;
  const auto benchmarks = content["benchmarks"];
  content["code"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < benchmarks.size() && i < 4; ++i) {
    auto benchmark = benchmarks[i];
    auto& states = benchmark["states"];
    if (states.is_array() && states.size() > 3) states.erase(states.begin() + 3, states.end());
    if (benchmark.contains("sass")) benchmark["sass"].erase("text");
    content["benchmarks"] = nlohmann::ordered_json::array({benchmark});
    if (const std::string text = content.dump(); text.size() <= most_bytes) all.push_back(text);
  }
  return all;
}

}  // namespace reconverge::fuzz
