// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "emulator/listener.hpp"

namespace reconverge::observers {

/// Branches, spills and reloads by row of the listing: "which branch costs most".
class DivergenceProfile final : public emulator::Listener {
 public:
  struct alignas(64) Row {
    std::uint64_t executed = 0;     ///< times the branch was executed by some active lane
    std::uint64_t divergent = 0;    ///< times it split the active lanes
    std::uint64_t lanes_taken = 0;  ///< lanes that jumped, summed over all executions
    std::uint64_t lanes_not_taken = 0;
    std::uint64_t spills = 0;   ///< chunks spilled by its pushes
    std::uint64_t reloads = 0;  ///< chunks reloaded by its pops

    bool happened() const { return executed + spills + reloads > 0; }
    void add(const Row& more) {
      executed += more.executed;
      divergent += more.divergent;
      lanes_taken += more.lanes_taken;
      lanes_not_taken += more.lanes_not_taken;
      spills += more.spills;
      reloads += more.reloads;
    }
  };

  DivergenceProfile() = default;
  /// @param rows  that the code has: no more room is made later
  explicit DivergenceProfile(std::size_t rows) : rows_(rows) {}

  bool sums_up() const override { return true; }
  emulator::EventKinds hears() const override { return emulator::heard_by<DivergenceProfile>(); }
  void branched(const emulator::Branched& event) override {
    Row& row = row_of(event.at.index);
    row.executed += event.times;
    row.divergent += event.diverged() ? event.times : 0;
    const std::uint64_t lanes = counts_of(event.taken, event.not_taken);
    row.lanes_taken += event.times * (lanes & 0xFFFF'FFFFu);
    row.lanes_not_taken += event.times * (lanes >> 32);
  }
  void spilled(const emulator::Spilled& event) override { ++row_of(event.at.index).spills; }
  void reloaded(const emulator::Reloaded& event) override { ++row_of(event.at.index).reloads; }

  /// Those of another warp.
  void add(const DivergenceProfile& more) {
    for (std::uint32_t i = 0; i < more.rows_.size(); ++i) {
      if (more.rows_[i].happened()) row_of(i).add(more.rows_[i]);
    }
  }
  /// Of all rows.
  Row sum() const {
    Row sum;
    for (const Row& row : rows_) sum.add(row);
    return sum;
  }

  /// By index into Executable::instructions: those at which anything happened.
  std::map<std::uint32_t, Row> rows() const {
    std::map<std::uint32_t, Row> met;
    for (std::uint32_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].happened()) met.emplace(i, rows_[i]);
    return met;
  }

 private:
  /// LaneMask::count() of two sets at once: of the first in the low half, of the second in the high one.
  static std::uint64_t counts_of(core::LaneMask first, core::LaneMask second) {
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101u, pairs = 0x33 * ones, nibbles = 0x0F * ones;
    const std::uint64_t bits = std::uint64_t{second.bits()} << 32 | first.bits();
    std::uint64_t sums = bits - (bits >> 1 & 0x55 * ones);
    sums = (sums & pairs) + (sums >> 2 & pairs);
    sums = (sums + (sums >> 4)) & nibbles;
    sums += sums >> 8;
    return (sums + (sums >> 16)) & 0x0000'003F'0000'003Fu;
  }
  Row& row_of(std::uint32_t index) {
    if (index >= rows_.size()) make_room(index);
    return rows_[index];
  }
  [[gnu::cold]] void make_room(std::uint32_t index) { rows_.resize(index + std::size_t{1}); }

  std::vector<Row> rows_;
};

}  // namespace reconverge::observers
