// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulator/lane_vector.hpp"

namespace reconverge::emulator {

/// Shared memory of one block. Its bytes are there from the first access on, zeroed; the hardware
/// leaves in them what was there before.
class SharedMemory {
 public:
  /// From sm_90 on the first KiB belongs to the system: `first` is where the kernel's own begins.
  void resize(std::uint64_t first, std::uint64_t bytes) {
    first_ = first;
    size_ = bytes;
    bytes_.clear();
  }
  std::uint64_t first() const { return first_; }
  std::uint64_t end() const { return first_ + size_; }

  /// The bytes at an address, null if some are out of bounds.
  std::uint8_t* find(std::uint64_t address, std::size_t bytes) {
    if (address < first_ || address - first_ >= size_ || end() - address < bytes) return nullptr;
    return all() + (address - first_);
  }
  /// All bytes, from first() on. Behind them lies room, so that a whole vector can be read from each multiple of
  /// `padding`.
  static constexpr std::size_t padding = lanes * sizeof(std::uint32_t);
  std::uint8_t* all() {
    if (bytes_.empty()) bytes_.resize((size_ + padding - 1) / padding * padding);
    return bytes_.data();
  }

 private:
  /// The shared memory of a block without opting in to more.
  static constexpr std::uint64_t default_bytes = 48 * 1024;

  std::uint64_t first_ = 0;
  std::uint64_t size_ = default_bytes;
  std::vector<std::uint8_t> bytes_;
};

/// Local memory: a stack of its own for every lane, growing down from the end.
class LocalMemory {
 public:
  void resize(std::uint64_t bytes) {
    size_ = bytes;
    stacks_.clear();
  }
  /// Of one lane.
  std::uint64_t end() const { return size_; }

  std::uint8_t* find(std::size_t lane, std::uint64_t address, std::size_t bytes) {
    if (address >= size_ || size_ - address < bytes) return nullptr;
    if (stacks_.empty()) stacks_.resize(lanes);
    auto& stack = stacks_[lane];
    if (stack.empty()) stack.resize(size_);
    return stack.data() + address;
  }

 private:
  static constexpr std::uint64_t default_bytes = 16 * 1024;

  std::uint64_t size_ = default_bytes;
  std::vector<std::vector<std::uint8_t>> stacks_;  ///< by lane; empty before the first access
};

}  // namespace reconverge::emulator
