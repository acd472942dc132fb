// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "study/inference/fit_summary.hpp"

namespace reconverge::property {

/// What a synthetic series was made with.
struct Truth {
  study::Candidate spills;
  double branch = 0;          ///< cycles
  double spill = 0;           ///< cycles; means nothing without a limit
  std::vector<double> bases;  ///< cycles, one a kernel
  double noise = 0;           ///< standard deviation of a sample, cycles
  std::size_t samples = 1;    ///< of each state
};

/// Random numbers that are the same on every platform, which those of the standard's distributions
/// are not.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  int between(int low, int high);  ///< both included
  double normal();                 ///< standard deviation 1

 private:
  double fraction();  ///< above 0, below 1
  std::mt19937 engine_;
};

/// The paper's kernels with their events for n = 0..31: emulated once.
const study::EventTable& single_loop_events();
const study::EventTable& double_loop_events();

enum class Kernels { single_only, double_only, both };

Truth random_truth(Dice& dice, Kernels kernels, double noise);

/// Samples in whole cycles, as a clock gives them.
std::vector<study::FitInput> synthetic(const Truth& truth, Kernels kernels, Dice& dice);

/// Whether the truth spills on these kernels at all.
bool truth_spills(const Truth& truth, Kernels kernels);

/// Place of a candidate in study::candidates().
std::size_t place_of(const study::Candidate& candidate);

std::string to_string(const Truth& truth);

}  // namespace reconverge::property
