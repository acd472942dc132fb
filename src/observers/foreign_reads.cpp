// SPDX-License-Identifier: MIT
#include "observers/foreign_reads.hpp"

#include <algorithm>

#include "core/each_lane.hpp"
#include "emulator/block_barrier_use.hpp"

namespace reconverge::observers {
namespace {

constexpr std::uint64_t in_shared = std::uint64_t{1} << 63;

std::uint64_t place_of(const emulator::Access& access, std::size_t lane) {
  return access.address[lane] | (access.space == emulator::Space::shared ? in_shared : 0);
}

}  // namespace

std::shared_ptr<const ForeignReads::Code> ForeignReads::code_of(const emulator::Executable& executable) {
  auto code = std::make_shared<Code>(*emulator::UnknownValues::code_of(executable));
  code->reads_word.clear();
  std::ranges::fill(code->next_read, static_cast<std::uint32_t>(code->next_read.size()));
  for (emulator::OperandFlow& flow : code->flows) flow.unknown_word.clear();
  return code;
}

/// The access has had its effect. Null: the lane is in another memory than the others.
const std::uint8_t* ForeignReads::bytes_at(const emulator::Access& access, std::size_t lane) {
  if (access.space == emulator::Space::shared) return warp_.shared().find(access.address[lane], access.bytes);
  return warp_.global().readable(access.address[lane], access.bytes);
}

/// No access crosses pages: its address is a multiple of its width.
void ForeignReads::write(std::uint64_t address, const std::uint8_t* bytes, std::size_t count) {
  const auto [entry, is_new] = changed_.pages.try_emplace(address / ChangedMemory::page_bytes);
  ChangedMemory::Page& page = entry->second;
  if (is_new) page.values.fill(ChangedMemory::not_written);
  if (is_new || page.phase != phase_) {
    page.phase = phase_;
    page.changed_by = 0;
    page.left_by.fill(~ChangedMemory::Warps{0});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = address % ChangedMemory::page_bytes + i;
    if (page.values[at] == bytes[i]) {
      page.left_by[at] |= own_;
      continue;
    }
    page.values[at] = bytes[i];
    page.left_by[at] = own_;
    page.changed_by |= own_;
  }
}

bool ForeignReads::is_foreign(std::uint64_t address, std::size_t count) const {
  const auto entry = changed_.pages.find(address / ChangedMemory::page_bytes);
  if (entry == changed_.pages.end()) return false;
  const ChangedMemory::Page& page = entry->second;
  if (page.phase != phase_ || (page.changed_by & ~own_) == 0) return false;
  const auto first = page.left_by.begin() + static_cast<std::ptrdiff_t>(address % ChangedMemory::page_bytes);
  return std::any_of(first, first + static_cast<std::ptrdiff_t>(count),
                     [&](ChangedMemory::Warps left_by) { return (left_by & own_) == 0; });
}

void ForeignReads::depends(std::uint32_t index) {
  if (found_ != nullptr) std::exchange(found_, nullptr)(index);
}

void ForeignReads::issued(const emulator::Issued& event) {
  if (found_ != nullptr && changed_.is_read && values_.issued(event, nullptr)) depends(event.at.index);
}

/// How long it takes depends on the values that it finds.
void ForeignReads::matched(const emulator::Matched& event) {
  if (values_.gave_unknown(event.at.index)) depends(event.at.index);
}

void ForeignReads::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (access.space == emulator::Space::constant) return;
  if (changed_.is_read) values_.accessed(event);
  if (access.space == emulator::Space::local) return;
  core::LaneMask foreign;
  core::for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::uint8_t* const bytes = bytes_at(access, lane);
    if (bytes == nullptr) return;
    const std::uint64_t place = place_of(access, lane);
    if (access.reads && is_followed_ && is_foreign(place, access.bytes))
      foreign |= core::LaneMask::lane(static_cast<int>(lane));
    if (access.writes) write(place, bytes, access.bytes);
  });
  if (foreign.empty() || found_ == nullptr) return;
  changed_.is_read = true;
  values_.mark_loaded(event.at.index, foreign);
}

/// Barrier 0 of all threads parts phases; others order some of the warps, in a way that is not followed.
void ForeignReads::transferred(const emulator::Transferred& event) {
  if (event.transfer != emulator::ControlTransfer::block_barrier) return;
  const auto use = block_barrier_use(executable_, event.at.index, warp_, event.group.lowest());
  is_followed_ = use.number == 0 && (use.threads == 0 || use.threads >= warp_.block_size.count());
  if (is_followed_) ++phase_;
}

}  // namespace reconverge::observers
