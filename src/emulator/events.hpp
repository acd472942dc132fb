// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/lane_mask.hpp"
#include "emulator/memory/access.hpp"

/// Events of a run, one record for each kind. Their times are computed by timing.
namespace reconverge::emulator {

/// Kinds of re-convergence stack tokens (models of US8312254; the paper uses SYNC and DIV).
enum class TokenKind : std::uint8_t { div, sync, brk, cont, ret, longjmp };

constexpr std::string_view to_string(TokenKind kind) {
  switch (kind) {
    case TokenKind::div: return "DIV";
    case TokenKind::sync: return "SYNC";
    case TokenKind::brk: return "BRK";
    case TokenKind::cont: return "CONT";
    case TokenKind::ret: return "RET";
    case TokenKind::longjmp: return "LJ";
  }
  return "?";
}

/// Where an event happened: the 1-based index of the executed instruction and which row.
struct Moment {
  std::uint64_t step = 0;
  std::uint32_t index = 0;  ///< index into Executable::instructions

  constexpr Moment() = default;
  constexpr Moment(std::uint64_t its_step, std::uint32_t its_index) : step(its_step), index(its_index) {}
  /// One after the other: read as a whole soon after both were written, they would have to wait until that is done.
  constexpr Moment(const Moment& other) : step(other.step), index(other.index) {}
  constexpr Moment& operator=(const Moment& other) {
    step = other.step;
    index = other.index;
    return *this;
  }
};

/// A warp instruction is about to execute.
struct Issued {
  Moment at;
  core::LaneMask active;
  core::LaneMask executing;  ///< active lanes whose guard holds
};

/// Instructions of consecutive rows that issued one after another with the same active lanes.
struct IssuedRun {
  /// One whose guard left active lanes out.
  struct Guarded {
    std::uint32_t index = 0;
    core::LaneMask executing;
  };
  Moment first;
  std::uint32_t count = 1;
  core::LaneMask active;
  std::span<const Guarded> guarded = {};  ///< in the order of the rows
  std::uint64_t times = 1;  ///< that it happened: more only where sums are told of what was looked up (ControlMemo)
  std::uint32_t leg = 0;    ///< of the memo of control, whose first part it is; 0: that is not known

  std::uint32_t last() const { return first.index + count - 1; }
  /// Calls `visit` with each row and the lanes that executed it.
  template <typename Visit> void for_each_row(Visit visit) const {
    auto next = guarded.begin();
    for (std::uint32_t index = first.index; index <= last(); ++index) {
      const bool is_guarded = next != guarded.end() && next->index == index;
      visit(index, is_guarded ? next->executing : active);
      if (is_guarded) ++next;
    }
  }
};

/// Guards that left active lanes out of a row without a control part, told to sums in place of IssuedRun::guarded.
struct LeftOut {
  std::uint32_t index = 0;
  std::uint64_t lanes = 0;           ///< summed over executions
  std::uint64_t partly = 0;          ///< executions by some of the active lanes
  std::uint64_t lanes_of_those = 0;  ///< that were left out of these

