// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/state_table.hpp"
#include "timing/cycles/access_shapes.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/issue_steps.hpp"
#include "timing/cycles/mio.hpp"
#include "timing/cycles/untimed.hpp"

/// What clocks have found out, to be looked up when the same happens again from the same state. It is exact: a state is
/// all that the cycles from there on depend on, relative to its time. The way of FastSim (Schnarr, Larus, "Fast
/// out-of-order processor simulation using memoization", ASPLOS 1998), for a warp.
namespace reconverge::timing {

enum class CycleClass : std::uint8_t;

/// Moments relative to another, as a memo has them.
constexpr std::int32_t relative(Cycle moment, Cycle base) { return static_cast<std::int32_t>(moment - base); }
constexpr Cycle absolute(std::int32_t moment, Cycle base) { return base + static_cast<Cycle>(std::int64_t{moment}); }

/// What happens to a clock and can change its cycles, in one word.
class ClockEvent {
 public:
  enum class Kind : std::uint8_t { start, issue, access, transfer };

  constexpr ClockEvent() = default;
  static constexpr ClockEvent issue(std::uint32_t index, bool executes) {
    return ClockEvent(Kind::issue, executes ? 1 : 0, index);
  }
  /// @param number  ClockMemo::number_of()
  static constexpr ClockEvent access(std::uint32_t number) { return ClockEvent(Kind::access, 0, number); }
  /// @param count  emulator::Transferred::count
  static constexpr ClockEvent transfer(std::uint8_t how, std::uint8_t count, std::uint32_t target) {
    return ClockEvent(Kind::transfer, static_cast<std::uint32_t>(how) | static_cast<std::uint32_t>(count) << 8, target);
  }

  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 56); }
  constexpr std::uint32_t low() const { return static_cast<std::uint32_t>(bits_); }
  constexpr bool executes() const { return (bits_ >> 32 & 1) != 0; }
  constexpr std::uint8_t how() const { return static_cast<std::uint8_t>(bits_ >> 32); }
  constexpr std::uint8_t count() const { return static_cast<std::uint8_t>(bits_ >> 40); }
  friend constexpr bool operator==(ClockEvent, ClockEvent) = default;

 private:
  constexpr ClockEvent(Kind kind, std::uint32_t middle, std::uint32_t low)
      : bits_(static_cast<std::uint64_t>(kind) << 56 | static_cast<std::uint64_t>(middle) << 32 | low) {}
  std::uint64_t bits_ = 0;
};

/// What an access does to the time of the instruction that made it.
struct AccessTiming {
  std::optional<Passes> passes = {};  ///< nothing: as of one that makes no access
  std::int32_t delay = 0;             ///< cycles
  std::int32_t words = 0;             ///< further ones, or values, that the address unit takes
  bool waits_behind_bar = false;      ///< it is later if its instruction was held back by BAR
  friend bool operator==(const AccessTiming&, const AccessTiming&) = default;
};

/// A row that an event notes in the clock, beside its cycles.
struct ClockNote {
  enum class Kind : std::uint8_t { untimed, doubt, code };
  Kind kind{};
  UntimedRow row;
};

/// The paths that clocks have taken, as a graph. Clocks of one thread share it.
class ClockMemo {
 public:
  using Place = std::uint32_t;
  static constexpr Place nowhere = 0;

  /// What an event did. Cycles are relative to the state that its path begins at.
  struct Outcome {
    std::int32_t now = 0, ready = 0;
    bool held_by_bar = false;
    std::uint8_t shared_unit = 0;  ///< operations
  };
  /// IssueSteps, likewise.
  struct Steps {
    std::array<std::int32_t, constraint_count> until{};
    std::uint32_t setter = 0;
  };

  ClockMemo();

