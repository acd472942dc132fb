// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

#include "core/result.hpp"
#include "emulator/launch/abi.hpp"
#include "emulator/launch/element_type.hpp"
#include "emulator/launch/extent.hpp"
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
  std::vector<std::size_t> shape = {};  ///< lengths of an array that a file gave; empty: one dimension

  std::size_t size() const { return bytes.size() / bytes_of(type); }
};

/// A pointer among the bytes of a parameter.
struct Pointer {
  std::size_t at = 0;                 ///< byte of the parameter
  std::optional<Buffer> buffer = {};  ///< memory of its own
  std::size_t argument = 0;           ///< else that of a parameter
  std::uint64_t offset = 0;           ///< bytes
  std::string member = {};            ///< "1.2": where it is in a structure; empty: a pointer by itself
};

/// A parameter passed by value that is more than one element.
struct Structure {
  std::vector<std::uint8_t> bytes = {};
  std::size_t alignment = 1;
  std::vector<Pointer> pointers = {};  ///< their bytes are filled in for a launch
};

using Argument = std::variant<Scalar, Buffer, Structure>;

struct DeviceData;
class CapturedMemory;
class DeviceRuntime;

/// The user's value for a device variable or constant.
struct SymbolValue {
  std::string name;  ///< of the file
  Structure value;
};

/// A device variable or constant that is read after the run.
struct WantedVariable {
  std::string name;   ///< of the file
  std::string shown;  ///< as the user calls it
  ElementType type = ElementType::u8;
};

/// The launch of a kernel.
struct Launch {
  Extent block = 32;                     ///< threads
  Extent grid = 1;                       ///< blocks
  std::vector<Argument> arguments = {};  ///< in parameter order
  /// Where the parameters lie, if the kernel says so; empty: at the natural alignment of their types.
  std::vector<std::uint32_t> places = {};
  std::uint64_t shared_bytes = 48 * 1024;  ///< that a block has
  /// Bytes that kernel and launch declare, static and dynamic, at most shared_bytes; nothing: they are not known.
  std::optional<std::uint64_t> declared_shared = {};
  std::uint64_t stack_bytes = 16 * 1024;          ///< local memory of a lane
  std::shared_ptr<const DeviceData> device = {};  ///< of the kernel's file; null: it is not known
  std::shared_ptr<DeviceRuntime> runtime = {};    ///< null: the code calls none of its functions
  std::vector<SymbolValue> symbols = {};
  std::vector<WantedVariable> wanted = {};
  std::shared_ptr<const CapturedMemory> captured = {};  ///< of a launch on a card; null: memory is the launch's own
};

/// Notes the shared memory that a kernel and its launch declare, in bytes, static and dynamic. A block has as much as
/// on the card, or, where the architecture's granularity is not known, what the launch had, if that is more.
void declare_shared(std::uint64_t bytes, const Abi& abi, Launch& launch);

/// Where the generic addresses of shared and local memory are.
Windows windows_of(const Launch& launch, const Abi& abi);

/// The constant banks of a launch: bank 0, which the driver makes, and what the file fills. Arguments lie at the
/// natural alignment of their types unless the launch has places; a buffer's is its address. Fails with Failure::usage
/// if they are too many.
core::Result<Constants> constants_of(const Launch& launch, const Abi& abi);

/// Gives the names in the operands of a kernel their values, if the launch has the data of its file.
void settle_names(const Launch& launch, const Abi& abi, sass::Function& function);

/// Gives a warp the memory of a launch: the buffers, zeroed shared memory, stacks.
///
/// @param bounded  whether global memory is the buffers alone
void prepare(const Launch& launch, const Abi& abi, Warp& warp, bool bounded = true);

/// Elements of a buffer, both included.
struct ElementRange {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The buffers as a run left them: first those that are arguments, then those that members of structures point to, then
/// the variables that are read.
/// `index` counts arguments.
struct BufferAfter {
  std::size_t index = 0;
  Buffer buffer;
  std::vector<ElementRange> unknown = {};  ///< elements whose bytes mean nothing: they depend on what is not known
  std::string unknown_because = {};        ///< why they do
  std::string member = {};                 ///< of a structure: Pointer::member
  std::string variable = {};               ///< of the device, by the user's name; empty: of an argument

  /// "1", "1.2" of a member, or the name of a variable.
  std::string name() const;
  bool is_known(std::size_t element) const;
};
/// @param marked  words whose values are not known, by address divided by 4; see UnknownValues
std::vector<BufferAfter> buffers_after(const Launch& launch, const GlobalMemory& memory,
                                       const std::unordered_set<std::uint64_t>& marked = {},
                                       const std::string& because = "");

/// BufferAfter::name() of each buffer that a run of a launch leaves.
std::vector<std::string> names_of_buffers(const Launch& launch);

}  // namespace reconverge::emulator
