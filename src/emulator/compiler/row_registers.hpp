// SPDX-License-Identifier: MIT
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstddef>

#include "emulator/executable.hpp"

/// What is where in the machine while compiled rows execute. rdi, rsi, edx: the arguments. eax, ecx, r11d, k5, k6 and
/// zmm28 to 31 hold nothing from row to row. In a loop rbx and k3, k4 are its own, in a group that has a context they
/// are the context and the lanes of the row.
namespace reconverge::emulator {

inline constexpr asmjit::x86::Gp values = asmjit::x86::rdi, predicates = asmjit::x86::rsi,
                                 active_lanes = asmjit::x86::edx, context = asmjit::x86::rbx,
                                 guarded_lanes = asmjit::x86::r12d;
inline constexpr std::array active = {asmjit::x86::k1, asmjit::x86::k2};   // by half
inline constexpr std::array ordered = {asmjit::x86::k3, asmjit::x86::k4};  // lanes without a NaN until now
inline constexpr std::array guarded = {asmjit::x86::k3, asmjit::x86::k4};  // of a row, where all results are looked at
inline constexpr std::array mask = {asmjit::x86::k5, asmjit::x86::k6};
inline constexpr std::array predicate_registers = {asmjit::x86::r8d, asmjit::x86::r9d, asmjit::x86::r10d};
inline constexpr int half_bytes = sizeof(LaneVector) / 2;
inline constexpr unsigned both_halves[] = {0, 1};

inline asmjit::x86::Zmm temporary(unsigned number, unsigned half) { return asmjit::x86::Zmm(28 + 2 * number + half); }
inline asmjit::x86::Mem home(Slot slot, unsigned half) {
  return asmjit::x86::ptr(values, (2 * slot + static_cast<int>(half)) * half_bytes);
}
inline asmjit::x86::Mem home(std::uint8_t predicate) {
  return asmjit::x86::dword_ptr(predicates, predicate * static_cast<int>(sizeof(core::LaneMask)));
}
inline asmjit::x86::Mem word_of_context(std::size_t offset) {
  return asmjit::x86::dword_ptr(context, static_cast<int>(offset));
}

}  // namespace reconverge::emulator
