// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/lane_mask.hpp"
#include "emulator/run_use.hpp"
#include "emulator/warp.hpp"

namespace reconverge::observers {

/// Origin of a value that nothing has written: a register or predicate, or memory that a row has read.
struct Origin {
  enum class Kind : std::uint8_t { slot, predicate, memory };

  Kind kind = Kind::slot;
  std::uint16_t number = 0;  ///< the slot or predicate; of memory `gap` or 0
  std::uint32_t row = 0;     ///< that read memory

  /// Of memory: each lane that got an undefined byte got a written one with it, as of a structure with gaps.
  static constexpr std::uint16_t gap = 1;
  bool is_gap() const { return kind == Kind::memory && number == gap; }

  friend bool operator==(const Origin&, const Origin&) = default;
};

/// The bits of registers, and the predicates, that were never written. At first all are undefined.
///
/// One mask of lanes a register says whether any of its bits is undefined, so that defined values, which
/// nearly all are, cost one word; which bits they are is looked up only then.
class UndefinedValues {
 public:
  /// @param live  the lanes that take part
  explicit UndefinedValues(core::LaneMask live);

  /// Whether some of these is undefined in some of these lanes, which take part; of the uniform datapath, in any.
  bool any(const emulator::ValueSet& values, core::LaneMask lanes) const {
    return values.intersects(some_) && values.any_common(some_, [&](std::size_t value) {
      return emulator::ValueSet::is_uniform(value) || lanes_of(value).intersects(lanes);
    });
  }
  /// Lanes take part no longer.
  void leave(core::LaneMask lanes);

  /// The lanes in which some bit of a register is undefined.
  core::LaneMask lanes(emulator::Slot slot) const { return lanes_[slot]; }
  /// The undefined bits of one lane.
  std::uint32_t bits(emulator::Slot slot, std::size_t lane) const {
    if (!lanes_[slot].contains(static_cast<int>(lane))) return 0;
    return bits_.empty() ? all_bits : bits_[slot][lane];
  }
  const Origin& origin(emulator::Slot slot) const { return origins_[slot]; }

  void define(emulator::Slot slot, core::LaneMask lanes) {
    lanes_[slot] = lanes_[slot].without(lanes);
    some_.set(slot, lanes_[slot].intersects(live_));
  }
  /// In some lanes these bits are undefined, and the others are defined.
  void set(emulator::Slot slot, core::LaneMask lanes, const emulator::LaneVector& undefined, const Origin& origin);

  /// Bit k: predicate k is undefined in some lane.
  std::uint16_t some_predicates() const { return some_predicates_; }
  core::LaneMask predicate_lanes(std::uint8_t index) const { return predicates_[index]; }
  const Origin& predicate_origin(std::uint8_t index) const { return predicate_origins_[index]; }
  void define_predicate(std::uint8_t index, core::LaneMask lanes) {
    set_predicate(index, lanes, core::LaneMask::none(), {});
  }
  /// In some lanes a predicate is undefined if they are among `undefined`, else it is defined.
  void set_predicate(std::uint8_t index, core::LaneMask lanes, core::LaneMask undefined, const Origin& origin);

 private:
  static constexpr std::uint32_t all_bits = 0xFFFF'FFFFu;
  core::LaneMask lanes_of(std::size_t value) const {
    return value < emulator::ValueSet::first_predicate ? lanes_[value]
                                                       : predicates_[value - emulator::ValueSet::first_predicate];
  }

  core::LaneMask live_;
  emulator::ValueSet some_;  ///< that are undefined in some live lane
  std::vector<core::LaneMask> lanes_;
  std::vector<emulator::LaneVector> bits_;  ///< empty: all bits of those lanes, as long as nothing was set otherwise
  std::vector<Origin> origins_;
  std::array<core::LaneMask, 16> predicates_{};
  std::array<Origin, 16> predicate_origins_{};
  std::uint16_t some_predicates_ = 0;
};

}  // namespace reconverge::observers
