// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/lane_mask.hpp"
#include "emulator/events.hpp"
#include "emulator/executable.hpp"
#include "emulator/reconvergence/control_words.hpp"

namespace reconverge::emulator {

/// Why a lane of the warp does not take part when an instruction issues.
enum class Idle : std::uint8_t {
  parted,     ///< it is elsewhere: an earlier instruction split it from the lanes that run
  exited,     ///< it has left the warp
  no_thread,  ///< it was never in it: the block does not fill the warp, or the run leaves it out
};

constexpr std::string_view to_string(Idle why) {
  switch (why) {
    case Idle::parted: return "parted";
    case Idle::exited: return "exited";
    case Idle::no_thread: return "no thread";
  }
  return "?";
}

/// Cause of idle lanes.
struct IdleCause {
  Idle why = Idle::parted;
  std::uint32_t row = no_index;  ///< that split them off, or at which they exited; no_index: they never were there

  friend auto operator<=>(const IdleCause&, const IdleCause&) = default;
};

/// The branch that separates the running lanes from others of their warp, and the cause of each lane that is not among
/// them. It follows active masks only, so that it holds under every mechanism: the row that two lanes last executed
/// together is the one that separated them.
class OpenSplits {
 public:
  /// Lanes that are idle for one reason.
  struct IdleLanes {
    IdleCause cause;
    std::uint64_t lanes = 0;
    friend bool operator==(const IdleLanes&, const IdleLanes&) = default;
  };

  /// @param live  the lanes that take part
  explicit OpenSplits(core::LaneMask live);

  /// An instruction issues. Every one has to be noted.
  void issued(const Issued& event) { issued_run({.first = event.at, .active = event.active}); }
  void issued_run(const IssuedRun& run) {
    if (run.active != active_ || is_stale_) regroup(run.active);
    row_ = run.last();
  }
  void exited(const LanesExited& event);

  /// Whether live lanes were elsewhere when the last instruction issued.
  bool are_apart() const { return active_ != live_now_; }
  /// The row at which the lanes of the last instruction parted from others, the latest of several that have not met
  /// again; no_index if they are together.
  std::uint32_t cause() const { return cause_; }
  /// The lanes of the warp, of all 32, that did not take part in the last instruction: each is in one element. A lane
  /// that is elsewhere was parted by the row that it last executed together with any lane that runs.
  std::span<const IdleLanes> idle() const { return idle_; }
  /// How often the answers above may have changed.
  std::uint64_t changes() const { return changes_; }

  /// All that the answers depend on from here on.
  void write_state(std::vector<std::uint32_t>& words);
  void read_state(ControlWords& words);

 private:
  struct Group {
    std::uint32_t row = 0;  ///< that it executed last
    core::LaneMask lanes;   ///< that executed it together
  };
  void regroup(core::LaneMask active);
  void note_group(core::LaneMask together);
  void forget_useless();
  void charge_idle();

  core::LaneMask live_;
  core::LaneMask live_now_ = live_;  ///< when the last instruction issued
  core::LaneMask active_;
  core::LaneMask never_live_;
  bool is_stale_ = false;
  std::uint64_t changes_ = 0;
  std::uint32_t row_ = no_index;
  std::uint32_t cause_ = no_index;
  std::vector<Group> groups_;  ///< that parted and have not met since, in the order in which they ended
  std::vector<Group> exits_;   ///< the lanes that left, by row
  std::vector<IdleLanes> idle_;
  std::size_t most_groups_ = 64;  ///< before groups that are no longer needed are removed
};

}  // namespace reconverge::emulator
