// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

#include "emulator/executable.hpp"
#include "emulator/vectors.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define RECONVERGE_COMPILES_VECTORS
#endif

namespace reconverge::emulator {

/// One operation, by Vectors.
using Compiled = std::array<DataOperation, vectors_count>;

#ifdef RECONVERGE_COMPILES_VECTORS
/// The same code once more: all that the operation calls is compiled into it, with the instructions of these vectors.
template <DataOperation operation> struct InVectors {
  [[gnu::target("avx2,bmi,bmi2,popcnt"), gnu::flatten]] static void avx2(Warp& warp,
                                                                         const DecodedInstruction& instruction,
                                                                         core::LaneMask chosen) {
    operation(warp, instruction, chosen);
  }
  [[gnu::target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl"), gnu::flatten]] static void avx512(
      Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen) {
    operation(warp, instruction, chosen);
  }
};

template <DataOperation operation>
inline constexpr Compiled compiled = {operation, InVectors<operation>::avx2, InVectors<operation>::avx512};

/// The same for an operation that is written anew for AVX-512, which gives the same bits.
template <DataOperation operation, DataOperation wide>
inline constexpr Compiled compiled_wide = {operation, InVectors<operation>::avx2, InVectors<wide>::avx512};

/// The same for an operation that is written with std::fma beside one for machines without the instruction, which gives
/// the same bits. Apart, so that no other product and sum can become one.
template <DataOperation operation> struct WithFma {
  [[gnu::target("avx2,bmi,bmi2,popcnt,fma"), gnu::flatten]] static void avx2(Warp& warp,
                                                                             const DecodedInstruction& instruction,
                                                                             core::LaneMask chosen) {
    operation(warp, instruction, chosen);
  }
  [[gnu::target("avx2,bmi,bmi2,popcnt,fma,avx512f,avx512bw,avx512dq,avx512vl"), gnu::flatten]] static void avx512(
      Warp& warp, const DecodedInstruction& instruction, core::LaneMask chosen) {
    operation(warp, instruction, chosen);
  }
};
template <DataOperation operation, DataOperation fused>
inline constexpr Compiled compiled_fused = {operation, WithFma<fused>::avx2, WithFma<fused>::avx512};
#else
template <DataOperation operation> inline constexpr Compiled compiled = {operation, operation, operation};
template <DataOperation operation, DataOperation wide>
inline constexpr Compiled compiled_wide = {operation, operation, operation};
template <DataOperation operation, DataOperation fused>
inline constexpr Compiled compiled_fused = {operation, operation, operation};
#endif

/// Every family's operations that are compiled for all vectors (opcodes/list.cpp).
std::span<const std::span<const Compiled>> compiled_families();

std::span<const Compiled> compiled_carrying_sums();
std::span<const Compiled> compiled_constants();
std::span<const Compiled> compiled_specials();
std::span<const Compiled> compiled_accesses();
std::span<const Compiled> compiled_integer_sums();
std::span<const Compiled> compiled_integer_products();
std::span<const Compiled> compiled_half_products();
std::span<const Compiled> compiled_integer_comparisons();
std::span<const Compiled> compiled_minmax();
std::span<const Compiled> compiled_logic();
std::span<const Compiled> compiled_bits();
std::span<const Compiled> compiled_moves();
std::span<const Compiled> compiled_floats();
std::span<const Compiled> compiled_float_comparisons();

}  // namespace reconverge::emulator
