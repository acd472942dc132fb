// SPDX-License-Identifier: MIT
#include "run/simulation.hpp"

#include <optional>

#include "emulator/unknown/unknown_values.hpp"
#include "timing/cost_model.hpp"

namespace reconverge::run {

Simulation simulate(const SimulationSpec& spec, const std::vector<ListenerFactory>& extra) {
  emulator::TokenStack stack(spec.spill, spec.carrier_order);
  const std::size_t registers = emulator::first_literal + spec.executable->literals.size();
  Simulation result{.run = {},
                    .counts = {},
                    .profile = {},
                    .cycles = {},
                    .warp = emulator::Warp(std::vector<emulator::LaneVector>(registers))};
  if (spec.prepare) spec.prepare(result.warp);
  spec.start.put_into(result.warp);

  std::vector<timing::CostModel> models;
  for (const timing::Generation* generation : spec.generations) models.emplace_back(*generation, spec.kernel);
  std::vector<std::unique_ptr<emulator::Listener>> owned;
  for (const ListenerFactory& make : extra) owned.push_back(make(stack));

  std::vector<emulator::Listener*> listeners{&result.counts, &result.profile};
  for (auto& model : models) listeners.push_back(&model);
  for (const auto& listener : owned) listeners.push_back(listener.get());

  const emulator::Events events(listeners);
  const auto marked = std::make_shared<emulator::MarkedMemory>();
  std::optional<emulator::UnknownValues> unknown;
  if (spec.follows_unknown)
    unknown.emplace(*spec.executable, emulator::UnknownValues::code_of(*spec.executable), marked,
                    "cycles of single instructions are known for sm_90");
  result.run = emulator::Run({*spec.executable, result.warp, stack, events, nullptr, spec.source_name,
                              unknown ? &*unknown : nullptr},
                             spec.start.live)
                   .go_on(spec.limits);
  events.run_ended();
  if (unknown) {
    result.unknown_registers = unknown->unknown_registers();
    result.unknown_words = marked->unknown_global_words();
    result.unknown_because = unknown->because();
  }
  for (std::size_t i = 0; i < models.size(); ++i)
    result.cycles.push_back({spec.generations[i]->name, models[i].divergence_cycles(), models[i].total_cycles()});
  return result;
}

}  // namespace reconverge::run
