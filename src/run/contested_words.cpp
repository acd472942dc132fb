// SPDX-License-Identifier: MIT
#include "run/contested_words.hpp"

#include <fmt/core.h>

#include <array>
#include <cstring>

#include "emulator/memory/global_memory.hpp"

namespace reconverge::run {
namespace {

using emulator::MemoryView;

std::uint8_t written_bytes(const decltype(MemoryView::Written::mask)& mask, std::size_t offset) {
  return static_cast<std::uint8_t>(mask[offset / MemoryView::bytes_of_mask] >> offset % MemoryView::bytes_of_mask &
                                   0xF);
}

bool differ(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t bytes) {
  if (std::memcmp(a, b, MemoryView::word_bytes) == 0) return false;
  for (std::size_t i = 0; i < MemoryView::word_bytes; ++i)
    if ((bytes >> i & 1) != 0 && a[i] != b[i]) return true;
  return false;
}

/// Memory before the block wrote it; bytes that are not there are 0.
class MemoryBelow {
 public:
  explicit MemoryBelow(const emulator::GlobalMemory& memory) : memory_(memory) {}

  /// The word at an address. Its neighbours are found with it: they are asked for next.
  const std::uint8_t* word(std::uint64_t address) {
    if (const std::uint64_t part = address / size * size; part != part_) find(part);
    return bytes_ + address % size;
  }

 private:
  static constexpr std::size_t size = MemoryView::bytes_of_mask;

  void find(std::uint64_t part) {
    part_ = part;
    bytes_ = memory_.readable(part, size);
    if (bytes_ != nullptr) return;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint8_t* const byte = memory_.readable(part + i, 1);
      copy_[i] = byte != nullptr ? *byte : std::uint8_t{0};
    }
    bytes_ = copy_.data();
  }

  const emulator::GlobalMemory& memory_;
  std::uint64_t part_ = ~std::uint64_t{0};  ///< that `bytes_` are
  const std::uint8_t* bytes_ = nullptr;
  std::array<std::uint8_t, size> copy_{};
};

}  // namespace

ContestedWords::Words& ContestedWords::Page::by_word() {
  if (words != nullptr) return *words;
  words = std::make_unique<Words>();
  for (std::size_t word = 0; word < MemoryView::page_words; ++word)
    if (const std::uint8_t bytes = written_bytes(mask, word * MemoryView::word_bytes); bytes != 0)
      (*words)[word] = {block, bytes};
  return *words;
}

/// Whether a block is from here on the only one that has written what was written of a page: nobody has before, or
/// what others wrote it has written too, and not otherwise.
bool ContestedWords::follows(Page& page, std::uint64_t block, std::uint64_t address, const MemoryView& view,
                             const MemoryView::Written& written) {
  if (page.words != nullptr || written.has_atomics) return false;
  if (page.block != nobody) {
    MemoryBelow below(view.below());
    for (std::size_t part = 0; part < page.mask.size(); ++part) {
      if (page.mask[part] == 0) continue;
      const std::size_t offset = part * MemoryView::bytes_of_mask;
      if ((page.mask[part] & ~written.mask[part]) != 0) return false;
      const std::uint8_t* const before = below.word(address + offset);
      if (std::memcmp(before, written.bytes.data() + offset, MemoryView::bytes_of_mask) != 0) return false;
    }
  }
  page.block = block;
  page.mask = written.mask;
  return true;
}

void ContestedWords::add(std::uint64_t block, const MemoryView& view, const sass::Function& function) {
  view.for_each_written([&](std::uint64_t address, const MemoryView::Written& written) {
    Page& page = pages_[address];
    if (follows(page, block, address, view, written)) return;
    Words& words = page.by_word();
    MemoryBelow below(view.below());
    for (std::size_t word = 0; word < MemoryView::page_words; ++word) {
      const std::size_t offset = word * MemoryView::word_bytes;
      if (written.mask[offset / MemoryView::bytes_of_mask] == 0) {
        word += MemoryView::bytes_of_mask / MemoryView::word_bytes - 1;
        continue;
      }
      const std::uint8_t bytes = written_bytes(written.mask, offset);
      if (bytes == 0) continue;
      const MemoryView::Writer& writer = written.writers[word];
      Last& last = words[word];
      const auto both = static_cast<std::uint8_t>(last.bytes & bytes);
      const bool is_other = last.block != nobody && last.block != block && writer.writes && !writer.is_atomic;
      if (is_other && both != 0 && differ(below.word(address + offset), written.bytes.data() + offset, both)) {
        observers::Finding& finding = found_[writer.index];
        if (finding.count++ == 0) {
          finding.kind = "contested-blocks";
          finding.index = writer.index;
          finding.message = fmt::format(
              "{} of block {} writes another value to 0x{:x} than block {} has: which of them stays depends on the "
              "order of the blocks",
              function.instructions[writer.index].mnemonic, block, address + offset, last.block);
        }
      }
      last = writer.is_atomic ? Last{} : Last{block, bytes};
    }
  });
  view.for_each_deferred([&](std::uint64_t address, const emulator::ReductionsOfWord& reductions) {
    const auto page = pages_.find(address / MemoryView::page_bytes * MemoryView::page_bytes);
    if (page == pages_.end()) return;
    Words& words = page->second.by_word();
    for (std::size_t i = 0; i < reductions.bytes(); i += MemoryView::word_bytes)
      words[(address + i) % MemoryView::page_bytes / MemoryView::word_bytes] = {};
  });
}

std::vector<observers::Finding> ContestedWords::findings() const {
  std::vector<observers::Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::run