  /// Where an event leads to from a place; nowhere: that is not known.
  Place after(Place place, ClockEvent event) const {
    for (Place next = nodes_[place].child; next != nowhere; next = nodes_[next].sibling)
      if (nodes_[next].event == event) return next;
    return nowhere;
  }
  const Outcome& outcome(Place place) const { return nodes_[place].outcome; }
  /// Of an instruction that issues.
  const Steps& steps_of(Place place) const { return steps_[nodes_[place].steps]; }
  std::span<const ClockNote> notes_of(Place place) const {
    const Node& node = nodes_[place];
    return std::span(notes_).subspan(node.first_note, node.note_count);
  }
  /// An event was looked up.
  void count_recall(std::uint64_t events = 1) { recalled_ += events; }
  /// How many were.
  std::uint64_t recalled() const { return recalled_; }
  /// The state that a path ends at: where the next one begins. nowhere: the path goes on.
  Place state_after(Place place) const { return nodes_[place].state; }

  /// Whether more can be noted. Not when little of what was noted is ever met again.
  bool is_full() const {
    return nodes_.size() >= most_nodes || states_.is_full() ||
           (nodes_.size() >= fewest_nodes && recalled_ < nodes_.size());
  }
  /// Notes what an event did. It must not be full.
  Place add(Place place, ClockEvent event, const Outcome& outcome, const Steps& steps,
            std::span<const ClockNote> notes);
  /// For a state that is to be written.
  std::vector<std::uint32_t>& empty_words() { return states_.empty_words(); }
  /// The place of the state that was written, a new one if it has not been before, where the path to `place` ends.
  Place end_path(Place place) {
    const Place next = place_of_words();
    return nodes_[place].state = next;
  }
  /// The place of the state at which all clocks begin, which `write` writes once.
  template <typename Write> Place begin(Write write) {
    if (begin_ == nowhere) {
      write(states_.empty_words());
      begin_ = place_of_words();
    }
    return begin_;
  }

  /// The state at which the path to a place begins, and the events of the path.
  std::span<const std::uint32_t> state_before(Place place) const;
  std::vector<ClockEvent> path_to(Place place) const;

  /// Rows that issue one after another, without an access or a transfer between them.
  struct RunKey {
    static constexpr std::uint32_t most_rows = 64;
    std::uint32_t first = 0, count = 0;  ///< rows
    std::uint64_t idle_rows = 0;         ///< bit i: no lane executes row `first` + i
    friend bool operator==(const RunKey&, const RunKey&) = default;
  };
  /// A path of issues that note no row.
  struct Run {
    RunKey key;
    Place end = nowhere;
    std::uint32_t shared_unit = 0;  ///< operations
    std::uint32_t next = 0;         ///< another run from the same place; 0: none
  };
  /// The number of the run from a place; 0: it is not known as a whole.
  std::uint32_t run_from(Place place, const RunKey& key) const {
    std::uint32_t number = nodes_[place].runs;
    while (number != 0 && runs_[number].key != key) number = runs_[number].next;
    return number;
  }
  const Run& run(std::uint32_t number) const { return runs_[number]; }
  /// Makes a run of the path from one place to another, unless one of its events notes rows.
  void add_run(Place from, const RunKey& key, Place to);
  /// How the cycles of a run are divided among rows (CycleAccount): the same whenever it is looked up.
  struct Division {
    struct Part {
      std::uint32_t row = 0;
      CycleClass what{};
      Cycle cycles = 0;
    };
    std::vector<Part> parts = {};
    std::int32_t end = 0;  ///< of the last part, relative to the base
    bool is_known = false;
  };
  /// Of a run, to be filled in if it is not known.
  Division& division(std::uint32_t number) {
    if (number >= divisions_.size()) divisions_.resize(runs_.size());
    return divisions_[number];
  }
  /// The places of its issues, in the order of its rows.
  std::vector<Place> places_of(std::uint32_t number) const;

