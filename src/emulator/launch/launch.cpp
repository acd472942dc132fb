// SPDX-License-Identifier: MIT
#include "emulator/launch/launch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "core/usage_error.hpp"
#include "emulator/launch/argument_bytes.hpp"
#include "emulator/launch/captured_memory.hpp"
#include "emulator/launch/device_data.hpp"
#include "emulator/launch/driver_words.hpp"

namespace reconverge::emulator {
namespace {

constexpr std::size_t pointer_bytes = 8;
/// Of parameters, on every generation.
constexpr std::size_t most_parameter_bytes = 4096;

std::size_t alignment_of(const Argument& argument) {
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return bytes_of(scalar->type);
  const auto* structure = std::get_if<Structure>(&argument);
  return structure != nullptr ? structure->alignment : pointer_bytes;
}

/// The bytes of the parameters, whole words.
std::vector<std::uint8_t> parameter_bytes(const Launch& launch) {
  const ArgumentBytes arguments(launch);
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto argument = arguments.of(i);
    const std::size_t alignment = alignment_of(launch.arguments[i]);
    const std::size_t place =
        i < launch.places.size() ? launch.places[i] : (bytes.size() + alignment - 1) / alignment * alignment;
    bytes.resize(place + argument.size());
    std::ranges::copy(argument, bytes.begin() + static_cast<std::ptrdiff_t>(place));
  }
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

/// Bank 0 while it is filled.
class Bank {
 public:
  void word(int offset, std::uint32_t value) {
    if (offset >= 0) constants_[{0, offset}] = value;
  }
  void address(int low, int high, std::uint64_t value) {
    word(low, static_cast<std::uint32_t>(value));
    word(high, static_cast<std::uint32_t>(value >> 32));
  }
  void triple(int offset, const Extent& size) {
    word(offset, size.x);
    word(offset + 4, size.y);
    word(offset + 8, size.z);
  }
  Constants take() { return std::move(constants_); }

 private:
  Constants constants_;
};

}  // namespace

void declare_shared(std::uint64_t bytes, const Abi& abi, Launch& launch) {
  launch.declared_shared = bytes;
  const std::uint64_t granularity = abi.shared_granularity;
  if (granularity == 0) launch.shared_bytes = std::max(launch.shared_bytes, bytes);
  else launch.shared_bytes = (bytes + granularity - 1) / granularity * granularity;
}

Windows windows_of(const Launch& launch, const Abi& abi) {
  return launch.captured ? launch.captured->windows(abi.windows) : abi.windows;
}

core::Result<Constants> constants_of(const Launch& launch, const Abi& abi) {
  const auto parameters = parameter_bytes(launch);
  if (parameters.size() > most_parameter_bytes)
    return core::usage_error(
        fmt::format("the arguments take {} bytes; a kernel has at most {}", parameters.size(), most_parameter_bytes),
        "put them into a buffer");
  Bank bank;
  bank.word(abi.stack_pointer, static_cast<std::uint32_t>(launch.stack_bytes));
  bank.triple(abi.block_size, launch.block);
  bank.triple(abi.grid_size, launch.grid);
  const Windows windows = windows_of(launch, abi);
  bank.address(abi.shared_window_low, abi.shared_window_high, windows.shared);
  bank.address(abi.local_window_low, abi.local_window_high, windows.local);
  if (abi.memory_descriptor >= 0) bank.address(abi.memory_descriptor, abi.memory_descriptor + 4, 0);
  for (std::size_t i = 0; i < parameters.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, parameters.data() + i, 4);
    bank.word(abi.parameters + static_cast<int>(i), word);
  }
  Constants constants = bank.take();
  if (launch.device) constants.merge(DeviceMemory(launch, abi).constants());
  add_driver_words(abi.first, constants);
  return constants;
}

void settle_names(const Launch& launch, const Abi& abi, sass::Function& function) {
  if (launch.device) DeviceMemory(launch, abi).settle(function);
}

