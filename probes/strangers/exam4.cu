// SPDX-License-Identifier: MIT
// Own kernels of a fourth exam: written and predicted before any of them was measured, after the rules stood. data/measured/h200/exam4.csv.
#include <cuda_fp16.h>
#define K(N, ...) extern "C" __global__ void N(const int* in, int* out, long long* timer) { int t = threadIdx.x; long long t0=0,t1=0; int x = in[t]; \
 _Pragma("unroll 1") for (int p=0;p<3;++p){ __syncthreads(); t0=clock64(); __VA_ARGS__; t1=clock64(); } out[32+t]=x; timer[2*t]=t0; timer[2*t+1]=t1; }
#define L _Pragma("unroll 1")
typedef unsigned long long u64;
#define NI static __device__ __noinline__

// Sorts, selections and searches
K(q_shell, __shared__ int a[8 * 32]; int v = x & 31;
  for (int i = 0; i < 8; ++i) a[i * 32 + t] = (v * 29 + i * 45) & 63;
  L for (int gap = 3; gap > 0; gap -= 2) {
    L for (int i = gap; i < 8; ++i) {
      int key = a[i * 32 + t]; int j = i;
      while (j >= gap && a[(j - gap) * 32 + t] > key) { a[j * 32 + t] = a[(j - gap) * 32 + t]; j -= gap; }
      a[j * 32 + t] = key;
    }
  }
  x = a[(v & 7) * 32 + t])

NI void sift(unsigned char* h, int i, int n) {
  while (2 * i + 1 < n) {
    int c = 2 * i + 1;
    if (c + 1 < n && h[c + 1] > h[c]) ++c;
    if (h[i] >= h[c]) return;
    unsigned char q = h[i]; h[i] = h[c]; h[c] = q;
    i = c;
  }
}
K(q_heap, unsigned char h[8]; int v = x & 31;
  for (int i = 0; i < 8; ++i) h[i] = (unsigned char)((v * 11 + i * 37) & 127);
  L for (int i = 3; i >= 0; --i) sift(h, i, 8);
  L for (int n = 7; n > 4; --n) { unsigned char q = h[0]; h[0] = h[n]; h[n] = q; sift(h, 0, n); }
  x = h[5] + h[0])

K(q_oddeven, int v = ((x & 255) * 37 + t * 11) & 255;
  L for (int r = 0; r < 32; ++r) {
    bool up = ((t ^ r) & 1) == 0;
    int o = up ? t + 1 : t - 1;
    int w = __shfl_sync(~0u, v, o & 31);
    if (o >= 0 && o < 32) v = up ? min(v, w) : max(v, w);
  }
  x = v)

K(q_quicksel, int a[7]; int v = x & 31;
  for (int i = 0; i < 7; ++i) a[i] = (v * 13 + i * i * 7 + i) % 41;
  int lo = 0, hi = 6;
  L while (lo < hi) {
    int pv = a[hi], m = lo;
    L for (int i = lo; i < hi; ++i) if (a[i] < pv) { int q = a[i]; a[i] = a[m]; a[m] = q; ++m; }
    a[hi] = a[m]; a[m] = pv;
    if (m == 3) break;
    if (m < 3) lo = m + 1; else hi = m - 1;
  }
  x = a[3])

K(q_lowbound, __shared__ int tab[128];
  for (int i = t; i < 128; i += 32) tab[i] = (i * i) >> 1;
  __syncthreads();
  int q = (x & 31) * 97, s = 0;
  L for (int r = 0; r < 3; ++r) {
    int lo = 0, n = 128;
    L while (n > 0) { int h = n / 2; if (tab[lo + h] < q) { lo += h + 1; n -= h + 1; } else n = h; }
    s += lo; q = (q * 5 + lo) & 8191;
  }
  x = s)

// Dynamic programming and strings
K(q_edit, unsigned sa = (unsigned)x * 0x9E3779B1u + 7u; unsigned sb = sa ^ (sa >> 13) ^ (sa << 3); int row[7];
  for (int j = 0; j < 7; ++j) row[j] = j;
  L for (int i = 1; i <= 6; ++i) {
    int dg = row[0]; row[0] = i;
    for (int j = 1; j <= 6; ++j) {
      int up = row[j];
      int c = ((sa >> (2 * i)) & 3) == ((sb >> (2 * j)) & 3) ? dg : dg + 1;
      c = min(c, min(up, row[j - 1]) + 1);
      dg = up; row[j] = c;
    }
  }
  x = row[6] * 5 + (x & 3))

