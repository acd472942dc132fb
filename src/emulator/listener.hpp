// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "emulator/events.hpp"

namespace reconverge::emulator {

/// What a listener can hear. The first two tell of issued instructions, each in its own way.
enum class EventKind : std::uint8_t {
  issued,
  issued_run,
  left_out,
  branched,
  pushed,
  popped,
  spilled,
  reloaded,
  accessed,
  matched,
  lanes_exited,
  transferred,
  parked,
  armed,
  blocked,
  released,
};
inline constexpr std::size_t event_kind_count = static_cast<std::size_t>(EventKind::released) + 1;

/// A set of kinds.
class EventKinds {
 public:
  static constexpr EventKinds all() {
    EventKinds kinds;
    kinds.bits_ = (1u << event_kind_count) - 1;
    return kinds;
  }
  constexpr bool contain(EventKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1u) != 0; }
  constexpr EventKinds& set(EventKind kind, bool is_in) {
    const auto place = static_cast<unsigned>(kind);
    bits_ = (bits_ & ~(1u << place)) | static_cast<std::uint32_t>(is_in) << place;
    return *this;
  }

 private:
  std::uint32_t bits_ = 0;
};

/// Receives events. A listener answers one question and overrides only what it needs.
class Listener {
 public:
  virtual ~Listener() = default;

  /// Whether `issued` is wanted, for each instruction before it executes, but for those that rows_at_once() leaves out.
  /// One such listener is enough for the run to go instruction by instruction.
  virtual bool wants_issued() const { return false; }
  /// Asked of one that wants `issued`, before rows execute: from this one on, how many it need not hear of before they
  /// do, under these active lanes; of a control part only the last. 0: it wants to hear of the first.
  virtual std::uint32_t rows_at_once(std::uint32_t /*first*/, core::LaneMask /*active*/) { return 0; }
  /// Whether `issued_run` is wanted. Instructions are told once they have executed, the last of them before it moves
  /// control; accesses and matches within the run have been told before.
  virtual bool wants_runs() const { return false; }
  /// Whether it may hear of runs and branches that are the same again, one after another, once, with `times`.
  virtual bool sums_up() const { return false; }
  /// Of `accessed`: whether accesses to shared memory are wanted.
  virtual bool hears_of_shared() const { return true; }
  /// Of all other events those that it may override; it is told of no others. `heard_by` knows them.
  virtual EventKinds hears() const { return EventKinds::all(); }

  virtual void issued(const Issued&) {}
  virtual void issued_run(const IssuedRun&) {}
  virtual void left_out(const LeftOut&) {}
  virtual void branched(const Branched&) {}
  virtual void pushed(const Pushed&) {}
  virtual void popped(const Popped&) {}
  virtual void spilled(const Spilled&) {}
  virtual void reloaded(const Reloaded&) {}
  virtual void accessed(const Accessed&) {}
  virtual void matched(const Matched&) {}
  virtual void lanes_exited(const LanesExited&) {}
  virtual void transferred(const Transferred&) {}
  virtual void parked(const Parked&) {}
  virtual void armed(const Armed&) {}
  virtual void blocked(const Blocked&) {}
  virtual void released(const Released&) {}
  /// The warp will execute nothing more. Told once, by whoever runs it.
  virtual void run_ended() {}
};

/// The events of which a class of listeners overrides the function: its `hears()`, for one that is told of often.
template <typename Class> constexpr EventKinds heard_by() {
  const auto is_own = []<typename Owner, typename Event>(void (Owner::*)(const Event&)) {
    return !std::is_same_v<Owner, Listener>;
  };
  return EventKinds()
      .set(EventKind::left_out, is_own(&Class::left_out))
      .set(EventKind::branched, is_own(&Class::branched))
      .set(EventKind::pushed, is_own(&Class::pushed))
      .set(EventKind::popped, is_own(&Class::popped))
      .set(EventKind::spilled, is_own(&Class::spilled))
      .set(EventKind::reloaded, is_own(&Class::reloaded))
      .set(EventKind::accessed, is_own(&Class::accessed))
      .set(EventKind::matched, is_own(&Class::matched))
      .set(EventKind::lanes_exited, is_own(&Class::lanes_exited))
      .set(EventKind::transferred, is_own(&Class::transferred))
      .set(EventKind::parked, is_own(&Class::parked))
      .set(EventKind::armed, is_own(&Class::armed))
      .set(EventKind::blocked, is_own(&Class::blocked))
      .set(EventKind::released, is_own(&Class::released));
}

