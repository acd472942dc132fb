// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/reconvergence/spill_policy.hpp"

namespace reconverge::study {

/// One way in which the re-convergence stack may spill.
struct Candidate {
  std::optional<int> capacity;  ///< entries on chip; nothing: unlimited, chunk and rule mean nothing
  int chunk = 0;                ///< entries
  const emulator::SpillRule* rule = nullptr;

  emulator::SpillSettings settings() const;
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// The candidates that a fit tries: capacities of 4 to 40 entries, chunks of 1 to 8, every spill rule; and no limit,
/// which comes first. Then the rules in their own order, so that of indistinguishable candidates the one with the
/// default rule comes first.
const std::vector<Candidate>& candidates();

inline constexpr int smallest_capacity = 4;
inline constexpr int largest_capacity = 40;
inline constexpr int largest_chunk = 8;

/// Belief in a candidate before any data: capacities (unlimited is one of them) are alike, and so
/// are chunks and rules.
double prior(const Candidate& candidate);

/// "16 entries, chunks of 4, lazy" or "no limit".
std::string to_string(const Candidate& candidate);

}  // namespace reconverge::study