K(q_knapsack, __shared__ int best[2][32]; best[0][t] = 0; __syncwarp(); int cur = 0;
  L for (int i = 0; i < 8; ++i) {
    int w = 1 + ((i * 5) & 7), val = 3 + (__shfl_sync(~0u, x, i * 3) & 15);
    int b = best[cur][t];
    if (t >= w) b = max(b, best[cur][t - w] + val);
    best[cur ^ 1][t] = b; cur ^= 1;
    __syncwarp();
  }
  x = best[cur][t])

K(q_kmp, unsigned pat = x & 31; unsigned txt = pat * 0x9E3779B1u ^ 0x5A5A5u; signed char fail[5]; fail[0] = 0; int k = 0;
  L for (int i = 1; i < 5; ++i) {
    while (k > 0 && ((pat >> i) & 1) != ((pat >> k) & 1)) k = fail[k - 1];
    if (((pat >> i) & 1) == ((pat >> k) & 1)) ++k;
    fail[i] = (signed char)k;
  }
  int hits = 0; k = 0;
  L for (int i = 0; i < 20; ++i) {
    unsigned c = (txt >> i) & 1;
    while (k > 0 && c != ((pat >> k) & 1)) k = fail[k - 1];
    if (c == ((pat >> k) & 1)) ++k;
    if (k == 5) { ++hits; k = fail[4]; }
  }
  x = hits * 7 + k + t)

__constant__ short roman[13] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
K(q_roman, int n = (x & 31) * 113 + 1; int len = 0; unsigned h = 0;
  L for (int i = 0; i < 13; ++i) {
    L while (n >= roman[i]) { n -= roman[i]; ++len; h = h * 31u + i; }
    if (n == 0) break;
  }
  x = (int)((h ^ len) & 1023u))

K(q_rle, unsigned h = (unsigned)(x & 31) * 0x85EBCA6Bu; h ^= h >> 15; unsigned char len[16]; unsigned char sym[16]; int n = 0;
  L for (int i = 0; i < 16;) {
    unsigned c = (h >> (2 * i)) & 1; int j = i + 1;
    while (j < 16 && ((h >> (2 * j)) & 1) == c) ++j;
    len[n] = (unsigned char)(j - i); sym[n] = (unsigned char)c; ++n;
    i = j;
  }
  int s = 0;
  L for (int i = 0; i < n; ++i) s = (s * 3 + len[i] * 2 + sym[i]) & 0xffff;
  x = s)

// Graphs and lists
K(q_frontier, __shared__ unsigned adj[32]; adj[t] = (1u << ((t * 5 + 1) & 31)) | (1u << ((t + (x & 15)) & 31)); __syncwarp();
  unsigned seen = 1u << t; unsigned fr = seen; int depth = 0;
  L while (fr && depth < 5) {
    unsigned nx = 0;
    L while (fr) { int b = __ffs(fr) - 1; fr &= fr - 1; nx |= adj[b]; }
    fr = nx & ~seen; seen |= fr; ++depth;
  }
  x = depth * 32 + __popc(seen))

K(q_bellman, int v = x & 31; int d = t == 0 ? 0 : 1 << 20; int a = (t * 3 + 7) & 31, b = (t + 31) & 31, wa = 1 + (v & 7), wb = 2 + (v >> 2); bool more = true;
  L for (int r = 0; r < 31 && more; ++r) {
    int da = __shfl_sync(~0u, d, a) + wa, db = __shfl_sync(~0u, d, b) + wb;
    int nd = min(d, min(da, db));
    more = __any_sync(~0u, nd != d);
    d = nd;
  }
  x = d)

