// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "core/lane_mask.hpp"

namespace reconverge::emulator {

/// A state of what follows control, as a class has written it, while it is read word by word.
class ControlWords {
 public:
  explicit ControlWords(std::span<const std::uint32_t> words) : words_(words) {}
  std::uint32_t next() {
    const std::uint32_t word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }
  core::LaneMask next_mask() { return core::LaneMask(next()); }

 private:
  std::span<const std::uint32_t> words_;
};

}  // namespace reconverge::emulator
