// SPDX-License-Identifier: MIT
#include "emulator/memory/device_runtime.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace reconverge::emulator {
namespace {

constexpr std::uint64_t block_alignment = 16;
constexpr std::size_t most_output = std::size_t{1} << 24;

}  // namespace

void DeviceRuntime::begin(std::uint64_t heap_address) {
  const std::lock_guard lock(mutex_);
  heap_address_ = heap_address;
  blocks_.clear();
  printed_.clear();
  not_kept_ = 0;
  failed_.clear();
}

/// The first place that is large enough, so that equal runs get equal addresses.
std::uint64_t DeviceRuntime::allocate(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > heap_bytes_) return 0;
  const std::uint64_t size =
      (std::max<std::uint64_t>(bytes, 1) + block_alignment - 1) / block_alignment * block_alignment;
  std::uint64_t free_from = heap_address_;
  for (const auto& [address, taken] : blocks_) {
    if (address - free_from >= size) break;
    free_from = address + taken;
  }
  if (size > heap_address_ + heap_bytes_ - free_from) return 0;
  blocks_.emplace(free_from, size);
  return free_from;
}

bool DeviceRuntime::release(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  return blocks_.erase(address) > 0;
}

void DeviceRuntime::print(std::string_view text) {
  const std::lock_guard lock(mutex_);
  const std::size_t kept = std::min(text.size(), most_output - std::min(most_output, printed_.size()));
  printed_ += text.substr(0, kept);
  not_kept_ += text.size() - kept;
}

void DeviceRuntime::fail(FailedAssertion assertion) {
  const std::lock_guard lock(mutex_);
  failed_.push_back(std::move(assertion));
}

std::string to_string(const FailedAssertion& assertion) {
  return fmt::format("{}:{}: {}: assertion `{}` failed", assertion.file, assertion.line, assertion.function,
                     assertion.message);
}

}  // namespace reconverge::emulator
