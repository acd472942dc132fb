// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/replay/replay.hpp"
#include "study/replay/untimed_places.hpp"

namespace reconverge::study {

/// One measured state beside what the emulator predicts for the very code that ran.
struct Agreement {
  const measurements::BenchState* state = nullptr;
  std::optional<double> measured;  ///< cycles of the warp: last stop less first start; the median
  std::optional<std::int64_t> predicted;
  int lanes_off = 0;               ///< lanes with another start or stop than measured
  int stamps_off = 0;              ///< stamps of their own that lanes took at another time
  int warps_off = 0;               ///< of a block of several: warps that took another time than in any one sample
  std::string first_miss;          ///< "lane 3 stops at 923, predicted 925"; empty if there is none
  std::string why_not_comparable;  ///< the measurement is of something that is not predicted
  std::string likely_cause;        ///< of a difference, or of a missing prediction
  std::optional<run::BlockCycles> block = {};  ///< of a block of several: how much is known of its time
  std::vector<UntimedPlace> untimed;           ///< if they are the likely cause

  /// Cycles, every lane and every stamp.
  bool exact() const {
    return predicted && measured && *measured == static_cast<double>(*predicted) && first_miss.empty();
  }
  /// Whether the measurement is one of those that the emulator means to predict.
  bool comparable() const { return why_not_comparable.empty(); }
  /// Whether the samples of a block of several warps spread, and the prediction is none of less or more.
  bool within_spread() const;
  /// Whether the prediction is an estimate that is off by no more than the error that it is given with.
  bool within_error() const;
  /// The likely cause for a table: untimed instructions are not listed place by place.
  std::string cause_in_short() const;
  std::optional<double> difference() const;
  std::optional<double> percent() const;
};

struct RunAgreement {
  const measurements::BenchRun* run = nullptr;
  std::vector<Agreement> states;
};

/// Warps of a block that took another number of cycles than on the card, in the sample that is nearest. Which warp is
/// first differs from launch to launch, so times are compared without the names of their warps.
struct WarpDifferences {
  int count = 0;
  std::string first;  ///< "a warp takes 923 cycles, predicted 925"; empty if there is none
};
WarpDifferences warp_differences(const measurements::BenchState& state, const gpu::LaunchResult& ours);

/// Runs every state of a benchmark here. States whose code cannot be run have no prediction.
RunAgreement agree(const measurements::BenchRun& run, const std::string& source);

/// How well a number of states agree.
struct AgreementSummary {
  int states = 0;    ///< that are comparable
  int exact = 0;     ///< in cycles, lanes and stamps
  int within_1 = 0;  ///< in cycles, percent
  int within_5 = 0;
  int within_spread = 0;  ///< not exact, since the card does not repeat
  int within_error = 0;   ///< estimates that are neither
  int not_predicted = 0;
  double worst_percent = 0;

  void add(const Agreement& agreement);
};

}  // namespace reconverge::study
