// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "emulator/reconvergence/control_memo.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/warp.hpp"

namespace reconverge::emulator {

/// Follows a memo while a warp runs, and teaches it what is new. Of a leg that is known the mechanism executes nothing;
/// listeners that only sum up hear nothing until the memo's tally is told, the others hear as ever.
///
/// It is a listener too, to learn what a control instruction causes.
class ControlRecall final : public Listener {
 public:
  /// All are to outlive it.
  /// @param follower  what the listeners that only sum up know of the warp
  /// @param of_run    all listeners, at the latest when the run begins
  /// @param sums      how many of them, the first, only sum up
  /// @param at_once   the others, who hear of everything as it happens
  ControlRecall(ControlMemo& memo, ConvergenceBarriers& mechanism, ControlFollower& follower, const Events& of_run,
                std::size_t sums, std::span<Listener* const> at_once)
      : memo_(memo),
        mechanism_(mechanism),
        follower_(follower),
        of_run_(of_run),
        sums_(sums),
        tells_(hear(at_once)),
        warp_(memo.begin_warp()) {}

  /// From here on this one hears of legs first.
  /// @param others  those of `at_once` that it does not stand for: if one of them hears of legs, all are told of each
  void tell_first(LegListener& legs, std::span<Listener* const> others) { legs_ = hear(others) ? nullptr : &legs; }

  /// As if made anew, for another warp with the same listeners.
  void restart() {
    warp_ = memo_.begin_warp();
    is_behind_ = false;
    place_ = next_.from = ControlMemo::nowhere;
    heard_.clear();
    instructions_ = active_lanes_ = divergent_branches_ = 0;
  }

  /// The warp begins.
  void begin(const Flow& flow) {
    arrive(flow);
    first_place_ = place_;
    first_ = flow;
  }
  /// The same of a warp that begins as the one before it did, where that is known: neither the mechanism nor the
  /// follower has to begin.
  /// @param live  the lanes that take part
  std::optional<Flow> begin_again(core::LaneMask live) {
    if (first_place_ == ControlMemo::nowhere || live != first_.active) return std::nullopt;
    place_ = first_place_;
    is_behind_ = true;
    return first_;
  }
  /// The warp is where control just went to: after begin(), and after a control instruction that was executed.
  void arrive(const Flow& flow) {
    place_ = ControlMemo::nowhere;
    if (memo_.may_write(flow, warp_) && mechanism_.has_state()) write(flow);
    next_.from = ControlMemo::nowhere;
  }
  /// A straight run from where control went to, whose last row is a control instruction that would act now. True: it
  /// has, the leg is known. False: all is as it was when the run began, and arrive() follows.
  /// Notes in the run which leg it is.
  bool follow(IssuedRun& run, const DecodedInstruction& control, core::LaneMask executing, const Warp& warp,
              Flow& flow);
  /// Whether legs from where control is may be known.
  bool is_somewhere() const { return place_ != ControlMemo::nowhere; }
  /// The leg that is taken from there; none: it is not known.
  ControlMemo::Number known_leg(const ControlMemo::Chosen& chosen) { return memo_.leg_from(place_, chosen); }
  /// A known leg is taken.
  void take(ControlMemo::Number number, Flow& flow) {
    memo_.take(number);
    const ControlMemo::Leg& leg = memo_.leg(number);
    instructions_ += leg.count;
    active_lanes_ += leg.lanes;
    divergent_branches_ += leg.diverged;
    flow = leg.after;
    place_ = leg.to;
    is_behind_ = true;
  }
  /// Whether somebody hears of a leg before it is taken, by tell().
  bool tells() const { return tells_; }
  /// @param run  its leg noted
  void tell(const IssuedRun& run);
  /// A guard left so many active lanes out of a row of it, maybe all; not of its control instruction.
  void leave_out(std::uint32_t row, std::uint32_t left, bool all) { memo_.leave_out(row, left, all); }
  /// Who hears of a control instruction that is executed now.
  const Events& listeners() {
    return next_.from == ControlMemo::nowhere ? of_run_ : learning_ ? *learning_ : make_learning();
  }
  /// The mechanism and the follower are to be as they are without a memo: somebody asks.
  void catch_up() {
    if (is_behind_) read_state();
  }
  /// Rows are executed in another way. Until arrive() nothing is looked up.
  void leave() {
    catch_up();
    place_ = next_.from = ControlMemo::nowhere;
  }

  /// Of the legs that were looked up.
  std::uint64_t instructions() const { return instructions_; }
  std::uint64_t active_lanes() const { return active_lanes_; }  ///< summed
  std::uint64_t divergent_branches() const { return divergent_branches_; }

  EventKinds hears() const override { return heard_by<ControlRecall>(); }
  void branched(const Branched& event) override { note(event); }
  void transferred(const Transferred& event) override { note(event); }
  void parked(const Parked& event) override { note(event); }
  void armed(const Armed& event) override { note(event); }
  void blocked(const Blocked& event) override { note(event); }
  void released(const Released& event) override { note(event); }
  void lanes_exited(const LanesExited& event) override { note(event); }

 private:
  static bool hear(std::span<Listener* const> listeners);
  const Events& make_learning();
  template <typename Event> void note(const Event& event) { heard_.emplace_back(event); }
  void write(const Flow& flow);
  void read_state();

  ControlMemo& memo_;
  ConvergenceBarriers& mechanism_;
  ControlFollower& follower_;
  const Events& of_run_;
  std::size_t sums_;
  LegListener* legs_ = nullptr;
  bool tells_;                                ///< somebody hears of legs as they are taken
  std::uint8_t warp_;                         ///< ControlMemo::begin_warp()
  std::optional<Events> at_once_, learning_;  ///< made when they are needed, which in short warps they are not
  bool is_behind_ = false;                    ///< the mechanism and the follower are not where the warp is
  ControlMemo::Place place_ = ControlMemo::nowhere;
  ControlMemo::Place first_place_ = ControlMemo::nowhere;  ///< where the last warp began
  Flow first_;
  ControlMemo::Leg next_;  ///< that is being executed; from nowhere: none that can be kept
  std::vector<ControlEvent> heard_;
  std::uint64_t instructions_ = 0, active_lanes_ = 0, divergent_branches_ = 0;
};

}  // namespace reconverge::emulator
