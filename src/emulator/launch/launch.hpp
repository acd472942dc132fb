#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/abi.hpp"
#include "emulator/launch/element_type.hpp"
#include "emulator/memory/constant_banks.hpp"
#include "emulator/warp.hpp"

namespace reconverge::emulator {

/// A parameter passed by value.
struct Scalar {
  ElementType type{};
  std::uint64_t bits = 0;
};

/// A parameter that points to memory of its own.
struct Buffer {
  ElementType type{};
  std::vector<std::uint8_t> bytes;

  std::size_t size() const { return bytes.size() / bytes_of(type); }
};

using Argument = std::variant<Scalar, Buffer>;

/// What a kernel is started with.
struct Launch {
  int block = 32;                        ///< threads, in one dimension; the grid is one block
  std::vector<Argument> arguments = {};  ///< in parameter order
  std::uint64_t shared_bytes = 48 * 1024;
  std::uint64_t stack_bytes = 16 * 1024;  ///< local memory of a lane
};

/// The contents of constant bank 0 that the driver makes for a launch. Arguments lie at the natural
/// alignment of their types; a buffer's is its address. Fails with Failure::usage if they are too many.
core::Result<Constants> constants_of(const Launch& launch, const Abi& abi);

/// Gives the first warp of a launch its memory: the buffers, zeroed shared memory, stacks.
///
/// @param bounded  whether global memory is the buffers alone
void prepare(const Launch& launch, const Abi& abi, Warp& warp, bool bounded = true);

/// Elements of a buffer, both included.
struct ElementRange {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The buffers as a run left them, argument by argument; scalars are skipped. `index` counts
/// arguments.
struct BufferAfter {
  std::size_t index = 0;
  Buffer buffer;
  std::vector<ElementRange> unknown = {};  ///< elements whose bytes mean nothing: they depend on what is not known
  std::string unknown_because = {};        ///< why they do

  bool is_known(std::size_t element) const;
};
/// @param marked  words whose values are not known, by address divided by 4; see UnknownValues
std::vector<BufferAfter> buffers_after(const Launch& launch, const GlobalMemory& memory,
                                       const std::unordered_set<std::uint64_t>& marked = {},
                                       const std::string& because = "");

}  // namespace reconverge::emulator
