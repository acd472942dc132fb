// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/listener.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/warp_clock.hpp"

namespace reconverge::timing {

/// How long a warp occupies each unit of its sub-partition whose interval is known to hold for all warps together:
/// arithmetic and xu. A listener of the warp whose clock is given.
class UnitDemand final : public emulator::Listener {
 public:
  UnitDemand(const WarpClock& clock, const CycleRecord& record)
      : rows_(clock.code().rows()), cycles_(record.units.size()) {}

  bool wants_runs() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<UnitDemand>(); }
  void issued_run(const emulator::IssuedRun& run) override;

  std::uint64_t instructions() const { return instructions_; }
  /// By unit of the record.
  const std::vector<Cycle>& cycles() const { return cycles_; }

 private:
  const std::vector<TimedRow>& rows_;
  std::uint64_t instructions_ = 0;
  std::vector<Cycle> cycles_;
};

/// The constraint that sets the lower bound of a sub-partition, or of all.
enum class Limit : std::uint8_t {
  latency,      ///< of the slowest warp by itself
  issue,        ///< an instruction a cycle and sub-partition
  shared_unit,  ///< its operations
  unit,         ///< one of a sub-partition: LowerBound::unit
};
const char* to_string(Limit limit);

/// Lower bound of the time of a block, from its first issue to its last.
struct LowerBound {
  Cycle cycles = 0;
  Limit limit = Limit::issue;
  std::size_t unit = 0;  ///< of the record
};

/// Demand of the warps of a block, by sub-partition and together.
class BlockDemand {
 public:
  explicit BlockDemand(const CycleRecord& record);

  /// @param latency  of the warp by itself; nothing: it is not known
  void add(std::size_t warp, const UnitDemand& demand, std::uint64_t shared_unit_operations,
           std::optional<Cycle> latency);
  LowerBound lower_bound() const;

 private:
  struct SubPartitionDemand {
    std::uint64_t instructions = 0;
    std::vector<Cycle> units;
  };
  const CycleRecord& record_;
  std::vector<SubPartitionDemand> sub_partitions_;
  Cycle shared_unit_ = 0, latency_ = 0;
  Cycle longest_operation_ = 0;  ///< the last one need not be over when the last instruction issues
};

}  // namespace reconverge::timing
