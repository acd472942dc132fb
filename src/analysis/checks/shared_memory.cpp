// SPDX-License-Identifier: MIT
// Loads of shared memory in a kernel that never writes any.

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "analysis/checks/checks.hpp"
#include "emulator/launch/abi.hpp"

namespace reconverge::analysis {
namespace {

using observers::MemoryKind;

/// Stores and atomics of shared and generic addresses; copies that go on beside the program; and whatever is not known
/// here.
bool may_write_shared(const Code& code, std::size_t index) {
  const observers::ValueUse& use = code.uses[index];
  if (code.executable.instructions[index].stops || code.roles[index] == sass::ControlRole::call) return true;
  if (use.stores && (use.memory == MemoryKind::shared || use.memory == MemoryKind::generic)) return true;
  constexpr std::array<std::string_view, 9> prefixes = {"STS",   "ATOMS", "LDGSTS", "UBLK",   "UTMA",
                                                        "SYNCS", "STAS",  "REDAS",  "ARRIVES"};
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return code.row(index).opcode().starts_with(prefix); });
}

/// Below what a block gets stands what the driver has put there.
bool is_of_the_driver(const emulator::MemoryAddress& address, int architecture) {
  const bool is_fixed = address.base == emulator::zero_slot && address.uniform == emulator::zero_slot;
  const auto abi = emulator::abi_of(architecture);
  return is_fixed && abi && address.offset < static_cast<std::int64_t>(abi->shared_begin);
}

}  // namespace

void check_shared_memory(const Code& code, Lint& lint) {
  if (!code.is_kernel) return;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (may_write_shared(code, i)) return;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::string_view opcode = code.row(i).opcode();
    if (opcode != "LDS" && opcode != "LDSM") continue;
    if (is_of_the_driver(code.executable.instructions[i].address, code.architecture)) continue;
    lint.remarks.push_back({"shared-memory-never-written", i,
                            fmt::format("{} reads shared memory, which nothing in {} writes", code.row(i).mnemonic,
                                        code.executable.function.name)});
  }
}

}  // namespace reconverge::analysis
