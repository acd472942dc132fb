// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/memory/access.hpp"

namespace reconverge::emulator {

class GlobalMemory;

/// Parts of global memory, 32 bytes each: a bit a sector, by page.
using Sectors = std::unordered_map<std::uint64_t, std::uint32_t>;

/// Global memory as one block sees it while others run beside it: it reads what was there before, and what it
/// writes itself, which stays here until it is committed. Keeps which sectors it has read that others could change,
/// which bytes it has written, and by which instruction.
class MemoryView {
 public:
  static constexpr std::size_t page_bytes = 1024, sector_bytes = 32, word_bytes = 4;
  static constexpr std::size_t page_words = page_bytes / word_bytes;
  static constexpr std::size_t bytes_of_mask = 64;  ///< for which a word of a mask has a bit each

  /// What wrote a word last: nothing, a store, or an atomic operation.
  struct Writer {
    std::uint32_t index = 0;  ///< of the instruction
    bool writes = false;
    bool is_atomic = false;
  };
  /// What was written of a page.
  struct Written {
    std::array<std::uint8_t, page_bytes> bytes;
    std::array<std::uint64_t, page_bytes / bytes_of_mask> mask{};  ///< a bit a byte
    std::array<Writer, page_words> writers{};                      ///< by word; see note_store()
  };

  /// The memory below has to stay as it is while the view is used.
  explicit MemoryView(const GlobalMemory& below) : below_(&below) {}

  const GlobalMemory& below() const { return *below_; }
  /// As those of GlobalMemory.
  const std::uint8_t* readable(std::uint64_t address, std::size_t bytes);
  std::uint8_t* writable(std::uint64_t address, std::size_t bytes);

  /// Keeps which instruction has just made an access that writes.
  void note_store(const Access& access, std::uint32_t index);

  /// Whether a sector of a set was read.
  bool has_read(const Sectors& sectors) const;
  /// Adds the sectors that were written to a set.
  void add_written(Sectors& sectors) const;
  /// What was written, in the order of the addresses: function(address of the page, Written).
  template <typename Function> void for_each_written(Function function) const {
    for (const std::uint64_t number : written_pages()) function(number * page_bytes, *pages_.at(number).own);
  }

 private:
  struct Parts {
    std::array<std::uint8_t, page_bytes> bytes{};
    std::array<std::uint64_t, page_bytes / bytes_of_mask> mask{};
  };
  struct Page {
    std::span<const std::uint8_t> below;  ///< shorter where memory ends
    std::unique_ptr<Written> own;         ///< once something is written
    std::uint32_t read = 0;               ///< a bit a sector
    /// Where parts of allocations lie in the page, or one begins in it: its bytes, and which of them there are.
    std::unique_ptr<Parts> parts;

    bool has(std::size_t offset, std::size_t bytes) const;
  };

  Page& page_of(std::uint64_t number);
  void fill(std::uint64_t address, Page& page) const;
  std::vector<std::uint64_t> written_pages() const;

  const GlobalMemory* below_;
  std::unordered_map<std::uint64_t, Page> pages_;
  std::uint64_t last_number_ = ~std::uint64_t{0};  ///< the page used last is most often used next
  Page* last_ = nullptr;
};

}  // namespace reconverge::emulator
