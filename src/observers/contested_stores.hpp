// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "observers/finding.hpp"

namespace reconverge::observers {

/// Which stores had lanes that wrote different values to one address at once: the final value depends on the
/// hardware.
class ContestedStores final : public emulator::Listener {
 public:
  ContestedStores(const emulator::Executable& executable, const emulator::Warp& warp)
      : executable_(executable), warp_(warp) {}

  emulator::EventKinds hears() const override { return emulator::heard_by<ContestedStores>(); }
  void accessed(const emulator::Accessed& event) override;

  /// One for each row, in their order.
  std::vector<Finding> findings() const;

 private:
  const emulator::Executable& executable_;
  const emulator::Warp& warp_;
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
