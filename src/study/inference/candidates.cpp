// SPDX-License-Identifier: MIT
#include "study/inference/candidates.hpp"

#include <fmt/core.h>

namespace reconverge::study {

emulator::SpillSettings Candidate::settings() const {
  if (!capacity) return {.capacity = std::nullopt};
  return {.capacity = capacity, .chunk = chunk, .rule = rule};
}

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = [] {
    std::vector<Candidate> list{Candidate{}};
    for (const auto& rule : emulator::spill_rules())
      for (int capacity = smallest_capacity; capacity <= largest_capacity; ++capacity)
        for (int chunk = 1; chunk <= largest_chunk; ++chunk) list.push_back({capacity, chunk, &rule});
    return list;
  }();
  return all;
}

double prior(const Candidate& candidate) {
  constexpr double of_capacity = 1.0 / (largest_capacity - smallest_capacity + 2);
  if (!candidate.capacity) return of_capacity;
  return of_capacity / largest_chunk / static_cast<double>(emulator::spill_rules().size());
}

std::string to_string(const Candidate& candidate) {
  if (!candidate.capacity) return "no limit";
  return fmt::format("{} entries, chunks of {}, {}", *candidate.capacity, candidate.chunk, candidate.rule->name);
}

}  // namespace reconverge::study
