#include "emulator/launch/launch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

namespace reconverge::emulator {
namespace {

constexpr std::size_t pointer_bytes = 8;
/// Of parameters, on every generation.
constexpr std::size_t most_parameter_bytes = 4096;

std::string name_of(std::size_t index) { return fmt::format("argument {}", index); }

/// Reserves the buffers, in the order of the arguments; their addresses depend on nothing else.
std::vector<std::uint64_t> allocate_buffers(const Launch& launch, GlobalMemory& memory) {
  memory.bound();
  std::vector<std::uint64_t> addresses;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<Buffer>(&launch.arguments[i]))
      addresses.push_back(memory.allocate(name_of(i), buffer->bytes));
  return addresses;
}

/// The bytes of the parameters, whole words.
std::vector<std::uint8_t> parameter_bytes(const Launch& launch) {
  GlobalMemory scratch;
  const auto addresses = allocate_buffers(launch, scratch);
  auto next_address = addresses.begin();
  std::vector<std::uint8_t> bytes;
  for (const Argument& argument : launch.arguments) {
    const auto* scalar = std::get_if<Scalar>(&argument);
    const std::uint64_t bits = scalar != nullptr ? scalar->bits : *next_address++;
    const std::size_t size = scalar != nullptr ? bytes_of(scalar->type) : pointer_bytes;
    const std::size_t place = (bytes.size() + size - 1) / size * size;
    bytes.resize(place + size);
    std::memcpy(bytes.data() + place, &bits, size);
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
  void triple(int offset, std::uint32_t x) {
    word(offset, x);
    word(offset + 4, 1);
    word(offset + 8, 1);
  }
  Constants take() { return std::move(constants_); }

 private:
  Constants constants_;
};

}  // namespace

core::Result<Constants> constants_of(const Launch& launch, const Abi& abi) {
  const auto parameters = parameter_bytes(launch);
  if (parameters.size() > most_parameter_bytes)
    return core::Diagnostic{.failure = core::Failure::usage,
                            .message = fmt::format("the arguments take {} bytes; a kernel has at most {}",
                                                   parameters.size(), most_parameter_bytes),
                            .hint = "put them into a buffer"};
  Bank bank;
  bank.word(abi.stack_pointer, static_cast<std::uint32_t>(launch.stack_bytes));
  bank.triple(abi.block_size, static_cast<std::uint32_t>(launch.block));
  bank.triple(abi.grid_size, 1);
  bank.address(abi.shared_window_low, abi.shared_window_high, abi.windows.shared);
  bank.address(abi.local_window_low, abi.local_window_high, abi.windows.local);
  if (abi.memory_descriptor >= 0) bank.address(abi.memory_descriptor, abi.memory_descriptor + 4, 0);
  for (std::size_t i = 0; i < parameters.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, parameters.data() + i, 4);
    bank.word(abi.parameters + static_cast<int>(i), word);
  }
  return bank.take();
}

void prepare(const Launch& launch, const Abi& abi, Warp& warp, bool bounded) {
  if (bounded) allocate_buffers(launch, warp.global);
  warp.shared.resize(abi.shared_begin, launch.shared_bytes);
  warp.local.resize(launch.stack_bytes);
  warp.windows = abi.windows;
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

}  // namespace

bool BufferAfter::is_known(std::size_t element) const {
  const auto behind = std::ranges::upper_bound(unknown, element, {}, &ElementRange::first);
  return behind == unknown.begin() || std::prev(behind)->last < element;
}

std::vector<BufferAfter> buffers_after(const Launch& launch, const GlobalMemory& memory,
                                       const std::unordered_set<std::uint64_t>& marked, const std::string& because) {
  std::vector<BufferAfter> buffers;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* buffer = std::get_if<Buffer>(&launch.arguments[i]);
    if (buffer == nullptr) continue;
    const auto& allocation = memory.allocations()[buffers.size()];
    BufferAfter& after = buffers.emplace_back(BufferAfter{i, {buffer->type, allocation.bytes}});
    after.unknown = unknown_elements(after.buffer, allocation.address, marked);
    if (!after.unknown.empty()) after.unknown_because = because;
  }
  return buffers;
}

}  // namespace reconverge::emulator
