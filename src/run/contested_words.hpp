// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emulator/memory/memory_view.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::run {

/// Which words of global memory two blocks wrote differently, both by plain stores: the final value depends on which of
/// them comes last. Keeps the last block that wrote each word, so it grows with the words written.
class ContestedWords {
 public:
  /// Adds the writes of a block, before they are committed to the memory below. Blocks come in the order of their
  /// commits.
  void add(std::uint64_t block, const emulator::MemoryView& view, const sass::Function& function);

  /// One for each row, in their order.
  std::vector<observers::Finding> findings() const;

 private:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};
  struct Last {
    std::uint64_t block = nobody;
    std::uint8_t bytes = 0;  ///< of the word: a bit each
  };
  using Words = std::array<Last, emulator::MemoryView::page_words>;
  /// Mostly one block has written all of a page that any has.
  struct Page {
    std::uint64_t block = nobody;
    decltype(emulator::MemoryView::Written::mask) mask{};
    std::unique_ptr<Words> words;  ///< null: what was written is that

    Words& by_word();
  };
  static bool follows(Page& page, std::uint64_t block, std::uint64_t address, const emulator::MemoryView& view,
                      const emulator::MemoryView::Written& written);

  std::unordered_map<std::uint64_t, Page> pages_;
  std::map<std::uint32_t, observers::Finding> found_;
};

}  // namespace reconverge::run
