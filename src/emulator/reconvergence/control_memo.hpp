// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/lane_mask.hpp"
#include "emulator/leg_graph.hpp"
#include "emulator/listener.hpp"
#include "emulator/reconvergence/control_words.hpp"
#include "emulator/reconvergence/mechanism.hpp"

/// Ways that control took in the warps of a launch, to be looked up when a warp is where another one was. It is exact:
/// what a control instruction does to lanes follows from where they are and for which of them its predicates hold.
namespace reconverge::emulator {

/// What sums up events of a warp and has a state of its own, which follows from how control went.
class ControlFollower {
 public:
  virtual ~ControlFollower() = default;
  /// Appends the state. What makes no difference any more is forgotten first.
  virtual void write_state(std::vector<std::uint32_t>& words) = 0;
  virtual void read_state(ControlWords& words) = 0;
};

/// An event that a control instruction causes under convergence barriers, without its moment.
class ControlEvent {
 public:
  ControlEvent() = default;
  explicit ControlEvent(const Branched& e) : ControlEvent(EventKind::branched, 0, 0, 0, e.taken, e.not_taken) {}
  explicit ControlEvent(const Transferred& e)
      : ControlEvent(EventKind::transferred, static_cast<std::uint8_t>(e.transfer), e.count, e.index, e.group) {}
  explicit ControlEvent(const Parked& e) : ControlEvent(EventKind::parked, 0, 0, e.index, e.mask) {}
  explicit ControlEvent(const Armed& e) : ControlEvent(EventKind::armed, e.barrier, 0, 0, e.mask) {}
  explicit ControlEvent(const Blocked& e) : ControlEvent(EventKind::blocked, e.barrier, 0, 0, e.mask, e.awaited) {}
  explicit ControlEvent(const Released& e) : ControlEvent(EventKind::released, e.barrier, 0, 0, e.mask) {}
  explicit ControlEvent(const LanesExited& e) : ControlEvent(EventKind::lanes_exited, 0, 0, 0, e.mask) {}

  EventKind kind() const { return kind_; }
  /// These of such a kind, at a moment.
  Parked parked(Moment at) const { return {at, mask_, index_}; }
  Transferred transferred(Moment at) const { return {at, static_cast<ControlTransfer>(what_), mask_, index_, count_}; }
  bool is_divergence() const { return kind_ == EventKind::branched && mask_.any() && other_.any(); }
  /// Tells of it, at a moment.
  /// @param times  for those who sum up
  void tell(Moment at, const Events& events, std::uint64_t times = 1) const;

 private:
  ControlEvent(EventKind kind, std::uint8_t what, std::uint8_t count, std::uint32_t index, core::LaneMask mask,
               core::LaneMask other = {})
      : kind_(kind), what_(what), count_(count), index_(index), mask_(mask), other_(other) {}

  EventKind kind_{};
  std::uint8_t what_ = 0;  ///< the transfer, or the barrier
  std::uint8_t count_ = 0;
  std::uint32_t index_ = 0;
  core::LaneMask mask_, other_;
};

/// Hears of legs as a whole, in place of listeners that know the costs of legs.
class LegListener {
 public:
  virtual ~LegListener() = default;
  /// A leg is taken, with these events at its last instruction. False: the listeners are to be told of each.
  virtual bool hear(const IssuedRun& run, std::span<const ControlEvent> events) = 0;
};

/// How often legs were taken since a tally was begun, and rows left lanes out of them.
struct LegTally {
  struct Taken {
    std::uint32_t leg = 0;
    std::uint64_t times = 0;
  };
  std::vector<Taken> taken = {};       ///< each leg once
  std::vector<LeftOut> left_out = {};  ///< each row once

  /// Of the same memo.
  void add(const LegTally& more);

 private:
  std::vector<std::uint32_t> places_ = {}, rows_ = {};  ///< by leg, by row: where it is among those above, and 1
};

/// The graph. A place is a state of the mechanism, of a follower, and of the flow; from it a leg leads to another one:
/// the rows of a straight run, and what the control instruction behind them did.
class ControlMemo {
 public:
  /// The lanes for which predicates of a control instruction hold.
  struct Chosen {
    core::LaneMask guard;  ///< of the active ones
    core::LaneMask both;   ///< of these, those for which the second predicate does
    friend bool operator==(const Chosen& a, const Chosen& b) { return a.guard == b.guard && a.both == b.both; }
  };
  struct Leg {
    using Key = Chosen;
    Chosen key;
    std::uint32_t sibling = 0;
    StateTable::Number to = 0;  ///< the place that it leads to
    std::uint64_t times = 0;    ///< taken since the tally
    Flow after = {};
    std::uint32_t lanes = 0;             ///< active, summed over its rows
    std::uint32_t diverged = 0;          ///< branches
    std::uint32_t count = 0, first = 0;  ///< rows
    core::LaneMask active = {};
    StateTable::Number from = 0;
    std::uint32_t first_event = 0, event_count = 0;
  };
  using Graph = LegGraph<Leg>;
  using Place = Graph::Place;
  using Number = Graph::Number;
  static constexpr Place nowhere = Graph::nowhere;
  static constexpr Number none = Graph::none;