void prepare(const Launch& launch, const Abi& abi, Warp& warp, bool bounded) {
  if (launch.captured) launch.captured->load(warp.global());
  else if (bounded) allocate_buffers(launch, warp.global());
  if (launch.device) DeviceMemory(launch, abi).load(warp.global(), bounded);
  warp.shared().resize(abi.shared_begin, launch.shared_bytes);
  warp.local.resize(launch.stack_bytes);
  warp.windows = windows_of(launch, abi);
  warp.block_size = launch.block;
}

namespace {

constexpr std::uint64_t word_bytes = 4;

std::vector<ElementRange> unknown_elements(const Buffer& buffer, std::uint64_t address,
                                           const std::unordered_set<std::uint64_t>& marked) {
  std::vector<ElementRange> ranges;
  if (marked.empty()) return ranges;
  const std::size_t bytes = bytes_of(buffer.type);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    bool known = true;
    for (std::uint64_t at = address + i * bytes; at < address + (i + 1) * bytes;
         at = (at / word_bytes + 1) * word_bytes)
      known = known && !marked.contains(at / word_bytes);
    if (known) continue;
    if (!ranges.empty() && ranges.back().last + 1 == i) ranges.back().last = i;
    else ranges.push_back({i, i});
  }
  return ranges;
}

/// A variable of the device and its address. Constants stay as they were.
std::optional<std::pair<std::uint64_t, BufferAfter>> variable_after(const Launch& launch, const WantedVariable& wanted,
                                                                    const GlobalMemory& memory) {
  const auto* symbol = launch.device ? launch.device->find_variable(wanted.name) : nullptr;
  const auto address = symbol == nullptr ? std::nullopt : DeviceMemory(launch, Abi{}).address_of(wanted.name);
  if (!address) return std::nullopt;
  BufferAfter after{.index = 0, .buffer = {wanted.type, std::vector<std::uint8_t>(symbol->size)}};
  after.variable = wanted.shown;
  for (std::size_t i = 0; i < symbol->size; ++i)
    if (const std::uint8_t* byte = memory.readable(*address + i, 1)) after.buffer.bytes[i] = *byte;
  return std::pair(*address, std::move(after));
}

}  // namespace

std::string BufferAfter::name() const {
  if (!variable.empty()) return variable;
  return member.empty() ? fmt::format("{}", index) : fmt::format("{}.{}", index, member);
}

std::vector<std::string> names_of_buffers(const Launch& launch) {
  std::vector<std::string> names;
  for_each_buffer(launch, [&](const Buffer&, std::size_t index, const std::string& member) {
    names.push_back(BufferAfter{.index = index, .buffer = {}, .member = member}.name());
  });
  return names;
}

bool BufferAfter::is_known(std::size_t element) const {
  const auto behind = std::ranges::upper_bound(unknown, element, {}, &ElementRange::first);
  return behind == unknown.begin() || std::prev(behind)->last < element;
}

std::vector<BufferAfter> buffers_after(const Launch& launch, const GlobalMemory& memory,
                                       const std::unordered_set<std::uint64_t>& marked, const std::string& because) {
  std::vector<BufferAfter> buffers;
  for_each_buffer(launch, [&](const Buffer& buffer, std::size_t index, const std::string& member) {
    const auto& allocation = memory.allocations()[buffers.size()];
    BufferAfter& after = buffers.emplace_back(BufferAfter{index, {buffer.type, allocation.bytes, buffer.shape}});
    after.member = member;
    after.unknown = unknown_elements(after.buffer, allocation.address, marked);
    if (!after.unknown.empty()) after.unknown_because = because;
  });
  for (const WantedVariable& wanted : launch.wanted)
    if (auto after = variable_after(launch, wanted, memory)) {
      after->second.unknown = unknown_elements(after->second.buffer, after->first, marked);
      if (!after->second.unknown.empty()) after->second.unknown_because = because;
      if (const auto* part = memory.withheld(after->first, after->second.buffer.bytes.size())) {
        after->second.unknown = {{0, after->second.buffer.size() - 1}};
        after->second.unknown_because = part->why;
      }
      buffers.push_back(std::move(after->second));
    }
  return buffers;
}

}  // namespace reconverge::emulator