NI int root(unsigned char* f, int i) { while (f[i] != i) { f[i] = f[f[i]]; i = f[i]; } return i; }
K(q_union, unsigned char f[12]; for (int i = 0; i < 12; ++i) f[i] = (unsigned char)i; unsigned s = (unsigned)(x & 31) + 1u;
  L for (int r = 0; r < 5; ++r) {
    s = s * 1103515245u + 12345u;
    int a = root(f, (int)((s >> 16) % 12u)), b = root(f, (int)((s >> 20) % 12u));
    if (a == b) continue;
    f[a] = (unsigned char)b;
  }
  int n = 0; for (int i = 0; i < 12; ++i) n += f[i] == i;
  x = n * 3 + f[x & 7])

K(q_listrank, __shared__ int nx[32]; __shared__ int rk[32]; nx[t] = min(31, t + 1 + (x & 3)); rk[t] = t == 31 ? 0 : 1; __syncwarp();
  L for (int r = 0; r < 5; ++r) {
    int n = nx[t]; int q = rk[n]; int m = nx[n];
    __syncwarp();
    if (n != 31 || q) { rk[t] += q; nx[t] = m; }
    __syncwarp();
  }
  x = rk[t] + (x & 3))

K(q_listrev, __shared__ unsigned char nx[8 * 32]; int v = x & 31; int st = (v & 6) + 1; int cur = v >> 2; int head = cur;
  L for (int i = 0; i < 7; ++i) { int n = (cur + st) & 7; nx[cur * 32 + t] = (unsigned char)n; cur = n; }
  nx[cur * 32 + t] = 255;
  int prev = 255; cur = head;
  L while (cur != 255) { int n = nx[cur * 32 + t]; nx[cur * 32 + t] = (unsigned char)prev; prev = cur; cur = n; }
  int s = 0;
  L for (int i = prev; i != 255; i = nx[i * 32 + t]) s = (s * 3 + i) & 4095;
  x = s)

// Hashes and ciphers
K(q_xtea, unsigned a = (unsigned)x * 77u; unsigned b = t; unsigned sum = 0; unsigned key[4]; for (int i = 0; i < 4; ++i) key[i] = 0x1234567u * (i + 1) + (x & 31);
  L for (int r = 0; r < 10; ++r) {
    a += (((b << 4) ^ (b >> 5)) + b) ^ (sum + key[sum & 3]);
    sum += 0x9E3779B9u;
    b += (((a << 4) ^ (a >> 5)) + a) ^ (sum + key[(sum >> 11) & 3]);
  }
  x = (int)((a ^ b) & 1023u))

static __device__ __forceinline__ u64 rotl(u64 v, int n) { return (v << n) | (v >> (64 - n)); }
static __device__ __forceinline__ void sip(u64& a, u64& b, u64& c, u64& d) {
  a += b; b = rotl(b, 13); b ^= a; a = rotl(a, 32); c += d; d = rotl(d, 16); d ^= c;
  a += d; d = rotl(d, 21); d ^= a; c += b; b = rotl(b, 17); b ^= c; c = rotl(c, 32);
}
K(q_siphash, u64 a = 0x736f6d6570736575ull; u64 b = 0x646f72616e646f6dull; u64 c = 0x6c7967656e657261ull; u64 d = 0x7465646279746573ull;
  L for (int w = 0; w < 4; ++w) {
    u64 m = (u64)(x & 1023) * 0x0101010101ull + w;
    d ^= m; sip(a, b, c, d); sip(a, b, c, d); a ^= m;
  }
  c ^= 255; L for (int r = 0; r < 4; ++r) sip(a, b, c, d);
  x = (int)((a ^ b ^ c ^ d) & 1023))

// Number theory
NI int gcdi(int a, int b) {
  if (a == 0) return b;
  if (a == b) return a;
  while (b) { int r = a % b; a = b; b = r; }
  return a;
}
K(q_gcdsum, int s = 0; int v = x & 31; L for (int i = 1; i <= 4; ++i) s += gcdi(v * (i - 1) * 5, i * 20 - 12); x = s)

K(q_modpow, int v = x & 31; u64 b = v + 2; u64 m = 1000003 + 2 * v; u64 r = 1; unsigned e = v | 8;
  L while (e) { if (e & 1) r = r * b % m; b = b * b % m; e >>= 1; }
  x = (int)(r & 1023))

