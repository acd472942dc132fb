// Ordinary kernels on halves, vectors of floats and structures; votes of those that are there.
#ifdef __CUDACC__
#include <cuda_fp16.h>
#endif
#include "programs/kernels/block.cuh"
#ifndef __CUDACC__
#include "programs/random/host_math.hpp"
#endif

DEVICE __half half_at(const int* in, int i) { return __ushort_as_half(static_cast<unsigned short>(in[i & 255] & 0x3fff)); }
DEVICE int bits_of_half(__half h) {
  const unsigned short bits = __half_as_ushort(h);
  return (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits;
}

EACH(half_series) {
  __half x = half_at(in, t);
  float sum = 0;
  for (int i = 0; i < t % 7; ++i) {
    x = __hadd(__hmul(x, __float2half_rn(0.5f)), __float2half_rn(1.0f));
    sum += __half2float(x);
  }
  out[t] = __float_as_int(sum);
  out[t + n] = bits_of_half(x);
}

EACH(pairs_of_halves) {
  const __half2 x = __halves2half2(half_at(in, t), half_at(in, t + 9));
  const float b = (in[t] & 0xff) * 0.03f - 2;
  const __half2 y = __halves2half2(__float2half_rn(b), __float2half_rn(b));
  __half2 r = __hadd2(__hmul2(x, y), __halves2half2(__float2half_rn(b * 2), __float2half_rn(b - 1)));
  if (t & 1) r = __hadd2(r, __hneg2(x));
  if (t % 3 == 0) r = __lowhigh2highlow(r);
  out[t] = bits_of_half(__low2half(r)) | bits_of_half(__high2half(r)) << 16;
  const float s = __half2float(__low2half(r)) * __half2float(__high2half(x)) + __half2float(__float2half_rn(b));
  out[t + n] = s != s ? -1 : __float_as_int(s);
}

EACH(half_comparisons) {
  const __half a = half_at(in, t);
  int k = 0;
  while (__hlt(__float2half_rn(0.1f), a) && k < (t % 5)) ++k;
  out[t] = k;
  if (__hlt(__float2half_rn(0.3f), a)) out[t] += 100;
  if (__hne(a, __hneg(a))) out[t] += 1000;
}

EACH(half_products) {
  const float b = (in[t] & 0xffff) * 0.01f;
  out[t] = bits_of_half(__hmul(__float2half_rn(b), __float2half_rn(0.37f)));
  out[t + n] = bits_of_half(__float2half_rn(b * b)) + 3 * static_cast<int>(__half2float(__int2half_rn(in[t] & 0x7ff)));
}

struct alignas(8) Couple {
  float x, y;
};
struct alignas(16) Wide {
  int a, b;
  double c;
};
EACH(vectors) {
  const Couple couple = reinterpret_cast<const Couple*>(in)[t & 127];
  Wide wide = reinterpret_cast<const Wide*>(in)[t & 63];
  wide.c = (wide.a & 0xff) * 0.5 + wide.b % 7;
  const Couple sum{(__float_as_int(couple.x) & 0xffff) + 0.5f, static_cast<float>(__float_as_int(couple.y) & 0xfff)};
  reinterpret_cast<Couple*>(out)[t] = {sum.x * sum.y, sum.x - sum.y};
  out[2 * n + t] = __double2hiint(wide.c);
}

EACH(not_numbers) {
  const float a = __int_as_float(in[t]), b = fminf(a, __int_as_float(0x7fc00000)), c = rintf(a);
  out[t] = b != b ? -1 : __float_as_int(b);
  out[t + n] = c != c ? -1 : __float_as_int(c);
  out[t + 2 * n] = fabsf(a) < 1e9f ? static_cast<int>(a) + __popc(static_cast<int>(a)) : -2;
}

/// A vote of some lanes, named before they part.
BLOCK(votes_of_some) {
  const unsigned some = __ballot_sync(everyone, in[t] > 15);
  unsigned voted = 0;
  if (in[t] > 15) voted = __ballot_sync(some, in[t] & 1);
  out[t] = static_cast<int>(voted);
  out[t + n] = static_cast<int>(__ballot_sync(everyone, in[t] & 1));
}

/// A rank and a size among those that took a branch, sums afterwards.
BLOCK(those_who_came) {
  int v = in[t] & 0xff;
  const unsigned some = __ballot_sync(everyone, v > 10);
  if (v > 10) v = __popc(some) * 100 + __popc(some & ((1u << (t & 31)) - 1));
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(everyone, v, d);
  out[t] = v;
}

/// What one lane leaves, others wait for.
BLOCK(first_come) {
  SHARED int owner[8], total;
  if (t < 8) owner[t] = n;
  if (t == 0) total = 0;
  __syncthreads();
  atomicMin(&owner[in[t] & 7], t);
  __syncthreads();
  if (owner[in[t] & 7] == t) atomicAdd(&total, 1 << (in[t] & 7));
  __syncthreads();
  out[t] = total;
  out[t + n] = owner[t & 7];
}
