#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "emulator/listener.hpp"
#include "emulator/warp.hpp"
#include "sass/program.hpp"

namespace reconverge::study {

/// The barrier of the block that a BAR names, and the threads that have to come to it; none given: all.
struct BarrierUse {
  std::uint32_t number = 0;
  std::optional<std::uint32_t> threads;
};

/// Notes at which BAR a warp came to stand last, and which barriers its lanes came to without waiting.
class BarrierVisits final : public emulator::Listener {
 public:
  BarrierVisits(const sass::Function& function, const emulator::Warp& warp);

  bool wants_issued() const override { return arrives_; }
  void issued(const emulator::Issued& event) override;
  void moved(const emulator::Moved& event) override;

  std::uint32_t index() const { return index_; }
  const BarrierUse& use() const { return use_; }
  /// Threads of BAR.ARV since the last call, by barrier.
  std::map<std::uint32_t, std::uint32_t> take_arrivals();

 private:
  const sass::Function& function_;
  const emulator::Warp& warp_;
  bool arrives_;  ///< the function has BAR.ARV
  std::uint32_t index_ = 0;
  BarrierUse use_;
  std::map<std::uint32_t, std::uint32_t> arrivals_;
};

}  // namespace reconverge::study
