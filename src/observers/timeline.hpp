// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "emulator/emulator.hpp"
#include "emulator/listener.hpp"
#include "emulator/reconvergence/token_stack.hpp"

namespace reconverge::observers {

/// A whole run in compact form: the path of control, and every change of the warp's state.
///
/// "After p instructions" the state is the start with the changes of steps 1 to p applied. Changes
/// are typed records: those that every mechanism has, those of the token stack, and those of
/// convergence barriers.
struct Timeline {
  /// Rows row, row + 1, ... row + count - 1, executed `times` times in a row.
  struct Stretch {
    std::uint32_t row = 0;
    std::uint32_t count = 0;
    std::uint64_t times = 1;
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  /// Active lanes whose guard was false did not take part in this step.
  struct Guarded {
    std::uint64_t step = 0;
    core::LaneMask executing;
  };

  struct Diverged {
    core::LaneMask taken;
    core::LaneMask not_taken;
  };

  // --- the token stack ---

  struct Pushed {
    emulator::TokenKind kind{};
    core::LaneMask mask;
    std::uint32_t row = 0;  ///< where its lanes resume; one past the last row if control ends there
  };
  struct Popped {
    emulator::TokenKind kind{};
    core::LaneMask mask;
  };
  /// A token lost lanes that wait for another one, or left.
  struct Narrowed {
    std::uint32_t position = 0;  ///< from the bottom of the stack
    core::LaneMask mask;
  };
  struct Spilled {
    std::uint32_t entries = 0;
  };
  struct Reloaded {
    std::uint32_t entries = 0;
  };

  // --- both ---

  struct Exited {
    core::LaneMask mask;
  };
  /// The lanes that run from now on, where no other change says so.
  struct Activated {
    core::LaneMask mask;
  };

  // --- convergence barriers: a lane is in one place, and a record that names it moves it there ---

  /// BSSY or BMOV wrote a barrier register, which holds these lanes now.
  struct Armed {
    std::uint8_t barrier = 0;
    core::LaneMask mask;
  };
  /// BREAK, EXIT or BMOV took lanes out of a register; it holds these now.
  struct Withdrawn {
    std::uint8_t barrier = 0;
    core::LaneMask mask;
  };
  /// Where lanes wait.
  enum class Place : std::uint8_t { barrier, warpsync, collective, block_barrier };
  struct Blocked {
    Place place{};
    std::uint8_t barrier = 0;  ///< if the place is one
    core::LaneMask mask;
    std::uint32_t row = 0;   ///< of the instruction that they wait at
    core::LaneMask awaited;  ///< of the lanes that are still to come, as of now
  };
  /// A barrier is complete, and its register empty. Other changes say where these lanes continue.
  struct Released {
    std::uint8_t barrier = 0;
    core::LaneMask mask;
  };
  /// A group is ready to continue at a row, among others of which the last one is resumed first.
  struct Parked {
    core::LaneMask mask;
    std::uint32_t row = 0;
    std::uint32_t position = 0;  ///< from the bottom of the ready groups
    bool fast = false;           ///< whether the newest one is fast to resume from now on
  };
  using Change = std::variant<Diverged, Pushed, Popped, Narrowed, Spilled, Reloaded, Exited, Activated, Armed,
                              Withdrawn, Blocked, Released, Parked>;
  struct Event {
    std::uint64_t step = 0;  ///< the instruction that did it, from 1
    Change change;
  };

  /// Cycles that went to one class, since those before them or since the first.
  struct Spent {
    std::uint64_t until = 0;
    std::uint8_t what = 0;  ///< which class: timing::CycleClass
  };

  core::LaneMask start;  ///< lanes that took part
  std::uint64_t steps = 0;
  std::vector<Stretch> path;
  std::vector<Guarded> guarded;
  std::vector<Event> events;                ///< in order; those of one step in the order in which they happened
  std::vector<std::uint64_t> issue_cycles;  ///< of step 1, 2, ...; empty if no clock ran
  std::vector<Spent> spent;                 ///< in order; empty if no cycles are accounted for
  /// How the warp itself stands when its block ends; nothing: it was run by itself, or the block did not end.
  std::optional<emulator::Ending> ending = {};
  bool is_where_block_stopped = false;  ///< the block stopped at this warp, or this is the first that waits for others

  void spend(std::uint64_t until, std::uint8_t what) {
    if (!spent.empty() && spent.back().what == what) spent.back().until = until;
    else spent.push_back({until, what});
  }
};

/// Folds the rows that are executed into stretches.
class PathRecorder {
 public:
  explicit PathRecorder(std::vector<Timeline::Stretch>& out) : out_(out) {}
  void follow(std::uint32_t row);
  void end();  ///< of the last stretch

 private:
  std::vector<Timeline::Stretch>& out_;
  Timeline::Stretch stretch_;  ///< the one that is being executed
};

/// Writes the timeline of a run under the token stack. Stack and timeline must outlive it.
class TimelineRecorder final : public emulator::Listener {
 public:
  TimelineRecorder(const emulator::TokenStack& stack, Timeline& out);

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override;
  void branched(const emulator::Branched& event) override;
  void pushed(const emulator::Pushed& event) override;
  void popped(const emulator::Popped& event) override;
  void spilled(const emulator::Spilled& event) override;
  void reloaded(const emulator::Reloaded& event) override;
  void lanes_exited(const emulator::LanesExited& event) override;
  void run_ended() override;  ///< ends the last stretch

 private:
  void add(std::uint64_t step, Timeline::Change change);
  void compare_with_stack();

  const emulator::TokenStack& stack_;
  Timeline& out_;
  core::LaneMask active_;  ///< as the changes so far have it
  core::LaneMask live_;
  std::vector<core::LaneMask> masks_;  ///< of the tokens, as reported so far
  PathRecorder path_;
  bool changed_ = false;  ///< something happened since the last instruction was issued
};

}  // namespace reconverge::observers
