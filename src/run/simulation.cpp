// SPDX-License-Identifier: MIT
#include "run/simulation.hpp"

#include <optional>

#include "emulator/unknown/unknown_values.hpp"
#include "timing/cost_model.hpp"

namespace reconverge::run {
namespace {

/// Counts and profile of a run, by one call an event; branches are counted in the profile alone until the run has
/// ended. Both are to outlive it.
class CountsAndProfile final : public emulator::Listener {
 public:
  CountsAndProfile(observers::EventCounts& counts, observers::DivergenceProfile& profile)
      : counts_(counts), profile_(profile) {}

  bool sums_up() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<CountsAndProfile>(); }
  void branched(const emulator::Branched& event) override { profile_.branched(event); }
  void pushed(const emulator::Pushed& event) override { counts_.pushed(event); }
  void popped(const emulator::Popped& event) override { counts_.popped(event); }
  void spilled(const emulator::Spilled& event) override {
    counts_.spilled(event);
    profile_.spilled(event);
  }
  void reloaded(const emulator::Reloaded& event) override {
    counts_.reloaded(event);
    profile_.reloaded(event);
  }

  void run_ended() override {
    const observers::DivergenceProfile::Row sum = profile_.sum();
    counts_.branches += sum.executed;
    counts_.divergent_branches += sum.divergent;
  }

 private:
  observers::EventCounts& counts_;
  observers::DivergenceProfile& profile_;
};

GenerationCycles cycles_of(const timing::Generation& generation, const std::string& kernel,
                           const observers::EventCounts& counts) {
  timing::CostModel model(generation, kernel);
  model.add(counts.divergent_branches, counts.spills, counts.reloads);
  return {generation.name, model.divergence_cycles(), model.total_cycles()};
}

}  // namespace

Simulation simulate(const SimulationSpec& spec, const std::vector<ListenerFactory>& extra) {
  emulator::TokenStack stack(spec.spill, spec.carrier_order);
  const std::size_t registers = emulator::first_literal + spec.executable->literals.size();
  Simulation result{.run = {},
                    .counts = {},
                    .profile = observers::DivergenceProfile(spec.executable->instructions.size()),
                    .cycles = {},
                    .warp = emulator::Warp(std::vector<emulator::LaneVector>(registers))};
  if (spec.prepare) spec.prepare(result.warp);
  spec.start.put_into(result.warp);

  std::vector<std::unique_ptr<emulator::Listener>> owned;
  for (const ListenerFactory& make : extra) owned.push_back(make(stack));

  CountsAndProfile sums(result.counts, result.profile);
  std::vector<emulator::Listener*> listeners{&sums};
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
  for (const timing::Generation* generation : spec.generations)
    result.cycles.push_back(cycles_of(*generation, spec.kernel, result.counts));
  return result;
}

}  // namespace reconverge::run
