#include "study/support/simulation.hpp"

#include "timing/cost_model.hpp"

namespace reconverge::study {

Simulation simulate(const SimulationSpec& spec, const std::vector<ListenerFactory>& extra) {
  emulator::TokenStack stack(spec.spill, spec.carrier_order);
  Simulation result;
  if (spec.prepare) spec.prepare(result.warp);
  for (const auto& [index, values] : spec.registers) result.warp.set_register(index, values);
  for (const auto& [index, mask] : spec.predicates) result.warp.predicates[static_cast<std::size_t>(index)] = mask;

  std::vector<timing::CostModel> models;
  for (const timing::Generation* generation : spec.generations) models.emplace_back(*generation, spec.kernel);
  std::vector<std::unique_ptr<emulator::Listener>> owned;
  for (const ListenerFactory& make : extra) owned.push_back(make(stack));

  std::vector<emulator::Listener*> listeners{&result.counts, &result.profile};
  for (auto& model : models) listeners.push_back(&model);
  for (const auto& listener : owned) listeners.push_back(listener.get());

  const emulator::Events events(listeners);
  result.run = emulator::run(*spec.executable, result.warp, stack, events, spec.limits, spec.live,
                             spec.source_name);
  for (std::size_t i = 0; i < models.size(); ++i)
    result.cycles.push_back(
        {spec.generations[i]->name, models[i].divergence_cycles(), models[i].total_cycles()});
  return result;
}

}  // namespace reconverge::study
