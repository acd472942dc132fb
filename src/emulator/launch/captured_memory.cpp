// SPDX-License-Identifier: MIT
#include "emulator/launch/captured_memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace reconverge::emulator {
namespace {

/// GPUs have addresses of 49 bits, some of later generations 57.
constexpr std::uint64_t end_of_addresses = std::uint64_t{1} << 57;

bool overlaps(const GlobalMemory::Allocation& piece, std::uint64_t begin, std::uint64_t bytes) {
  return piece.address < begin + bytes && begin < piece.end();
}

}  // namespace

core::Result<CapturedMemory> CapturedMemory::make(std::vector<Piece> pieces,
                                                  std::map<std::string, std::uint64_t> variables) {
  const auto failure = [](std::string message) {
    return core::Diagnostic{.failure = core::Failure::input, .message = std::move(message)};
  };
  std::ranges::sort(pieces, {}, &Piece::address);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].address >= end_of_addresses || pieces[i].bytes.size() > end_of_addresses - pieces[i].address)
      return failure(fmt::format("0x{:x} is not an address of a GPU", pieces[i].address));
    if (i > 0 && pieces[i - 1].end() > pieces[i].address)
      return failure(
          fmt::format("the memory at 0x{:x} overlaps that at 0x{:x}", pieces[i].address, pieces[i - 1].address));
  }
  CapturedMemory memory;
  memory.pieces_ = std::move(pieces);
  memory.variables_ = std::move(variables);
  return memory;
}

std::optional<std::uint64_t> CapturedMemory::variable(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::span<const std::uint8_t>> CapturedMemory::bytes_at(std::uint64_t address, std::size_t bytes) const {
  const auto after = std::ranges::upper_bound(pieces_, address, {}, &Piece::address);
  if (after == pieces_.begin()) return std::nullopt;
  const Piece& piece = *std::prev(after);
  if (address >= piece.end() || piece.end() - address < bytes) return std::nullopt;
  return std::span(piece.bytes).subspan(address - piece.address, bytes);
}

Windows CapturedMemory::windows(const Windows& wanted) const {
  const auto is_free = [&](std::uint64_t begin) {
    return std::ranges::none_of(pieces_, [&](const Piece& piece) { return overlaps(piece, begin, wanted.bytes); });
  };
  Windows windows = wanted;
  while (!is_free(windows.shared)) windows.shared -= wanted.bytes;
  if (windows.shared <= windows.local + wanted.bytes) windows.local = windows.shared - wanted.bytes;
  while (!is_free(windows.local)) windows.local -= wanted.bytes;
  return windows;
}

std::uint64_t CapturedMemory::free_from() const { return pieces_.empty() ? 0 : pieces_.back().end(); }

void CapturedMemory::load(GlobalMemory& memory) const {
  memory.bound();
  memory.place(pieces_);
}

}  // namespace reconverge::emulator