  void add(const LeftOut& more) {
    lanes += more.lanes;
    partly += more.partly;
    lanes_of_those += more.lanes_of_those;
  }
};

/// What the guard of a row leaves out of executions that are alike.
constexpr LeftOut left_out_of(std::uint32_t index, core::LaneMask active, core::LaneMask executing,
                              std::uint64_t times = 1) {
  const std::uint64_t lanes = times * static_cast<std::uint64_t>(active.without(executing).count());
  return executing.empty() ? LeftOut{index, lanes} : LeftOut{index, lanes, times, lanes};
}

/// A predicated or indirect branch was executed.
struct Branched {
  Moment at;
  core::LaneMask taken;
  core::LaneMask not_taken;
  std::uint64_t times = 1;  ///< as of IssuedRun
  bool diverged() const { return taken.any() && not_taken.any(); }
};

struct Pushed {
  Moment at;
  TokenKind kind{};
  core::LaneMask mask;
  std::uint32_t depth = 0;  ///< tokens on the stack afterwards
};

struct Popped {
  Moment at;
  TokenKind kind{};
  core::LaneMask mask;
  std::uint32_t depth = 0;  ///< tokens on the stack afterwards
};

/// The lowest resident entries went from the on-chip stack to memory, as one chunk.
struct Spilled {
  Moment at;
  std::uint32_t entries = 0;
};

/// Entries came back from memory, as one chunk.
struct Reloaded {
  Moment at;
  std::uint32_t entries = 0;
};

/// How control reached the instruction that the warp executes next, after one that may transfer it (convergence
/// barriers only). The cost of each is computed by timing.
enum class ControlTransfer : std::uint8_t {
  fell_through,                      ///< no lane jumped
  jumped,                            ///< the whole group went to the target
  diverged_fall_through_first,       ///< the group split; the side that falls through runs on
  diverged_taken_first,              ///< the group split; the side that jumps runs on
  jumped_indirect,                   ///< the whole group went to the target in a register
  diverged_lowest_lane_first,        ///< targets differ; the lanes that share the lowest lane's run on
  diverged_others_first,             ///< targets differ; the lanes with the target of the lowest of the others run on
  reconverged,                       ///< a barrier was complete, or the lanes are not in it
  reconverged_at_rewritten_barrier,  ///< the same at a barrier that BMOV wrote, or BSSY armed while it held lanes
  left_barrier,                      ///< BREAK took lanes out of a barrier
  kept_barrier,                      ///< BREAK of no lane in it
  exited_some,                       ///< lanes left the warp, others of the group continue
  resumed_newest,                    ///< another group, the one that diverged last, continues
  resumed_older,                     ///< another group continues
  completed_by_break,                ///< the lanes that left were the last ones a barrier waited for
  completed_by_exit,                 ///< the same, and they left the warp
  yielded_alone,                     ///< no other group was ready
  synchronised,                      ///< WARPSYNC of lanes that are together
  synchronised_last,                 ///< WARPSYNC, and the last lanes arrived
  block_barrier,                     ///< BAR
  collective_last_first,             ///< ENDCOLLECTIVE: the lanes that arrived last go to their targets
  collective_others,                 ///< the others do
};
inline constexpr std::size_t control_transfer_count = static_cast<std::size_t>(ControlTransfer::collective_others) + 1;

/// The running group after an instruction that may move control.
struct Transferred {
  Moment at;
  ControlTransfer transfer{};
  core::LaneMask group;
  std::uint32_t index = 0;  ///< instruction that it executes next
  /// Barriers that the lanes of an EXIT of a whole group left, one after another; origins of the lanes of a
  /// WARPSYNC.COLLECTIVE.
  std::uint8_t count = 0;
};

/// A group waits to be resumed at an instruction.
struct Parked {
  Moment at;
  core::LaneMask mask;
  std::uint32_t index = 0;
};

/// Lanes were put into a convergence barrier; `mask` is all that it holds now.
struct Armed {
  Moment at;
  std::uint8_t barrier = 0;
  core::LaneMask mask;
};

/// Lanes wait at a barrier for `awaited`.
struct Blocked {
  Moment at;
  std::uint8_t barrier = 0;
  core::LaneMask mask;
  core::LaneMask awaited;
};

/// A barrier is complete: its lanes continue. Those that are ready elsewhere are parked.
struct Released {
  Moment at;
  std::uint8_t barrier = 0;
  core::LaneMask mask;
};

/// A memory access has taken effect.
struct Accessed {
  Moment at;
  const Access& access;
  bool* ends_run = nullptr;  ///< set by a listener that is to be asked again before the row behind it

  void end_run() const {
    if (ends_run != nullptr) *ends_run = true;
  }
};

/// MATCH.ANY has grouped the executing lanes.
struct Matched {
  Moment at;
  int values = 0;  ///< different ones, so groups: 1 to 32
};

struct LanesExited {
  Moment at;
  core::LaneMask mask;
};

}  // namespace reconverge::emulator
