// SPDX-License-Identifier: MIT
#include "emulator/memory/global_memory.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "emulator/memory/resident_limit.hpp"

namespace reconverge::emulator {
namespace {

/// Above 4 GiB, so that code that drops the high word of an address is found out.
constexpr std::uint64_t first_address = 0x2'0000'0000;
/// The alignment of the driver's allocator, on which vector loads and stores rely.
constexpr std::uint64_t alignment = 4096;
/// No index that is a little wrong leads from one allocation into the next.
constexpr std::uint64_t guard_bytes = 1u << 20;

std::uint64_t distance(const GlobalMemory::Allocation& allocation, std::uint64_t address) {
  if (address < allocation.address) return allocation.address - address;
  return address < allocation.end() ? 0 : address - allocation.end();
}

}  // namespace

std::uint64_t GlobalMemory::allocate(std::string name, std::vector<std::uint8_t> bytes) {
  bounded_ = true;
  const std::uint64_t begin = floor_ == 0 ? first_address : floor_ + guard_bytes;
  const std::uint64_t free_from = allocations_.empty() ? begin : allocations_.back().end() + guard_bytes;
  const std::uint64_t address = (free_from + alignment - 1) / alignment * alignment;
  allocations_.push_back({address, std::move(name), std::move(bytes)});
  return address;
}

void GlobalMemory::place(const std::vector<Allocation>& allocations) {
  bounded_ = true;
  allocations_.insert(allocations_.begin(), allocations.begin(), allocations.end());
}

GlobalMemory GlobalMemory::view_of(const GlobalMemory& below) {
  GlobalMemory memory;
  memory.view_ = std::make_unique<MemoryView>(below);
  memory.runtime = below.runtime;
  return memory;
}

void GlobalMemory::commit(const MemoryView& view) {
  constexpr std::size_t part = MemoryView::bytes_of_mask;
  view.for_each_written([&](std::uint64_t page, const MemoryView::Written& written) {
    for (std::size_t begin = 0; begin < MemoryView::page_bytes; begin += part) {
      const std::uint64_t mask = written.mask[begin / part];
      const std::uint8_t* const from = written.bytes.data() + begin;
      for (std::size_t byte = 0; byte < part && mask >> byte != 0;) {
        byte += static_cast<std::size_t>(std::countr_zero(mask >> byte));
        const auto count = static_cast<std::size_t>(std::countr_one(mask >> byte));
        put(page + begin + byte, {from + byte, count});
        byte += count;
      }
    }
  });
  view.for_each_deferred([&](std::uint64_t address, const ReductionsOfWord& reductions) {
    if (std::uint8_t* const at = writable(address, reductions.bytes())) reductions.apply(at);
  });
}

/// Writes bytes, but for those that are out of bounds.
void GlobalMemory::put(std::uint64_t address, std::span<const std::uint8_t> bytes) {
  if (std::uint8_t* const at = writable(address, bytes.size())) {
    std::ranges::copy(bytes, at);
    return;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (std::uint8_t* const at = writable(address + i, 1)) *at = bytes[i];
}

const GlobalMemory::Allocation* GlobalMemory::nearest(std::uint64_t address) const {
  const auto all = allocations();
  const auto found =
      std::ranges::min_element(all, {}, [&](const Allocation& allocation) { return distance(allocation, address); });
  return found == all.end() ? nullptr : &*found;
}

std::optional<std::size_t> GlobalMemory::allocation_of(std::uint64_t address, std::size_t bytes) const {
  const auto holds = [&](const Allocation& allocation) {
    return address >= allocation.address && address - allocation.address < allocation.bytes.size() &&
           allocation.end() - address >= bytes;
  };
  if (last_ < allocations_.size() && holds(allocations_[last_])) return last_;
  const auto after = std::ranges::upper_bound(allocations_, address, {}, &Allocation::address);
  if (after == allocations_.begin() || !holds(*std::prev(after))) return std::nullopt;
  last_ = static_cast<std::size_t>(std::prev(after) - allocations_.begin());
  return last_;
}

bool GlobalMemory::has_any(std::uint64_t address, std::size_t bytes) const {
  if (!bounded_) return true;
  const auto after = std::ranges::upper_bound(allocations_, address, {}, &Allocation::address);
  if (after != allocations_.begin() && std::prev(after)->end() > address) return true;
  return after != allocations_.end() && after->address - address < bytes;
}

const std::uint8_t* GlobalMemory::readable(std::uint64_t address, std::size_t bytes) const {
  if (view_) return view_->readable(address, bytes);
  if (!withheld_.empty() && withheld(address, bytes) != nullptr) return nullptr;
  if (bounded_) {
    const auto index = allocation_of(address, bytes);
    return index ? allocations_[*index].bytes.data() + (address - allocations_[*index].address) : nullptr;
  }
  const auto page = pages_.find(address / page_bytes);
  return (page == pages_.end() ? zeroes : *page->second).data() + address % page_bytes;
}

const GlobalMemory::Withheld* GlobalMemory::withheld(std::uint64_t address, std::uint64_t bytes) const {
  const auto& all = view_ ? view_->below().withheld_ : withheld_;
  const auto found = std::ranges::find_if(all, [&](const Withheld& part) { return part.overlaps(address, bytes); });
  return found == all.end() ? nullptr : &*found;
}

std::span<const std::uint8_t> GlobalMemory::bytes_from(std::uint64_t address, std::size_t most) const {
  for (const Withheld& part : withheld_)
    if (part.overlaps(address, most)) most = part.address <= address ? 0 : std::min(most, part.address - address);
  if (most == 0) return {};
  if (!bounded_) {
    const auto page = pages_.find(address / page_bytes);
    const std::size_t offset = address % page_bytes;
    return std::span<const std::uint8_t>(page == pages_.end() ? zeroes : *page->second)
        .subspan(offset, std::min(most, page_bytes - offset));
  }
  const auto behind = std::ranges::upper_bound(allocations_, address, {}, &Allocation::address);
  if (behind == allocations_.begin() || address >= std::prev(behind)->end()) return {};
  const Allocation& allocation = *std::prev(behind);
  const std::size_t offset = address - allocation.address;
  return std::span(allocation.bytes).subspan(offset, std::min(most, allocation.bytes.size() - offset));
}

std::uint8_t* GlobalMemory::reducible(std::uint64_t address, std::size_t bytes) {
  return view_ ? view_->reducible(address, bytes) : writable(address, bytes, true);
}

std::uint8_t* GlobalMemory::writable(std::uint64_t address, std::size_t bytes, bool reads) {
  if (view_) {
    if (reads) view_->readable(address, bytes);
    return view_->writable(address, bytes);
  }
  if (!withheld_.empty() && withheld(address, bytes) != nullptr) return nullptr;
  if (bounded_) {
    const auto index = allocation_of(address, bytes);
    return index ? allocations_[*index].bytes.data() + (address - allocations_[*index].address) : nullptr;
  }
  const std::uint64_t number = address / page_bytes;
  const auto known = pages_.find(number);
  if (known != pages_.end()) return known->second->data() + address % page_bytes;
  if (resident_bytes() >= most_resident_bytes) return nullptr;
  return pages_.emplace(number, std::make_unique<Page>()).first->second->data() + address % page_bytes;
}

void GlobalMemory::store(std::uint64_t address, std::uint32_t word) {
  for (unsigned byte = 0; byte < 4; ++byte)
    if (std::uint8_t* at = writable(address + byte, 1)) *at = static_cast<std::uint8_t>(word >> (8 * byte));
}

std::uint32_t GlobalMemory::load(std::uint64_t address) const {
  std::uint32_t word = 0;
  for (unsigned byte = 0; byte < 4; ++byte)
    if (const std::uint8_t* at = readable(address + byte, 1)) word |= std::uint32_t{*at} << (8 * byte);
  return word;
}

}  // namespace reconverge::emulator