  /// Of accesses. Asks for the record once.
  AccessShapes& shapes(const CycleRecord& record) {
    if (!shapes_) shapes_.emplace(record);
    return *shapes_;
  }
  /// The number of a use, the same for equal ones, and the use of a number.
  std::uint32_t number_of(const AccessTiming& use) {
    const std::size_t place = place_if_plain(use);
    if (place == plain_uses_.size()) return searched_number_of(use);
    std::uint32_t& number = plain_uses_[place];  // and 1
    if (number == 0) number = searched_number_of(use) + 1;
    return number - 1;
  }
  /// The same of one that is no more than some wavefronts.
  std::uint32_t number_of(const Wavefronts& wavefronts, bool waits_behind_bar) {
    const std::size_t place =
        place_of_plain(static_cast<std::uint32_t>(wavefronts.count),
                       static_cast<std::uint32_t>(wavefronts.registers_at_once - 1), waits_behind_bar);
    if (place < plain_uses_.size() && plain_uses_[place] != 0) return plain_uses_[place] - 1;
    return number_of({.passes = passes_of(wavefronts), .waits_behind_bar = waits_behind_bar});
  }
  const AccessTiming& use(std::uint32_t number) const { return uses_[number]; }

 private:
  /// About 20 MB of each.
  static constexpr std::size_t most_nodes = 250'000;
  static constexpr std::uint32_t most_plain = 64;      ///< wavefronts
  static constexpr std::size_t fewest_nodes = 16'384;  ///< before the memo may be of no use
  struct Node {
    ClockEvent event;
    Place parent = nowhere, child = nowhere, sibling = nowhere;
    Place state = nowhere;  ///< of a path that ends here; where one begins, the number of its state
    Outcome outcome;
    std::uint16_t note_count = 0;
    std::uint32_t first_note = 0;
    std::uint32_t steps = 0;  ///< into steps_
    std::uint32_t runs = 0;   ///< that begin here: the latest
  };
  Place place_of_words();
  /// Where the number of a use is among those that are no more than some wavefronts, as nearly all of shared memory;
  /// behind them if it is another one.
  std::size_t place_if_plain(const AccessTiming& use) const {
    if (!use.passes || use.delay != 0) return plain_uses_.size();
    const Passes& passes = *use.passes;
    const auto wavefronts = static_cast<std::uint32_t>(passes.wavefronts);
    const auto together = static_cast<std::uint32_t>(passes.registers_at_once - 1);
    const bool is_plain = passes.tags == 1 && passes.sectors == 1 && passes.banks.empty() && !passes.route &&
                          passes.late == 0 && passes.busy == 0 && passes.in_order;
    return is_plain ? place_of_plain(wavefronts, together, use.waits_behind_bar) : plain_uses_.size();
  }
  std::size_t place_of_plain(std::uint32_t wavefronts, std::uint32_t together, bool waits_behind_bar) const {
    return wavefronts < most_plain && together < 2 ? wavefronts * 4 + together * 2 + (waits_behind_bar ? 1 : 0)
                                                   : plain_uses_.size();
  }
  std::uint32_t searched_number_of(const AccessTiming& use);

  Place begin_ = nowhere;
  std::uint64_t recalled_ = 0;
  std::vector<Node> nodes_;  ///< the first is none
  std::vector<Steps> steps_;
  std::vector<Run> runs_;  ///< the first is none
  std::vector<Division> divisions_;
  std::vector<ClockNote> notes_;
  emulator::StateTable states_;
  std::vector<Place> roots_;  ///< by the number of a state: the place at which paths from it begin
  std::optional<AccessShapes> shapes_;
  std::vector<AccessTiming> uses_;
  std::array<std::uint32_t, std::size_t{4} * most_plain> plain_uses_{};  ///< see place_if_plain()
  std::vector<std::uint32_t> near_uses_;                                 ///< by a part of the hash: a number, and 1
  std::unordered_multimap<std::uint64_t, std::uint32_t> uses_by_hash_;
};

}  // namespace reconverge::timing
