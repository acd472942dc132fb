// SPDX-License-Identifier: MIT
#include "emulator/memory/constant_banks.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "emulator/launch/abi.hpp"
#include "emulator/memory/constant_hint.hpp"

namespace reconverge::emulator {
namespace {

/// A bank holds no more; words that are given beyond it are reached by immediate offsets alone.
constexpr std::int64_t bank_bytes = 64 * 1024;

}  // namespace

void put_words(int bank, std::span<const std::uint32_t> words, Constants& constants) {
  std::int64_t offset = 0;
  for (const std::uint32_t word : words) {
    constants.try_emplace({bank, offset}, word);
    offset += 4;
  }
}

std::string hint_for_constant(int bank, std::int64_t offset, int architecture) {
  const std::string given = fmt::format("--const 'c[0x{:x}][0x{:x}]=VALUE'", bank, offset);
  constexpr int bank_of_addresses = 4;
  if (const auto abi = abi_of(architecture); bank == 0 && abi) {
    if (offset >= abi->parameters)
      return fmt::format("it is byte {} of the parameters: one --arg each, in their order; for this word alone {}",
                         offset - abi->parameters, given);
    const auto is_in = [&](int words) { return words <= offset && offset < words + 3 * 4; };
    if (is_in(abi->block_size) || is_in(abi->grid_size))
      return "a launch sets it, which --block or --arg begins; for this word alone " + given;
  }
  if (bank == 0) return given;
  if (bank == bank_of_addresses)
    return "bank 4 holds addresses of variables and functions, which only the cubin has: give the cubin";
  return "cuobjdump does not print constant banks 2 to 4: give the cubin, or the output of nvdisasm; else " + given;
}

ConstantBanks::ConstantBanks(const Constants& constants) {
  for (const auto& [place, value] : constants) {
    const auto [bank, offset] = place;
    if (offset < 0 || offset >= bank_bytes || offset % 4 != 0) continue;
    auto& words = banks_[bank];
    const auto index = static_cast<std::size_t>(offset / 4);
    words.resize(std::max(words.size(), index + 1));
    words[index] = value;
  }
}

std::optional<std::uint32_t> ConstantBanks::word(int bank, std::uint64_t offset) const {
  const auto found = banks_.find(bank);
  if (found == banks_.end() || offset / 4 >= found->second.size()) return std::nullopt;
  return found->second[offset / 4];
}

}  // namespace reconverge::emulator
