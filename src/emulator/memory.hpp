#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace reconverge::emulator {

/// A sparse 64-bit byte-addressed memory, little endian. Bytes never written read as 0.
class Memory {
 public:
  void store(std::uint64_t address, std::uint32_t word);
  std::uint32_t load(std::uint64_t address) const;
  /// Bytes of pages touched by a store so far.
  std::size_t resident_bytes() const { return pages_.size() * page_bytes; }

 private:
  static constexpr std::size_t page_bytes = 4096;
  using Page = std::array<std::uint8_t, page_bytes>;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace reconverge::emulator
