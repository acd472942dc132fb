// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/commands/compare_emulated.hpp"
#include "cli/commands/compare_kernels.hpp"
#include "cli/commands/report_files.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/number_checks.hpp"
#include "cli/run_record.hpp"
#include "core/usage_error.hpp"
#include "study/inference/comparison_report.hpp"

namespace reconverge::cli {
namespace {

struct CompareOptions {
  std::string left, right;
  std::string device_left, device_right;
  std::vector<std::string> benchmarks;
  std::string test = "welch";
  std::optional<double> fail_above;  ///< percent
  study::CsvChoice csv;
  std::vector<std::string> emulated;  ///< files to compare with the emulator, in place of left and right
  std::string by = "kernel";
  ReportPaths paths;
};

/// A file to compare. It is read once: of a pipe there is no second time.
struct Side {
  const std::string& path;
  const std::string& device;
  std::string text;
};

core::Result<std::vector<study::Measurement>> read_side(const Side& side, const CompareOptions& options) {
  const auto& [path, device, text] = side;
  auto measurements = study::read_measurements(text, path, options.csv);
  if (!measurements) return measurements.error();
  std::erase_if(*measurements, [&](const study::Measurement& one) {
    const bool other =
        !options.benchmarks.empty() && std::ranges::find(options.benchmarks, one.benchmark) == options.benchmarks.end();
    return other || (!device.empty() && device != one.device && device != one.device_name);
  });
  if (measurements->empty())
    return core::Diagnostic{.failure = core::Failure::usage,
                            .message = "nothing is left of it",
                            .hint = "look at --benchmark, --device-a and --device-b",
                            .where = {path}};
  return measurements;
}

/// The reason to end with exit status 1, if there is one.
std::optional<core::Diagnostic> beyond_the_limit(const study::Comparison& comparison, const CompareOptions& options) {
  if (!options.fail_above) return std::nullopt;
  const auto missing = std::ranges::count_if(comparison.states, [](const auto& state) { return !state.difference; });
  const auto unbounded = std::ranges::count_if(comparison.states, [](const auto& state) {
    return state.difference && !state.percent && *state.difference != 0;
  });
  if (comparison.worst_percent <= *options.fail_above && missing == 0 && unbounded == 0) return std::nullopt;
  std::string message =
      fmt::format("worst difference {:.3f} %, the limit is {} %", comparison.worst_percent, *options.fail_above);
  if (missing > 0) message += fmt::format("; {} states are missing on one side", missing);
  if (unbounded > 0) message += fmt::format("; {} states differ from 0", unbounded);
  return core::Diagnostic{.failure = core::Failure::check, .message = std::move(message)};
}

int compare(const CompareOptions& options, const Session& session) {
  if (!options.emulated.empty())
    return compare_emulated({options.emulated, options.benchmarks, options.by, options.fail_above, options.paths},
                            session);
  if (options.right.empty())
    return session.report(
        core::usage_error("two files are compared: A and B",
                          "or --emulated RESULTS.json, which holds measurements against the emulator"));
  std::vector<std::string> inputs{options.right};
  if (options.left != options.right || options.left == "-")
    inputs.push_back(options.left);  // a file may be compared with itself
  auto files = ReportFiles::open(options.paths, inputs);
  if (!files) return session.report(files.error());
  auto left_text = read_input(options.left);
  if (!left_text) return session.report(left_text.error());
  // A file may be compared with itself.
  auto right_text = options.right == options.left ? left_text : read_input(options.right);
  if (!right_text) return session.report(right_text.error());
  const Side left_side{options.left, options.device_left, std::move(left_text).value()};
  const Side right_side{options.right, options.device_right, std::move(right_text).value()};
  auto left_kernel = emulated_kernel(left_side.text), right_kernel = emulated_kernel(right_side.text);
  if (left_kernel && right_kernel)
    return compare_kernels(
        {options.left, options.right, std::move(*left_kernel), std::move(*right_kernel), options.fail_above}, *files,
        options.paths, session);
  if (left_kernel) return session.report(why_no_kernel(right_side.text, right_side.path));
  if (right_kernel) return session.report(why_no_kernel(left_side.text, left_side.path));
  const auto left = read_side(left_side, options);
  if (!left) return session.report(left.error());
  const auto right = read_side(right_side, options);
  if (!right) return session.report(right.error());
  const auto test = options.test == "rank" ? study::SignificanceTest::rank : study::SignificanceTest::welch;
  const auto comparison = study::compare(*left, *right, test);
  if (!comparison) return session.report(comparison.error());
  ReportContent content;
  content.table = study::comparison_table(*comparison);
  content.figure = study::comparison_figure(*comparison);
  content.report = {
      .title = "Comparison",
      .properties = report_properties(session),
      .sections = {{.id = "comparison", .title = "Comparison", .blocks = {content.table, content.figure}}}};
  content.record = run_record(session, "reconverge.comparison");
  study::add_to_record(*comparison, content.record);
  if (auto written = files->write(content); !written) return session.report(written.error());
  if (!options.paths.on_stdout()) print_report(content.report);
  const auto failure = beyond_the_limit(*comparison, options);
  return failure ? session.report(*failure) : exit_done;
}

}  // namespace

void add_compare(CLI::App& app, Session& session) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* verb = app.add_subcommand("compare", "");
  auto* left = verb->add_option("A", options->left);
  auto* right = verb->add_option("B", options->right);
  verb->add_option("--emulated", options->emulated)->allow_extra_args(false)->excludes(left)->excludes(right);
  verb->add_option("--by", options->by)->check(CLI::IsMember({"kernel", "state"}));
  verb->add_option("-b,--benchmark", options->benchmarks)->allow_extra_args(false);
  verb->add_option("--device-a", options->device_left);
  verb->add_option("--device-b", options->device_right);
  verb->add_option("--test", options->test)->check(CLI::IsMember({"welch", "rank"}));
  verb->add_option("--fail-above", options->fail_above)->check(not_negative);
  verb->add_option("--column", options->csv.column);
  verb->add_option("--where", options->csv.conditions)->allow_extra_args(false);
  options->paths.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return compare(*options, session); }; });
}

}  // namespace reconverge::cli
