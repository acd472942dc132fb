// SPDX-License-Identifier: MIT
// What the CUDA functions that random programs call do, as a host computes it: by their definition in the CUDA
// math documentation, with the host's IEEE arithmetic.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// --- halves

struct __half {
  unsigned short bits = 0;
};

inline double value_of(__half h) {
  const int exponent = h.bits >> 10 & 31, fraction = h.bits & 1023;
  double size = 0;
  if (exponent == 31)
    size = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  else size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  return (h.bits & 0x8000) != 0 ? -size : size;
}

/// To the nearest half, a tie to the even one.
inline __half half_of(double value) {
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  const double size = std::fabs(value);
  if (value != value) return {0x7e00};
  if (size >= 65520) return {static_cast<unsigned short>(sign | 0x7c00u)};
  int exponent = 0;
  std::frexp(size, &exponent);
  const int step = size == 0 || exponent - 11 < -24 ? -24 : exponent - 11;
  const auto steps = static_cast<unsigned>(std::nearbyint(std::ldexp(size, -step)));
  return {static_cast<unsigned short>(sign | (static_cast<unsigned>(step + 24) * 1024u + steps))};
}

inline __half __ushort_as_half(unsigned short bits) { return {bits}; }
inline unsigned short __half_as_ushort(__half h) { return h.bits; }
inline float __half2float(__half h) { return static_cast<float>(value_of(h)); }
inline __half __float2half_rn(float f) { return half_of(f); }
inline __half __double2half(double d) { return half_of(d); }
inline __half __int2half_rn(int i) { return half_of(i); }
inline __half __uint2half_rn(unsigned i) { return half_of(i); }
inline __half __ll2half_rn(long long i) { return half_of(static_cast<double>(i)); }
inline __half __hadd(__half a, __half b) { return half_of(value_of(a) + value_of(b)); }
inline __half __hsub(__half a, __half b) { return half_of(value_of(a) - value_of(b)); }
inline __half __hmul(__half a, __half b) { return half_of(value_of(a) * value_of(b)); }
/// The product is exact, and so is the sum wherever it lies near the middle of two halves.
inline __half __hfma(__half a, __half b, __half c) { return half_of(value_of(a) * value_of(b) + value_of(c)); }
inline __half __hneg(__half a) { return {static_cast<unsigned short>(a.bits ^ 0x8000u)}; }
inline __half __habs(__half a) { return {static_cast<unsigned short>(a.bits & 0x7fffu)}; }
inline bool __hlt(__half a, __half b) { return value_of(a) < value_of(b); }
inline bool __hle(__half a, __half b) { return value_of(a) <= value_of(b); }
inline bool __heq(__half a, __half b) { return value_of(a) == value_of(b); }
inline bool __hne(__half a, __half b) { return value_of(a) < value_of(b) || value_of(a) > value_of(b); }
inline bool __hgtu(__half a, __half b) { return !(value_of(a) <= value_of(b)); }

struct __half2 {
  __half x, y;
};
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half __low2half(__half2 a) { return a.x; }
inline __half __high2half(__half2 a) { return a.y; }
inline __half2 __hadd2(__half2 a, __half2 b) { return {__hadd(a.x, b.x), __hadd(a.y, b.y)}; }
inline __half2 __hsub2(__half2 a, __half2 b) { return {__hsub(a.x, b.x), __hsub(a.y, b.y)}; }
inline __half2 __hmul2(__half2 a, __half2 b) { return {__hmul(a.x, b.x), __hmul(a.y, b.y)}; }
inline __half2 __hneg2(__half2 a) { return {__hneg(a.x), __hneg(a.y)}; }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
inline __half2 __hgt2(__half2 a, __half2 b) { return {half_of(__hlt(b.x, a.x)), half_of(__hlt(b.y, a.y))}; }
inline __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }

// --- bits

inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
/// Of four products of halves of the words.
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  const unsigned long long low = ~0u, middle = (a >> 32) * (b & low) + ((a & low) * (b & low) >> 32);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (((a & low) * (b >> 32) + (middle & low)) >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  const auto x = static_cast<unsigned long long>(a), y = static_cast<unsigned long long>(b);
  return static_cast<long long>(__umul64hi(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
/// Of the eight bytes of y:x, those that the nibbles of the selector name; bit 3 of one spreads the byte's sign.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long both = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= static_cast<unsigned>(both >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return result;
}
inline unsigned __sad(int x, int y, unsigned z) {
  return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x)
                    : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
inline int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
inline long long __double_as_longlong(double d) { return std::bit_cast<long long>(d); }
inline double __longlong_as_double(long long i) { return std::bit_cast<double>(i); }

// --- floats to integers: what does not fit becomes the nearest that does; not a number becomes 0, or the
// lowest 64-bit or double's integer

template <class To, class From> inline To to_integer(From whole, To of_nan) {
  if (whole != whole) return of_nan;
  if (whole < static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  // 2^31 or 2^32 and so on is exact in every From.
  if (whole >= std::ldexp(From{1}, std::numeric_limits<To>::digits)) return std::numeric_limits<To>::max();
  return static_cast<To>(whole);
}

#define TO_INTEGERS(name, To, From, of_nan)                                                          \
  inline To name##_rz(From x) { return to_integer<To>(std::trunc(x), static_cast<To>(of_nan)); }     \
  inline To name##_rn(From x) { return to_integer<To>(std::nearbyint(x), static_cast<To>(of_nan)); } \
  inline To name##_ru(From x) { return to_integer<To>(std::ceil(x), static_cast<To>(of_nan)); }      \
  inline To name##_rd(From x) { return to_integer<To>(std::floor(x), static_cast<To>(of_nan)); }
TO_INTEGERS(__float2int, int, float, 0)
TO_INTEGERS(__float2uint, unsigned, float, 0)
TO_INTEGERS(__float2ll, long long, float, std::numeric_limits<long long>::min())
TO_INTEGERS(__float2ull, unsigned long long, float, 1ull << 63)
TO_INTEGERS(__double2int, int, double, std::numeric_limits<int>::min())
TO_INTEGERS(__double2uint, unsigned, double, 1u << 31)
TO_INTEGERS(__double2ll, long long, double, std::numeric_limits<long long>::min())
TO_INTEGERS(__double2ull, unsigned long long, double, 1ull << 63)
#undef TO_INTEGERS

// --- arithmetic that rounds in a direction of its own

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

// Volatile, and not inlined: the operation alone stays between the two changes of the mode.
#define ALONE __attribute__((noinline)) inline
#define DIRECTED(suffix, mode)                       \
  ALONE float __fadd_##suffix(float a, float b) {    \
    const RoundingMode m(mode);                      \
    volatile float x = a, y = b, r = x + y;          \
    return r;                                        \
  }                                                  \
  ALONE float __fmul_##suffix(float a, float b) {    \
    const RoundingMode m(mode);                      \
    volatile float x = a, y = b, r = x * y;          \
    return r;                                        \
  }                                                  \
  ALONE float __fdiv_##suffix(float a, float b) {    \
    const RoundingMode m(mode);                      \
    volatile float x = a, y = b, r = x / y;          \
    return r;                                        \
  }                                                  \
  ALONE float __fsqrt_##suffix(float a) {            \
    const RoundingMode m(mode);                      \
    volatile float x = a, r = std::sqrt(x);          \
    return r;                                        \
  }                                                  \
  ALONE double __dadd_##suffix(double a, double b) { \
    const RoundingMode m(mode);                      \
    volatile double x = a, y = b, r = x + y;         \
    return r;                                        \
  }                                                  \
  ALONE double __dmul_##suffix(double a, double b) { \
    const RoundingMode m(mode);                      \
    volatile double x = a, y = b, r = x * y;         \
    return r;                                        \
  }                                                  \
  ALONE double __ddiv_##suffix(double a, double b) { \
    const RoundingMode m(mode);                      \
    volatile double x = a, y = b, r = x / y;         \
    return r;                                        \
  }                                                  \
  ALONE double __dsqrt_##suffix(double a) {          \
    const RoundingMode m(mode);                      \
    volatile double x = a, r = std::sqrt(x);         \
    return r;                                        \
  }                                                  \
  ALONE float __double2float_##suffix(double a) {    \
    const RoundingMode m(mode);                      \
    volatile double x = a;                           \
    volatile float r = static_cast<float>(x);        \
    return r;                                        \
  }                                                  \
  ALONE float __int2float_##suffix(int a) {          \
    const RoundingMode m(mode);                      \
    volatile int x = a;                              \
    volatile float r = static_cast<float>(x);        \
    return r;                                        \
  }                                                  \
  ALONE float __ll2float_##suffix(long long a) {     \
    const RoundingMode m(mode);                      \
    volatile long long x = a;                        \
    volatile float r = static_cast<float>(x);        \
    return r;                                        \
  }                                                  \
  ALONE double __ll2double_##suffix(long long a) {   \
    const RoundingMode m(mode);                      \
    volatile long long x = a;                        \
    volatile double r = static_cast<double>(x);      \
    return r;                                        \
  }
DIRECTED(rz, FE_TOWARDZERO)
DIRECTED(ru, FE_UPWARD)
DIRECTED(rd, FE_DOWNWARD)
#undef DIRECTED
#undef ALONE
