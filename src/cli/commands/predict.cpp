// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <memory>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/commands/report_files.hpp"
#include "cli/commands/swept_listing.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/number_checks.hpp"
#include "cli/program_options.hpp"
#include "cli/run_record.hpp"
#include "core/usage_error.hpp"
#include "report/tables.hpp"
#include "study/inference/comparison_report.hpp"
#include "study/inference/fit_record.hpp"
#include "study/support/context.hpp"

namespace reconverge::cli {
namespace {

struct PredictOptions {
  std::string listing, function, arch;
  std::string fit, generation;
  std::string spill_rule = "lazy";
  std::string axis;
  std::optional<double> base;
  LaunchOptions launch;
  ReportPaths paths;
};

/// "n=[0:31]", "n=[0:31:4]" or "n=7".
core::Result<std::vector<int>> parse_axis(const std::string& text) {
  const auto failure =
      core::usage_error(fmt::format("--axis '{}' is not a range of n", text), "--axis n=[0:31], n=[0:31:4] or n=7");
  if (!text.starts_with("n=")) return failure;
  const bool range = text.size() > 4 && text[2] == '[' && text.back() == ']';
  const char* at = text.data() + (range ? 3 : 2);
  const char* last = text.data() + text.size() - (range ? 1 : 0);
  std::vector<int> numbers;
  while (at < last) {
    int number = 0;
    const auto [end, error] = std::from_chars(at, last, number);
    if (error != std::errc{} || (end != last && *end != ':')) return failure;
    numbers.push_back(number);
    at = end == last ? last : end + 1;
  }
  if (!range && numbers.size() == 1) return numbers;
  if (!range || numbers.size() < 2 || numbers.size() > 3) return failure;
  const int step = numbers.size() == 3 ? numbers[2] : 1;
  const std::int64_t first = numbers[0], end = numbers[1];  // their difference is beyond an int
  if (step < 1 || end < first || (end - first) / step > 10000) return failure;
  std::vector<int> all;
  for (std::int64_t n = first; n <= end; n += step) all.push_back(static_cast<int>(n));
  return all;
}

core::Result<study::Pricing> pricing_of(const PredictOptions& options, std::string_view kernel) {
  if (options.fit.empty() == options.generation.empty())
    return core::usage_error("the costs come from a fit or from a generation record: give one of them",
                             "--fit FIT.json or --generation NAME");
  if (!options.fit.empty()) {
    const auto text = read_input(options.fit);
    if (!text) return text.error();
    const auto fit = study::read_fit(*text, options.fit);
    if (!fit) return fit.error();
    return study::pricing_of(*fit, kernel, fmt::format("fitted: {}", options.fit));
  }
  const auto* generation = timing::find_generation(options.generation);
  if (generation == nullptr)
    return core::usage_error(fmt::format("there is no generation '{}'", options.generation),
                             "`reconverge list generations`");
  const auto* rule = emulator::find_spill_rule(options.spill_rule);
  if (rule == nullptr)
    return core::usage_error(fmt::format("there is no spill rule '{}'", options.spill_rule),
                             "`reconverge list spill-rules`");
  auto pricing = study::pricing_of(*generation, *rule, kernel);
  if (pricing) return pricing;
  auto failure = pricing.error();
  failure.hint = "a generation whose costs are known, or --fit FIT.json";
  return failure;
}

/// A base belongs to loops with the measured number of passes.
void drop_base_that_does_not_apply(study::Pricing& pricing, const SweptListing& listing,
                                   const study::StackTrace& trace) {
  if (!pricing.base_place || listing.kernel() == nullptr || study::base_applies(*listing.kernel(), trace.counts))
    return;
  pricing.base_place.reset();
  pricing.base_from = "the known base belongs to loops of 32 passes; give --base CYCLES";
}

int predict(const PredictOptions& options, const Session& session) {
  auto files = ReportFiles::open(options.paths, {options.listing, options.fit});
  if (!files) return session.report(files.error());
  const auto listing = SweptListing::open(options.listing, options.function, options.arch, options.launch, session);
  if (!listing) return session.report(listing.error());
  auto axis = options.axis.empty() ? core::Result<std::vector<int>>(std::vector<int>{0}) : parse_axis(options.axis);
  if (!axis) return session.report(axis.error());
  if (options.axis.empty() && listing->depends_on_n()) axis = parse_axis("n=[0:31]");
  const std::string kernel = listing->kernel() == nullptr ? "" : std::string(listing->kernel()->name);
  auto pricing = pricing_of(options, kernel);
  if (!pricing) return session.report(pricing.error());
  if (options.base) {
    pricing->given_base = *options.base;
    pricing->base_from = fmt::format("given: --base {}", *options.base);
  }
  study::PredictionSeries series{.benchmark = kernel.empty() ? listing->function().name : kernel,
                                 .pricing = std::move(pricing).value(),
                                 .states = {}};
  for (const int n : *axis) {
    auto spec = listing->specification(n);
    if (!spec) return session.report(spec.error());
    const auto trace = study::record_stack(std::move(spec).value());
    if (!trace) return session.report(trace.error());
    drop_base_that_does_not_apply(series.pricing, *listing, *trace);
    series.states.push_back(study::predict(*trace, n, series.pricing));
  }
  ReportContent content;
  content.table = study::prediction_table(series);
  content.figure = study::prediction_figure(series);
  content.report = {
      .title = "Predicted cycles",
      .properties = report_properties(session),
      .sections = {{.id = "prediction", .title = "Prediction", .blocks = {content.table, content.figure}}}};
  content.record = run_record(session, "reconverge.prediction");
  study::add_to_record(series, content.record);
  if (auto written = files->write(content); !written) return session.report(written.error());
  if (!options.paths.on_stdout()) {
    for (auto& block : content.report.sections.front().blocks)
      if (auto* table = std::get_if<report::Table>(&block)) *table = report::without_absent_columns(std::move(*table));
    print_report(content.report);
  }
  return exit_done;
}

}  // namespace

void add_predict(CLI::App& app, Session& session) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* verb = app.add_subcommand("predict", "");
  verb->add_option("LISTING", options->listing)->required();
  auto* fit = verb->add_option("--fit", options->fit);
  verb->add_option("-g,--generation", options->generation)->excludes(fit);
  verb->add_option("--spill-rule", options->spill_rule)->excludes(fit);
  verb->add_option("-a,--axis", options->axis);
  verb->add_option("--base", options->base)->check(not_negative);
  verb->add_option("--function", options->function);
  add_architecture(*verb, options->arch);
  options->launch.add_to(*verb);
  options->paths.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return predict(*options, session); }; });
}

}  // namespace reconverge::cli
