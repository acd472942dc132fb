// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/memory/memory_view.hpp"

namespace reconverge::emulator {

class DeviceRuntime;

/// Memory with 64-bit byte addresses, little endian. Without allocations every address can be used and bytes never
/// written read as 0: so do listings run that come without a launch. With the first allocation everything outside of
/// allocations is out of bounds.
class GlobalMemory {
 public:
  struct Allocation {
    std::uint64_t address = 0;
    std::string name;  ///< for messages: "argument 2"
    std::vector<std::uint8_t> bytes;

    std::uint64_t end() const { return address + bytes.size(); }
  };

  /// Bytes that are there and whose value is not known: whoever accesses them is stopped.
  struct Withheld {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::string why;  ///< for messages: what holds them, and why
    std::string hint;

    bool overlaps(std::uint64_t from, std::uint64_t count) const {
      return from < address + bytes && from + count > address;
    }
  };

  GlobalMemory() = default;
  /// The view of one block while others run. The memory below does not change meanwhile, and outlives the view.
  static GlobalMemory view_of(const GlobalMemory& below);
  /// Null: this is not a view.
  MemoryView* view() const { return view_.get(); }
  /// Writes what a view of this memory has written, and carries out what it has deferred.
  void commit(const MemoryView& view);

  /// Reserves memory at an aligned address of its own, far from every other allocation, and returns
  /// the address.
  std::uint64_t allocate(std::string name, std::vector<std::uint8_t> bytes);
  /// Memory whose addresses are given, by address, without overlaps; what is allocated later lies after it.
  void place(const std::vector<Allocation>& allocations);
  /// Later allocations are after an address.
  void allocate_after(std::uint64_t address) { floor_ = address; }
  std::span<const Allocation> allocations() const { return view_ ? view_->below().allocations() : allocations_; }
  /// The allocation nearest to an address; null if there is none.
  const Allocation* nearest(std::uint64_t address) const;
  /// Makes every access to these bytes one out of bounds.
  void withhold(Withheld part) { withheld_.push_back(std::move(part)); }
  /// What holds one of these bytes back; null if nothing does.
  const Withheld* withheld(std::uint64_t address, std::uint64_t bytes) const;
  /// From the first call on addresses are checked, even if nothing is allocated.
  void bound() { bounded_ = true; }

  /// The bytes at an address for reading, null if some are out of bounds. `bytes` is at most 16, and
  /// the address a multiple of it.
  const std::uint8_t* readable(std::uint64_t address, std::size_t bytes) const;
  /// The same for writing.
  ///
  /// @param reads  whether what is written depends on what is there
  std::uint8_t* writable(std::uint64_t address, std::size_t bytes, bool reads = false);
  /// The same for an atomic operation whose old value nobody reads: of a view perhaps MemoryView::waits(), where it is
  /// to be deferred.
  std::uint8_t* reducible(std::uint64_t address, std::size_t bytes);
  /// Whether any byte of a range can be read. Several threads may ask at once, unless one writes.
  bool has_any(std::uint64_t address, std::size_t bytes) const;
  /// The bytes that can be read from an address on, `most` at most, which lie in one page. Several threads may ask at
  /// once, unless one writes.
  std::span<const std::uint8_t> bytes_from(std::uint64_t address, std::size_t most) const;

  /// Single words at any address, for the launch and for tests; out of bounds does nothing, reads 0.
  void store(std::uint64_t address, std::uint32_t word);
  std::uint32_t load(std::uint64_t address) const;
  /// Bytes of pages touched by a store so far, allocations apart.
  std::size_t resident_bytes() const { return pages_.size() * page_bytes; }

  /// State of functions such as printf and malloc from call to call; null: the code calls none.
  std::shared_ptr<DeviceRuntime> runtime;

 private:
  static constexpr std::size_t page_bytes = 4096;
  using Page = std::array<std::uint8_t, page_bytes>;
  static constexpr Page zeroes{};  ///< of pages that nothing has written

  void put(std::uint64_t address, std::span<const std::uint8_t> bytes);
  /// Which allocation has all of these bytes, if one has.
  std::optional<std::size_t> allocation_of(std::uint64_t address, std::size_t bytes) const;

  std::unique_ptr<MemoryView> view_;  ///< if there is one, the rest is empty
  bool bounded_ = false;
  std::vector<Withheld> withheld_;
  std::vector<Allocation> allocations_;  ///< by address
  std::uint64_t floor_ = 0;              ///< of allocate(); 0: where it begins by itself
  mutable std::size_t last_ = 0;         ///< the allocation used last is most often used next
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace reconverge::emulator
