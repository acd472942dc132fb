// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "observers/undefined_values.hpp"

namespace reconverge::observers {

/// Which bytes of a block's shared memory were written; one for all of its warps. Takes no room until shared
/// memory is used.
class WrittenShared {
 public:
  /// Bytes from an address on, which lie in shared memory.
  void write(std::uint64_t address, std::size_t bytes, std::uint64_t end);
  /// One byte that was written holds again what nothing has written: the gap of a structure that was copied there.
  void forget(std::uint64_t address);
  /// Bit k: byte k was written.
  std::uint32_t written(std::uint64_t address, std::size_t bytes) const;
  /// Whether all bytes from `first` up to `end` are known to be written, without a look at each of them.
  bool is_full(std::uint64_t first, std::uint64_t end) const { return full_begin_ <= first && end <= full_end_; }

 private:
  std::vector<std::uint8_t> written_;
  std::uint64_t full_begin_ = 0, full_end_ = 0;  ///< a range without a gap
};

/// Which bits of a warp's local memory are defined. Registers that hold nothing yet are saved there like any
/// other, and are as undefined when they come back.
class WrittenLocal {
 public:
  using Bytes = std::array<std::uint8_t, 16>;

  /// Some bytes of a lane, with their undefined bits and where these come from.
  void write(std::size_t lane, std::uint64_t address, const Bytes& undefined, std::size_t bytes, const Origin& origin);

  struct Read {
    Bytes undefined{};
    std::optional<Origin> origin;  ///< none: nothing was written there
    bool any = false;
  };
  /// Whether the bytes at one address are all defined in some lanes.
  bool is_defined(std::uint64_t address, std::size_t bytes, core::LaneMask lanes) const;
  Read read(std::size_t lane, std::uint64_t address, std::size_t bytes) const;

 private:
  /// A byte whose bits are not all defined in some lane.
  struct Partial {
    core::LaneMask lanes;
    std::array<std::uint8_t, emulator::lanes> undefined{};
    Origin origin;
  };

  std::vector<core::LaneMask> defined_;  ///< by address: lanes in which the whole byte is
  std::unordered_map<std::uint64_t, Partial> partial_;
};

}  // namespace reconverge::observers