/// The listeners of one run, in the order in which they hear each event.
class Events {
 public:
  Events() = default;
  explicit Events(std::span<Listener* const> listeners) : all_(listeners.begin(), listeners.end()) {
    std::vector<EventKinds> heard;
    heard.reserve(all_.size());
    for (const Listener* listener : all_) {
      heard.push_back(kinds_for(*listener));
      const EventKinds kinds = heard.back();
      const bool hears_of_passes = kinds.contain(EventKind::issued_run) || kinds.contain(EventKind::branched);
      sum_up_ = sum_up_ && !kinds.contain(EventKind::issued) && (listener->sums_up() || !hears_of_passes);
    }
    by_kind_.reserve(4 * all_.size());
    for (std::size_t i = 0; i < event_kind_count; ++i) {
      begin_[i] = static_cast<std::uint32_t>(by_kind_.size());
      for (std::size_t k = 0; k < all_.size(); ++k)
        if (heard[k].contain(static_cast<EventKind>(i))) by_kind_.push_back(all_[k]);
    }
    begin_.back() = static_cast<std::uint32_t>(by_kind_.size());
    for (const Listener* listener : of(EventKind::accessed)) hears_of_shared_ |= listener->hears_of_shared();
  }

  std::span<Listener* const> all() const { return all_; }
  /// Whether all may hear once of what happens again and again.
  bool sum_up() const { return sum_up_; }

  bool tell_runs() const { return !of(EventKind::issued_run).empty(); }

  /// From a row on, how many nobody has to hear of before they execute; `most` at most.
  std::uint64_t rows_at_once(std::uint32_t first, core::LaneMask active, std::uint64_t most) const {
    for (Listener* listener : of(EventKind::issued)) {
      if (most == 0) break;
      most = std::min<std::uint64_t>(most, listener->rows_at_once(first, active));
    }
    return most;
  }

  /// Whether somebody may have to hear of rows before they execute.
  bool any_wants_issued() const { return !of(EventKind::issued).empty(); }

  /// Whether somebody hears of accesses to shared memory.
  bool hears_of_shared() const { return hears_of_shared_; }

  void issued(const Issued& event) const { tell<EventKind::issued, &Listener::issued>(event); }
  void issued_run(const IssuedRun& event) const { tell<EventKind::issued_run, &Listener::issued_run>(event); }
  void left_out(const LeftOut& event) const { tell<EventKind::left_out, &Listener::left_out>(event); }
  void branched(const Branched& event) const { tell<EventKind::branched, &Listener::branched>(event); }
  void pushed(const Pushed& event) const { tell<EventKind::pushed, &Listener::pushed>(event); }
  void popped(const Popped& event) const { tell<EventKind::popped, &Listener::popped>(event); }
  void spilled(const Spilled& event) const { tell<EventKind::spilled, &Listener::spilled>(event); }
  void reloaded(const Reloaded& event) const { tell<EventKind::reloaded, &Listener::reloaded>(event); }
  void accessed(const Accessed& event) const { tell<EventKind::accessed, &Listener::accessed>(event); }
  void matched(const Matched& event) const { tell<EventKind::matched, &Listener::matched>(event); }
  void lanes_exited(const LanesExited& event) const { tell<EventKind::lanes_exited, &Listener::lanes_exited>(event); }
  void transferred(const Transferred& event) const { tell<EventKind::transferred, &Listener::transferred>(event); }
  void parked(const Parked& event) const { tell<EventKind::parked, &Listener::parked>(event); }
  void armed(const Armed& event) const { tell<EventKind::armed, &Listener::armed>(event); }
  void blocked(const Blocked& event) const { tell<EventKind::blocked, &Listener::blocked>(event); }
  void released(const Released& event) const { tell<EventKind::released, &Listener::released>(event); }
  void run_ended() const {
    for (Listener* listener : all_) listener->run_ended();
  }

 private:
  static EventKinds kinds_for(const Listener& listener) {
    return listener.hears()
        .set(EventKind::issued, listener.wants_issued())
        .set(EventKind::issued_run, listener.wants_runs());
  }
  std::span<Listener* const> of(EventKind kind) const {
    const auto at = static_cast<std::size_t>(kind);
    return std::span(by_kind_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }
  template <EventKind kind, auto hear, typename Event> void tell(const Event& event) const {
    for (Listener* listener : of(kind)) (listener->*hear)(event);
  }

  std::vector<Listener*> all_;
  std::vector<Listener*> by_kind_;                           ///< one kind after another
  std::array<std::uint32_t, event_kind_count + 1> begin_{};  ///< of each kind among them
  bool sum_up_ = true;
  bool hears_of_shared_ = false;
};

}  // namespace reconverge::emulator
