// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/reconvergence/control_words.hpp"
#include "emulator/reconvergence/mechanism.hpp"
#include "emulator/reconvergence/ready_groups.hpp"

namespace reconverge::emulator {

/// Which side of a divergent branch runs on.
enum class FirstSide : std::uint8_t {
  smaller,  ///< the one with fewer lanes; of equals, the one that falls through
  fall_through,
  taken,
};

/// Effect of BSSY on a barrier that holds lanes already.
enum class Arming : std::uint8_t { assigns, adds };

/// Rule rewritten-barrier: which BSYNC the lanes pass that do not wait at the completing one, if BMOV wrote their
/// barrier or BSSY armed it while it held lanes. Lanes of any other barrier pass the completing one.
enum class RewrittenBarrier : std::uint8_t { own_bsync, completing_bsync };

/// Rule break: which group runs on when BREAK completes a barrier.
enum class AfterBreak : std::uint8_t {
  smaller,  ///< the one with fewer lanes; of equals, the one that executed BREAK
  breaking,
};

/// Rule indirect-branch: which target runs first if lanes have different ones.
enum class FirstTarget : std::uint8_t {
  smaller,  ///< the lowest lane's, unless more lanes share it than not; then that of the lowest other lane
  lowest_lane,
};

/// Rule yield-and-warpsync: whether a BSYNC waits for lanes that yielded, while no group is ready.
enum class YieldedLanes : std::uint8_t { excused, awaited };

/// Choices that the sources of docs/model.md, "barriers", leave open. Measured on Hopper; assumed elsewhere
/// (BarrierRecord has the grade). The rules bsync-nonmembers and exit leave only cycles open, and have no choice.
struct BarrierPolicy {
  FirstSide first = FirstSide::smaller;
  Arming arming = Arming::adds;
  bool merges_equal_addresses = true;  ///< slow groups that wait at one address resume as one
  RewrittenBarrier rewritten = RewrittenBarrier::own_bsync;
  AfterBreak after_break = AfterBreak::smaller;
  FirstTarget first_target = FirstTarget::smaller;
  YieldedLanes yielded = YieldedLanes::excused;
};

/// Convergence barriers, sm_70 and later: sixteen registers that hold sets of lanes, one running
/// group, and other groups that are ready or blocked. No stack, no call stack (docs/model.md, "barriers").
class ConvergenceBarriers final : public Mechanism {
 public:
  static constexpr std::size_t barrier_count = 16;

  using Group = LaneGroup;

  /// A barrier register and the lanes that wait at a BSYNC of it. They keep waiting if the register is written
  /// meanwhile, as by functions that save it.
  struct Barrier {
    core::LaneMask mask;
    core::LaneMask arrived;
    LaneGroups waiting;    ///< the lanes of `arrived`, by the BSYNC that they are at
    bool moved = false;    ///< written by BMOV, without a slow resume since (Hopper rule 15)
    bool rearmed = false;  ///< armed while it held lanes (the same rule)
    bool looks = false;    ///< set by either, until release: each lane then passes the BSYNC it waits at

    void clear() {
      mask = arrived = core::LaneMask::none();
      waiting.clear();
      moved = rearmed = looks = false;
    }
  };
  /// Lanes that wait at a WARPSYNC for `awaited` to come.
  struct WarpSync {
    Group waiting;
    core::LaneMask awaited;
    bool collective = false;
    bool looks = false;  ///< recheck for missing lanes after a YIELD
  };

  explicit ConvergenceBarriers(BarrierPolicy policy = {}) : policy_(policy), ready_(policy.merges_equal_addresses) {}

  std::string_view name() const override { return "convergence-barriers"; }
  std::optional<ControlPart> control_part(const sass::Instruction& instruction) const override;
  std::optional<DecodingProblem> bind_operands(const sass::Instruction& row, DecodedInstruction& out) const override;
  bool has_uniform_datapath() const override { return true; }
  Flow start(const Executable& executable, core::LaneMask live, std::uint32_t entry) override;
  ControlFault execute(const DecodedInstruction& instruction, core::LaneMask executing, Warp& warp, Moment at,
                       Flow& flow, const Events& events) override;
  bool has_waiting() const override;
  std::string describe() const override;
  std::string describe_waits() const override;

  std::span<const Barrier, barrier_count> barriers() const { return barriers_; }
  const ReadyGroups& ready() const { return ready_; }
  const std::vector<WarpSync>& warp_syncs() const { return warp_syncs_; }
  /// Groups that yielded and have not run since: every ready group runs before them.
  LaneGroups yielded() const;
  const LaneGroups& at_block_barrier() const { return at_block_barrier_; }
  /// Live lanes that a WARPSYNC still waits for.
  core::LaneMask missing_at(const WarpSync& sync) const;
  /// Live lanes that have not arrived at the block barrier at which a group waits.
  core::LaneMask missing_at_block_barrier(const Group& waiting) const;
  core::LaneMask live() const { return live_; }

