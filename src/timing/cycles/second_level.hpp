// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "emulator/memory/access.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/lost_lines.hpp"
#include "timing/cycles/number_set.hpp"

/// Times of accesses that the first level does not serve: rule beyond-first-level of docs/model.md.
namespace reconverge::timing {

/// Where loads of global memory are answered from.
enum class LoadsFrom : std::uint8_t {
  as_known,  ///< the first level, unless they are known to miss it
  first_level,
  second_level,
  memory,
};

/// Sectors that a store has written in part only. A load of one may miss, though the first level held it before.
class PartlyWritten {
 public:
  void store(const emulator::Access& access, std::uint64_t sector_bytes);
  /// A sector that a store has written in part, by its number.
  void store(std::uint64_t sector) { sectors_.insert(sector); }
  bool meets(const emulator::Access& load, std::uint64_t sector_bytes) const;

 private:
  NumberSet sectors_;
};

/// Names of the last three, for --assume and results.
inline constexpr std::array<std::string_view, 3> loads_from_names{"l1", "l2", "dram"};
constexpr std::string_view to_string(LoadsFrom from) {
  return from == LoadsFrom::as_known ? "" : loads_from_names[static_cast<std::size_t>(from) - 1];
}

/// How a clock times accesses whose latency is a distribution.
struct MemoryPremise {
  Assumption assumption = Assumption::typical;  ///< of every such access
  LoadsFrom loads = LoadsFrom::as_known;
  bool fits = true;  ///< the first level holds all that the run uses
};

/// The accesses of one warp, in their order.
class SecondLevel {
 public:
  /// The record must outlive it.
  SecondLevel(const CycleRecord& record, MemoryPremise premise) : record_(record), premise_(premise) {}

  /// Added to the time of a hit.
  struct More {
    std::int32_t result = 0;  ///< until its result comes
    std::int32_t busy = 0;    ///< cycles that its unit is occupied at least
    bool in_order = true;     ///< later accesses wait for its result
  };
  /// Of global memory. `beyond` is Beyond::none for a load or store that hits unless an earlier access prevents it.
  More access(const emulator::Access& access, Beyond beyond, Cycle cycle);
  /// Added to the time of a hit of local memory.
  std::int32_t local(const emulator::Access& access, Cycle cycle);
  /// How long a fence holds the warp.
  std::int32_t fence(Beyond beyond, Cycle cycle);
  /// The first level holds nothing any more.
  void invalidate();
  /// Cycles of a band that applies to the access by itself.
  std::int32_t cycles_of(BandKind kind);

  const MemoryPremise& premise() const { return premise_; }
  /// A band that was needed and that the record lacks: " without band NAME". Empty: none.
  std::string_view lacks() const { return lacks_; }

 private:
  using Sectors = std::unordered_set<std::uint64_t>;
  Sectors sectors_of(const emulator::Access& access) const;
  More load(const emulator::Access& access, const Sectors& sectors, Beyond beyond, Cycle cycle);
  More atomic(const emulator::Access& access, const Sectors& sectors, Beyond beyond, Cycle cycle);
  std::int32_t of_lost_lines(const emulator::Access& access);
  std::int32_t latency_of(const Sectors& sectors, Beyond beyond);
  void store(const emulator::Access& access, const Sectors& sectors, Cycle cycle);
  void drain(Cycle cycle, std::int32_t cycles);

  const CycleRecord& record_;
  MemoryPremise premise_;
  std::unordered_map<std::uint64_t, BandKind> lost_;  ///< sectors that the first level lost, by the band of a load
  Sectors filled_;                                    ///< since it was invalidated
  PartlyWritten partly_written_;
  LostLines lost_lines_;
  Sectors touched_;  ///< noted where the first level does not hold all
  bool invalidated_ = false;
  Cycle drained_ = 0;  ///< when the stores and atomics until now are done
  std::string_view lacks_;
};

}  // namespace reconverge::timing
