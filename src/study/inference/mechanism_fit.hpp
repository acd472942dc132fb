// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/inference/events.hpp"

namespace reconverge::study {

/// Cycles of one benchmark, and what happened in its states: the same n in the same order.
struct FitInput {
  Measurement measurement;
  EventTable events;
};

/// One benchmark that took part in a fit.
struct FittedBenchmark {
  std::string source;
  std::string benchmark;
  std::string device;  ///< Measurement::device_label
  std::string options;
  std::string verdict;
  std::string counts_from;  ///< EventTable::provenance
};

struct FittedState {
  std::size_t benchmark = 0;  ///< place in Fit::benchmarks
  int n = 0;
  double measured = 0;  ///< cycles: the robust mean of the samples
  double fitted = 0;    ///< cycles, by the heaviest explanation
  std::size_t samples = 0;
  std::size_t outlying = 0;  ///< samples that do not count
  bool repeats = false;      ///< all samples are one number, and there are several
  bool set_aside = false;    ///< too far off to take part
  double divergent_branches = 0;
  std::optional<double> spills;  ///< by the heaviest explanation; nothing if the stack is not known
};

/// Candidates that give the same events on these data, fitted:
/// cycles = base of the benchmark + branch * divergent branches + spill * spills.
struct Explanation {
  double weight = 0;                            ///< belief; all add up to 1
  std::vector<Candidate> candidates;            ///< nothing in the data distinguishes them
  bool spills = false;                          ///< there is a coefficient of spills
  std::vector<double> coefficients;             ///< cycles: the bases, the branch, the spill if there is one
  std::vector<std::vector<double>> covariance;  ///< of these
  double degrees = 0;                           ///< of freedom of the residuals
  double deviation = 0;                         ///< of the residuals, cycles

  std::size_t branch_place(std::size_t benchmarks) const { return benchmarks; }
  std::size_t spill_place(std::size_t benchmarks) const { return benchmarks + 1; }
};

/// The result of a fit. `summarise` makes numbers for people of it.
struct Fit {
  std::vector<FittedBenchmark> benchmarks;
  std::vector<FittedState> states;
  std::vector<Explanation> explanations;  ///< heaviest first
  bool exact = false;                     ///< every state that takes part is reproduced to rounding
  bool stack_known = true;                ///< the events include the stack; if not, nothing is said of spills
  std::string stackless;              ///< the architecture of what ran, if it re-converges by barriers and has no stack
  int deepest = 0;                    ///< most tokens on the stack in any state; 0 if the stack is not known
  std::vector<Candidate> confounded;  ///< their spills look like branches on these data
};

/// Fits all benchmarks together: one base each, one cost of a branch, one of a spill. The inputs must
/// have passed check_inputs. Fails with Failure::check if the data determine nothing.
core::Result<Fit> fit_mechanism(std::span<const FitInput> inputs);

/// Belief beyond which a statement is made without an "or".
inline constexpr double level = 0.95;

}  // namespace reconverge::study
