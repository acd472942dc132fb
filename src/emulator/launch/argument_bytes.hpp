// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulator/launch/launch.hpp"

namespace reconverge::emulator {

/// Calls a function with every buffer, its argument and its member, in the order in which they get memory.
template <typename Function> void for_each_buffer(const Launch& launch, Function function) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (const auto* buffer = std::get_if<Buffer>(&launch.arguments[i])) function(*buffer, i, std::string());
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    if (const auto* structure = std::get_if<Structure>(&launch.arguments[i]))
      for (const Pointer& pointer : structure->pointers)
        if (pointer.buffer) function(*pointer.buffer, i, pointer.member);
}

/// Reserves the buffers; their addresses depend on nothing else.
std::vector<std::uint64_t> allocate_buffers(const Launch& launch, GlobalMemory& memory);

/// The bytes of arguments, with the addresses of their launch.
class ArgumentBytes {
 public:
  explicit ArgumentBytes(const Launch& launch);

  std::vector<std::uint8_t> of(std::size_t index) const;
  /// Of a structure that is not an argument: its pointers go into the buffers of arguments.
  std::vector<std::uint8_t> of(const Structure& structure) const { return filled(structure, 0); }

 private:
  std::vector<std::uint8_t> filled(const Structure& structure, std::size_t index) const;

  const Launch& launch_;
  std::map<std::pair<std::size_t, std::string>, std::uint64_t> addresses_;
};

}  // namespace reconverge::emulator
