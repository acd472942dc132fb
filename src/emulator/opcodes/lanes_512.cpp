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
constexpr int word_bytes = sizeof(std::uint32_t);

LaneMask joined(__mmask16 low, __mmask16 high) {
  return LaneMask(static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << half);
}
__mmask16 low_of(LaneMask mask) { return static_cast<__mmask16>(mask.bits()); }
__mmask16 high_of(LaneMask mask) { return static_cast<__mmask16>(mask.bits() >> half); }

/// Of the words from the begin of the memory on, by half.
struct Offsets {
  __m512i low, high;
};

RECONVERGE_512 inline bool find_offsets(const SharedWords& at, LaneMask chosen,
                                        std::array<std::uint64_t, lanes>& address, Offsets& offset) {
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(at.shift));
  const __m512i rest = _mm512_set1_epi32(static_cast<int>(at.rest));
  const __m512i low = _mm512_add_epi32(_mm512_sll_epi32(_mm512_load_si512(&(*at.base)[0]), shift), rest);
  const __m512i high = _mm512_add_epi32(_mm512_sll_epi32(_mm512_load_si512(&(*at.base)[half]), shift), rest);
  _mm512_storeu_si512(&address[0], _mm512_cvtepu32_epi64(_mm512_castsi512_si256(low)));
  _mm512_storeu_si512(&address[half / 2], _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(low, 1)));
  _mm512_storeu_si512(&address[half], _mm512_cvtepu32_epi64(_mm512_castsi512_si256(high)));
  _mm512_storeu_si512(&address[half + half / 2], _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(high, 1)));
  const __m512i first = _mm512_set1_epi32(static_cast<int>(at.first));
  offset = {_mm512_sub_epi32(low, first), _mm512_sub_epi32(high, first)};
  const __m512i within = _mm512_set1_epi32(word_bytes - 1),
                room = _mm512_set1_epi32(static_cast<int>(at.size) - word_bytes);
  const LaneMask wrong = joined(_mm512_test_epi32_mask(low, within), _mm512_test_epi32_mask(high, within)) |
                         joined(_mm512_cmpgt_epu32_mask(offset.low, room), _mm512_cmpgt_epu32_mask(offset.high, room));
  return !wrong.intersects(chosen);
}

RECONVERGE_512 inline void scatter_backwards(std::uint8_t* bytes, __mmask16 mask, __m512i offsets, __m512i values) {
  const __m512i turned = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i stores = _mm512_permutexvar_epi32(turned, _mm512_movm_epi32(mask));
  _mm512_mask_i32scatter_epi32(bytes, _mm512_movepi32_mask(stores), _mm512_permutexvar_epi32(turned, offsets),
                               _mm512_permutexvar_epi32(turned, values), 1);
}

}  // namespace

/// Words within 32 of one another come from one permutation of those.
RECONVERGE_512 bool load_words_512(const SharedWords& from, LaneMask chosen, std::array<std::uint64_t, lanes>& address,
                                   LaneVector& words) {
  Offsets offset;
  if (!find_offsets(from, chosen, address, offset)) return false;
  const __mmask16 mask0 = low_of(chosen), mask1 = high_of(chosen);
  const __m512i far = _mm512_set1_epi32(-1);
  const std::uint32_t first = _mm512_reduce_min_epu32(
      _mm512_min_epu32(_mm512_mask_mov_epi32(far, mask0, offset.low), _mm512_mask_mov_epi32(far, mask1, offset.high)));
  const __m512i begin = _mm512_set1_epi32(static_cast<int>(first));
  const __m512i number0 = _mm512_srli_epi32(_mm512_sub_epi32(offset.low, begin), 2);
  const __m512i number1 = _mm512_srli_epi32(_mm512_sub_epi32(offset.high, begin), 2);
  const __m512i most = _mm512_set1_epi32(static_cast<int>(lanes - 1));
  const LaneMask beyond = joined(_mm512_cmpgt_epu32_mask(number0, most), _mm512_cmpgt_epu32_mask(number1, most));
  if (beyond.intersects(chosen)) {
    const __m512i none = _mm512_setzero_si512();
    _mm512_store_si512(&words[0], _mm512_mask_i32gather_epi32(none, mask0, offset.low, from.bytes, 1));
    _mm512_store_si512(&words[half], _mm512_mask_i32gather_epi32(none, mask1, offset.high, from.bytes, 1));
    return true;
  }
  const std::size_t there = (from.size - first) / word_bytes;
  const LaneMask readable = there >= lanes ? LaneMask::all() : LaneMask((std::uint32_t{1} << there) - 1);
  const std::uint8_t* const at = from.bytes + first;
  const __m512i low = _mm512_maskz_loadu_epi32(low_of(readable), at);
  const __m512i high = _mm512_maskz_loadu_epi32(high_of(readable), at + half * word_bytes);
  _mm512_store_si512(&words[0], _mm512_permutex2var_epi32(low, number0, high));
  _mm512_store_si512(&words[half], _mm512_permutex2var_epi32(low, number1, high));
  return true;
}

