// SPDX-License-Identifier: MIT
#include "property/fit_trials.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace reconverge::property {
namespace {

study::EventTable events_of(const study::PaperKernel& kernel) {
  std::vector<int> n(32);
  std::iota(n.begin(), n.end(), 0);
  return study::emulate_events(kernel, n).value();
}

std::vector<const study::EventTable*> tables_of(Kernels kernels) {
  if (kernels == Kernels::single_only) return {&single_loop_events()};
  if (kernels == Kernels::double_only) return {&double_loop_events()};
  return {&single_loop_events(), &double_loop_events()};
}

}  // namespace

int Dice::between(int low, int high) { return low + static_cast<int>(fraction() * (high - low + 1)); }

double Dice::fraction() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }

/// Box and Muller.
double Dice::normal() {
  const double radius = std::sqrt(-2 * std::log(fraction()));
  return radius * std::cos(2 * std::numbers::pi * fraction());
}

const study::EventTable& single_loop_events() {
  static const study::EventTable table = events_of(study::single_loop());
  return table;
}

const study::EventTable& double_loop_events() {
  static const study::EventTable table = events_of(study::double_loop());
  return table;
}

Truth random_truth(Dice& dice, Kernels kernels, double noise) {
  Truth truth;
  const int capacity = dice.between(study::smallest_capacity, study::largest_capacity + 1);
  if (capacity <= study::largest_capacity) {
    const int rule = dice.between(0, static_cast<int>(emulator::spill_rules().size()) - 1);
    truth.spills = {capacity, dice.between(1, study::largest_chunk),
                    &emulator::spill_rules()[static_cast<std::size_t>(rule)]};
  }
  truth.branch = dice.between(5, 60);
  truth.spill = dice.between(10, 300);
  for (std::size_t i = 0; i < tables_of(kernels).size(); ++i) truth.bases.push_back(dice.between(500, 60000));
  truth.noise = noise;
  constexpr std::size_t sizes[] = {1, 5, 16};
  truth.samples = noise == 0 ? 1 : sizes[static_cast<std::size_t>(dice.between(0, 2))];
  return truth;
}

std::vector<study::FitInput> synthetic(const Truth& truth, Kernels kernels, Dice& dice) {
  std::vector<study::FitInput> inputs;
  const std::size_t place = place_of(truth.spills);
  for (const study::EventTable* table : tables_of(kernels)) {
    study::FitInput input{.measurement = {.source = "synthetic",
                                          .benchmark = table == &single_loop_events() ? "single_loop" : "double_loop"},
                          .events = *table};
    for (std::size_t i = 0; i < table->n.size(); ++i) {
      const double cycles = truth.bases[inputs.size()] + truth.branch * table->divergent_branches[i] +
                            truth.spill * table->spills[place][i];
      study::MeasuredState state{.n = table->n[i], .samples = {}};
      for (std::size_t sample = 0; sample < truth.samples; ++sample)
        state.samples.push_back(std::round(cycles + truth.noise * dice.normal()));
      input.measurement.states.push_back(std::move(state));
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

bool truth_spills(const Truth& truth, Kernels kernels) {
  return std::ranges::any_of(tables_of(kernels), [&](const study::EventTable* table) {
    return std::ranges::any_of(table->spills[place_of(truth.spills)], [](double spills) { return spills > 0; });
  });
}

std::size_t place_of(const study::Candidate& candidate) {
  return static_cast<std::size_t>(std::ranges::find(study::candidates(), candidate) - study::candidates().begin());
}

std::string to_string(const Truth& truth) {
  return fmt::format("{}, branch {}, spill {}, bases {}, noise {}, {} samples", study::to_string(truth.spills),
                     truth.branch, truth.spill, fmt::join(truth.bases, " "), truth.noise, truth.samples);
}

}  // namespace reconverge::property
