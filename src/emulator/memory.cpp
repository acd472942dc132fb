#include "emulator/memory.hpp"

namespace reconverge::emulator {

void Memory::store(std::uint64_t address, std::uint32_t word) {
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uint64_t at = address + byte;
    auto& page = pages_[at / page_bytes];
    if (!page) page = std::make_unique<Page>();
    (*page)[at % page_bytes] = static_cast<std::uint8_t>(word >> (8 * byte));
  }
}

std::uint32_t Memory::load(std::uint64_t address) const {
  std::uint32_t word = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uint64_t at = address + byte;
    const auto page = pages_.find(at / page_bytes);
    if (page != pages_.end())
      word |= static_cast<std::uint32_t>((*page->second)[at % page_bytes]) << (8 * byte);
  }
  return word;
}

}  // namespace reconverge::emulator
