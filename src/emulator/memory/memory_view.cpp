// SPDX-License-Identifier: MIT
#include "emulator/memory/memory_view.hpp"

#include <algorithm>
#include <bit>

#include "core/each_lane.hpp"
#include "emulator/memory/global_memory.hpp"

namespace reconverge::emulator {
namespace {

/// A block that keeps more operands of reductions than this reads what is there, and continues in order.
constexpr std::size_t most_operands_kept = std::size_t{1} << 16;

/// Four bits for each of 16.
std::uint64_t bytes_of_words(std::uint64_t words) {
  words = (words | words << 24) & 0x0000'00FF'0000'00FFu;
  words = (words | words << 12) & 0x000F'000F'000F'000Fu;
  words = (words | words << 6) & 0x0303'0303'0303'0303u;
  words = (words | words << 3) & 0x1111'1111'1111'1111u;
  return words * 0xF;
}

/// Calls `visit` with the place of each word of a page's mask, and its bits of the words of the chosen lanes, which lie
/// in a row from an offset on.
template <typename Visit> void for_each_mask(std::size_t offset, core::LaneMask chosen, Visit visit) {
  constexpr std::size_t words = MemoryView::bytes_of_mask / MemoryView::word_bytes;
  const std::size_t first = offset / MemoryView::word_bytes;
  std::uint64_t left = std::uint64_t{chosen.bits()} >> chosen.lowest() << first % words;
  for (std::size_t place = first / words; left != 0; ++place, left >>= words)
    visit(place, bytes_of_words(left & ((std::uint64_t{1} << words) - 1)));
}

static_assert(MemoryView::page_bytes == DeferredReductions::words * DeferredReductions::word_bytes);

/// The bytes of an access within the 64 of a word of a mask: an access is aligned to its width.
std::uint64_t bits_of(std::size_t offset, std::size_t bytes) {
  return ((std::uint64_t{1} << bytes) - 1) << offset % 64;
}

}  // namespace

MemoryView::Page& MemoryView::page_of(std::uint64_t number) {
  if (number == last_number_) return *last_;
  const auto [found, is_new] = pages_.try_emplace(number);
  if (is_new) fill(number * page_bytes, found->second);
  last_number_ = number;
  last_ = &found->second;
  return *last_;
}

/// Most pages lie in one allocation, or only their begin does.
void MemoryView::fill(std::uint64_t address, Page& page) const {
  page.below = below_->bytes_from(address, page_bytes);
  std::size_t at = page.below.size();
  if (at == page_bytes || !below_->has_any(address + at, page_bytes - at)) return;
  page.parts = std::make_unique<Parts>();
  Parts& parts = *page.parts;
  std::ranges::copy(page.below, parts.bytes.begin());
  for (std::size_t i = 0; i < at; ++i) parts.mask[i / 64] |= std::uint64_t{1} << i % 64;
  while (at < page_bytes) {
    const auto more = below_->bytes_from(address + at, page_bytes - at);
    if (more.empty()) {
      ++at;
      continue;
    }
    std::ranges::copy(more, parts.bytes.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t i = at; i < at + more.size(); ++i) parts.mask[i / 64] |= std::uint64_t{1} << i % 64;
    at += more.size();
  }
  page.below = parts.bytes;
}

bool MemoryView::Page::has(std::size_t offset, std::size_t bytes) const {
  if (offset + bytes > below.size()) return false;
  const std::uint64_t wanted = bits_of(offset, bytes);
  return parts == nullptr || (parts->mask[offset / 64] & wanted) == wanted;
}

const std::uint8_t* MemoryView::readable(std::uint64_t address, std::size_t bytes) {
  Page& page = page_of(address / page_bytes);
  const std::size_t offset = address % page_bytes;
  if (!page.has(offset, bytes)) return nullptr;
  if (page.deferred != nullptr) settle(page, offset, bytes);
  const std::uint64_t wanted = bits_of(offset, bytes);
  const bool is_own = page.own != nullptr && (page.own->mask[offset / 64] & wanted) == wanted;
  if (!is_own) page.read |= std::uint32_t{1} << offset / sector_bytes;
  return (page.own != nullptr ? page.own->bytes.data() : page.below.data()) + offset;
}

std::uint8_t* MemoryView::writable(std::uint64_t address, std::size_t bytes) {
  Page& page = page_of(address / page_bytes);
  const std::size_t offset = address % page_bytes;
  if (!page.has(offset, bytes)) return nullptr;
  if (page.deferred != nullptr) settle(page, offset, bytes);
  Written& own = own_of(page);
  own.mask[offset / 64] |= bits_of(offset, bytes);
  return own.bytes.data() + offset;
}

/// In which the bytes of all lanes lie, as those of most accesses; null: they are not in one, or its parts differ.
MemoryView::Page* MemoryView::plain_page(const AddressRange& range, std::size_t bytes) {
  if (range.lowest / page_bytes != range.highest / page_bytes) return nullptr;
  Page& page = page_of(range.lowest / page_bytes);
  const bool is_plain = page.parts == nullptr && page.deferred == nullptr;
  return is_plain && range.highest % page_bytes + bytes <= page.below.size() ? &page : nullptr;
}

/// The same, if they are aligned.
MemoryView::Page* MemoryView::page_of_all(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen,
                                          std::size_t bytes) {
  std::uint64_t any_bits = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    any_bits |= (chosen.bits() & lane_bit[lane]) != 0 ? address[lane] : 0;
  return (any_bits & (bytes - 1)) == 0 ? plain_page(address_range(address, chosen), bytes) : nullptr;
}

bool MemoryView::find_readable(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen,
                               std::size_t bytes, std::array<const std::uint8_t*, lanes>& places) {
  Page* const page = page_of_all(address, chosen, bytes);
  if (page == nullptr) return false;
  const Written* const own = page->own.get();
  const std::uint8_t* const begin = own != nullptr ? own->bytes.data() : page->below.data();
  std::uint32_t read = 0;
  core::for_each_lane(chosen, [&](std::size_t lane) {
    const std::size_t offset = address[lane] % page_bytes;
    const std::uint64_t wanted = bits_of(offset, bytes);
    const bool is_own = own != nullptr && (own->mask[offset / bytes_of_mask] & wanted) == wanted;
    read |= std::uint32_t{is_own ? 0u : 1u} << offset / sector_bytes;
    places[lane] = begin + offset;
  });
  page->read |= read;
  return true;
}

bool MemoryView::find_writable(const std::array<std::uint64_t, lanes>& address, core::LaneMask chosen,
                               std::size_t bytes, std::array<std::uint8_t*, lanes>& places) {
  Page* const page = page_of_all(address, chosen, bytes);
  if (page == nullptr) return false;
  Written& own = own_of(*page);
  // Lanes next to one another write in one word of the mask: each would wait for what the one before has stored.
  std::size_t word = 0;
  std::uint64_t bits = 0;
  core::for_each_lane(chosen, [&](std::size_t lane) {
    const std::size_t offset = address[lane] % page_bytes;
    if (offset / bytes_of_mask != word) {
      own.mask[word] |= bits;
      word = offset / bytes_of_mask;
      bits = 0;
    }
    bits |= bits_of(offset, bytes);
    places[lane] = own.bytes.data() + offset;
  });
  own.mask[word] |= bits;
  return true;
}

const std::uint8_t* MemoryView::readable_row(const AddressRange& row, core::LaneMask chosen) {
  Page* const page = row.lowest % word_bytes == 0 ? plain_page(row, word_bytes) : nullptr;
  if (page == nullptr) return nullptr;
  const std::size_t offset = row.lowest % page_bytes;
  const Written* const own = page->own.get();
  for_each_mask(offset, chosen, [&](std::size_t place, std::uint64_t bytes) {
    const std::uint64_t others = own != nullptr ? bytes & ~own->mask[place] : bytes;
    for (std::size_t at = 0; at < bytes_of_mask; at += sector_bytes)
      if (static_cast<std::uint32_t>(others >> at) != 0)
        page->read |= std::uint32_t{1} << (place * bytes_of_mask + at) / sector_bytes;
  });
  return (own != nullptr ? own->bytes.data() : page->below.data()) + offset;
}

std::uint8_t* MemoryView::writable_row(const AddressRange& row, core::LaneMask chosen) {
  Page* const page = row.lowest % word_bytes == 0 ? plain_page(row, word_bytes) : nullptr;
  if (page == nullptr) return nullptr;
  const std::size_t offset = row.lowest % page_bytes;
  Written& own = own_of(*page);
  for_each_mask(offset, chosen, [&](std::size_t place, std::uint64_t bytes) { own.mask[place] |= bytes; });
  return own.bytes.data() + offset;
}

MemoryView::Written& MemoryView::own_of(Page& page) {
  if (page.own == nullptr) {
    page.own = std::make_unique<Written>();
    std::ranges::copy(page.below, page.own->bytes.begin());
  }
  return *page.own;
}

/// What was deferred of these bytes, and of those that share 8 with them, is carried out: what was there before has
/// been read then.
void MemoryView::settle(Page& page, std::size_t offset, std::size_t bytes) {
  constexpr std::size_t word = DeferredReductions::word_bytes, pair = 2 * word;
  for (std::size_t at = offset / pair * pair; at < offset + bytes; at += pair) {
    if (!page.deferred->any_near(at)) continue;
    for (const std::size_t place : {at, at + word}) {
      const ReductionsOfWord* const reductions = page.deferred->take(place);
      if (reductions == nullptr) continue;
      page.read |= std::uint32_t{1} << place / sector_bytes;
      Written& own = own_of(page);
      reductions->apply(own.bytes.data() + place);
      own.mask[place / 64] |= bits_of(place, reductions->bytes());
      for (std::size_t i = place / word_bytes; i < (place + reductions->bytes()) / word_bytes; ++i)
        own.writers[i] = {.writes = true, .is_atomic = true};
      own.has_atomics = true;
    }
  }
}

std::uint8_t* MemoryView::reducible(std::uint64_t address, std::size_t bytes) {
  Page& page = page_of(address / page_bytes);
  const std::size_t offset = address % page_bytes;
  if (!page.has(offset, bytes)) return nullptr;
  const std::uint64_t wanted = bits_of(offset, bytes);
  const std::uint64_t own = page.own == nullptr ? 0 : page.own->mask[offset / 64] & wanted;
  if (own == wanted) return page.own->bytes.data() + offset;
  const bool other_width = page.deferred != nullptr && page.deferred->has_other_width(offset, bytes);
  if (own == 0 && !other_width && kept_ < most_operands_kept) return waits();
  readable(address, bytes);
  return writable(address, bytes);
}

void MemoryView::defer(std::uint64_t address, const Reduction& reduction, std::uint64_t operand) {
  Page& page = page_of(address / page_bytes);
  if (page.deferred == nullptr) page.deferred = std::make_unique<DeferredReductions>();
  if (page.deferred->add(address % page_bytes, reduction, operand)) ++kept_;
}

void MemoryView::note_store(const Access& access, std::uint32_t index) {
  if (access.space != Space::global || !access.writes || access.lanes.empty()) return;
  const AddressRange range = address_range(access.address, access.lanes);
  if (access.bytes <= word_bytes && range.lowest / page_bytes == range.highest / page_bytes) {
    Written* const own = page_of(range.lowest / page_bytes).own.get();
    if (own == nullptr) return;
    own->has_atomics |= access.reads;
    const auto count = static_cast<std::size_t>(access.lanes.count());
    if (range.in_a_row && range.highest - range.lowest == (count - 1) * word_bytes) {
      const Writer writer{index, true, access.reads};
      std::fill_n(&own->writers[range.lowest % page_bytes / word_bytes], count, writer);
      return;
    }
    core::for_each_lane(access.lanes, [&](std::size_t lane) {
      own->writers[access.address[lane] % page_bytes / word_bytes] = {index, true, access.reads};
    });
    return;
  }
  std::uint64_t number = 0;
  const Page* page = nullptr;
  core::for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::uint64_t address = access.address[lane];
    if (page == nullptr || address / page_bytes != number) {
      number = address / page_bytes;
      page = &page_of(number);
    }
    if (page->own == nullptr) return;  // of a generic access, a lane whose address is in another space
    page->own->has_atomics |= access.reads;
    const std::size_t first = address % page_bytes;
    for (std::size_t word = first / word_bytes; word <= (first + access.bytes - 1) / word_bytes; ++word)
      page->own->writers[word] = {index, true, access.reads};
  });
}

bool MemoryView::has_read(const Sectors& sectors) const {
  return std::ranges::any_of(pages_, [&](const auto& entry) {
    const auto found = sectors.find(entry.first);
    return found != sectors.end() && (found->second & entry.second.read) != 0;
  });
}

void MemoryView::add_written(Sectors& sectors) const {
  for (const auto& [number, page] : pages_) {
    if (!page.writes()) continue;
    std::uint32_t bits = 0;
    for (std::size_t sector = 0; page.own != nullptr && sector < page_bytes / sector_bytes; ++sector)
      if ((page.own->mask[sector / 2] >> 32 * (sector % 2) & 0xFFFF'FFFFu) != 0) bits |= std::uint32_t{1} << sector;
    if (page.deferred != nullptr)
      page.deferred->for_each(
          [&](std::size_t offset, const auto&) { bits |= std::uint32_t{1} << offset / sector_bytes; });
    sectors[number] |= bits;
  }
}

std::vector<std::uint64_t> MemoryView::written_pages() const {
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, page] : pages_)
    if (page.writes()) numbers.push_back(number);
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace reconverge::emulator
