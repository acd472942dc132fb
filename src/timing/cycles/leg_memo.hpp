// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "emulator/leg_graph.hpp"
#include "emulator/reconvergence/control_words.hpp"
#include "emulator/reconvergence/situations.hpp"
#include "timing/cycles/clock_memo.hpp"

namespace reconverge::timing {

/// Cycles of one class that an account has of a row.
struct AccountPart {
  std::uint32_t row = 0;
  CycleClass what{};
  Cycle cycles = 0;
  std::uint32_t situation = 0;  ///< of LegMemo: where the lanes were
};

/// What a leg of control (emulator::ControlMemo) costs, to be looked up as a whole: its rows, its accesses and its
/// transfer. A place is that of a clock in its memo, and the state of an account of its cycles.
class LegMemo {
 public:
  static constexpr std::uint32_t most_rows = 64, most_accesses = 6;

  /// What happens on a leg.
  struct Happened {
    std::uint32_t leg = 0;  ///< of the memo of control
    std::uint32_t access_count = 0;
    std::uint64_t idle_rows = 0;                             ///< bit i: no lane executes its row i
    std::array<std::uint32_t, most_accesses> accesses = {};  ///< ClockMemo::number_of()
    /// Part by part, as they were written: a read of all at once would have to wait until that is done.
    friend bool operator==(const Happened& a, const Happened& b) {
      if (a.leg != b.leg || a.access_count != b.access_count || a.idle_rows != b.idle_rows) return false;
      for (std::uint32_t i = 0; i < a.access_count; ++i)
        if (a.accesses[i] != b.accesses[i]) return false;
      return true;
    }
  };
  struct Leg {
    using Key = Happened;
    Key key;
    std::uint32_t sibling = 0;
    emulator::StateTable::Number to = 0;
    std::uint64_t times = 0;
    ClockMemo::Place clock = ClockMemo::nowhere;          ///< where the clock is then
    ClockMemo::Outcome outcome = {};                      ///< relative to where its path began before
    std::uint32_t shared_unit = 0;                        ///< operations
    std::array<std::int32_t, most_accesses> issued = {};  ///< likewise, of accesses whose lines may be lost
    bool begins_path = false;                             ///< at its last instruction
    std::uint32_t first_part = 0, part_count = 0;
  };
  using Graph = emulator::LegGraph<Leg>;

  /// Whether more is to be noted. Not when little of what was noted is ever met again.
  bool may_write() const {
    return states_.written() < written_at_once + graph_.recalled() / 16 && graph_.size() < most_legs &&
           !states_.is_full();
  }
  emulator::StateTable& states() { return states_; }
  Graph& graph() { return graph_; }
  const Leg& leg(Graph::Number number) const { return graph_[number]; }
  void add(Graph::Place from, Leg leg, std::span<const AccountPart> parts);

  std::uint32_t number_of(const emulator::OpenSplits& splits) { return situations_.number_of(splits); }
  const emulator::Situation& situation(std::uint32_t number) const { return situations_[number]; }
  /// Calls `visit` with the parts of each leg that was taken since the last tally, and how often.
  template <typename Visit> void end_tally(Visit visit) {
    graph_.end_tally([&](Graph::Number number, std::uint64_t times) {
      visit(std::span(std::as_const(parts_)).subspan(graph_[number].first_part, graph_[number].part_count), times);
    });
  }

 private:
  static constexpr std::size_t most_legs = 250'000;      ///< about 25 MB
  static constexpr std::uint64_t written_at_once = 512;  ///< states, before it shows whether they are met again

  emulator::StateTable states_;
  Graph graph_;
  std::vector<AccountPart> parts_;
  emulator::Situations situations_;
};

/// Keeps an account that has to be told of legs only where they are not looked up.
class LegAccount {
 public:
  virtual ~LegAccount() = default;
  /// Appends what the account of cycles from here on depends on, relative to a cycle.
  virtual void write_state(std::vector<std::uint32_t>& words, Cycle now) = 0;
  virtual void read_state(emulator::ControlWords& words, Cycle now) = 0;
  /// From here on the parts of the memo's legs are noted here too; null: they are not.
  virtual void note_parts(LegMemo* memo, std::vector<AccountPart>* parts) = 0;
  /// Legs are looked up. Until read_state() it is to ignore what it is told.
  virtual void fall_behind(LegMemo& memo) = 0;
};

}  // namespace reconverge::timing
