// SPDX-License-Identifier: MIT
#include "emulator/opcodes/lanes_512.hpp"

#include "emulator/opcodes/compiled.hpp"

#ifdef RECONVERGE_COMPILES_VECTORS
#include <immintrin.h>
#ifndef __clang__
// Of values that the header of GCC 12 leaves undefined by intention.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

namespace reconverge::emulator {

using core::LaneMask;

#ifdef RECONVERGE_COMPILES_VECTORS
namespace {

#define RECONVERGE_512 [[gnu::target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]]

constexpr std::size_t half = lanes / 2;

LaneMask joined(__mmask16 low, __mmask16 high) {
  return LaneMask(static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << half);
}
__mmask16 low_of(LaneMask mask) { return static_cast<__mmask16>(mask.bits()); }
__mmask16 high_of(LaneMask mask) { return static_cast<__mmask16>(mask.bits() >> half); }

}  // namespace

RECONVERGE_512 bool load_near_512(const std::uint8_t* bytes, std::size_t size,
                                  const std::array<std::uint32_t, lanes>& offset, LaneMask chosen, LaneVector& words) {
  constexpr std::size_t word_bytes = sizeof(std::uint32_t);
  const __m512i far = _mm512_set1_epi32(-1);
  const __m512i at0 = _mm512_mask_loadu_epi32(far, low_of(chosen), &offset[0]);
  const __m512i at1 = _mm512_mask_loadu_epi32(far, high_of(chosen), &offset[half]);
  const std::uint32_t first = _mm512_reduce_min_epu32(_mm512_min_epu32(at0, at1));
  const __m512i begin = _mm512_set1_epi32(static_cast<int>(first));
  const __m512i number0 = _mm512_srli_epi32(_mm512_sub_epi32(at0, begin), 2);
  const __m512i number1 = _mm512_srli_epi32(_mm512_sub_epi32(at1, begin), 2);
  const __m512i most = _mm512_set1_epi32(static_cast<int>(lanes - 1));
  const LaneMask beyond = joined(_mm512_cmpgt_epu32_mask(number0, most), _mm512_cmpgt_epu32_mask(number1, most));
  if (beyond.intersects(chosen)) return false;
  const std::size_t there = (size - first) / word_bytes;
  const LaneMask readable = there >= lanes ? LaneMask::all() : LaneMask((std::uint32_t{1} << there) - 1);
  const __m512i low = _mm512_maskz_loadu_epi32(low_of(readable), bytes + first);
  const __m512i high = _mm512_maskz_loadu_epi32(high_of(readable), bytes + first + half * word_bytes);
  _mm512_storeu_si512(&words[0], _mm512_permutex2var_epi32(low, number0, high));
  _mm512_storeu_si512(&words[half], _mm512_permutex2var_epi32(low, number1, high));
  return true;
}

RECONVERGE_512 bool store_consecutive_512(std::uint8_t* bytes, const std::array<std::uint32_t, lanes>& offset,
                                          LaneMask chosen, const LaneVector& words) {
  constexpr std::uint32_t word_bytes = sizeof(std::uint32_t);
  const auto lowest = static_cast<std::uint32_t>(chosen.lowest());
  // Where lane 0 would store; it may lie in front of the memory, where no chosen lane stores.
  const std::uint32_t begin = offset[lowest] - lowest * word_bytes;
  const __m512i step = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
  const __m512i want0 = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(begin)), step);
  const __m512i want1 = _mm512_add_epi32(want0, _mm512_set1_epi32(static_cast<int>(half * word_bytes)));
  const LaneMask consecutive = joined(_mm512_cmpeq_epi32_mask(_mm512_loadu_si512(&offset[0]), want0),
                                      _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(&offset[half]), want1));
  if (!consecutive.contains(chosen)) return false;
  std::uint8_t* const to = bytes + static_cast<std::int32_t>(begin);
  _mm512_mask_storeu_epi32(to, low_of(chosen), _mm512_loadu_si512(&words[0]));
  _mm512_mask_storeu_epi32(to + half * word_bytes, high_of(chosen), _mm512_loadu_si512(&words[half]));
  return true;
}

/// A scatter stores its elements in order, so that of lanes with one address the last one wins: lane 0 comes last.
RECONVERGE_512 void store_lowest_last_512(std::uint8_t* bytes, const std::array<std::uint32_t, lanes>& offset,
                                          LaneMask chosen, const LaneVector& words) {
  const __m512i turned = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (const std::size_t first : {half, std::size_t{0}}) {
    const __mmask16 mask = first == 0 ? low_of(chosen) : high_of(chosen);
    const __m512i places = _mm512_permutexvar_epi32(turned, _mm512_loadu_si512(&offset[first]));
    const __m512i values = _mm512_permutexvar_epi32(turned, _mm512_loadu_si512(&words[first]));
    const __m512i stores = _mm512_permutexvar_epi32(turned, _mm512_movm_epi32(mask));
    _mm512_mask_i32scatter_epi32(bytes, _mm512_movepi32_mask(stores), places, values, 1);
  }
}

RECONVERGE_512 AddressRange address_range_512(const std::array<std::uint64_t, lanes>& address, LaneMask chosen) {
  constexpr std::size_t at_once = 8;
  __m512i lowest = _mm512_set1_epi64(-1), highest = _mm512_setzero_si512();
  for (std::size_t first = 0; first < lanes; first += at_once) {
    const auto mask = static_cast<__mmask8>(chosen.bits() >> first);
    const __m512i some = _mm512_loadu_si512(&address[first]);
    lowest = _mm512_mask_min_epu64(lowest, mask, lowest, some);
    highest = _mm512_mask_max_epu64(highest, mask, highest, some);
  }
  return {_mm512_reduce_min_epu64(lowest), _mm512_reduce_max_epu64(highest)};
}

#undef RECONVERGE_512
#else
// No operation is compiled for AVX-512 here, so that nothing calls these.
bool load_near_512(const std::uint8_t*, std::size_t, const std::array<std::uint32_t, lanes>&, LaneMask, LaneVector&) {
  return false;
}
bool store_consecutive_512(std::uint8_t*, const std::array<std::uint32_t, lanes>&, LaneMask, const LaneVector&) {
  return false;
}
void store_lowest_last_512(std::uint8_t*, const std::array<std::uint32_t, lanes>&, LaneMask, const LaneVector&) {}
AddressRange address_range_512(const std::array<std::uint64_t, lanes>& address, LaneMask chosen) {
  return address_range_base(address, chosen);
}
#endif

}  // namespace reconverge::emulator
