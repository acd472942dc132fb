// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/mio.hpp"
#include "timing/cycles/scoreboards.hpp"
#include "timing/cycles/sub_partition.hpp"

namespace reconverge::timing {

/// The units of the warp, for an instruction that issues.
class IssueUnits {
 public:
  IssueUnits(SubPartition& sub, Scoreboards& scoreboards) : mio_(sub.mio), scoreboards_(scoreboards) {}
  Cycle clear_for(std::size_t scoreboard, const ScoreboardCheck& check) {
    return mio_.clear_for(scoreboards_[scoreboard], check);
  }
  Cycle next_entry(Route route) { return mio_.next_entry(route); }

 private:
  Mio& mio_;
  Scoreboards& scoreboards_;
};

/// The same for a forecast: works on a copy if something has to be computed.
class ForecastUnits {
 public:
  ForecastUnits(const SubPartition& sub, const Scoreboards& scoreboards) : mio_(sub.mio), scoreboards_(scoreboards) {}
  Cycle clear_for(std::size_t scoreboard, const ScoreboardCheck& check) {
    if (!copy_)
      if (const auto known = mio_.known_clear_for(scoreboards_[scoreboard], check)) return *known;
    return copy().mio.clear_for(copy().scoreboards[scoreboard], check);
  }
  Cycle next_entry(Route route) {
    if (!copy_)
      if (const auto known = mio_.known_entry(route)) return *known;
    return copy().mio.next_entry(route);
  }
  /// Whether the instructions so far decide all that was asked for: IssueUnits would say the same.
  bool is_decided() const { return copy_ == nullptr; }

 private:
  struct Copy {
    Copy(const Mio& of, const Scoreboards& own) : scoreboards(own), mio(of.forecast(own, scoreboards, shared)) {}
    Scoreboards scoreboards;
    std::optional<SharedMio> shared;
    Mio mio;
  };
  Copy& copy() {
    if (!copy_) copy_ = std::make_unique<Copy>(mio_, scoreboards_);
    return *copy_;
  }

  const Mio& mio_;
  const Scoreboards& scoreboards_;
  std::unique_ptr<Copy> copy_;
};

}  // namespace reconverge::timing
