// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/memory/access.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/mio.hpp"

namespace reconverge::timing {

/// What the addresses of an access to the first level make of its time.
struct AccessShape {
  Passes passes = {};
  bool has_tags = true;           ///< the passes are known
  bool depends_on_place = false;  ///< of the buffer: rule 26
  std::uint32_t use = 0;          ///< in the memo that has the shape: ClockMemo::number_of() of its passes, and 1
  /// Sectors that it writes in part only, from that of the base on; kept shapes alone have them.
  std::vector<std::uint32_t> partly_written = {};
};

/// Shapes that were found, by row, lanes and addresses. They are the same wherever all addresses are moved by so many
/// bytes that banks and lines follow one another as before, those of one line wherever that is.
class AccessShapes {
 public:
  explicit AccessShapes(const CycleRecord& record);

  /// That of an access, which `find` finds if it has not been met of late.
  template <typename Find> AccessShape& of(std::uint32_t row, const emulator::Access& access, Find find) {
    Entry* const entry = entry_for(row, access);
    if (entry == nullptr) return unkept_ = find();
    if (!entry->is_known) {
      entry->shape = find();
      if (access.writes) find_partly_written(access, entry->shape.partly_written);
      entry->is_known = true;
    }
    return entry->shape;
  }
  /// The address from which sectors of the last shape count; nothing: it is not kept.
  std::optional<std::uint64_t> base() const { return base_; }

 private:
  static constexpr std::size_t most = 512;  ///< entries
  struct Entry {
    bool is_known = false;
    std::uint8_t bytes = 0;
    std::uint32_t row = 0;
    core::LaneMask lanes = {};
    std::array<std::uint32_t, emulator::lanes> offset{};  ///< of the lanes; of others 0
    AccessShape shape = {};
  };
  Entry* entry_for(std::uint32_t row, const emulator::Access& access);
  void find_partly_written(const emulator::Access& access, std::vector<std::uint32_t>& sectors) const;

  std::uint64_t period_;         ///< bytes, a power of two; 0: that is not known
  std::uint64_t line_, sector_;  ///< bytes of each
  std::optional<std::uint64_t> base_;
  std::vector<Entry> entries_;  ///< by a hash
  AccessShape unkept_;
};

}  // namespace reconverge::timing
