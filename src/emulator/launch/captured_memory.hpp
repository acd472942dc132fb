// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/device_data.hpp"
#include "emulator/memory/global_memory.hpp"
#include "emulator/memory/windows.hpp"

namespace reconverge::emulator {

/// Memory of a launch on a card, at the addresses that it had there: pointers in it hold.
class CapturedMemory {
 public:
  using Piece = GlobalMemory::Allocation;

  /// @param pieces     in any order
  /// @param variables  addresses of device variables and constants, by their names in the file
  /// Fails with Failure::input if pieces overlap or lie beyond the addresses of a GPU.
  static core::Result<CapturedMemory> make(std::vector<Piece> pieces, std::map<std::string, std::uint64_t> variables);

  /// By address.
  const std::vector<Piece>& pieces() const { return pieces_; }
  std::optional<std::uint64_t> variable(const std::string& name) const;
  /// The bytes of a piece from an address on; nothing if they are not all captured.
  std::optional<std::span<const std::uint8_t>> bytes_at(std::uint64_t address, std::size_t bytes) const;
  /// Windows of shared and local memory where no piece is: the preferred ones, if they fit.
  Windows windows(const Windows& wanted) const;
  /// The first address that the emulator may give to memory of its own.
  std::uint64_t free_from() const;
  void load(GlobalMemory& memory) const;

 private:
  std::vector<Piece> pieces_;
  std::map<std::string, std::uint64_t> variables_;
};

}  // namespace reconverge::emulator
