// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "emulator/memory/access.hpp"
#include "emulator/memory/address_range.hpp"
#include "emulator/memory/deferred_reductions.hpp"

namespace reconverge::emulator {

class GlobalMemory;

/// Parts of global memory, 32 bytes each: a bit a sector, by page.
using Sectors = std::unordered_map<std::uint64_t, std::uint32_t>;

/// Global memory as one block sees it while others run beside it: it reads what was there before, and what it
/// writes itself, which stays here until it is committed. Keeps which sectors it has read that others could change,
/// which bytes it has written, and by which instruction. An atomic operation whose old value nobody reads waits until
/// then: so blocks that count in one word do not read what others write.
class MemoryView {
 public:
  static constexpr std::size_t page_bytes = 1024, sector_bytes = 32, word_bytes = 4;
  static constexpr std::size_t page_words = page_bytes / word_bytes;
  static constexpr std::size_t bytes_of_mask = 64;  ///< for which a word of a mask has a bit each

  /// The last writer of a word: none, a store, or an atomic operation.
  struct Writer {
    std::uint32_t index = 0;  ///< of the instruction
    bool writes = false;
    bool is_atomic = false;
  };
  /// The written bytes of a page.
  struct Written {
    std::array<std::uint8_t, page_bytes> bytes;
    std::array<std::uint64_t, page_bytes / bytes_of_mask> mask{};  ///< a bit a byte
    std::array<Writer, page_words> writers{};                      ///< by word; see note_store()
    bool has_atomics = false;                                      ///< one of these is
  };

  /// The memory below has to stay as it is while the view is used.
  explicit MemoryView(const GlobalMemory& below) : below_(&below) {}

  const GlobalMemory& below() const { return *below_; }
  /// As those of GlobalMemory.
  const std::uint8_t* readable(std::uint64_t address, std::size_t bytes);
  std::uint8_t* writable(std::uint64_t address, std::size_t bytes);
  /// The same for the chosen lanes at once, whose places are noted. False, without an effect: their bytes do not all
  /// lie in one page, or one after the other has to say why they cannot be accessed.
  bool find_readable(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen, std::size_t bytes,
                     std::array<const std::uint8_t*, lanes>& places);
  bool find_writable(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen, std::size_t bytes,
                     std::array<std::uint8_t*, lanes>& places);
  /// The same for words in a row: where that of the lowest lane is. Null, without an effect, where the above are false.
  const std::uint8_t* readable_row(const AddressRange& row, core::LaneMask chosen);
  std::uint8_t* writable_row(const AddressRange& row, core::LaneMask chosen);
  /// Where a reduction of 4 or 8 bytes is carried out: in what the block has written itself, or at waits(), which says
  /// that it is to be deferred. Null if the address is out of bounds.
  std::uint8_t* reducible(std::uint64_t address, std::size_t bytes);
  /// The address of no byte of memory.
  static std::uint8_t* waits() { return &no_memory; }
  /// Keeps a reduction of what is not known here until the view is committed, or until the block reads the word.
  void defer(std::uint64_t address, const Reduction& reduction, std::uint64_t operand);

  /// Keeps which instruction has just made an access that writes.
  void note_store(const Access& access, std::uint32_t index);

  /// Whether a sector of a set was read.
  bool has_read(const Sectors& sectors) const;
  /// Adds the sectors that were written to a set.
  void add_written(Sectors& sectors) const;
  /// The written pages, in the order of their addresses: function(address of the page, Written).
  template <typename Function> void for_each_written(Function function) const {
    for (const std::uint64_t number : written_pages())
      if (const Page& page = pages_.at(number); page.own != nullptr) function(number * page_bytes, *page.own);
  }
  /// What was deferred, in the order of the addresses: function(address of the word, ReductionsOfWord).
  template <typename Function> void for_each_deferred(Function function) const {
    for (const std::uint64_t number : written_pages()) {
      const Page& page = pages_.at(number);
      if (page.deferred == nullptr) continue;
      page.deferred->for_each([&](std::size_t offset, const ReductionsOfWord& reductions) {
        function(number * page_bytes + offset, reductions);
      });
    }
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
    std::unique_ptr<DeferredReductions> deferred;  ///< once something is

    bool has(std::size_t offset, std::size_t bytes) const;
    bool writes() const { return own != nullptr || deferred != nullptr; }
  };

  Page& page_of(std::uint64_t number);
  Page* plain_page(const AddressRange& range, std::size_t bytes);
  Page* page_of_all(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen, std::size_t bytes);
  void fill(std::uint64_t address, Page& page) const;
  static Written& own_of(Page& page);
  static void settle(Page& page, std::size_t offset, std::size_t bytes);
  std::vector<std::uint64_t> written_pages() const;

  static inline std::uint8_t no_memory = 0;

  const GlobalMemory* below_;
  std::unordered_map<std::uint64_t, Page> pages_;
  std::uint64_t last_number_ = ~std::uint64_t{0};  ///< the page used last is most often used next
  Page* last_ = nullptr;
  std::size_t kept_ = 0;  ///< operands of reductions
};

}  // namespace reconverge::emulator