/// Consecutive words are stored as they are. A scatter stores its elements in order, so that of lanes with one address
/// the last one wins: there lane 0 comes last.
RECONVERGE_512 bool store_words_512(const SharedWords& to, LaneMask chosen, std::array<std::uint64_t, lanes>& address,
                                    const LaneVector& words) {
  Offsets offset;
  if (!find_offsets(to, chosen, address, offset)) return false;
  const auto lowest = static_cast<std::uint32_t>(chosen.lowest());
  // Where lane 0 would store; it may lie in front of the memory, where no chosen lane stores.
  const auto begin = static_cast<std::int32_t>(static_cast<std::uint32_t>(address[lowest]) - to.first -
                                               lowest * static_cast<std::uint32_t>(word_bytes));
  const __m512i step = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
  const __m512i want0 = _mm512_add_epi32(_mm512_set1_epi32(begin), step);
  const __m512i want1 = _mm512_add_epi32(want0, _mm512_set1_epi32(static_cast<int>(half) * word_bytes));
  const LaneMask consecutive =
      joined(_mm512_cmpeq_epi32_mask(offset.low, want0), _mm512_cmpeq_epi32_mask(offset.high, want1));
  const __m512i low = _mm512_load_si512(&words[0]), high = _mm512_load_si512(&words[half]);
  if (consecutive.contains(chosen)) {
    std::uint8_t* const at = to.bytes + begin;
    _mm512_mask_storeu_epi32(at, low_of(chosen), low);
    _mm512_mask_storeu_epi32(at + half * word_bytes, high_of(chosen), high);
    return true;
  }
  scatter_backwards(to.bytes, high_of(chosen), offset.high, high);
  scatter_backwards(to.bytes, low_of(chosen), offset.low, low);
  return true;
}

RECONVERGE_512 AddressRange address_range_512(const std::array<std::uint64_t, lanes>& address, LaneMask chosen) {
  constexpr std::size_t at_once = 8;
  if (chosen.empty()) return {};
  const auto first_lane = static_cast<std::uint64_t>(chosen.lowest());
  const auto last_lane = static_cast<std::uint64_t>(chosen.highest());
  const std::uint64_t begin = address[first_lane] - first_lane * word_bytes;  // where lane 0 would be
  __m512i row = _mm512_add_epi64(_mm512_set1_epi64(static_cast<std::int64_t>(begin)),
                                 _mm512_setr_epi64(0, 4, 8, 12, 16, 20, 24, 28));
  std::uint32_t apart = 0;
  for (std::size_t first = 0; first < lanes; first += at_once) {
    apart |= static_cast<std::uint32_t>(_mm512_cmpneq_epu64_mask(_mm512_loadu_si512(&address[first]), row)) << first;
    row = _mm512_add_epi64(row, _mm512_set1_epi64(at_once * word_bytes));
  }
  if ((apart & chosen.bits()) == 0 && address[first_lane] <= address[last_lane])
    return {address[first_lane], address[last_lane], true};
  __m512i lowest = _mm512_set1_epi64(-1), highest = _mm512_setzero_si512();
  for (std::size_t first = 0; first < lanes; first += at_once) {
    const auto mask = static_cast<__mmask8>(chosen.bits() >> first);
    const __m512i some = _mm512_loadu_si512(&address[first]);
    lowest = _mm512_mask_min_epu64(lowest, mask, lowest, some);
    highest = _mm512_mask_max_epu64(highest, mask, highest, some);
  }
  return {_mm512_reduce_min_epu64(lowest), _mm512_reduce_max_epu64(highest)};
}

RECONVERGE_512 void load_row_512(const std::uint8_t* from, LaneMask chosen, LaneVector& words) {
  const std::uint8_t* const at = from - chosen.lowest() * word_bytes;
  _mm512_mask_store_epi32(&words[0], low_of(chosen), _mm512_maskz_loadu_epi32(low_of(chosen), at));
  _mm512_mask_store_epi32(&words[half], high_of(chosen),
                          _mm512_maskz_loadu_epi32(high_of(chosen), at + half * word_bytes));
}

RECONVERGE_512 void store_row_512(std::uint8_t* to, LaneMask chosen, const LaneVector& words) {
  std::uint8_t* const at = to - chosen.lowest() * word_bytes;
  _mm512_mask_storeu_epi32(at, low_of(chosen), _mm512_load_si512(&words[0]));
  _mm512_mask_storeu_epi32(at + half * word_bytes, high_of(chosen), _mm512_load_si512(&words[half]));
}

#undef RECONVERGE_512
#else
// No operation is compiled for AVX-512 here, so that nothing calls these.
bool load_words_512(const SharedWords&, LaneMask, std::array<std::uint64_t, lanes>&, LaneVector&) { return false; }
bool store_words_512(const SharedWords&, LaneMask, std::array<std::uint64_t, lanes>&, const LaneVector&) {
  return false;
}
AddressRange address_range_512(const std::array<std::uint64_t, lanes>& address, LaneMask chosen) {
  return address_range_base(address, chosen);
}
void load_row_512(const std::uint8_t*, LaneMask, LaneVector&) {}
void store_row_512(std::uint8_t*, LaneMask, const LaneVector&) {}
#endif

}  // namespace reconverge::emulator
