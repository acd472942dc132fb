// What random programs are made of (tools/random-programs): operations that the compilers of both sides
// understand alike, for every value. Where C++ leaves a value open, the operation says what it is.
#pragma once

#ifdef __CUDACC__
#include <cuda_fp16.h>
#endif

#include "programs/frame.cuh"

#ifndef __CUDACC__
#include "programs/random/host_math.hpp"
#endif

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using i32 = int;
using u32 = unsigned;
using i64 = long long;
using u64 = unsigned long long;
using f16 = __half;
using f32 = float;
using f64 = double;

#define OPERATION template <class T> DEVICE

template <class T>
struct Facts {
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr u32 width = 8 * sizeof(T);
};

// --- integers: they run over

OPERATION T add(T a, T b) { return T(u64(a) + u64(b)); }
OPERATION T sub(T a, T b) { return T(u64(a) - u64(b)); }
OPERATION T mul(T a, T b) { return T(u64(a) * u64(b)); }
OPERATION T neg(T a) { return T(0 - u64(a)); }
OPERATION T both(T a, T b) { return T(a & b); }
OPERATION T either(T a, T b) { return T(a | b); }
OPERATION T unlike(T a, T b) { return T(a ^ b); }
OPERATION T inverse(T a) { return T(~a); }
OPERATION T least(T a, T b) { return a < b ? a : b; }
OPERATION T most(T a, T b) { return a < b ? b : a; }
OPERATION T size_of(T a) { return a < T(0) ? neg<T>(a) : a; }
OPERATION T quotient(T a, T b) { return b == T(0) ? T(~a) : Facts<T>::is_signed && b == T(-1) ? neg<T>(a) : T(a / b); }
OPERATION T rest(T a, T b) { return b == T(0) ? a : Facts<T>::is_signed && b == T(-1) ? T(0) : T(a % b); }
OPERATION T left(T a, u32 n) { return n >= Facts<T>::width ? T(0) : T(u64(a) << n); }
OPERATION T right(T a, u32 n) { return n >= Facts<T>::width ? (a < T(0) ? T(-1) : T(0)) : T(a >> n); }
OPERATION T turned(T a, u32 n) {
  const u32 m = n % Facts<T>::width;
  const u64 bits = sizeof(T) == 8 ? u64(a) : u64(a) & ((u64(1) << (Facts<T>::width & 63)) - 1);
  return m == 0 ? a : T(bits << m | bits >> (Facts<T>::width - m));
}
/// As long as n counts, bits from p on; the highest of them is the sign.
OPERATION T field(T a, u32 p, u32 n) {
  const u32 width = Facts<T>::width, first = p % width, count = n % (width - first) + 1;
  return T(T(u64(a) << (width - first - count)) >> (width - count));
}

/// The sum or difference of two numbers of two words.
DEVICE u64 carried(u64 a_low, u64 a_high, u64 b_low, u64 b_high) {
  const u64 low = a_low + b_low, high = a_high + b_high + (low < a_low);
  return low ^ turned<u64>(high, 1);
}
DEVICE u64 borrowed(u64 a_low, u64 a_high, u64 b_low, u64 b_high) {
  const u64 low = a_low - b_low, high = a_high - b_high - (a_low < b_low);
  return low ^ turned<u64>(high, 1);
}
DEVICE u32 carried_far(u32 a0, u32 a1, u32 a2, u32 b0, u32 b1, u32 b2) {
  const u32 low = a0 + b0, carry = low < a0, middle = a1 + b1, middle_carry = middle < a1, sum = middle + carry;
  return a2 + b2 + (middle_carry | (sum < carry)) + sum * 3 + low;
}

// --- floats: what is not a number has no other bits than one

DEVICE u32 bits_of(f32 a) { return a != a ? 0x7fc00000u : u32(__float_as_int(a)); }
DEVICE u64 bits_of(f64 a) { return a != a ? 0x7ff8000000000000ull : u64(__double_as_longlong(a)); }
DEVICE u16 bits_of(f16 a) { return (__half_as_ushort(a) & 0x7fff) > 0x7c00 ? u16(0x7e00) : u16(__half_as_ushort(a)); }
DEVICE f32 float_of(u32 a) { return __int_as_float(i32(a)); }
DEVICE f64 double_of(u64 a) { return __longlong_as_double(i64(a)); }
DEVICE f16 half_from(u16 a) { return __ushort_as_half(a); }

#ifdef __CUDACC__
DEVICE f32 least_of(f32 a, f32 b) { return fminf(a, b); }
DEVICE f32 most_of(f32 a, f32 b) { return fmaxf(a, b); }
DEVICE f64 least_of(f64 a, f64 b) { return fmin(a, b); }
DEVICE f64 most_of(f64 a, f64 b) { return fmax(a, b); }
#else
/// -0 is less than +0; a number is preferred.
template <class F>
inline F least_of(F a, F b) {
  if (a != a || b != b) return a != a ? b : a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <class F>
inline F most_of(F a, F b) {
  if (a != a || b != b) return a != a ? b : a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}
#endif

DEVICE f32 fused(f32 a, f32 b, f32 c) { return fmaf(a, b, c); }
DEVICE f64 fused(f64 a, f64 b, f64 c) { return fma(a, b, c); }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 530
DEVICE f16 fused(f16 a, f16 b, f16 c) {
  return __double2half(f64(__half2float(a)) * f64(__half2float(b)) + f64(__half2float(c)));
}
#else
DEVICE f16 fused(f16 a, f16 b, f16 c) { return __hfma(a, b, c); }
#endif
DEVICE f32 root(f32 a) { return sqrtf(a); }
DEVICE f64 root(f64 a) { return sqrt(a); }
/// The sign of what is not a number is nobody's.
OPERATION T signed_like(T a, T b) { return copysign(a, b != b ? T(1) : b); }
DEVICE i32 kind_of(f32 a) { return (a != a) + 2 * (fabsf(a) > 3.4028235e38f) + 4 * (a == 0) + 8 * (fabsf(a) < 1.17549435e-38f); }
DEVICE i32 kind_of(f64 a) { return (a != a) + 2 * (fabs(a) > 1.7976931348623157e308) + 4 * (a == 0) + 8 * (fabs(a) < 2.2250738585072014e-308); }

DEVICE f16 low_of(__half2 a) { return __low2half(a); }
DEVICE f16 high_of(__half2 a) { return __high2half(a); }
DEVICE __half2 pair(f16 a, f16 b) { return __halves2half2(a, b); }

// --- what lanes leave

struct Sink {
  int* out;
  int at;
  DEVICE void word(u32 bits) {
    out[at] = i32(bits);
    at += 32;
  }
  DEVICE void keep(i8 a) { word(u32(a)); }
  DEVICE void keep(u8 a) { word(a); }
  DEVICE void keep(i16 a) { word(u32(a)); }
  DEVICE void keep(u16 a) { word(a); }
  DEVICE void keep(i32 a) { word(u32(a)); }
  DEVICE void keep(u32 a) { word(a); }
  DEVICE void keep(bool a) { word(a); }
  DEVICE void keep(u64 a) {
    word(u32(a));
    word(u32(a >> 32));
  }
  DEVICE void keep(i64 a) { keep(u64(a)); }
  DEVICE void keep(f16 a) { word(bits_of(a)); }
  DEVICE void keep(f32 a) { word(bits_of(a)); }
  DEVICE void keep(f64 a) { keep(bits_of(a)); }
};