  /// Whether what a control instruction does follows from the state and from the lanes for which its predicates hold.
  static bool follows_from_state(const DecodedInstruction& instruction);
  /// Whether the state can be written: not where lanes have yielded, or wait at a WARPSYNC or BAR.
  bool has_state() const;
  void write_state(std::vector<std::uint32_t>& words) const;
  void read_state(ControlWords& words);

 private:
  /// A group that yielded and has not run since, or one that waited for such.
  struct Yielded {
    Group group;
    bool excuses = true;  ///< barriers need not wait for it
    bool used = false;    ///< one did not
  };

  /// Everything one control instruction works with.
  struct Step {
    const DecodedInstruction& instruction;
    core::LaneMask executing;  ///< active lanes for which the guard and the second predicate hold
    Warp& warp;
    Moment at;
    Flow& flow;
    const Events& events;
  };

  ControlFault arm(const Step& step);
  ControlFault wait(const Step& step);
  ControlFault break_out(const Step& step);
  ControlFault move_to_register(const Step& step);
  ControlFault move_from_register(const Step& step);
  ControlFault branch(const Step& step);
  ControlFault branch_if_missing(const Step& step);
  ControlFault branch_indirect(const Step& step);
  ControlFault exit(const Step& step);
  ControlFault yield(const Step& step);
  core::LaneMask lanes_of_one_mask(const Step& step, core::LaneMask among) const;
  ControlFault gather(const Step& step, bool collective);
  ControlFault run_gathered(const Step& step, core::LaneMask awaited, bool collective);
  std::uint8_t places_of(core::LaneMask lanes) const;
  ControlFault end_collective(const Step& step);
  ControlFault block_barrier(const Step& step);
  ControlFault arrive_at_block_barrier(const Step& step);
  ControlFault come_to_block_barrier(const Step& step);
  core::LaneMask lanes_at_barrier_of(std::size_t lane, core::LaneMask among) const;
  ControlFault trap(const Step& step);

  /// Continues with `group` at `index`.
  ControlFault go_on(const Step& step, ControlTransfer transfer, core::LaneMask group, std::uint32_t index,
                     std::uint8_t count = 0);
  ControlFault part(const Step& step, core::LaneMask taken, core::LaneMask not_taken);
  ControlFault switch_group(const Step& step, std::uint8_t left = 0);
  void forget_moves();
  void park(const Step& step, Group group, ReadyAs how);
  ControlFault block(const Step& step, core::LaneMask passing, ControlTransfer transfer);
  core::LaneMask release(const Step& step, Barrier& barrier);
  std::uint8_t leave_barriers(core::LaneMask leaving);
  bool recheck(const Step& step);
  bool recheck_barrier(const Step& step, Barrier& barrier);
  bool recheck_warp_syncs(const Step& step);
  bool recheck_block_barrier(const Step& step);
  void overwrite(const Step& step, Barrier& barrier, core::LaneMask mask);
  bool wake(const Step& step, Barrier& barrier, core::LaneMask chosen);
  void wake_outsiders(const Step& step);
  core::LaneMask missing(const Barrier& barrier) const;
  core::LaneMask excused() const;
  bool is_excused(const Barrier& barrier) const;
  bool use_excuse(core::LaneMask missed);
  void release_without_excused(const Step& step, Barrier& barrier);
  void resume_yielded(const Step& step);
  bool recheck_after_yield(const Step& step);
  core::LaneMask gathered(std::uint32_t index, bool collective) const;
  bool is_complete(const Barrier& barrier) const;
  core::LaneMask named_lanes(const Step& step) const;

  BarrierPolicy policy_;
  const Executable* executable_ = nullptr;
  std::array<Barrier, barrier_count> barriers_;  // without {}, which would clear groups that nobody reads
  std::vector<WarpSync> warp_syncs_;
  LaneGroups at_block_barrier_;                                  ///< the lanes of each are at one barrier
  std::array<std::uint32_t, core::lane_count> block_barrier_{};  ///< at which each lane is, or was last
  bool all_at_one_barrier_ = false;          ///< whatever lanes are at one: no group came by another number
  core::LaneMask holding_at_block_barrier_;  ///< lanes that arrived at BAR.RED with their predicate true
  core::LaneMask in_collective_;             ///< lanes in the region of a WARPSYNC.COLLECTIVE ...
  core::LaneMask last_in_collective_;        ///< of these, those that arrived last
  std::array<std::uint32_t, core::lane_count> collective_return_{};  ///< ... and where each continues
  ReadyGroups ready_;
  core::LaneMask live_;
  std::vector<Yielded> yielded_;
};

}  // namespace reconverge::emulator
