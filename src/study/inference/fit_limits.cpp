// SPDX-License-Identifier: MIT
#include "study/inference/fit_limits.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/formats/formats.hpp"

namespace reconverge::study {
namespace {

using report::format_number;

int largest_n(const Fit& fit) { return std::ranges::max_element(fit.states, {}, &FittedState::n)->n; }

std::string benchmark_names(const Fit& fit) {
  std::vector<std::string> names;
  for (const auto& benchmark : fit.benchmarks) names.push_back(benchmark.benchmark);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool only_single_loops(const Fit& fit) {
  return std::ranges::all_of(fit.benchmarks, [](const FittedBenchmark& benchmark) {
    const PaperKernel* kernel = listing_for(benchmark.benchmark);
    return kernel == &single_loop();
  });
}

/// Whether one explanation holds two candidates that differ in `part`.
template <typename Part> bool alike_on_these_data(const Fit& fit, Part part) {
  return std::ranges::any_of(fit.explanations, [&](const Explanation& explanation) {
    const auto& all = explanation.candidates;
    return explanation.spills &&
           std::ranges::any_of(all, [&](const Candidate& one) { return one.*part != all.front().*part; });
  });
}

std::string why_open(const Fit& fit, bool alike) {
  if (alike) return fmt::format("they give the same number of spills in every state of {}", benchmark_names(fit));
  if (fit.exact) return "each of them reproduces the data exactly, at a price of its own";
  return "the noise hides the difference";
}

void rule_is_open(const Fit& fit, const FitSummary& summary, std::vector<std::string>& limits) {
  if (summary.rules.size() < 2) return;
  std::vector<std::string_view> names;
  for (const auto* rule : summary.rules) names.push_back(rule->name);
  std::string text = fmt::format("The spill rule is undecided among {}: {}.", fmt::join(names, ", "),
                                 why_open(fit, alike_on_these_data(fit, &Candidate::rule)));
  if (only_single_loops(fit))
    text +=
        " The single loop pops every token once and never pushes again, so it cannot tell the rules apart; the "
        "double loop can.";
  limits.push_back(std::move(text));
}

void size_is_open(const Fit& fit, const FitSummary& summary, std::vector<std::string>& limits) {
  if (summary.capacities.size() > 1)
    limits.push_back(fmt::format("The capacity is undecided among {} entries: {}.", list_text(summary.capacities),
                                 why_open(fit, alike_on_these_data(fit, &Candidate::capacity))));
  if (summary.chunks.size() > 1)
    limits.push_back(fmt::format("The chunk is undecided among {} entries: {}.", list_text(summary.chunks),
                                 why_open(fit, alike_on_these_data(fit, &Candidate::chunk))));
}

void knee_is_open(const Fit& fit, const FitSummary& summary, std::vector<std::string>& limits) {
  if (!fit.stack_known) {
    limits.push_back(
        "Counters count divergent branches but do not see the stack, so nothing is said of a knee, of "
        "capacity, chunk, rule or the price of a spill.");
    return;
  }
  if (!fit.stackless.empty()) {
    limits.push_back(
        summary.knee == Knee::none
            ? fmt::format(
                  "Nothing is said of a stack: {} re-converges by barriers. The events are those of a listing for "
                  "a stack, whose branches are taken to diverge alike.",
                  fit.stackless)
            : fmt::format(
                  "{} has no stack that could spill, yet the cycles bend where one would: something else costs "
                  "cycles there. Capacity, chunk, rule and price are those of a stack that would bend them alike.",
                  fit.stackless));
    return;
  }
  if (summary.knee == Knee::none) {
    limits.push_back(
        fmt::format("No knee up to n = {}, where the stack is {} deep: it holds at least {} entries, or "
                    "has no limit, or a spill costs nothing.",
                    largest_n(fit), fit.deepest, fit.deepest));
    limits.push_back("Without a spill the data say nothing of chunk, spill rule and the price of a spill.");
  }
  if (summary.knee == Knee::undecided)
    limits.push_back(
        fmt::format("Whether there is a knee is undecided (belief {}): its cycles are of the size of the "
                    "noise. Capacity, chunk, rule and price hold if there is one; else the stack holds at "
                    "least {} entries or has no limit.",
                    format_number(summary.knee_belief, 2), fit.deepest));
  if (summary.spill)
    limits.push_back(
        "How the price divides between spill and reload: every chunk that goes out comes back within the "
        "same run, so that only the sum shows. The detailed loop tells them apart.");
}

void model_falls_short(const Fit& fit, const FitSummary& summary, std::vector<std::string>& limits) {
  if (!fit.confounded.empty())
    limits.push_back(
        "On these n the spills of some small stacks grow exactly as the branches do, and their price would "
        "hide in the cost of a branch. States from n = 0 on tell them apart.");
  const bool all_repeat = std::ranges::all_of(fit.states, &FittedState::repeats);
  if (all_repeat && !fit.exact)
    limits.push_back(
        fmt::format("The samples repeat exactly, yet the model misses states by up to {} cycles: something "
                    "costs cycles that the model does not have. The intervals treat it as noise.",
                    format_number(summary.worst_residual, 2)));
  std::vector<std::string> aside;
  for (const FittedState& state : fit.states)
    if (state.set_aside)
      aside.push_back(fmt::format("{} n = {} ({:+.1f} cycles)", fit.benchmarks[state.benchmark].benchmark, state.n,
                                  state.measured - state.fitted));
  if (!aside.empty())
    limits.push_back(
        fmt::format("Set aside, more than six deviations from any explanation: {}.", fmt::join(aside, ", ")));
  if (summary.branch.interval.low <= 0 && summary.branch.interval.high >= 0)
    limits.push_back(
        "The interval of the cost of a divergent branch holds 0: these data do not show that it costs "
        "anything.");
}

void verdict_is_open(const Fit& fit, std::vector<std::string>& limits) {
  for (const FittedBenchmark& benchmark : fit.benchmarks)
    if (benchmark.verdict == "unchecked")
      limits.push_back(
          fmt::format("It was not checked that '{}' diverges where it should: its code was not disassembled.",
                      benchmark.benchmark));
}

}  // namespace

std::vector<std::string> limits_of(const Fit& fit, const FitSummary& summary) {
  std::vector<std::string> limits;
  knee_is_open(fit, summary, limits);
  if (summary.knee != Knee::none) {
    size_is_open(fit, summary, limits);
    rule_is_open(fit, summary, limits);
  }
  model_falls_short(fit, summary, limits);
  verdict_is_open(fit, limits);
  return limits;
}

}  // namespace reconverge::study
