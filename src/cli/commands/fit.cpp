// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/report_files.hpp"
#include "cli/commands/swept_listing.hpp"
#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/program_options.hpp"
#include "cli/run_record.hpp"
#include "cli/suggestion.hpp"
#include "core/usage_error.hpp"
#include "study/inference/fit_record.hpp"
#include "study/inference/fit_report.hpp"
#include "study/inference/input_checks.hpp"

namespace reconverge::cli {
namespace {

struct FitOptions {
  std::vector<std::string> results;
  study::InputChoice choice;
  study::CsvChoice csv;
  std::vector<std::string> kernels;  ///< [BENCHMARK=]KERNEL
  std::string listing, function, arch;
  std::string validate;
  LaunchOptions launch;
  ReportPaths paths;
};

std::vector<std::string> kernel_names() { return names_of(study::paper_kernels()); }

/// Gives measurements the name of the kernel that --kernel says they are of.
core::Result<core::Done> apply_kernels(const FitOptions& options, std::vector<study::Measurement>& measurements) {
  for (const std::string& text : options.kernels) {
    const auto equals = text.find('=');
    const std::string wanted = equals == std::string::npos ? "" : text.substr(0, equals);
    const std::string kernel = text.substr(equals == std::string::npos ? 0 : equals + 1);
    if (study::listing_for(kernel) == nullptr)
      return core::usage_error(fmt::format("--kernel '{}': there is no kernel '{}'", text, kernel),
                               nearest_first(kernel, kernel_names()));
    bool applied = false;
    for (auto& measurement : measurements) {
      const bool meant = equals == std::string::npos ? measurements.size() == 1 || measurement.benchmark.empty()
                                                     : measurement.benchmark == wanted;
      if (!meant) continue;
      measurement.benchmark = kernel;
      applied = true;
    }
    if (!applied)
      return core::usage_error(fmt::format("--kernel '{}' names no benchmark of the results", text),
                               "--kernel BENCHMARK=KERNEL");
  }
  return core::Done{};
}

core::Result<std::vector<study::Measurement>> read_all(const FitOptions& options) {
  std::vector<study::Measurement> all;
  for (const std::string& path : options.results) {
    const auto text = read_input(path);
    if (!text) return text.error();
    auto measurements = study::read_measurements(*text, path, options.csv);
    if (!measurements) return measurements.error();
    std::ranges::move(*measurements, std::back_inserter(all));
  }
  if (auto named = apply_kernels(options, all); !named) return named.error();
  return all;
}

std::vector<int> axis_of(const study::Measurement& measurement) {
  std::vector<int> n;
  for (const auto& state : measurement.states) n.push_back(state.n);
  return n;
}

/// The events of one measurement: from the listing that is given, else from the paper's listing of
/// the same kernel, else from the counters of the results.
core::Result<study::EventTable> events_of(const study::Measurement& measurement,
                                          const std::optional<SweptListing>& listing) {
  if (listing)
    return study::emulate_events([&](int n) { return listing->specification(n); }, axis_of(measurement),
                                 fmt::format("emulated: {}, {}", listing->input(), listing->function().name));
  const auto* kernel = study::listing_for(measurement.benchmark);
  if (kernel == nullptr) return study::counted_events(measurement);
  const std::string family = measurement.pattern.empty() ? "staircase" : measurement.pattern;
  auto events = study::emulate_events(*kernel, axis_of(measurement), family);
  if (!events) return events;
  if (!measurement.arch.empty()) events->provenance += fmt::format("; what ran was compiled for {}", measurement.arch);
  for (std::size_t i = 0; i < events->n.size(); ++i) {
    const auto counted = measurement.states[i].divergent_branches;
    if (counted && *counted != events->divergent_branches[i])
      return core::Diagnostic{
          .failure = core::Failure::check,
          .message = fmt::format("'{}', n = {}: the counters saw {} divergent branches, the paper's listing has {}",
                                 measurement.benchmark, events->n[i], *counted, events->divergent_branches[i]),
          .hint = "the code that ran branches differently; --listing FILE",
          .where = {measurement.source}};
  }
  return events;
}

/// The measurement that --validate keeps out of the fit.
core::Result<std::optional<study::Measurement>> take_out(const std::string& name,
                                                         std::vector<study::Measurement>& all) {
  if (name.empty()) return std::optional<study::Measurement>();
  const auto found = std::ranges::find(all, name, &study::Measurement::benchmark);
  if (found == all.end())
    return core::usage_error(fmt::format("--validate '{}': there is no such benchmark in the results", name), "");
  if (std::ranges::count(all, name, &study::Measurement::benchmark) > 1)
    return core::usage_error(fmt::format("--validate '{}': it has several lane patterns", name),
                             "--pattern chooses one");
  if (study::listing_for(name) == nullptr)
    return core::usage_error(fmt::format("--validate '{}': it has no listing to emulate", name),
                             listed(kernel_names()));
  std::optional<study::Measurement> target = std::move(*found);
  all.erase(found);
  if (all.empty()) return core::usage_error("--validate leaves nothing to fit", "results of another benchmark too");
  return target;
}

ReportContent content_of(const study::Fit& fit, const std::optional<study::Validation>& validation,
                         const Session& session) {
  const auto summary = study::summarise(fit);
  ReportContent content;
  content.table = study::estimates_table(fit, summary);
  content.figure = validation ? study::validation_figure(*validation) : study::residuals_figure(fit);
  auto residuals = study::residuals_table(fit);
  residuals.bulk = true;
  report::Section section{.id = "fit",
                          .title = "Fit",
                          .blocks = {content.table, study::limits_text(summary), study::explanations_table(fit),
                                     study::residuals_figure(fit), residuals}};
  if (validation) {
    section.blocks.emplace_back(study::validation_table(*validation));
    section.blocks.emplace_back(study::validation_figure(*validation));
  }
  content.report = {.title = "The re-convergence stack, by the measurements",
                    .properties = report_properties(session),
                    .sections = {std::move(section)}};
  content.record = run_record(session, "reconverge.fit");
  study::add_to_record(fit, summary, content.record);
  content.record["validation"] = validation ? study::to_json(*validation) : nlohmann::ordered_json();
  if (!validation) content.record["validation_absent"] = "--validate was not given";
  return content;
}

int fit(const FitOptions& options, const Session& session) {
  std::vector<std::string> inputs = options.results;
  inputs.push_back(options.listing);
  auto files = ReportFiles::open(options.paths, inputs);
  if (!files) return session.report(files.error());
  std::optional<SweptListing> listing;
  if (!options.listing.empty()) {
    auto opened = SweptListing::open(options.listing, options.function, options.arch, options.launch, session);
    if (!opened) return session.report(opened.error());
    listing.emplace(std::move(opened).value());
  }
  auto all = read_all(options);
  if (!all) return session.report(all.error());
  auto choice = options.choice;
  if (!options.validate.empty() && !choice.benchmarks.empty()) choice.benchmarks.push_back(options.validate);
  auto chosen = study::choose_inputs(std::move(all).value(), choice);
  if (!chosen) return session.report(chosen.error());
  auto target = take_out(options.validate, *chosen);
  if (!target) return session.report(target.error());

  std::vector<study::FitInput> fit_inputs;
  for (auto& measurement : *chosen) {
    auto events = events_of(measurement, listing);
    if (!events) return session.report(events.error());
    fit_inputs.push_back({std::move(measurement), std::move(events).value()});
  }
  const auto fitted = study::fit_mechanism(fit_inputs);
  if (!fitted) return session.report(fitted.error());
  std::optional<study::Validation> validation;
  if (*target) {
    auto validated = study::validate(*fitted, **target, *study::listing_for((*target)->benchmark));
    if (!validated) return session.report(validated.error());
    validation = std::move(validated).value();
  }
  const auto content = content_of(*fitted, validation, session);
  if (auto written = files->write(content); !written) return session.report(written.error());
  if (!options.paths.on_stdout()) print_report(content.report);
  return exit_done;
}

}  // namespace

void add_fit(CLI::App& app, Session& session) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* verb = app.add_subcommand("fit", "");
  verb->add_option("RESULTS", options->results)->required();
  verb->add_option("-b,--benchmark", options->choice.benchmarks)->allow_extra_args(false);
  verb->add_option("-d,--device", options->choice.device);
  verb->add_option("--pattern", options->choice.pattern);
  verb->add_option("--option", options->choice.options)->allow_extra_args(false);
  verb->add_flag("--allow-gaps", options->choice.allow_gaps);
  verb->add_option("--kernel", options->kernels)->allow_extra_args(false);
  verb->add_option("--column", options->csv.column);
  verb->add_option("--where", options->csv.conditions)->allow_extra_args(false);
  verb->add_option("--validate", options->validate);
  auto* listing = verb->add_option("--listing", options->listing);
  verb->add_option("--function", options->function);
  add_architecture(*verb, options->arch);
  options->launch.add_to(*verb);
  for (const char* name : {"--function", "--arch", "--reg", "--pred", "--const", "--lanes", "--max-steps"})
    verb->get_option(name)->needs(listing);
  options->paths.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return fit(*options, session); }; });
}

}  // namespace reconverge::cli
