// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "capture/capture.hpp"
#include "emulator/memory/global_memory.hpp"
#include "observers/instruction_counts.hpp"
#include "sass/program.hpp"

namespace reconverge::capture {

/// Bytes that a run left otherwise than the card did.
struct MemoryDifference {
  std::uint64_t address = 0;  ///< of the first that differs
  std::uint64_t bytes = 0;    ///< that differ one after another
  std::string emulated;       ///< the first of them, in hexadecimal
  std::string card;
};

/// A count that differs.
struct CountDifference {
  std::string function;
  std::uint32_t pc = 0;
  std::uint32_t index = 0;  ///< row of the executable; no row: emulator::no_index
  std::string what;         ///< as the counters are called
  std::uint64_t emulated = 0;
  std::uint64_t card = 0;
};

/// How a run compares with what the card did.
struct Check {
  std::uint64_t changed_bytes = 0;    ///< by the card
  std::uint64_t different_bytes = 0;  ///< of all memory
  std::vector<MemoryDifference> memory;
  std::uint64_t compared_counts = 0;
  std::uint64_t different_counts = 0;
  std::vector<CountDifference> counts;
  bool has_counters = false;

  bool passes() const { return different_bytes == 0 && different_counts == 0; }
};

/// Of either kind the first differences are kept.
inline constexpr std::size_t differences_kept = 20;

/// Memory when a run began and when it ended. Bytes that are not the card's from the start, and not written, are not
/// compared: pointers to code.
struct RunMemory {
  const emulator::GlobalMemory& before;
  const emulator::GlobalMemory& after;
};

/// @param functions  addresses of the functions of the executable, by name
Check check(const Capture& capture, const RunMemory& memory, const sass::Function& code,
            const observers::InstructionCounts& counts,
            const std::map<std::string, std::uint64_t, std::less<>>& functions);

}  // namespace reconverge::capture
