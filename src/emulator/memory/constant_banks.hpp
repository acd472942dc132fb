// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace reconverge::emulator {

/// Values of constant-bank words, by (bank, byte offset).
using Constants = std::map<std::pair<int, std::int64_t>, std::uint32_t>;

/// Gives a bank words from its begin on. Those that have values keep them.
void put_words(int bank, std::span<const std::uint32_t> words, Constants& constants);

/// The same laid out for loads whose offset is computed.
class ConstantBanks {
 public:
  ConstantBanks() = default;
  explicit ConstantBanks(const Constants& constants);

  /// The word at a multiple of 4; nothing if it has no value.
  std::optional<std::uint32_t> word(int bank, std::uint64_t offset) const;

 private:
  std::map<int, std::vector<std::optional<std::uint32_t>>> banks_;
};

}  // namespace reconverge::emulator
