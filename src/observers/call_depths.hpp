#pragma once

#include <array>
#include <map>
#include <vector>

#include "emulator/listener.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::observers {

/// Whether lanes met, or waited for each other, in one convergence barrier from two call depths: a
/// function that calls itself arms the register its caller still waits at. The card loses convergence
/// there, and its cycles cannot be told.
class CallDepths final : public emulator::Listener {
 public:
  explicit CallDepths(const sass::Function& function);

  void moved(const emulator::Moved& event) override { go_on(event.at, event.group, event.index); }
  void parked(const emulator::Parked& event) override { go_on(event.at, event.mask, event.index); }
  void blocked(const emulator::Blocked& event) override;
  void released(const emulator::Released& event) override;

  /// One for each row, in their order.
  std::vector<Finding> findings() const;

 private:
  enum class Change : std::uint8_t { none, calls, returns };

  void go_on(emulator::Moment at, core::LaneMask lanes, std::uint32_t index);
  void look(emulator::Moment at, core::LaneMask lanes);

  std::vector<Change> changes_;  ///< by row
  std::array<int, core::lane_count> depth_{};
  std::map<std::uint8_t, core::LaneMask> waiting_;  ///< by barrier
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