K(q_sieve, __shared__ unsigned char c[256]; for (int i = t; i < 256; i += 32) c[i] = i < 2; __syncwarp();
  L for (int d = 2; d * d < 256; ++d) {
    if (!c[d]) { L for (int m = d * d + d * t; m < 256; m += 32 * d) c[m] = 1; }
    __syncwarp();
  }
  int n = 0; L for (int i = 0; i < 8; ++i) n += __popc(__ballot_sync(~0u, !c[i * 32 + t]));
  x = n + c[(x & 31) * 7 + 3] * t)

NI bool isprime(unsigned n) {
  if (n < 4) return n > 1;
  if ((n & 1) == 0) return false;
  for (unsigned d = 3; d * d <= n; d += 2) if (n % d == 0) return false;
  return true;
}
K(q_nextprime, unsigned n = 101u + 14u * (x & 31); int k = 0; L while (!isprime(n)) { n += 2; ++k; } x = (int)(n >> 1) + k)

K(q_basedig, int v = x & 31; u64 n = (u64)(v + 1) * 1234567891ull; u64 base = 10 + v % 7; int s = 0; int len = 0;
  L while (n) { int dgt = (int)(n % base); n /= base; s += dgt * (++len & 3); }
  x = s)

// Linear algebra
K(q_lu, double a[4][4]; double b[4]; int v = x & 31;
  for (int i = 0; i < 4; ++i) { b[i] = i + 1 + (v & 3); for (int j = 0; j < 4; ++j) a[i][j] = (i * 3 + j * 5 + v) % 7 + (i == j ? 20 : 0); }
  for (int k = 0; k < 3; ++k) for (int i = k + 1; i < 4; ++i) {
    double f = a[i][k] / a[k][k];
    for (int j = k + 1; j < 4; ++j) a[i][j] -= f * a[k][j];
    b[i] -= f * b[k];
  }
  for (int i = 3; i >= 0; --i) { for (int j = i + 1; j < 4; ++j) b[i] -= a[i][j] * b[j]; b[i] /= a[i][i]; }
  x = (int)((b[0] + b[1] * 2 + b[2] * 3 + b[3] * 4) * 100.0) & 1023)

K(q_thomas, float cp[8]; float dp[8]; int v = x & 31; float diag = 4.0f + v * 0.125f; cp[0] = 1.0f / diag; dp[0] = (v & 7) / diag;
  L for (int i = 1; i < 8; ++i) { float m = 1.0f / (diag - cp[i - 1]); cp[i] = m; dp[i] = ((float)(i * v & 15) - dp[i - 1]) * m; }
  float y = dp[7]; float s = y;
  L for (int i = 6; i >= 0; --i) { y = dp[i] - cp[i] * y; s += y * y; }
  x = (int)(s * 8.0f) & 1023)

// Numerical methods
K(q_cbrt, float a = (x & 31) + 0.5f; float y = a > 1.0f ? a : 1.0f; int k = 0;
  L for (; k < 20; ++k) { float d = (y * y * y - a) / (3.0f * y * y); y -= d; if (fabsf(d) < 1e-5f * y) break; }
  x = (int)(y * 64.0f) + k)

K(q_bisect, float target = 2.0f + (x & 31); float lo = 0.0f; float hi = 4.0f;
  L for (int i = 0; i < 24; ++i) {
    float m = 0.5f * (lo + hi);
    if (expf(m) < target) lo = m; else hi = m;
    if (hi - lo < 1e-4f) break;
  }
  x = (int)(lo * 300.0f))

K(q_rk4, float th = (x & 31) * 0.09f + 0.1f; float om = 0.0f; const float h = 0.05f;
  L for (int i = 0; i < 3; ++i) {
    float k1 = om, l1 = -9.8f * sinf(th);
    float k2 = om + 0.5f * h * l1, l2 = -9.8f * sinf(th + 0.5f * h * k1);
    float k3 = om + 0.5f * h * l2, l3 = -9.8f * sinf(th + 0.5f * h * k2);
    float k4 = om + h * l3, l4 = -9.8f * sinf(th + h * k3);
    th += h / 6.0f * (k1 + 2.0f * k2 + 2.0f * k3 + k4); om += h / 6.0f * (l1 + 2.0f * l2 + 2.0f * l3 + l4);
  }
  x = (int)(th * 100.0f) & 1023)

