// SPDX-License-Identifier: MIT
// Constants that LDC reads by register: how many words and lines lanes want, and lines that nothing had read (c_cold*).
// data/measured/h200/constants.csv.
#define K(N, ...) extern "C" __global__ void N(const int* in, int* out, long long* timer) { int t = threadIdx.x; \
 long long t0 = 0, t1 = 0; int x = in[t]; _Pragma("unroll 1") for (int p = 0; p < 3; ++p) { __syncthreads(); \
 t0 = clock64(); __VA_ARGS__; t1 = clock64(); } out[32 + t] = x; timer[2 * t] = t0; timer[2 * t + 1] = t1; }
#define L _Pragma("unroll 1")
__constant__ unsigned char c8[512] = {1,2,3,4,5,6,7,8,9,10,11,12};
__constant__ unsigned short c16[256] = {1,2,3,4,5,6,7,8,9,10,11,12};
__constant__ unsigned c32[128] = {1,2,3,4,5,6,7,8,9,10,11,12};
K(c_8, x = x + c8[x & 511] )
K(c_16, x = x + c16[x & 255] )
K(c_32, x = x + c32[x & 127] )
K(c_8l, int a = x; L for (int i = 0; i < 8; ++i) a = (x + i + (c8[a & 511] & 128)); x = (x & ~0x8000) | (a & 0x8000))
K(c_88, volatile unsigned char b[16]; int v = x & 31; L for (int i = 0; i < 12; ++i) b[i] = c8[v + i];
  x += b[0] & 256)
K(c_832, volatile unsigned b[16]; int v = x & 31; L for (int i = 0; i < 12; ++i) b[i] = c8[v + i]; x += b[0] & 256)
K(c_328, volatile unsigned char b[16]; int v = x & 31; L for (int i = 0; i < 12; ++i) b[i] = c32[v + i];
  x += b[0] & 256)
K(c_3232, volatile unsigned b[16]; int v = x & 31; L for (int i = 0; i < 12; ++i) b[i] = c32[v + i]; x += b[0] & 256)
K(c_cw, int a = 0; int v = x & 31; L for (int i = 0; i < 12; ++i) { a = (c32[(v + i + a) & 127] >> 5); } x += a)
K(c_cold, int v = x & 31; x = (x + c8[(64 * (x >> 8)) + v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold2, int v = x & 31; x = (x + c8[(64 * (x >> 8)) + 2 * v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold3, int v = x & 31; x = (x + c8[(32 * (x >> 8)) + v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold4, int v = x & 31; x = (x + c8[(128 * (x >> 8)) + v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold5, int v = x & 31; int a = c8[(128 * (x >> 8)) + v]; int b = c8[(128 * (x >> 8)) + v + 64];
  x = (x & 31) + (a & 128) + (b & 128)| ((x >> 8) + 1 << 8))
__constant__ unsigned char big[16384] = {1};
K(c_cold6, int v = x & 31; x = (x + big[(4096 * (x >> 8)) + v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold7, int v = x & 31; x = (x + big[(256 * (x >> 8)) + v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold8, int v = x & 31; x = (x + big[(4096 * (x >> 8)) + 64 * v]) ; x = (x & 31) | ((x >> 8) + 1 << 8))
K(c_cold9, int v = x & 31; x = (x + big[(64 * (x >> 8)) + v + 4096]); x += big[16 + (64 * (x >> 8)) + v + 4096];
  x = (x & 31) | ((x >> 8) + 1 << 8))
