// SPDX-License-Identifier: MIT
#include "emulator/memory/memory_view.hpp"

#include <algorithm>
#include <bit>

#include "emulator/memory/global_memory.hpp"

namespace reconverge::emulator {
namespace {

/// A block that keeps more operands of reductions than this reads what is there, and continues in order.
constexpr std::size_t most_operands_kept = std::size_t{1} << 16;

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
  if (access.space != Space::global || !access.writes) return;
  for (core::LaneMask left = access.lanes; left.any(); left = left.without(core::LaneMask::lane(left.lowest()))) {
    const std::uint64_t address = access.address[static_cast<std::size_t>(left.lowest())];
    const Page& page = page_of(address / page_bytes);
    if (page.own == nullptr) continue;  // of a generic access, a lane whose address is in another space
    for (std::uint64_t at = address; at < address + access.bytes; at = (at / word_bytes + 1) * word_bytes)
      page.own->writers[at % page_bytes / word_bytes] = {index, true, access.reads};
  }
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