NI float bell(float y) { if (y > 3.0f) return 0.0f; return __fdividef(expf(-y * y), 1.0f + sqrtf(y)); }
K(q_simpson, float b = 0.5f + (x & 31) * 0.125f; float h = b * 0.125f; float s = bell(0.0f) + bell(b);
  L for (int i = 1; i < 8; ++i) s += bell(i * h) * ((i & 1) ? 4.0f : 2.0f);
  x = (int)(s * h * 333.0f))

K(q_monte, unsigned s = (unsigned)(x & 31) * 2654435761u + 88172645u; int hits = 0; s |= 1u;
  L for (int i = 0; i < 14; ++i) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5; float fx = (s >> 8) * (1.0f / 16777216.0f);
    s ^= s << 13; s ^= s >> 17; s ^= s << 5; float fy = (s >> 8) * (1.0f / 16777216.0f);
    if (fx * fx + fy * fy < 1.0f) ++hits; else hits ^= (int)(s & 1);
  }
  x = hits + t)

K(q_fft, float re = (float)(x & 31); float im = 0.0f;
  L for (int s = 16; s > 0; s >>= 1) {
    float qr = __shfl_xor_sync(~0u, re, s), qi = __shfl_xor_sync(~0u, im, s);
    if (t & s) {
      float cs; float sn; __sincosf(-3.14159265f * (t & (s - 1)) / s, &sn, &cs);
      float dr = qr - re, di = qi - im;
      re = dr * cs - di * sn; im = dr * sn + di * cs;
    } else { re += qr; im += qi; }
  }
  x = (int)sqrtf(re * re + im * im))

// Images
K(q_blur, __shared__ float im[2][18 * 18]; int v = x & 31;
  L for (int i = t; i < 324; i += 32) { im[0][i] = (float)((i * 7 + v) & 15); im[1][i] = 0.0f; }
  __syncthreads();
  L for (int s = 0; s < 2; ++s) {
    L for (int k = 0; k < 8; ++k) {
      int c = t + 32 * k; int o = (c / 16 + 1) * 18 + c % 16 + 1; const float* g = im[s];
      im[s ^ 1][o] = 0.25f * g[o] + 0.125f * (g[o - 1] + g[o + 1] + g[o - 18] + g[o + 18]) + 0.0625f * (g[o - 19] + g[o - 17] + g[o + 17] + g[o + 19]);
    }
    __syncthreads();
  }
  x = (int)(im[0][(t / 2 + 1) * 18 + 1 + (v & 15)] * 16.0f))

K(q_life, unsigned r = (unsigned)x * 0x9E3779B1u ^ 0x0F1E2D3Cu * (t + 1);
  L for (int g = 0; g < 6; ++g) {
    unsigned u = __shfl_sync(~0u, r, (t + 31) & 31), d = __shfl_sync(~0u, r, (t + 1) & 31);
    unsigned ul = __funnelshift_l(u, u, 1), ur = __funnelshift_r(u, u, 1), dl = __funnelshift_l(d, d, 1), dr = __funnelshift_r(d, d, 1), ml = __funnelshift_l(r, r, 1), mr = __funnelshift_r(r, r, 1);
    unsigned us = u ^ ul ^ ur, uc = (u & ul) | (u & ur) | (ul & ur), ds = d ^ dl ^ dr, dc = (d & dl) | (d & dr) | (dl & dr), ms = ml ^ mr, mc = ml & mr;
    unsigned one = us ^ ds ^ ms, c1 = (us & ds) | (us & ms) | (ds & ms);
    unsigned pair = (uc & dc) | (mc & c1) | ((uc | dc) & (mc | c1));
    r = (uc ^ dc ^ mc ^ c1) & ~pair & (one | r);
  }
  x = __popc(r) + (int)(r & 15u))

K(q_transpose, __shared__ int m[32][33];
  L for (int i = 0; i < 32; ++i) m[i][t] = (x & 255) + i * t;
  __syncthreads();
  int s = 0;
  for (int i = 0; i < 32; ++i) s = (s ^ m[t][i]) + 1;
  x = s & 1023)

