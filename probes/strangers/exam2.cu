// SPDX-License-Identifier: MIT
// Kernels of a second exam: written and predicted before any of them was measured, after the rules stood. Code as people
// write it: sorts, searches, walks, hash tables, decoders, solvers, reductions, histograms in global memory, lists, state
// machines, matrices, strings, functions that are not inlined, doubles, 64 bits. data/measured/h200/exam2.csv.
#define K(N, ...) extern "C" __global__ void N(const int* in, int* out, long long* timer) { int t = threadIdx.x; long long t0=0,t1=0; int x = in[t]; \
 _Pragma("unroll 1") for (int p=0;p<3;++p){ __syncthreads(); t0=clock64(); __VA_ARGS__; t1=clock64(); } out[32+t]=x; timer[2*t]=t0; timer[2*t+1]=t1; }
#define L _Pragma("unroll 1")
typedef unsigned long long u64;
#define NI static __device__ __noinline__
// Sorts
K(s_shell, int* a = out + 64 + t * 12; L for (int i = 0; i < 12; ++i) a[i] = (x * (i * 7 + 3)) & 63; L for (int g = 5; g; g >>= 1) L for (int i = g; i < 12; ++i) { int v = a[i]; int j = i; L while (j >= g && a[j - g] > v) { a[j] = a[j - g]; j -= g; } a[j] = v; } x = a[6])
K(s_comb, __shared__ int a[32 * 9]; int* b = a + t * 9; L for (int i = 0; i < 8; ++i) b[i] = (x + i * 29) & 31; int g = 8; bool sw = true; L while (g > 1 || sw) { g = g * 10 / 13; if (g < 1) g = 1; sw = false; L for (int i = 0; i + g < 8; ++i) if (b[i] > b[i + g]) { int q = b[i]; b[i] = b[i + g]; b[i + g] = q; sw = true; } } x = b[2] + b[5])
K(s_rank, __shared__ int h[32]; __shared__ int r[32]; h[t] = x; __syncthreads(); int c = 0; L for (int i = 0; i < 32; ++i) { int v = h[i]; c += (v < x) || (v == x && i < t); } r[c] = x; __syncthreads(); x = r[t])
K(s_radix, int v = x & 31; L for (int b = 0; b < 5; ++b) { unsigned m = __ballot_sync(~0u, (v >> b) & 1); int below = __popc(m & ((1u << t) - 1)); int pos = ((v >> b) & 1) ? 32 - __popc(m) + below : t - below; __shared__ int h[32]; h[pos] = v; __syncthreads(); v = h[t]; __syncthreads(); } x = v)
K(s_insert, short a[10]; L for (int i = 0; i < 10; ++i) { short v = (x * 13 + i * 41) & 127; int j = i - 1; L while (j >= 0 && a[j] > v) { a[j + 1] = a[j]; --j; } a[j + 1] = v; } x = a[3] + a[7] * 2)
K(s_merge, __shared__ int h[64]; h[t] = t * 3 + (x & 3); h[t + 32] = t * 2; __syncthreads(); int lo = 0, hi = 32, v = h[t]; L while (lo < hi) { int m = (lo + hi) >> 1; if (h[32 + m] < v) lo = m + 1; else hi = m; } out[64 + t + lo] = v; x = lo)
K(s_heapify, __shared__ int a[31 * 33]; L for (int i = 0; i < 15; ++i) a[i * 33 + t] = (x * 5 + i * 11) & 63; int i = 0; L while (2 * i + 1 < 15) { int c = 2 * i + 1; if (c + 1 < 15 && a[(c + 1) * 33 + t] > a[c * 33 + t]) ++c; int u = a[i * 33 + t], w = a[c * 33 + t]; if (u >= w) break; a[i * 33 + t] = w; a[c * 33 + t] = u; i = c; } x = a[t] + i)
// Searches
K(f_binary, int lo = 0, hi = 31; L while (lo < hi) { int m = (lo + hi) / 2; if (in[m] + m < x + 8) lo = m + 1; else hi = m; } x = lo)
K(f_linear, int i = 0; L while (i < 31 && in[i] != x) ++i; x += i)
K(f_kmp, int st = 0, hits = 0; L for (int i = 0; i < 24; ++i) { int c = in[(i + t) & 31] & 1; st = c == (st & 1) ? st + 1 : (c ? 1 : 0); if (st == 4) { ++hits; st = 2; } } x = x * 2 + hits)
K(f_expo, unsigned b = 1; L while (b < 1024u && b * b < (unsigned)x * 37u) b <<= 1; unsigned lo = b >> 1; L while (lo * lo < (unsigned)x * 37u) ++lo; x = (int)lo)
K(f_minidx, int best = 0x7fffffff, at = -1; L for (int i = 0; i < 16; ++i) { int d = abs(in[(i * 5 + t) & 31] - x); if (d < best) { best = d; at = i; } } x = at * 3 + best)
K(f_range, int c = 0; L for (int i = 0; i < 32; i += 2) { int2 v = *(const int2*)(in + i); if (v.x <= x && x <= v.y) ++c; else if (v.y < v.x) c += 2; } x = c)
// Walks
K(w_bst, int n = 0, s = 0; L for (int d = 0; d < 7 && n < 32; ++d) { int v = in[n]; s = s * 3 + v; if (v == x) break; n = v > x ? 2 * n + 1 : 2 * n + 2; } x = s)
K(w_dfs, int st[12]; int n = 0, s = 0; st[n++] = 1; L while (n > 0) { int v = st[--n]; s += v ^ x; if (v < 8 + (x & 7)) { st[n++] = 2 * v; if ((v + x) & 1) st[n++] = 2 * v + 1; } } x = s)
K(w_list, int n = t; int s = 0; L do { s += in[n]; n = (in[n] + n * 3 + 1) & 31; } while (n != t && s < 200); x = s)
K(w_csr, int b = (t * t) & 15, e = b + (x & 7); int s = 0; L for (int i = b; i < e; ++i) s += in[i] * in[(i * 9 + 4) & 31]; x = s)
K(w_union, int* pa = out + 64; pa[t] = t ? (t - 1) / ((x & 1) + 1) : 0; __syncthreads(); int r = t; L while (pa[r] != r) { int q = pa[pa[r]]; r = q; } __syncthreads(); x += r)
K(w_trie, unsigned key = x * 2654435761u; int n = 0; L for (int d = 0; d < 8; ++d) { int c = key >> 30; key <<= 2; n = (n * 4 + c + in[c + d]) & 31; if (in[n] == 7) break; } x = n)
// Hash tables
K(h_ginsert, int* tab = out + 64; int k = x * 31 + t + 1; unsigned i = (k * 2654435761u) >> 26; L for (int n = 0; n < 8; ++n) { int old = atomicCAS(tab + i, 0, k); if (old == 0 || old == k) break; i = (i + 1) & 63; } x += 1)
K(h_slookup, __shared__ int key[64]; key[t] = in[t] * 7; key[t + 32] = -1; __syncthreads(); int k = x * 7; int i = (k * 5) & 63; int n = 0; L while (key[i] != k && n < 40) { i = (i + 1) & 63; ++n; } x = n)
K(h_count, atomicAdd(out + 64 + ((x * 0x9E3779B1u) >> 27), 1); __syncthreads(); x += 3)
K(h_fnv, u64 h = 14695981039346656037ull; L for (int i = 0; i < (x & 15); ++i) { h ^= (unsigned)in[(t + i) & 31]; h *= 1099511628211ull; } x = (int)(h ^ (h >> 32)))
K(h_murmur, unsigned h = t; L for (int i = 0; i < 6; ++i) { unsigned k = in[(t * 3 + i) & 31] * 0xcc9e2d51u; k = (k << 15) | (k >> 17); h ^= k * 0x1b873593u; h = ((h << 13) | (h >> 19)) * 5 + 0xe6546b64u; } x = (int)h)
K(h_bloom, unsigned k = x * 40503u; bool all = true; L for (int i = 0; i < 3 && all; ++i) { atomicOr(out + 64 + (k & 7), 1 << ((k >> 3) & 31)); k = k * 69069u + 1; all = (k & 64) != 0; } x += all)
// Decoders and encoders
K(c_base64, unsigned v = x * 66051u + t; char c[4]; L for (int i = 0; i < 4; ++i) { int d = (v >> (18 - 6 * i)) & 63; c[i] = d < 26 ? 'A' + d : d < 52 ? 'a' + d - 26 : d < 62 ? '0' + d - 52 : d == 62 ? '+' : '/'; } x = c[0] + c[1] * 3 + c[2] * 5 + c[3] * 7)
K(c_hex, const char* q = "0123456789abcdef"; int s = 0; L for (int i = 28; i >= 0; i -= 4) s = s * 7 + q[((unsigned)x * 0x1234567u >> i) & 15]; x = s)
K(c_huff, unsigned bits = x * 0x9E3779B9u ^ t; int n = 0, o = 0; L while (n < 28) { if (!(bits & 1)) { o = o * 5 + 1; bits >>= 1; n += 1; } else if (!(bits & 2)) { o = o * 5 + 2; bits >>= 2; n += 2; } else { o = o * 5 + 3 + ((bits >> 2) & 1); bits >>= 3; n += 3; } } x = o)
K(c_lz, unsigned char* o = (unsigned char*)(out + 64) + t * 32; int n = 0; o[n++] = x; o[n++] = x + 1; L while (n < 20) { int d = 1 + ((x + n) & 1), l = 2 + (n & 3); L for (int i = 0; i < l; ++i) { o[n] = o[n - d] + 1; ++n; } } x = o[9] + o[19])
K(c_delta, int last = 0, s = 0; L for (int i = 0; i < 20; ++i) { int v = in[(i + t) & 31]; int d = v - last; unsigned z = (d << 1) ^ (d >> 31); s += z < 16 ? 1 : z < 64 ? 2 : 3; last = v; } x = s)
K(c_gray, unsigned g = x; L for (int i = 0; i < 5; ++i) { unsigned b = g; b ^= b >> 16; b ^= b >> 8; b ^= b >> 4; b ^= b >> 2; b ^= b >> 1; g = b * 3 + i; } x = g & 0xffff)
K(c_adler, unsigned a = 1, b = 0; L for (int i = 0; i < 12; ++i) { a = (a + in[(i + x) & 31]) % 65521u; b = (b + a) % 65521u; } x = (int)(b << 16 | a))
// Solvers
K(v_bisect, float lo = 0, hi = x + 1; L for (int i = 0; i < 10 && hi - lo > 0.01f; ++i) { float m = 0.5f * (lo + hi); if (m * m * m > x) hi = m; else lo = m; } x = (int)(lo * 100))
K(v_newtond, double r = x + 1; L for (int i = 0; i < 5; ++i) r = 0.5 * (r + (x + 2) / r); x = (int)(r * 1000))
K(v_gauss, float a[3][4]; L for (int i = 0; i < 3; ++i) L for (int j = 0; j < 4; ++j) a[i][j] = ((x + i * 5 + j * 3) & 7) + (i == j ? 9.f : 0.f); L for (int k = 0; k < 3; ++k) L for (int i = k + 1; i < 3; ++i) { float f = a[i][k] / a[k][k]; L for (int j = k; j < 4; ++j) a[i][j] -= f * a[k][j]; } x = (int)(a[2][3] / a[2][2] * 100))
K(v_rk4, float y = 1 + x * 0.1f, h = 0.1f; L for (int i = 0; i < 4; ++i) { float k1 = -y + i, k2 = -(y + h / 2 * k1) + i, k3 = -(y + h / 2 * k2) + i, k4 = -(y + h * k3) + i; y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4); } x = (int)(y * 1000))
K(v_tridiag, __shared__ float c[8 * 33]; float d = x; L for (int i = 0; i < 8; ++i) { float m = 4.f - (i ? c[(i - 1) * 33 + t] : 0.f); c[i * 33 + t] = 1.f / m; d = (in[(t + i) & 31] + d) * c[i * 33 + t]; } x = (int)(d * 1000))
K(v_queens, int n = 5, c = 0; unsigned r0 = 1u << (x % 5), cols[6]; cols[0] = r0; int d = 1; unsigned av = ~(r0 | r0 << 1 | r0 >> 1) & 31; unsigned l = r0 << 1, r = r0 >> 1, m = r0; L for (int i = 0; i < 12 && av; ++i) { unsigned b = av & -av; av &= av - 1; m |= b; l = (l | b) << 1; r = (r | b) >> 1; if (++d == n) ++c; av |= ~(m | l | r) & 31; } x = c * 8 + d)
// Reductions and histograms
K(r_shfl, int v = x; L for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o); if (t == 0) atomicAdd(out + 64, v); x += v)
K(r_shared, __shared__ float h[32]; h[t] = x * 0.5f; __syncthreads(); L for (int o = 16; o; o >>= 1) { if (t < o) h[t] = fmaxf(h[t], h[t + o]); __syncthreads(); } x = (int)h[0])
K(r_gfloat, atomicAdd((float*)out + 64 + (t & 3), x * 0.25f))
K(r_gdouble, atomicAdd((double*)out + 64 + (x & 3), 1.0 * x))
K(r_gmaxr, int o = atomicMax(out + 64 + (t & 7) * 16, x); x += o >= 0)
K(r_ghist, L for (int i = 0; i < 6; ++i) atomicAdd(out + 64 + ((x * (i + 3)) & 31), 1))
K(r_agg, unsigned m = __match_any_sync(~0u, x & 7); if (__ffs(m) - 1 == t) atomicAdd(out + 64 + (x & 7), __popc(m)); x += __popc(m))
K(r_shist, __shared__ int h[16]; if (t < 16) h[t] = 0; __syncthreads(); L for (int i = 0; i < 5; ++i) atomicAdd(h + ((x + i * i) & 15), 1); __syncthreads(); if (t < 16) atomicAdd(out + 64 + t, h[t]))
K(r_u64, atomicAdd((u64*)out + 64 + (x & 7), (u64)x << 20); x ^= 5)
K(r_ticket, int q = atomicAdd(out + 64, 1); x += q >= 0 ? 1 : 2)
// Lists, locks, publication
K(l_push, int old = atomicExch(out + 64 + (x & 3), t + 1); x += old >= 0)
K(l_publish, out[64 + t] = x * 3; __threadfence(); if (t == 0) atomicExch(out + 100, 1); x ^= 1)
K(l_flag, volatile int* f = out + 64; f[t] = x; int s = 0; L for (int i = 0; i < 3; ++i) s += f[(t + i) & 31]; x = s)
K(l_sys, out[64 + t] = x; __threadfence_system(); x += 1)
// State machines and strings
K(m_parse, int st = 0, v = 0, n = 0; L for (int i = 0; i < 16; ++i) { int c = in[(t + i) & 31] % 14; switch (st) { case 0: if (c < 10) { v = c; st = 1; } else if (c == 11) st = 2; break; case 1: if (c < 10) v = v * 10 + c; else { n += v; st = 0; } break; case 2: if (c == 12) st = 3; break; default: n ^= c; st = c & 1 ? 0 : 2; } } x = n + v)
K(m_strlen, const char* q = (const char*)in; int n = 0; L while (n < 40 && q[(t * 4 + n) & 127] != 12) ++n; x = n)
K(m_strcmp, const unsigned char* q = (const unsigned char*)in; int i = 0; L while (i < 16 && q[(t + i) & 127] == q[(t * 2 + i) & 127]) ++i; x += i)
K(m_reverse, char c[8]; L for (int i = 0; i < 8; ++i) c[i] = 'a' + ((x + i) & 15); L for (int i = 0; i < 4; ++i) { char q = c[i]; c[i] = c[7 - i]; c[7 - i] = q; } x = c[0] * 256 + c[5])
K(m_itoa, unsigned v = x * 977u + t; int n = 0; char d[10]; L do { d[n++] = '0' + v % 10; v /= 10; } while (v); int s = 0; L while (n) s = s * 3 + d[--n]; x = s)
K(m_edit, unsigned char r[9]; L for (int j = 0; j < 9; ++j) r[j] = j; L for (int i = 1; i < 6; ++i) { int dg = r[0]; r[0] = i; L for (int j = 1; j < 9; ++j) { int c = dg + (((x >> i) & 1) != ((t >> (j & 3)) & 1)); int m = min(min(r[j] + 1, r[j - 1] + 1), c); dg = r[j]; r[j] = m; } } x = r[8])
K(m_palin, unsigned v = x * 1103515245u; int n = 0; L for (int i = 0; i < 12; ++i) { unsigned w = (v >> i) & 255; unsigned r = __brev(w) >> 24; if (w == r) ++n; } x = n)
// Matrices
K(a_mul4, __shared__ float m[16]; if (t < 16) m[t] = in[t]; __syncthreads(); float s = 0; int r = t & 3, c = (t >> 2) & 3; L for (int k = 0; k < 4; ++k) s += m[r * 4 + k] * m[k * 4 + c]; x += (int)s & 255; __syncthreads())
K(a_det3, double a = x, b = t, c = 3, d = x * 0.5; double r = a * (b * d - c * c) - b * (a * d - c * b) + c * (a * c - b * b); x = (int)r & 1023)
K(a_matvec, const float* q = (const float*)in; float s = 0; L for (int j = 0; j < 8; ++j) s = fmaf((float)in[(t * 8 + j) & 31], (float)j, s); x = (int)s + (q != 0))
K(a_transp, __shared__ int m[32][33]; L for (int i = 0; i < 8; ++i) m[i][t] = x + i; __syncthreads(); int s = 0; L for (int i = 0; i < 8; ++i) s += m[t & 7][(t + i) & 31]; x = s; __syncthreads())
K(a_colwalk, int s = 0; L for (int i = 0; i < 4; ++i) s += out[64 + t * 64 + i]; x += s)
K(a_fibmat, u64 a = 1, b = 1, c = 1, d = 0; L for (int n = x & 31; n; n >>= 1) { if (n & 1) { u64 e = a * c + b * d; d = b * c + d * d; c = e; } u64 e = a * a + b * b; b = b * (a + (a - b)); a = e; } x = (int)c)
// Functions that are not inlined
NI unsigned powmod(unsigned b, unsigned e, unsigned m) { unsigned r = 1; L while (e) { if (e & 1) r = r * b % m; b = b * b % m; e >>= 1; } return r; }
NI int gcd(int a, int b) { L while (b) { int q = a % b; a = b; b = q; } return a; }
NI int clampf(int* o, int v) { if (v < 4) { o[0] = v; return 4; } if (v > 20) { o[1] = v; return 20; } return v; }
NI int total(const int* q, int n) { int s = 0; L for (int i = 0; i < n; ++i) s += q[i]; return s; }
K(n_powmod, x = (int)powmod(x + 2, t + 5, 10007))
K(n_gcd, x = gcd(x * 12 + 12, t * 8 + 4))
K(n_clamp, L for (int i = 0; i < 3; ++i) x = clampf(out + 64 + t * 2, x * 2 - 9))
K(n_total, __shared__ int h[40]; h[t] = x; __syncthreads(); x = total(h + (t & 7), 1 + (x & 7)) + total(in + (t & 15), 4); __syncthreads())
K(n_tlocal, int a[6]; L for (int i = 0; i < 6; ++i) a[i] = x * i; x = total(a, 6) & 4095)
// Doubles and 64 bits
K(d_kahan, double s = 0, c = 0; L for (int i = 0; i < 8; ++i) { double y = in[(t + i) & 31] * 0.1 - c; double q = s + y; c = (q - s) - y; s = q; } x = (int)(s * 100))
K(d_exp, double r = 1, q = 1, v = x * 0.0625; L for (int i = 1; i < 10; ++i) { q *= v / i; r += q; } x = (int)(r * 10))
K(d_xorshift, u64 s = (u64)x * 0x9E3779B97F4A7C15ull + 1; L for (int i = 0; i < 7; ++i) { s ^= s << 13; s ^= s >> 7; s ^= s << 17; } x = (int)(s >> 40))
K(d_mulhi, u64 a = (u64)x << 33 | 12345, b = 0xDEADBEEFCAFEull; L for (int i = 0; i < 5; ++i) a = __umul64hi(a * 3 + 1, b << 16) ^ (a >> 9); x = (int)(a >> 20))
K(d_isqrt64, u64 v = (u64)(x + 1) * 1000003ull * 65537ull, r = 0; L for (int i = 24; i >= 0; --i) { u64 q = r | 1ull << i; if (q * q <= v) r = q; } x = (int)r)
K(d_mod64, long long a = 1; L for (int i = 0; i < 3; ++i) a = (a * (x + 1000003ll) + 7) % 1000000007ll; x = (int)a)
K(d_hypot, double a = x, b = t + 1; double r = sqrt(a * a + b * b); x = (int)(r * 100))
// Others
K(o_sieve, unsigned c = ~3u; L for (int i = 2; i < 6; ++i) if (c >> i & 1) L for (int j = i * i; j < 32; j += i) c &= ~(1u << j); x = __popc(c & ((2u << (x & 31)) - 1)))
K(o_knap, unsigned short b[12]; L for (int i = 0; i < 12; ++i) b[i] = 0; L for (int i = 0; i < 4; ++i) { int w = 1 + ((x + i * 3) & 3); L for (int j = 11; j >= w; --j) { unsigned short q = b[j - w] + i + 2; if (q > b[j]) b[j] = q; } } x = b[11])
K(o_lcg, unsigned s = x; int in_c = 0; L for (int i = 0; i < 16; ++i) { s = s * 1664525u + 1013904223u; float a = (s >> 8) * (1.f / 16777216.f); s = s * 1664525u + 1013904223u; float b = (s >> 8) * (1.f / 16777216.f); if (a * a + b * b < 1.f) ++in_c; } x = in_c)
K(o_vec4, float4* q = (float4*)(out + 64); float4 v = q[t]; v.x += x; v.y += 1; v.z -= x; v.w *= 2; q[t] = v; x += (int)v.y)
K(o_scatter, out[64 + ((x * 37 + t) & 255)] = x; x += 1)
K(o_gather, int s = 0; L for (int i = 0; i < 5; ++i) s += in[(x * (i + 1) + s) & 31]; x = s)
K(o_early, if (x > 9) { x = x * 3 - t; L while (x > 40) x -= 17; } else if (x & 1) x = -x; else { L for (int i = 0; i < x; ++i) x += i & 1; })
K(o_prime, int n = 2 + x * 7 + t; int d = 2; L while (d * d <= n && n % d) ++d; x = d * d > n ? n : d)
