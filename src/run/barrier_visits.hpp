// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>

#include "emulator/block_barrier_use.hpp"
#include "emulator/listener.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/warp.hpp"
#include "sass/program.hpp"

namespace reconverge::run {

/// Notes at which BAR a warp stopped last, and at which barriers its lanes arrived without waiting.
class BarrierVisits final : public emulator::Listener {
 public:
  /// Whether a function has BAR.ARV: only then is every instruction looked at.
  static bool arrive_in(const sass::Function& function);

  /// @param arrives    arrive_in() of its function
  /// @param mechanism  of the warp; both are to outlive this
  BarrierVisits(const emulator::Executable& executable, bool arrives, const emulator::Warp& warp,
                const emulator::ConvergenceBarriers& mechanism)
      : executable_(executable), warp_(warp), mechanism_(mechanism), arrives_(arrives) {}

  /// As if made anew.
  void restart() {
    index_ = 0;
    use_ = {};
    reduces_ = false;
    arriving_.clear();
    arrivals_.clear();
  }

  bool wants_issued() const override { return arrives_; }
  emulator::EventKinds hears() const override { return emulator::heard_by<BarrierVisits>(); }
  void issued(const emulator::Issued& event) override;
  /// The warp stopped at a row.
  /// @param lane  the lowest one of those that stopped
  void stopped_at(std::uint32_t row, int lane);

  std::uint32_t index() const { return index_; }
  const emulator::BlockBarrierUse& use() const { return use_; }
  /// Whether that BAR reduces a predicate over the block.
  bool reduces() const { return reduces_; }
  /// Whether take_arrivals() may have any.
  bool may_have_arrived() const { return arrives_; }
  /// How often the warp arrived at barriers by BAR.ARV since the last call, by barrier: it arrives once all its live
  /// lanes have.
  std::map<std::uint32_t, std::uint32_t> take_arrivals();

 private:
  void conclude(std::uint32_t number);

  const emulator::Executable& executable_;
  const emulator::Warp& warp_;
  const emulator::ConvergenceBarriers& mechanism_;
  bool arrives_;
  std::uint32_t index_ = 0;
  emulator::BlockBarrierUse use_;
  bool reduces_ = false;
  std::map<std::uint32_t, core::LaneMask> arriving_;  ///< lanes whose warp has not arrived yet
  std::map<std::uint32_t, std::uint32_t> arrivals_;
};

}  // namespace reconverge::run
