// SPDX-License-Identifier: MIT
#include "cli/commands/bench_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <regex>

#include "cli/commands/own_kernels.hpp"
#include "cli/input.hpp"
#include "cli/number_checks.hpp"
#include "cli/suggestion.hpp"
#include "core/usage_error.hpp"

namespace reconverge::cli {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

std::vector<std::string> kernel_names() { return names_of(gpu::kernels()); }

Result<std::vector<gpu::Kernel>> chosen_kernels(const BenchOptions& options) {
  std::vector<gpu::Kernel> chosen;
  for (const std::string& name : options.benchmarks) {
    const auto found = std::ranges::find(gpu::kernels(), name, &gpu::Kernel::name);
    if (found == gpu::kernels().end())
      return core::usage_error(fmt::format("there is no benchmark '{}'", name), nearest_first(name, kernel_names()));
    chosen.push_back(*found);
  }
  if (options.benchmarks.empty()) chosen.assign(gpu::kernels().begin(), gpu::kernels().end());
  if (options.filter.empty()) return chosen;
  try {
    const std::regex filter(options.filter);
    std::erase_if(chosen, [&](const gpu::Kernel& kernel) { return !std::regex_search(kernel.name, filter); });
  } catch (const std::regex_error& error) {
    return core::usage_error(fmt::format("--filter '{}' is not a regular expression: {}", options.filter, error.what()),
                             "");
  }
  if (chosen.empty())
    return core::usage_error(fmt::format("no benchmark matches '{}'", options.filter), listed(kernel_names()));
  return chosen;
}

/// Every number of a text in which other characters part them; nothing if one is beyond an int.
std::optional<std::vector<int>> numbers_in(std::string_view text) {
  std::vector<int> numbers;
  while (true) {
    const std::size_t first = text.find_first_of("0123456789");
    if (first == std::string_view::npos) return numbers;
    text.remove_prefix(first);
    int& number = numbers.emplace_back();
    const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(next - text.data()));
  }
}

/// "n=[0:31:1]", "n=[0,4,8]" or "n=5".
Result<std::vector<int>> axis(const std::string& text) {
  const auto bad = [&] {
    return core::usage_error(fmt::format("--axis '{}' is not an axis", text),
                             "n=[0:31:1], n=[0,4,8] or n=5, n from 0 to 31");
  };
  static const std::regex range(R"(n=\[\d+:\d+(:\d+)?\])"), list(R"(n=(\[\d+(,\d+)*\]|\d+))");
  if (text.size() > 200) return bad();
  const bool is_range = std::regex_match(text, range);
  const auto numbers = is_range || std::regex_match(text, list) ? numbers_in(text) : std::nullopt;
  if (!numbers) return bad();
  std::vector<int> values = is_range ? std::vector<int>() : *numbers;
  if (is_range) {
    const int last = (*numbers)[1], step = numbers->size() > 2 ? (*numbers)[2] : 1;
    if (step < 1 || last >= core::lane_count) return bad();
    for (std::int64_t n = numbers->front(); n <= last; n += step) values.push_back(static_cast<int>(n));
  }
  const bool in_range = std::ranges::all_of(values, [](int n) { return n >= 0 && n < core::lane_count; });
  if (values.empty() || !in_range) return bad();
  return values;
}

/// A file of 32 numbers, divided by anything.
Result<gpu::PatternPoints> pattern_of_file(const std::string& name) {
  auto text = read_input(name.substr(5, name.size() - 6));
  if (!text) return text.error();
  static const std::regex number(R"(-?\d+)");
  std::string list;
  for (std::sregex_iterator it(text->begin(), text->end(), number), end; it != end; ++it)
    list += (list.empty() ? "" : ",") + it->str();
  const auto values = core::parse_lane_pattern("list(" + list + ")");
  if (!values) return values.error();
  return gpu::PatternPoints{name, {{std::nullopt, *values}}};
}

Result<gpu::PatternPoints> pattern(const std::string& name, const std::vector<int>& axis) {
  if (name.starts_with("file(") && name.ends_with(')')) return pattern_of_file(name);
  gpu::PatternPoints points{name, {}};
  if (!core::is_pattern_family(name)) {
    const auto values = core::parse_lane_pattern(name);
    if (!values) return values.error();
    points.points.push_back({std::nullopt, *values});
    return points;
  }
  for (const int n : axis) {
    const auto values = core::parse_lane_pattern(name, n);
    if (!values) return values.error();
    points.points.push_back({n, *values});
  }
  return points;
}

