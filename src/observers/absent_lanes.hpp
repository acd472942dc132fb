// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "emulator/warp.hpp"
#include "observers/finding.hpp"

namespace reconverge::observers {

/// Instructions that relied on absent lanes: SHFL that reads a lane which has exited or does not execute it, and
/// WARPSYNC that continued because lanes it waited for exited elsewhere. Both are undefined in CUDA. Executable and
/// warp must outlive it.
class AbsentLanes final : public emulator::Listener {
 public:
  /// Of an executable, by row: the next one that is looked at. Warps of one code share them.
  using Rows = std::shared_ptr<const std::vector<std::uint32_t>>;
  static Rows rows_of(const emulator::Executable& executable);

  AbsentLanes(const emulator::Executable& executable, const emulator::Warp& warp, core::LaneMask live)
      : AbsentLanes(executable, rows_of(executable), warp, live) {}
  AbsentLanes(const emulator::Executable& executable, Rows rows, const emulator::Warp& warp, core::LaneMask live)
      : executable_(executable), warp_(warp), live_(live), rows_(std::move(rows)) {}

  bool wants_issued() const override { return true; }
  std::uint32_t rows_at_once(std::uint32_t first, core::LaneMask) override { return (*rows_)[first] - first; }
  emulator::EventKinds hears() const override { return emulator::heard_by<AbsentLanes>(); }
  void issued(const emulator::Issued& event) override;
  void transferred(const emulator::Transferred& event) override;
  void lanes_exited(const emulator::LanesExited& event) override;

  /// One for each row and kind, in the order of the rows.
  std::vector<Finding> findings() const;

 private:
  /// The lanes at a WARPSYNC, all that they wait for, and those of them that exited instead.
  struct Wait {
    core::LaneMask come;
    core::LaneMask awaited;
    core::LaneMask gone;
  };

  void look_at_shuffle(const emulator::Issued& event);
  core::LaneMask named_lanes(const emulator::DecodedInstruction& instruction, core::LaneMask lanes) const;
  Finding& note(std::uint32_t index, std::string_view kind, core::LaneMask lanes, core::LaneMask missing);

  const emulator::Executable& executable_;
  const emulator::Warp& warp_;
  core::LaneMask live_;
  Rows rows_;
  std::map<std::uint32_t, Wait> waits_;  ///< by row
  std::map<std::pair<std::uint32_t, std::string_view>, Finding> found_;
};

}  // namespace reconverge::observers