// Scans, votes, histograms
K(q_blelloch, __shared__ int s[64]; s[2 * t] = x & 15; s[2 * t + 1] = (x >> 1) & 15; int off = 1;
  L for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) { int ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1; s[bi] += s[ai]; }
    off *= 2;
  }
  if (t == 0) s[63] = 0;
  L for (int d = 1; d < 64; d *= 2) {
    off >>= 1;
    __syncthreads();
    if (t < d) { int ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1; int q = s[ai]; s[ai] = s[bi]; s[bi] += q; }
  }
  __syncthreads();
  x = s[2 * t + 1])

K(q_match, int acc = 0;
  L for (int r = 0; r < 4; ++r) {
    unsigned key = ((unsigned)x >> r) & 3u;
    unsigned m = __match_any_sync(~0u, key); int leader = __ffs(m) - 1;
    int base = __shfl_sync(~0u, __popc(m) * 3 + r, leader);
    acc += base + __popc(m & ((1u << t) - 1u));
    if (__all_sync(~0u, acc > 90)) break;
  }
  x = acc)

K(q_hist, __shared__ int h[16]; if (t < 16) h[t] = 0; __syncwarp(); unsigned s = (unsigned)(x & 1023) + 1u;
  L for (int i = 0; i < 6; ++i) { s = s * 1664525u + 1013904223u; if ((s >> 20) & 1) continue; atomicAdd(&h[s >> 28], 1); }
  __syncwarp();
  int v = t < 16 ? h[t] : -1; int m = __reduce_max_sync(~0u, v);
  unsigned b = __ballot_sync(~0u, v == m);
  x = m * 32 + __ffs(b) - 1 + (v & 7))

K(q_gather, int j = t; int s = x & 31; L for (int i = 0; i < 7; ++i) { j = (in[(j * 5 + s) & 31] + j) & 31; s += j ^ i; } x = s)

// Machines, stacks and queues
__constant__ unsigned char prog[8][2] = {{3, 0}, {0, 3}, {2, 0}, {0, 5}, {6, 0}, {1, 0}, {4, 0}, {5, 0}};
K(q_vm, int st[6]; int v = x & 31; int sp = 1; int pc = 0; int cnt = 1 + (v & 3); bool run = true; st[0] = v;
  L for (int fuel = 0; run && fuel < 64; ++fuel) {
    int op = prog[pc][0], arg = prog[pc][1]; ++pc;
    switch (op) {
      case 0: st[sp++] = arg; break;
      case 1: --sp; st[sp - 1] = (st[sp - 1] + st[sp]) & 0xffff; break;
      case 2: --sp; st[sp - 1] = (st[sp - 1] * st[sp]) & 0xffff; break;
      case 3: st[sp] = st[sp - 1]; ++sp; break;
      case 4: if (--cnt > 0) pc = arg; break;
      case 6: --sp; st[sp - 1] ^= st[sp]; break;
      default: run = false;
    }
  }
  x = st[0] & 1023)

K(q_lexer, unsigned h = (unsigned)(x & 31) * 0xC2B2AE35u + 0x27D4EB2Fu; int state = 0; int words = 0; int nums = 0; int errs = 0; int val = 0;
  L for (int i = 0; i < 16; ++i) {
    unsigned c = (h >> (2 * i)) & 3;
    switch (state) {
      case 0: if (c == 0) { state = 1; val = i; } else if (c == 1) { state = 2; ++words; } else if (c == 3) state = 3; break;
      case 1: if (c == 0) val = (val * 10 + i) % 1009; else { nums += val; state = c == 2 ? 0 : c == 1 ? 4 : 3; } break;
      case 2: if (c == 2) state = 0; else if (c == 3) state = 3; break;
      case 3: if (c == 3) { ++errs; state = 4; } else state = c == 2 ? 0 : (int)c + 1; break;
      default: ++errs; if (c == 2) state = 0;
    }
  }
  x = (words * 5 + nums * 3 + errs * 7 + state) & 1023)

