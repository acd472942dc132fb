#pragma once

#include <map>
#include <vector>

#include "emulator/listener.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::observers {

/// Which instructions that look at other lanes ran while some live lanes were elsewhere.
class PartialGroups final : public emulator::Listener {
 public:
  PartialGroups(const sass::Function& function, core::LaneMask live);

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override;
  void lanes_exited(const emulator::LanesExited& event) override { live_ = live_.without(event.mask); }

  /// One for each row, in their order.
  std::vector<Finding> findings() const;

 private:
  const sass::Function& function_;
  std::vector<bool> looks_at_others_;
  core::LaneMask live_;
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
