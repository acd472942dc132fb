// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/card_counts.hpp"
#include "core/result.hpp"
#include "emulator/launch/captured_memory.hpp"

/// Launches that were captured on a card.
namespace reconverge::capture {

/// Where a parameter lies among the bytes of all.
struct Parameter {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// How an allocation came about.
struct Origin {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::string kind;  ///< the driver call; "variable"
  std::string name;  ///< of a variable
};

/// Bytes that the launch changed.
struct Change {
  std::uint64_t address = 0;
  std::string_view bytes;  ///< of Capture::after
};

/// The card's counts of one instruction.
struct Counted {
  std::string function;
  std::uint32_t pc = 0;  ///< bytes from the start of the function
  core::CardCounts counts;
};

/// Memory that a capture can hold.
inline constexpr std::uint64_t most_memory_bytes = std::uint64_t{4} << 30;

/// The largest file of a capture.
inline constexpr std::uint64_t most_file_bytes = 3 * most_memory_bytes;

struct Capture {
  std::string kernel;  ///< symbol
  std::uint64_t index = 0;
  std::array<std::uint32_t, 3> grid{};
  std::array<std::uint32_t, 3> block{};
  std::uint64_t shared_bytes = 0;  ///< static and dynamic
  std::uint64_t stack_bytes = 0;   ///< local memory of a lane
  std::string device;
  std::vector<Parameter> parameters;
  std::string parameter_bytes;
  std::vector<Origin> origins;  ///< in the order of the file
  std::vector<std::string> notes;
  std::shared_ptr<const emulator::CapturedMemory> memory;
  std::string cubin;
  std::string listing;                       ///< of the cubin; empty: it has to be disassembled
  std::string not_completed_because;         ///< the launch failed on the card; empty: it did not
  std::shared_ptr<const std::string> after;  ///< what the changes are made of
  std::vector<Change> changes;               ///< by address; no two of them overlap
  std::vector<Counted> counters;             ///< empty: nothing was counted

  /// The allocation or variable that an address lies in; null if it lies in none.
  const Origin* origin_of(std::uint64_t address) const;
  /// "cuMemAlloc at 0x7f0000000000", "variable table".
  std::string name_of(std::uint64_t address) const;
};

/// Whether a file is a capture, by its first bytes.
bool is_capture(std::string_view file);

/// Fails with Failure::input if the file is broken, of a later version, or too large to be run here.
core::Result<Capture> read_capture(std::string_view file, const std::string& source);

/// The same file with the listing of its cubin, so that it can be run without the disassembler.
std::string with_listing(std::string_view file, std::string_view listing);

}  // namespace reconverge::capture