Result<std::vector<gpu::BuildOptions>> build_options(const BenchOptions& options) {
  gpu::BuildOptions common;
  const auto warmup = understood_warmup(options.warmup_by.value_or("copy"));
  if (!warmup) return warmup.error();
  common.warmup = *warmup;
  common.warmup_passes = options.warmup.value_or(1);
  common.repeat = options.repeat.value_or(1);
  common.extra = options.compile_options;
  common.many_warps = !options.warps.empty();
  std::vector<gpu::BuildOptions> list;
  for (const std::string& unroll : options.unroll.empty() ? std::vector<std::string>{"1"} : options.unroll) {
    gpu::BuildOptions build = common;
    int factor = 0;
    const auto [end, error] = std::from_chars(unroll.data(), unroll.data() + unroll.size(), factor);
    const bool number = error == std::errc{} && end == unroll.data() + unroll.size() && factor >= 1 && factor <= 64;
    if (!number && unroll != "default")
      return core::usage_error(fmt::format("--unroll '{}' is not an unroll factor", unroll),
                               "a number from 1 to 64, or default");
    build.inner_unroll = number ? std::optional(factor) : std::nullopt;
    list.push_back(std::move(build));
  }
  return list;
}

}  // namespace

void BenchOptions::add_to(CLI::App& app) {
  app.add_option("FILE", source);
  app.add_option("--kernel", own_kernels)->allow_extra_args(false);
  app.add_option("--limits-per-lane", limits_per_lane)->check(CLI::IsMember({1, 2}));
  app.add_option("-b,--benchmark", benchmarks)->allow_extra_args(false);
  app.add_option("--filter", filter);
  app.add_option("--pattern", patterns)->allow_extra_args(false);
  app.add_option("-a,--axis", axes)->allow_extra_args(false);
  app.add_option("--warps", warps)
      ->allow_extra_args(false)
      ->delimiter(',')
      ->check(CLI::Range(1, gpu::Launcher::most_warps));
  app.add_option("-d,--device", devices);
  app.add_option("--unroll", unroll)->allow_extra_args(false)->delimiter(',');
  app.add_option("--warmup-by", warmup_by);
  app.add_option("--warmup", warmup)->check(CLI::Range(0, 64));
  app.add_option("--repeat", repeat)->check(CLI::Range(1, 64));
  app.add_option("--compile-option", compile_options)->allow_extra_args(false);
  app.add_option("--samples", measure.rules.samples)->check(CLI::Range(1, 1000000));
  app.add_option("--min-samples", measure.rules.min_samples)->check(CLI::Range(1, 1000000));
  app.add_option("--max-noise", measure.rules.max_noise)->check(above_zero);
  app.add_option("--stopping-criterion", criterion);
  app.add_option("--timeout", measure.rules.timeout_seconds)->check(above_zero);
  app.add_option("--watchdog", measure.watchdog_seconds)->check(above_zero);
  app.add_flag("--counters", counters);
  app.add_flag("--any-verdict", any_verdict);
}

Result<gpu::Warmup> understood_warmup(const std::string& text) {
  const auto warmup = gpu::parse_warmup(text);
  if (!warmup)
    return core::usage_error(fmt::format("--warmup-by '{}' is not a way to warm up", text), "copy, same-code or none");
  return *warmup;
}

Result<gpu::BenchRequest> understand(const BenchOptions& options) {
  gpu::BenchRequest request;
  auto kernels = options.source.empty() ? chosen_kernels(options) : own_kernels(options);
  if (!kernels) return kernels.error();
  request.kernels = std::move(kernels).value();
  auto builds = build_options(options);
  if (!builds) return builds.error();
  request.options = std::move(builds).value();
  std::vector<int> all_n;
  for (const std::string& text : options.axes.empty() ? std::vector<std::string>{"n=[0:31:1]"} : options.axes) {
    const auto values = axis(text);
    if (!values) return values.error();
    all_n.insert(all_n.end(), values->begin(), values->end());
  }
  for (const std::string& name : options.patterns.empty() ? std::vector<std::string>{"staircase"} : options.patterns) {
    auto points = pattern(name, all_n);
    if (!points) return points.error();
    request.patterns.push_back(std::move(points).value());
  }
  request.measure = options.measure;
  const auto criterion = statistics::parse_criterion(options.criterion);
  if (!criterion)
    return core::usage_error(fmt::format("--stopping-criterion '{}' is not a stopping criterion", options.criterion),
                             "count, exact or noise");
  request.measure.rules.criterion = *criterion;
  request.warps = options.warps;
  request.counters = options.counters;
  request.any_verdict = options.any_verdict;
  return request;
}

}  // namespace reconverge::cli
