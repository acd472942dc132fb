// SPDX-License-Identifier: MIT
#include "emulator/launch/argument_bytes.hpp"

#include <fmt/core.h>

#include <cstring>

namespace reconverge::emulator {
namespace {

constexpr std::size_t pointer_bytes = 8;

std::string name_of(std::size_t index, const std::string& member) {
  return member.empty() ? fmt::format("argument {}", index) : fmt::format("argument {}, member {}", index, member);
}

std::vector<std::uint8_t> bytes_in(std::uint64_t bits, std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  std::memcpy(bytes.data(), &bits, size);
  return bytes;
}

}  // namespace

std::vector<std::uint64_t> allocate_buffers(const Launch& launch, GlobalMemory& memory) {
  memory.bound();
  std::vector<std::uint64_t> addresses;
  for_each_buffer(launch, [&](const Buffer& buffer, std::size_t index, const std::string& member) {
    addresses.push_back(memory.allocate(name_of(index, member), buffer.bytes));
  });
  return addresses;
}

ArgumentBytes::ArgumentBytes(const Launch& launch) : launch_(launch) {
  GlobalMemory scratch;
  const auto addresses = allocate_buffers(launch, scratch);
  std::size_t count = 0;
  for_each_buffer(launch, [&](const Buffer&, std::size_t index, const std::string& member) {
    addresses_[{index, member}] = addresses[count++];
  });
}

std::vector<std::uint8_t> ArgumentBytes::of(std::size_t index) const {
  const Argument& argument = launch_.arguments[index];
  if (const auto* scalar = std::get_if<Scalar>(&argument)) return bytes_in(scalar->bits, bytes_of(scalar->type));
  if (std::holds_alternative<Buffer>(argument)) return bytes_in(addresses_.at({index, ""}), pointer_bytes);
  return filled(std::get<Structure>(argument), index);
}

std::vector<std::uint8_t> ArgumentBytes::filled(const Structure& structure, std::size_t index) const {
  std::vector<std::uint8_t> bytes = structure.bytes;
  for (const Pointer& pointer : structure.pointers) {
    const std::uint64_t address = pointer.buffer ? addresses_.at({index, pointer.member})
                                                 : addresses_.at({pointer.argument, ""}) + pointer.offset;
    std::memcpy(bytes.data() + pointer.at, &address, pointer_bytes);
  }
  return bytes;
}

}  // namespace reconverge::emulator
