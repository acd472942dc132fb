// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "emulator/listener.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::observers {

/// Whether lanes met, or waited for each other, in one convergence barrier from two call depths, or were in one
/// function at two of its own: a function that calls itself arms the register its caller still waits at. The card can
/// lose convergence there, and its cycles are not predictable.
class CallDepths final : public emulator::Listener {
 public:
  /// By row of a function: whether lanes enter or leave one there. Warps of one code share it.
  enum class Change : std::uint8_t { none, calls, returns };
  using Changes = std::shared_ptr<const std::vector<Change>>;
  static Changes changes_of(const sass::Function& function);

  explicit CallDepths(const sass::Function& function, core::LaneMask live = core::LaneMask::all())
      : CallDepths(changes_of(function), live) {}
  CallDepths(Changes changes, core::LaneMask live) : changes_(std::move(changes)), live_(live) {}

  emulator::EventKinds hears() const override { return emulator::heard_by<CallDepths>(); }
  void transferred(const emulator::Transferred& event) override;
  void parked(const emulator::Parked& event) override;
  void blocked(const emulator::Blocked& event) override;
  void released(const emulator::Released& event) override;
  void lanes_exited(const emulator::LanesExited& event) override { live_ = live_.without(event.mask); }

  /// One for each row, in their order.
  std::vector<Finding> findings() const;

 private:
  /// The functions that a lane is in, by their first rows.
  struct Inside {
    static constexpr std::size_t deepest = 4096;

    void enter(std::uint32_t entry);
    void leave();
    int times_in(std::uint32_t entry) const;

    std::vector<std::uint32_t> entries;
    std::map<std::uint32_t, int> times;
    std::uint64_t unnoted = 0;
  };

  void go_on(emulator::Moment at, core::LaneMask lanes, std::uint32_t index);
  void look(emulator::Moment at, core::LaneMask lanes);
  void enter(emulator::Moment at, core::LaneMask lanes, std::uint32_t entry);
  void leave(core::LaneMask lanes);
  void note(std::uint32_t index, core::LaneMask lanes, std::string_view kind, std::string_view message);

  Changes changes_;
  core::LaneMask live_;
  std::array<int, core::lane_count> depth_{};
  std::array<Inside, core::lane_count> inside_;
  std::map<std::uint8_t, core::LaneMask> waiting_;  ///< by barrier
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
