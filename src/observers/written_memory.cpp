// SPDX-License-Identifier: MIT
#include "observers/written_memory.hpp"

#include <algorithm>

namespace reconverge::observers {

using core::LaneMask;

void WrittenShared::write(std::uint64_t address, std::size_t bytes, std::uint64_t end) {
  if (written_.empty()) written_.resize(end);
  std::fill_n(written_.begin() + static_cast<std::ptrdiff_t>(address), bytes, std::uint8_t{1});
  if (full_begin_ == full_end_) full_begin_ = full_end_ = address;
  while (full_end_ < written_.size() && written_[full_end_] != 0) ++full_end_;
  while (full_begin_ > 0 && written_[full_begin_ - 1] != 0) --full_begin_;
}

void WrittenShared::forget(std::uint64_t address) {
  written_[address] = 0;
  if (full_begin_ <= address && address < full_end_) full_end_ = address;
}

std::uint32_t WrittenShared::written(std::uint64_t address, std::size_t bytes) const {
  std::uint32_t bits = 0;
  if (written_.empty()) return bits;
  for (std::size_t k = 0; k < bytes; ++k) bits |= std::uint32_t{written_[address + k]} << k;
  return bits;
}

void WrittenLocal::write(std::size_t lane, std::uint64_t address, const Bytes& undefined, std::size_t bytes,
                         const Origin& origin) {
  if (defined_.size() < address + bytes) defined_.resize(address + bytes);
  const LaneMask own = LaneMask::lane(static_cast<int>(lane));
  for (std::size_t k = 0; k < bytes; ++k) {
    LaneMask& defined = defined_[address + k];
    if (undefined[k] == 0) {
      defined |= own;
      continue;
    }
    defined = defined.without(own);
    Partial& partial = partial_[address + k];
    partial.lanes |= own;
    partial.undefined[lane] = undefined[k];
    partial.origin = origin;
  }
}

bool WrittenLocal::is_defined(std::uint64_t address, std::size_t bytes, LaneMask lanes) const {
  if (defined_.size() < address + bytes) return false;
  LaneMask defined = lanes;
  for (std::size_t k = 0; k < bytes; ++k) defined &= defined_[address + k];
  return defined == lanes;
}

WrittenLocal::Read WrittenLocal::read(std::size_t lane, std::uint64_t address, std::size_t bytes) const {
  Read result;
  for (std::size_t k = 0; k < bytes; ++k) {
    const bool defined = address + k < defined_.size() && defined_[address + k].contains(static_cast<int>(lane));
    if (defined) continue;
    result.any = true;
    const auto partial = partial_.find(address + k);
    const bool copied = partial != partial_.end() && partial->second.lanes.contains(static_cast<int>(lane));
    result.undefined[k] = copied ? partial->second.undefined[lane] : std::uint8_t{0xFF};
    if (copied) result.origin = partial->second.origin;
  }
  return result;
}

}  // namespace reconverge::observers