K(q_queens, unsigned char av[4]; unsigned char cl[4]; unsigned char ld[4]; unsigned char rd[4]; int v = x & 31; int d = 0; int sol = 0;
  cl[0] = 0; ld[0] = 0; rd[0] = 0; av[0] = (unsigned char)((v & 15) | 1);
  L while (d >= 0) {
    int m = av[d];
    if (m == 0) { --d; continue; }
    int b = m & -m; av[d] = (unsigned char)(m ^ b);
    if (d == 3) { ++sol; continue; }
    int c = cl[d] | b, l = (ld[d] | b) << 1, r = (rd[d] | b) >> 1;
    ++d;
    cl[d] = (unsigned char)c; ld[d] = (unsigned char)l; rd[d] = (unsigned char)r; av[d] = (unsigned char)(15 & ~(c | l | r));
  }
  x = sol * 5 + v)

K(q_queue, unsigned char id[8]; int left[4]; int v = x & 31; int head = 0; int n = 4; int clk = 0; int sum = 0;
  for (int i = 0; i < 4; ++i) { left[i] = 1 + ((v * (i + 3) + i) & 7); id[i] = (unsigned char)i; }
  L while (n > 0) {
    int j = id[head & 7]; ++head; --n;
    int q = min(left[j], 3); clk += q; left[j] -= q;
    if (left[j] > 0) { id[(head + n) & 7] = (unsigned char)j; ++n; } else sum += clk * (j + 1);
  }
  x = sum & 1023)

// Bits, halves, structs
K(q_gosper, unsigned c = ((unsigned)x & 31u) | 3u; unsigned acc = 0;
  L for (int i = 0; i < 8; ++i) {
    unsigned low = c & (0u - c), r = c + low;
    c = r | (((c ^ r) >> 2) >> (__ffs(low) - 1));
    unsigned m = c & 0xffffu; m = (m | (m << 8)) & 0x00ff00ffu; m = (m | (m << 4)) & 0x0f0f0f0fu; m = (m | (m << 2)) & 0x33333333u; m = (m | (m << 1)) & 0x55555555u;
    acc ^= __brev(m) + __popc(r) * __clz(c);
  }
  x = (int)(acc >> 20) & 1023)

K(q_half, __half2 a = __floats2half2_rn((x & 31) * 0.0625f, t * 0.03125f); __half2 y = __float2half2_rn(0.5f); const __half2 c = __float2half2_rn(0.75f); int k = 0;
  L for (int i = 0; i < 10; ++i) {
    y = __hfma2(y, a, c);
    __half s = __hadd(__low2half(y), __high2half(y));
    if (__hgt(s, __float2half(6.0f))) { y = __hmul2(y, __float2half2_rn(0.25f)); ++k; }
  }
  x = (int)(__half2float(__low2half(y)) * 32.0f + __half2float(__high2half(y)) * 8.0f) + k)

struct Body { float px, py, vx, vy; };
NI float2 pull(const Body& a, const Body& b) {
  float dx = b.px - a.px, dy = b.py - a.py, r2 = dx * dx + dy * dy;
  if (r2 > 40.0f) return make_float2(0.0f, 0.0f);
  float w = rsqrtf(r2 + 0.1f); w = w * w * w;
  return make_float2(dx * w, dy * w);
}
K(q_bodies, Body b[3]; int v = x & 31;
  for (int i = 0; i < 3; ++i) b[i] = Body{i * 1.5f + v * 0.1f, (float)((i * v) & 7), 0.0f, 0.1f * i};
  L for (int s = 0; s < 2; ++s) {
    L for (int i = 0; i < 3; ++i) {
      L for (int j = 0; j < 3; ++j) {
        if (i == j) continue;
        float2 f = pull(b[i], b[j]);
        b[i].vx += 0.05f * f.x; b[i].vy += 0.05f * f.y;
      }
    }
    for (int i = 0; i < 3; ++i) { b[i].px += 0.05f * b[i].vx; b[i].py += 0.05f * b[i].vy; }
  }
  x = (int)((b[0].px + b[1].py + b[2].px) * 10.0f) & 1023)

static __device__ __forceinline__ double poly(double y, double c) { return ((y - 3.0) * y + 1.0) * y + c; }
K(q_secant, double c = (x & 31) * 0.01; double a = 0.0; double b = 0.6; double fa = poly(a, c); double fb = poly(b, c); int k = 0;
  L while (k < 6 && fabs(fb) > 1e-9) { double n = b - fb * (b - a) / (fb - fa); a = b; fa = fb; b = n; fb = poly(b, c); ++k; }
  x = (int)(b * 500.0) + k)
