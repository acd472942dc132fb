// SPDX-License-Identifier: MIT
#include "cli/model_options.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/suggestion.hpp"
#include "core/number.hpp"
#include "core/usage_error.hpp"

namespace reconverge::cli {
namespace {

/// Larger costs would leave the range in which sums of doubles are exact.
constexpr double most_cycles = 1e12;

/// Applies one `[GENERATION:]NAME=CYCLES`.
core::Result<core::Done> apply_cost(const std::string& text, std::vector<timing::Generation>& generations) {
  const std::string hint =
      fmt::format("--cost [GENERATION:]NAME=CYCLES with NAME one of {}", listed(names_of(timing::cost::meanings)));
  const auto equals = text.find('=');
  if (equals == std::string::npos) return core::usage_error(fmt::format("--cost '{}' has no '='", text), hint);
  const auto colon = text.rfind(':', equals);
  const std::string generation = colon == std::string::npos ? "" : text.substr(0, colon);
  const std::string name =
      text.substr(colon == std::string::npos ? 0 : colon + 1, equals - (colon == std::string::npos ? 0 : colon + 1));
  double cycles = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + equals + 1, last, cycles);
  if (error != std::errc{} || end != last || !(cycles >= 0 && cycles <= most_cycles))
    return core::usage_error(fmt::format("--cost '{}': '{}' is not a valid cycle count", text, text.substr(equals + 1)),
                             hint);
  if (colon == 0) return core::usage_error(fmt::format("--cost '{}' names no generation before ':'", text), hint);
  if (std::ranges::find(timing::cost::meanings, name, &timing::cost::Meaning::name) == timing::cost::meanings.end())
    return core::usage_error(fmt::format("--cost '{}': there is no cost '{}'", text, name), hint);
  bool applied = false;
  for (auto& record : generations) {
    if (!generation.empty() && record.name != generation) continue;
    record.override_cost(name, cycles, "--cost " + text);
    applied = true;
  }
  if (!applied)
    return core::usage_error(fmt::format("--cost '{}': there is no generation '{}'", text, generation),
                             nearest_first(generation, names_of(generations)));
  return core::Done{};
}

core::Result<core::Done> check_capacity(const ModelOptions& options, const emulator::SpillRule& rule) {
  if (options.chunk < 0) return core::usage_error("--chunk must be at least 1");
  if (options.capacity.empty() || options.capacity == "unlimited") return core::Done{};
  const auto capacity = core::parse_integer<int>(options.capacity);
  if (!capacity || *capacity <= rule.pinned)
    return core::usage_error(fmt::format("--capacity '{}' must be an integer above {}", options.capacity, rule.pinned),
                             "--capacity 16, or --capacity unlimited");
  return core::Done{};
}

}  // namespace

void ModelOptions::add_to(CLI::App& app) {
  app.add_option("--spill-rule", spill_rule);
  app.add_option("--carrier-order", carrier_order);
  app.add_option("--capacity", capacity);
  app.add_option("--chunk", chunk)->check(CLI::Range(1, 1024));
  app.add_option("--cost", costs)->allow_extra_args(false);
}

core::Result<run::StackModel> resolve(const ModelOptions& options) {
  run::StackModel result;
  const auto* rule = emulator::find_spill_rule(options.spill_rule);
  if (rule == nullptr)
    return core::usage_error(fmt::format("there is no spill rule '{}'", options.spill_rule),
                             nearest_first(options.spill_rule, names_of(emulator::spill_rules())));
  result.carrier_order = emulator::find_carrier_order(options.carrier_order);
  if (result.carrier_order == nullptr)
    return core::usage_error(fmt::format("there is no carrier order '{}'", options.carrier_order),
                             nearest_first(options.carrier_order, names_of(emulator::carrier_orders())));
  if (auto checked = check_capacity(options, *rule); !checked) return checked.error();

  const auto records = timing::stack_generations();
  result.generations.assign(records.begin(), records.end());
  for (const std::string& cost : options.costs) {
    if (auto applied = apply_cost(cost, result.generations); !applied) return applied.error();
    result.given.push_back("--cost " + cost);
  }
  if (options.spill_rule != emulator::spill_rules().front().name)
    result.given.push_back("--spill-rule " + options.spill_rule);
  if (options.carrier_order != emulator::carrier_orders().front().name)
    result.given.push_back("--carrier-order " + options.carrier_order);
  if (!options.capacity.empty()) result.given.push_back("--capacity " + options.capacity);
  if (options.chunk > 0) result.given.push_back(fmt::format("--chunk {}", options.chunk));
  // The paper finds the same stack on Kepler and Maxwell.
  result.spill = spill_settings(options, timing::kepler()).settings;
  return result;
}

core::Result<core::Done> refuse_stack_options(const ProgramOptions& program, const run::StackModel& model,
                                              const sass::Function& function) {
  if (!uses_convergence_barriers(function)) return core::Done{};
  std::vector<std::string> given;
  for (const std::string& name : program.generations) given.push_back("--generation " + name);
  given.insert(given.end(), model.given.begin(), model.given.end());
  if (given.empty()) return core::Done{};
  return core::usage_error(
      fmt::format("{}: only for the token stack, which code for {} does not use", fmt::join(given, ", "),
                  function.arch),
      "leave it out: sm_70 and later re-converge by barriers, and the architecture says what is priced");
}

ResolvedSpill spill_settings(const ModelOptions& options, const timing::Generation& generation) {
  ResolvedSpill resolved;
  resolved.settings.rule = emulator::find_spill_rule(options.spill_rule);
  if (generation.spill_chunk) resolved.settings.chunk = static_cast<int>(generation.spill_chunk->value);
  if (options.chunk > 0) resolved.settings.chunk = options.chunk;
  if (options.capacity == "unlimited") {
    resolved.settings.capacity.reset();
  } else if (!options.capacity.empty()) {
    resolved.settings.capacity = core::parse_integer<int>(options.capacity);
  } else if (generation.stack_capacity) {
    resolved.settings.capacity = static_cast<int>(generation.stack_capacity->value);
  } else {
    resolved.settings.capacity.reset();
    resolved.known = false;
  }
  return resolved;
}

}  // namespace reconverge::cli