  ControlMemo() : visits_(1u << 14) {}

  /// The leg that is taken from a place; none: it is not known.
  Number leg_from(Place place, const Chosen& chosen) { return legs_.leg_from(place, chosen); }
  const Leg& leg(Number number) const { return legs_[number]; }
  std::span<const ControlEvent> events_of(const Leg& leg) const {
    return std::span(events_).subspan(leg.first_event, leg.event_count);
  }
  /// A leg was taken.
  void take(Number number) { legs_.take(number); }
  /// A guard left so many active lanes, maybe all, out of a row of a leg that was taken. Added up in place: a sum that
  /// is made first and read as a whole right after has to wait until it is written.
  void leave_out(std::uint32_t row, std::uint32_t left, bool all) {
    if (row >= left_rows_.size()) left_rows_.resize(row + std::size_t{1});
    if (left_rows_[row] == 0) {
      left_out_.push_back({row});
      left_rows_[row] = static_cast<std::uint32_t>(left_out_.size());
    }
    LeftOut& one = left_out_[left_rows_[row] - 1];
    one.lanes += left;
    if (all) return;
    ++one.partly;
    one.lanes_of_those += left;
  }

  /// Asked before a state is written: whether it may be. Only if the lanes have been there before, and rarely while few
  /// states are met again, as where each warp goes its own way, but where many warps have been.
  /// @param warp  begin_warp()
  bool may_write(const Flow& flow, std::uint8_t warp) {
    const bool is_met_again = states_.written() < written_at_once + legs_.recalled() / 16 + ++asked_ / 256;
    if (legs_.size() >= most_legs || states_.is_full()) return false;
    const std::uint64_t there = std::uint64_t{flow.active.bits()} << 32 | flow.index;
    Visits& visits = visits_[there * 0x9E37'79B9'7F4A'7C15u >> 50];
    if (visits.count >= (is_met_again ? visits_before : visits_of_many)) return true;
    const int more = std::exchange(visits.warp, warp) == warp ? 1 : visits_of_another;
    visits.count = static_cast<std::uint8_t>(visits.count + more);
    return false;
  }
  /// Another warp begins: the last digits of its number. Warps of a block take turns.
  std::uint8_t begin_warp() { return ++last_warp_; }
  /// For a state that is to be written.
  std::vector<std::uint32_t>& empty_words() { return states_.empty_words(); }
  /// The place of the state that was written, a new one if it has not been before.
  Place place_of_words() { return states_.number_of_words(); }
  std::span<const std::uint32_t> state_of(Place place) const { return states_.words_of(place); }
  /// Notes a leg, which was not taken yet.
  void add(Leg leg, std::span<const ControlEvent> events);

  /// What was taken since the last call.
  LegTally take_tally();
  /// Tells listeners what a tally has, each leg once.
  /// @param follower  one of them: put where it was before each
  void tell(const LegTally& tally, ControlFollower& follower, const Events& events) const;

 private:
  static constexpr std::size_t most_legs = 250'000;      ///< about 20 MB
  static constexpr std::uint64_t written_at_once = 256;  ///< states, before it shows whether they are met again
  /// Of lanes at a place, before its state is written; of another warp than before one counts as several.
  static constexpr std::uint8_t visits_before = 60, visits_of_another = 20;
  /// The same while few states are met again: these lanes come there in most warps.
  static constexpr std::uint8_t visits_of_many = 200;
  struct Visits {
    std::uint8_t count = 0, warp = 0;
  };

  Graph legs_;
  StateTable states_;
  std::vector<Visits> visits_;  ///< by a hash of active lanes and where they were
  std::vector<ControlEvent> events_;
  std::uint64_t asked_ = 0;
  std::uint8_t last_warp_ = 0;
  std::vector<LeftOut> left_out_;
  std::vector<std::uint32_t> left_rows_;  ///< by row: where it is in `left_out_`, and 1
};

}  // namespace reconverge::emulator
