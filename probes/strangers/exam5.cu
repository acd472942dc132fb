// SPDX-License-Identifier: MIT
// Own kernels of a fifth exam: written and predicted before any of them was measured, after the rules stood. data/measured/h200/exam5.csv.
#include <cuda_fp16.h>
#define K(N, ...) extern "C" __global__ void N(const int* in, int* out, long long* timer) { int t = threadIdx.x; long long t0=0,t1=0; int x = in[t]; \
 _Pragma("unroll 1") for (int p=0;p<3;++p){ __syncthreads(); t0=clock64(); __VA_ARGS__; t1=clock64(); } out[32+t]=x; timer[2*t]=t0; timer[2*t+1]=t1; }
#define L _Pragma("unroll 1")
typedef unsigned long long u64;
#define NI static __device__ __noinline__
#define FI static __device__ __forceinline__

// Tables, caches and trees
K(r_robin, __shared__ unsigned short slot[16 * 32]; int v = x & 31; int moves = 0;
  L for (int i = 0; i < 16; ++i) slot[i * 32 + t] = 0;
  L for (int i = 0; i < 8; ++i) {
    unsigned key = (unsigned)(v * 37 + i * i * 11) % 1009u + 1u; int dist = 0; int at = (key * 7u) & 15;
    L while (true) {
      unsigned old = slot[at * 32 + t];
      if (old == 0) { slot[at * 32 + t] = (unsigned short)key; break; }
      if (old == key) break;
      int od = (at - (int)((old * 7u) & 15)) & 15;
      if (od < dist) { slot[at * 32 + t] = (unsigned short)key; key = old; dist = od; }
      at = (at + 1) & 15; ++dist; ++moves;
    }
  }
  x = (moves * 32 + slot[(v & 15) * 32 + t] + v) & 1023)

K(r_lru, unsigned char line[4]; int age[4]; int v = x & 31; unsigned s = v * 40503u + 77u; int hits = 0;
  for (int i = 0; i < 4; ++i) { line[i] = 255; age[i] = 0; }
  L for (int n = 1; n <= 12; ++n) {
    s = s * 69069u + 1u;
    unsigned char block = (unsigned char)((s >> 20) % 7u); int at = -1; int oldest = 0;
    for (int i = 0; i < 4; ++i) {
      if (line[i] == block) at = i;
      if (age[i] < age[oldest]) oldest = i;
    }
    if (at >= 0) ++hits; else { at = oldest; line[at] = block; }
    age[at] = n;
  }
  x = hits * 16 + line[v & 3] + v)

struct Treap { unsigned char key[8], pri[8], l[8], r[8]; };
NI int grow(Treap& T, int at, int n) {
  if (at == 255) return n;
  if (T.key[n] < T.key[at]) {
    int c = grow(T, T.l[at], n); T.l[at] = (unsigned char)c;
    if (T.pri[c] > T.pri[at]) { T.l[at] = T.r[c]; T.r[c] = (unsigned char)at; return c; }
  } else {
    int c = grow(T, T.r[at], n); T.r[at] = (unsigned char)c;
    if (T.pri[c] > T.pri[at]) { T.r[at] = T.l[c]; T.l[c] = (unsigned char)at; return c; }
  }
  return at;
}
K(r_treap, Treap T; int v = x & 31; unsigned s = v * 747796405u + 2891336453u; int top = 255;
  L for (int i = 0; i < 4; ++i) {
    s = s * 1664525u + 1013904223u;
    T.key[i] = (unsigned char)(s >> 24); T.pri[i] = (unsigned char)(s >> 16); T.l[i] = 255; T.r[i] = 255;
    top = grow(T, top, i);
  }
  int depth = 0; int at = top;
  L while (at != 255) { ++depth; at = (v * 8 < T.key[at]) ? T.l[at] : T.r[at]; }
  x = depth * 37 + top + v)

__constant__ signed char kdx[15] = {8, 4, 12, 3, 5, 11, 13, 1, 6, 2, 7, 9, 14, 10, 15};
__constant__ signed char kdy[15] = {7, 8, 9, 4, 12, 4, 13, 3, 2, 14, 11, 5, 1, 10, 15};
K(r_kdnear, int v = x & 31; int qx = (v * 7 + 3) & 15; int qy = (v * 3 + (v >> 2)) & 15; int best = 1 << 20; int at = -1; int visits = 0;
  unsigned char st[8]; int sp = 0; st[sp++] = 0;
  L while (sp > 0) {
    int n = st[--sp]; ++visits;
    int dx = qx - kdx[n], dy = qy - kdy[n], d = dx * dx + dy * dy;
    if (d < best) { best = d; at = n; }
    if (n >= 7) continue;
    int level = 31 - __clz(n + 1);
    int side = (level & 1) ? dy : dx;
    int near_child = side < 0 ? 2 * n + 1 : 2 * n + 2;
    if (side * side < best) st[sp++] = (unsigned char)(4 * n + 3 - near_child);
    st[sp++] = (unsigned char)near_child;
  }
  x = at * 16 + visits + v)

K(r_segmin, __shared__ int tree[64]; int v = x & 31; tree[32 + t] = (v * 45 + t * 7) & 127; __syncthreads();
  L for (int w = 16; w > 0; w >>= 1) {
    if (t < w) tree[w + t] = min(tree[2 * (w + t)], tree[2 * (w + t) + 1]);
    __syncthreads();
  }
  int s = 0;
  L for (int k = 0; k < 3; ++k) {
    int lo = 32 + ((v * (k + 3)) & 15), hi = lo + 1 + ((v + 5 * k) & 15), m = 1 << 20;
    L for (; lo < hi; lo >>= 1, hi >>= 1) {
      if (lo & 1) m = min(m, tree[lo++]);
      if (hi & 1) m = min(m, tree[--hi]);
    }
    s = s * 5 + m;
  }
  x = (s + v) & 1023)

// Text
__constant__ char dna[65] = "gattacagattcagcatgacctgatcgattacaggcatcagtacgatcctagcatgcagtacca";
K(r_horspool, int v = x & 31; char pat[5]; signed char skip[4]; int hits = 0; int steps = 0;
  for (int i = 0; i < 5; ++i) pat[i] = dna[v + i];
  for (int i = 0; i < 4; ++i) skip[i] = 5;
  L for (int i = 0; i < 4; ++i) skip[(pat[i] >> 1) & 3] = (signed char)(4 - i);
  L for (int at = 0; at + 5 <= 64;) {
    int j = 4;
    while (j >= 0 && dna[at + j] == pat[j]) --j;
    if (j < 0) ++hits;
    at += skip[(dna[at + 4] >> 1) & 3]; ++steps;
  }
  x = hits * 64 + steps + v)

__device__ const char globs[3][8] = {"a*b?c", "*ab*", "??a*ca"};
NI bool glob(const char* p, const char* s) {
  const char* star = nullptr; const char* back = nullptr;
  while (*s) {
    if (*p == '*') { star = ++p; back = s; continue; }
    if (*p == '?' || *p == *s) { ++p; ++s; continue; }
    if (!star) return false;
    p = star; s = ++back;
  }
  while (*p == '*') ++p;
  return *p == 0;
}
K(r_glob, char text[8]; int v = x & 31; unsigned h = v * 0x9E3779B1u + 0x1234567u;
  for (int i = 0; i < 7; ++i) text[i] = (char)('a' + ((h >> (3 * i)) & 7) % 3);
  text[7] = 0;
  int found = 0; L for (int i = 0; i < 3; ++i) found |= glob(globs[i], text) << i;
  x = found * 32 + v)

__device__ const char sums[4][20] = {"3+n*2-(4-n)*5", "((n))*n+7*(2+n)", "9-8-7-n", "n*n*n-(n+1)*(n-1)"};
struct Parser { const char* s; int n; };
NI int sum_of(Parser& p);
NI int factor_of(Parser& p) {
  char c = *p.s++;
  if (c == '(') { int v = sum_of(p); ++p.s; return v; }
  if (c == 'n') return p.n;
  return c - '0';
}
NI int product_of(Parser& p) { int v = factor_of(p); while (*p.s == '*') { ++p.s; v *= factor_of(p); } return v; }
NI int sum_of(Parser& p) {
  int v = product_of(p);
  while (*p.s == '+' || *p.s == '-') { bool plus = *p.s++ == '+'; int w = product_of(p); v = plus ? v + w : v - w; }
  return v;
}
K(r_calc, int v = x & 31; Parser q = {sums[v & 3], v >> 2}; x = (sum_of(q) + v) & 1023)

__constant__ char csv[49] = "a,12,\"x,y\",,7\nbb,\"q\"\"r\",305,z\n\"\",9,\"1\n2\",44\nlast";
K(r_csv, int v = x & 31; int at = v & 31; int state = 0; int fields = 0; int rows = 0; int num = 0; int total = 0; bool digits = true;
  L for (int i = 0; i < 16; ++i) {
    char c = csv[at + i];
    switch (state) {
      case 0:
        if (c == '"') { state = 2; digits = false; break; }
        state = 1;
        // a plain field begins
      case 1:
        if (c == ',' || c == '\n') { ++fields; rows += c == '\n'; if (digits) total += num; num = 0; digits = true; state = 0; }
        else if (c >= '0' && c <= '9') num = num * 10 + (c - '0');
        else digits = false;
        break;
      case 2: if (c == '"') state = 3; break;
      case 3:
        if (c == '"') state = 2;
        else if (c == ',' || c == '\n') { ++fields; rows += c == '\n'; num = 0; digits = true; state = 0; }
        else state = 1;
        break;
    }
  }
  x = (fields * 37 + rows * 11 + total + v) & 1023)

__constant__ char reals[8][12] = {"3.25", "-17", "+0.001e3", "6.02e-2", "12a", ".5", "-.", "1e+2"};
NI bool real_of(const char* s, float& value) {
  float sign = 1.0f; value = 0.0f;
  if (*s == '-') { sign = -1.0f; ++s; } else if (*s == '+') ++s;
  int digits = 0, scale = 0;
  for (; *s >= '0' && *s <= '9'; ++s, ++digits) value = value * 10.0f + (*s - '0');
  if (*s == '.') for (++s; *s >= '0' && *s <= '9'; ++s, ++digits, --scale) value = value * 10.0f + (*s - '0');
  if (digits == 0) return false;
  if (*s == 'e' || *s == 'E') {
    ++s; bool minus = false; int e = 0;
    if (*s == '-' || *s == '+') minus = *s++ == '-';
    if (*s < '0' || *s > '9') return false;
    for (; *s >= '0' && *s <= '9'; ++s) e = e * 10 + (*s - '0');
    scale += minus ? -e : e;
  }
  for (; scale > 0; --scale) value *= 10.0f;
  for (; scale < 0; ++scale) value /= 10.0f;
  value *= sign;
  return *s == 0;
}
K(r_atof, int v = x & 31; char text[12]; L for (int i = 0; i < 12; ++i) text[i] = reals[v & 7][i];
  if (text[0] >= '0' && text[0] <= '9') text[0] = (char)('0' + (v >> 3));
  float f; bool good = real_of(text, f);
  x = ((int)(f * 8.0f) + good * 3 + v) & 1023)

// Codes
K(r_leb, __shared__ unsigned char buf[160]; int v = x & 31;
  L for (int i = t; i < 160; i += 32) { unsigned h = (unsigned)i * 0x85EBCA6Bu + v * 0x27D4EB2Fu; buf[i] = (unsigned char)(h >> 21); }
  __syncthreads();
  int at = v * 4; unsigned s = 0;
  L for (int n = 0; n < 5; ++n) {
    int value = 0; int shift = 0; unsigned char b;
    do { b = buf[at++]; value |= (int)(b & 127) << shift; shift += 7; } while ((b & 128) && shift < 28);
    if (shift < 28 && (b & 64)) value |= -(1 << shift);
    s = s * 3u + (unsigned)value;
  }
  x = ((int)(s >> 8) + at + v) & 1023)

K(r_lzw, unsigned char pre[16]; unsigned char sym[16]; int v = x & 31; unsigned h = v * 0x9E3779B1u; h ^= h >> 15; int n = 2; int w = -1; int sum = 0; int codes = 0;
  L for (int i = 0; i < 14; ++i) {
    int c = (h >> i) & 1;
    if (w < 0) { w = c; continue; }
    int found = -1;
    L for (int k = 2; k < n; ++k) if (pre[k] == w && sym[k] == c) { found = k; break; }
    if (found >= 0) { w = found; continue; }
    sum = (sum * 5 + w) & 4095; ++codes;
    if (n < 16) { pre[n] = (unsigned char)w; sym[n] = (unsigned char)c; ++n; }
    w = c;
  }
  x = ((sum + w) ^ (codes << 5)) + v & 1023)

K(r_huffcode, int weight[11]; unsigned char up[11]; int v = x & 31; unsigned live = 63; int n = 6;
  for (int i = 0; i < 6; ++i) weight[i] = 1 + ((v * (2 * i + 3) + i * 13) & 31);
  L while (live & (live - 1)) {
    int a = -1, b = -1;
    L for (unsigned m = live; m; m &= m - 1) {
      int i = __ffs(m) - 1;
      if (a < 0 || weight[i] < weight[a]) { b = a; a = i; } else if (b < 0 || weight[i] < weight[b]) b = i;
    }
    weight[n] = weight[a] + weight[b]; up[a] = up[b] = (unsigned char)n;
    live = (live & ~(1u << a) & ~(1u << b)) | (1u << n); ++n;
  }
  up[n - 1] = 255; int bits = 0;
  L for (int i = 0; i < 6; ++i) { int len = 0; for (int k = up[i]; k != 255; k = up[k]) ++len; bits += len * weight[i]; }
  x = (bits * 2 + v) & 1023)

FI unsigned gmul(unsigned a, unsigned b) { unsigned r = 0; L while (b) { if (b & 1) r ^= a; a = (a << 1) ^ ((a & 128) ? 0x11bu : 0u); b >>= 1; } return r; }
K(r_gf256, unsigned a = ((unsigned)x & 31u) * 8u + 1u; unsigned inv = 1; unsigned e = 254; unsigned sq = a;
  L while (e) { if (e & 1) inv = gmul(inv, sq); sq = gmul(sq, sq); e >>= 1; }
  unsigned s = inv ^ (inv << 1) ^ (inv << 2) ^ (inv << 3) ^ (inv << 4); s = (s ^ (s >> 8) ^ 99u) & 255u;
  x = (int)(s * 2u + (x & 31)))

K(r_pext, unsigned w = (unsigned)(x & 31) * 0x9E3779B1u ^ 0xA5A5F00Fu; unsigned mask = w * 0x01000193u | 1u; unsigned acc = 0;
  L for (int r = 0; r < 3; ++r) {
    unsigned res = 0; int k = 0;
    L for (unsigned m = mask; m; m &= m - 1) { if (w & m & (0u - m)) res |= 1u << k; ++k; }
    unsigned dep = 0;
    L for (unsigned m = ~mask; m; m &= m - 1) { if (res & 1) dep |= m & (0u - m); res >>= 1; }
    acc += __popc(dep) + k; mask = (mask >> 3) & (mask ^ dep); w = dep * 3u + acc;
  }
  x = (int)((acc ^ w) & 1023u))

// Graphs and games
K(r_dijkstra, int dist[5]; int v = x & 31; unsigned done = 0; int relaxed = 0;
  for (int i = 0; i < 5; ++i) dist[i] = 10000;
  dist[v % 5] = 0;
  L for (int r = 0; r < 5; ++r) {
    int u = -1;
    L for (int i = 0; i < 5; ++i) if (!((done >> i) & 1) && (u < 0 || dist[i] < dist[u])) u = i;
    if (dist[u] >= 10000) break;
    done |= 1u << u;
    L for (int i = 0; i < 5; ++i) {
      int w = (u * 11 + i * 5 + v) % 13;
      if (w < 5 || ((done >> i) & 1)) continue;
      if (dist[u] + w < dist[i]) { dist[i] = dist[u] + w; ++relaxed; }
    }
  }
  int far = 0; for (int i = 0; i < 5; ++i) if (dist[i] < 10000) far = max(far, dist[i]);
  x = far * 16 + relaxed + v)

K(r_flood, int v = x & 31; u64 open = ((u64)(v + 1) * 0x9E3779B97F4A7C15ull) | ((u64)(v * 7 + 3) << 20 | 0x00FF000081000000ull); u64 fill = open & (0ull - open); int rounds = 0;
  L while (true) {
    u64 next = fill | fill << 8 | fill >> 8 | (fill << 1 & 0xFEFEFEFEFEFEFEFEull) | (fill >> 1 & 0x7F7F7F7F7F7F7F7Full);
    next &= open;
    if (next == fill) { if (__popcll(fill) > 3) break; open &= ~fill; if (!open) break; fill = open & (0ull - open); ++rounds; continue; }
    fill = next; ++rounds;
  }
  x = __popcll(fill) * 16 + rounds + v)

K(r_sand, __shared__ int pile[10 * 10]; int v = x & 31;
  L for (int i = t; i < 100; i += 32) pile[i] = 0;
  __syncthreads();
  int a = (t / 8 + 1) * 10 + t % 8 + 1; int b = a + 40; pile[a] = 1 + (v & 3); pile[b] = (v >> 2) & 3; int rounds = 0;
  L while (rounds < 12) {
    __syncthreads();
    bool ta = pile[a] >= 4, tb = pile[b] >= 4;
    if (!__any_sync(~0u, ta || tb)) break;
    if (ta) { atomicSub(&pile[a], 4); atomicAdd(&pile[a - 1], 1); atomicAdd(&pile[a + 1], 1); atomicAdd(&pile[a - 10], 1); atomicAdd(&pile[a + 10], 1); }
    if (tb) { atomicSub(&pile[b], 4); atomicAdd(&pile[b - 1], 1); atomicAdd(&pile[b + 1], 1); atomicAdd(&pile[b - 10], 1); atomicAdd(&pile[b + 10], 1); }
    ++rounds;
  }
  __syncthreads();
  x = pile[a] * 32 + pile[b] + rounds + v)

NI int ways(const unsigned char* w, int i, int left) {
  if (left == 0) return 1;
  if (i < 0 || left < 0) return 0;
  return ways(w, i - 1, left - w[i]) + ways(w, i - 1, left);
}
K(r_subset, unsigned char w[4]; int v = x & 31; for (int i = 0; i < 4; ++i) w[i] = (unsigned char)(2 + ((v + i * 5) & 7));
  x = ways(w, 3, 9 + (v & 3)) * 32 + v)

__constant__ char bf[24] = "+[>++<-]>[-.]<[->.]";
K(r_bfvm, unsigned char tape[4]; int v = x & 31; for (int i = 0; i < 4; ++i) tape[i] = 0;
  tape[0] = (unsigned char)(v & 1); tape[1] = (unsigned char)(v >> 4); int dp = 0; int sum = 0; int pc = 0;
  L for (int fuel = 0; fuel < 48 && bf[pc]; ++fuel) {
    switch (bf[pc]) {
      case '+': ++tape[dp]; break;
      case '-': --tape[dp]; break;
      case '>': ++dp; break;
      case '<': --dp; break;
      case '.': sum += tape[dp] * 3 + 1; break;
      case '[': if (tape[dp] == 0) { int d = 1; while (d) { ++pc; d += bf[pc] == '['; d -= bf[pc] == ']'; } } break;
      case ']': if (tape[dp] != 0) { int d = 1; while (d) { --pc; d += bf[pc] == ']'; d -= bf[pc] == '['; } } break;
    }
    ++pc;
  }
  x = sum * 5 + v)

// Dynamic programming
K(r_lis, unsigned char tail[10]; int v = x & 31; int len = 0; int s = 0;
  L for (int i = 0; i < 10; ++i) {
    int q = (v * 29 + i * i * 17 + i * 3) % 97; int lo = 0, hi = len;
    L while (lo < hi) { int m = (lo + hi) >> 1; if (tail[m] < q) lo = m + 1; else hi = m; }
    tail[lo] = (unsigned char)q; if (lo == len) ++len;
    s += lo;
  }
  x = len * 64 + s + v)

__constant__ float trans[3][3] = {{-0.36f, -1.61f, -2.30f}, {-1.20f, -0.51f, -2.30f}, {-2.30f, -1.20f, -0.51f}};
__constant__ float emit[3][4] = {{-0.7f, -1.2f, -2.3f, -2.9f}, {-2.1f, -0.6f, -1.4f, -2.6f}, {-2.8f, -2.2f, -1.1f, -0.5f}};
K(r_viterbi, float score[3]; float next[3]; unsigned char from[7][3]; int v = x & 31; unsigned obs = v * 0x2545F491u >> 7;
  for (int s = 0; s < 3; ++s) score[s] = emit[s][obs & 3];
  L for (int i = 1; i < 7; ++i) {
    int o = (obs >> (2 * i)) & 3;
    for (int s = 0; s < 3; ++s) {
      int best = 0; float top = score[0] + trans[0][s];
      for (int q = 1; q < 3; ++q) { float c = score[q] + trans[q][s]; if (c > top) { top = c; best = q; } }
      next[s] = top + emit[s][o]; from[i][s] = (unsigned char)best;
    }
    for (int s = 0; s < 3; ++s) score[s] = next[s];
  }
  int s = score[0] > score[1] ? (score[0] > score[2] ? 0 : 2) : (score[1] > score[2] ? 1 : 2); int path = s;
  L for (int i = 6; i > 0; --i) { s = from[i][s]; path = path * 3 + s; }
  x = (path + v) & 1023)

K(r_dtw, int v = x & 31; int mine = (v * 5 + t) & 31; int diag = 1000; int left = 1000; int cost = 1000;
  L for (int d = 0; d < 47; ++d) {
    int up = __shfl_up_sync(~0u, left, 1); if (t == 0) up = 1000;
    int j = d - t;
    if (j >= 0 && j < 16) {
      int other = (j * j * 3 + 5) & 31;
      int best = min(min(up, left), diag); if (t == 0 && j == 0) best = 0;
      cost = abs(mine - other) + best;
      left = cost;
    }
    diag = up;
  }
  x = (cost + v) & 1023)

// Geometry
NI int cut(const float2* a, int n, float2* b, int edge) {
  int m = 0;
  for (int i = 0; i < n; ++i) {
    float2 p = a[i], q = a[i + 1 == n ? 0 : i + 1];
    float dp = edge == 0 ? p.x : edge == 1 ? 1.0f - p.x : edge == 2 ? p.y : 1.0f - p.y;
    float dq = edge == 0 ? q.x : edge == 1 ? 1.0f - q.x : edge == 2 ? q.y : 1.0f - q.y;
    if (dp >= 0.0f) b[m++] = p;
    if ((dp >= 0.0f) != (dq >= 0.0f)) { float f = dp / (dp - dq); b[m++] = make_float2(p.x + f * (q.x - p.x), p.y + f * (q.y - p.y)); }
  }
  return m;
}
K(r_clip, float2 a[8]; float2 b[8]; float v = (x & 31) * 0.06f; int n = 3;
  a[0] = make_float2(-0.4f + v, 0.2f); a[1] = make_float2(1.3f - v, 0.1f + v); a[2] = make_float2(0.5f, 1.5f - v);
  n = cut(a, n, b, 0); n = cut(b, n, a, 1); n = cut(a, n, b, 2); n = cut(b, n, a, 3);
  float area = 0.0f;
  L for (int i = 0; i < n; ++i) { float2 p = a[i], q = a[i + 1 == n ? 0 : i + 1]; area += p.x * q.y - p.y * q.x; }
  x = (int)(fabsf(area) * 100.0f) + n * 16 + (x & 31))

struct Vec { float x, y, z; };
FI Vec sub(Vec a, Vec b) { return Vec{a.x - b.x, a.y - b.y, a.z - b.z}; }
FI Vec cross(Vec a, Vec b) { return Vec{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
FI float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
K(r_raytri, int v = x & 31; Vec o = {(v & 7) * 0.25f, (v >> 3) * 0.5f, -3.0f}; Vec d = {0.1f, 0.05f * (v & 3), 1.0f}; float nearest = 1e9f; int hit = -1;
  L for (int i = 0; i < 5; ++i) {
    Vec a = {i * 0.4f - 0.5f, -0.3f, i * 0.5f}; Vec b = {i * 0.4f + 1.0f, 0.2f * i, 1.0f}; Vec c = {0.2f, 1.8f, 0.3f * i};
    Vec e = sub(b, a), f = sub(c, a), q = cross(d, f);
    float det = dot(e, q);
    if (fabsf(det) < 1e-6f) continue;
    float inv = 1.0f / det; Vec s = sub(o, a); float u = inv * dot(s, q);
    if (u < 0.0f || u > 1.0f) continue;
    Vec r = cross(s, e); float w = inv * dot(d, r);
    if (w < 0.0f || u + w > 1.0f) continue;
    float far = inv * dot(f, r);
    if (far > 1e-4f && far < nearest) { nearest = far; hit = i; }
  }
  x = (hit + 1) * 64 + (hit >= 0 ? (int)(nearest * 8.0f) : 0) + v)

struct Box { float lo[2], hi[2]; };
__constant__ Box boxes[7] = {{{0, 0}, {8, 8}}, {{0, 0}, {4, 7}}, {{3, 1}, {8, 8}}, {{0, 0}, {2, 3}}, {{1, 4}, {4, 7}}, {{3, 1}, {6, 4}}, {{6, 5}, {8, 8}}};
K(r_bvh, int v = x & 31; float ox = -1.0f; float oy = (v & 15) * 0.5f; float ix = 1.0f; float iy = 1.0f / ((v >> 2) * 0.15f - 0.5f); unsigned char st[6]; int sp = 0; int tests = 0; int leaves = 0;
  st[sp++] = 0;
  L while (sp > 0) {
    int n = st[--sp]; ++tests;
    float ax = (boxes[n].lo[0] - ox) * ix, bx = (boxes[n].hi[0] - ox) * ix, ay = (boxes[n].lo[1] - oy) * iy, by = (boxes[n].hi[1] - oy) * iy;
    float enter = fmaxf(fminf(ax, bx), fminf(ay, by)), leave = fminf(fmaxf(ax, bx), fmaxf(ay, by));
    if (leave < fmaxf(enter, 0.0f)) continue;
    if (n >= 3) { leaves |= 1 << (n - 3); continue; }
    st[sp++] = (unsigned char)(2 * n + 2); st[sp++] = (unsigned char)(2 * n + 1);
  }
  x = leaves * 16 + tests + v)

FI int side_of(int2 a, int2 b, int2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }
K(r_raster, int covered = 0; int v = x & 31;
  L for (int k = 0; k < 4; ++k) {
    int g = __shfl_sync(~0u, v, k * 9);
    int2 a = make_int2(g & 3, (g >> 2) & 3), b = make_int2(12 + (g & 3), 2 + k), c = make_int2(4 + (g >> 3), 13);
    int y0 = min(a.y, min(b.y, c.y)), y1 = max(a.y, max(b.y, c.y));
    L for (int y = y0 & ~1; y <= y1; y += 2) {
      int2 q = make_int2(t & 15, y + (t >> 4));
      bool inside = side_of(a, b, q) >= 0 && side_of(b, c, q) >= 0 && side_of(c, a, q) >= 0;
      unsigned row = __ballot_sync(~0u, inside);
      if (row == 0) continue;
      covered += __popc(row) + (inside ? k + 1 : 0);
    }
  }
  x = (covered * 3 + v) & 1023)

K(r_bresen, __shared__ unsigned map[32]; int v = x & 31; map[t] = 0; __syncthreads();
  int px = t; int py = 0; int qx = v; int qy = 12 + (v & 15); int dx = abs(qx - px); int dy = -abs(qy - py); int sx = px < qx ? 1 : -1; int sy = py < qy ? 1 : -1; int err = dx + dy;
  L while (true) {
    atomicOr(&map[py], 1u << px);
    if (px == qx && py == qy) break;
    int e = 2 * err;
    if (e >= dy) { err += dy; px += sx; }
    if (e <= dx) { err += dx; py += sy; }
  }
  __syncthreads();
  x = (__popc(map[t]) * 16 + __clz(map[v]) + v) & 1023)

// Random numbers
K(r_philox, unsigned c0 = (unsigned)x; unsigned c1 = t; unsigned c2 = 0; unsigned c3 = 7; unsigned k0 = 0xCAFEu; unsigned k1 = (unsigned)x & 31u; int n = 0;
  L do {
    L for (int r = 0; r < 7; ++r) {
      unsigned h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0, h1 = __umulhi(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
      c0 = h1 ^ c1 ^ k0; c1 = l1; c2 = h0 ^ c3 ^ k1; c3 = l0;
      k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
    }
    ++n;
  } while ((c0 & 3u) == 0 && n < 6);
  x = (int)((c0 ^ c3) & 1023u) + n)

K(r_boxmuller, unsigned s = (unsigned)(x & 31) * 22695477u + 1u; float sum = 0.0f; float sq = 0.0f; int tails = 0;
  L for (int i = 0; i < 3; ++i) {
    s = s * 22695477u + 1u; float u = ((s >> 9) + 1u) * (1.0f / 8388609.0f);
    s = s * 22695477u + 1u; float w = (s >> 9) * (1.0f / 8388608.0f);
    float r = sqrtf(-2.0f * logf(u)); float sn; float cs; sincospif(2.0f * w, &sn, &cs);
    sum += r * cs + r * sn; sq += r * r;
    if (r > 1.5f) ++tails;
  }
  x = ((int)(sum * 50.0f + sq * 20.0f) + tails) & 1023)

K(r_mrg, int v = x & 31; long long a[3]; long long b[3]; double u = 0.0;
  for (int i = 0; i < 3; ++i) { a[i] = 12345 + v * (i + 1); b[i] = 54321 + v * v + i; }
  L for (int i = 0; i < 4; ++i) {
    long long n = (1403580ll * a[1] - 810728ll * a[0]) % 4294967087ll; if (n < 0) n += 4294967087ll;
    a[0] = a[1]; a[1] = a[2]; a[2] = n;
    long long m = (527612ll * b[2] - 1370589ll * b[0]) % 4294944443ll; if (m < 0) m += 4294944443ll;
    b[0] = b[1]; b[1] = b[2]; b[2] = m;
    u += (n > m ? n - m : n - m + 4294967087ll) * 2.328306549295728e-10;
  }
  x = (int)(u * 200.0) + v)

// Numerics
K(r_congrad, float r[5]; float d[5]; float y[5]; int v = x & 31; float rr = 0.0f; int k = 0; float diag = 2.5f + v * 0.1f;
  for (int i = 0; i < 5; ++i) { y[i] = 0.0f; r[i] = d[i] = (float)((v * (i + 2) + i) & 7); rr += r[i] * r[i]; }
  L for (; k < 5 && rr > 1e-3f; ++k) {
    float q[5]; float dq = 0.0f;
    for (int i = 0; i < 5; ++i) { q[i] = diag * d[i] - (i > 0 ? d[i - 1] : 0.0f) - (i < 4 ? d[i + 1] : 0.0f); dq += d[i] * q[i]; }
    float al = rr / dq, nr = 0.0f;
    for (int i = 0; i < 5; ++i) { y[i] += al * d[i]; r[i] -= al * q[i]; nr += r[i] * r[i]; }
    float be = nr / rr; rr = nr;
    for (int i = 0; i < 5; ++i) d[i] = r[i] + be * d[i];
  }
  x = ((int)((y[0] + y[2] * 2.0f + y[4]) * 32.0f) + k + v) & 1023)

K(r_chol, int v = x & 31; double a = 6.0 + v * 0.25; double b = 1.0 + (v & 3); double c = 0.5 * (v & 7); double d = 9.0 + v * 0.5; double e = 2.0; double f = 11.0; int bad = 0;
  double l00 = sqrt(a); double l10 = b / l00; double l20 = c / l00; double p1 = d - l10 * l10;
  if (p1 <= 0.0) bad = 1;
  else {
    double l11 = sqrt(p1); double l21 = (e - l20 * l10) / l11; double p2 = f - l20 * l20 - l21 * l21;
    if (p2 <= 0.0) bad = 2;
    else {
      double l22 = sqrt(p2); double y0 = 1.0 / l00; double y1 = (2.0 - l10 * y0) / l11; double y2 = (3.0 - l20 * y0 - l21 * y1) / l22;
      double z2 = y2 / l22; double z1 = (y1 - l21 * z2) / l11; double z0 = (y0 - l10 * z1 - l20 * z2) / l00;
      b = z0 + z1 + z2;
    }
  }
  x = (int)(b * 1000.0) + bad * 7 + v & 1023)

K(r_eigen, float m[3][3]; int v = x & 31; int sweeps = 0;
  for (int i = 0; i < 3; ++i) for (int j = 0; j <= i; ++j) m[i][j] = m[j][i] = (float)((v * (i + 2 * j + 1) + i * j) & 7) + (i == j ? 4.0f * i : 0.0f);
  L for (; sweeps < 3; ++sweeps) {
    if (fabsf(m[0][1]) + fabsf(m[0][2]) + fabsf(m[1][2]) < 1e-2f) break;
    for (int k = 0; k < 3; ++k) {
      int i = k == 2 ? 1 : 0, j = k == 0 ? 1 : 2;
      if (fabsf(m[i][j]) < 1e-4f) continue;
      float th = (m[j][j] - m[i][i]) / (2.0f * m[i][j]); float tg = copysignf(1.0f, th) / (fabsf(th) + sqrtf(th * th + 1.0f)); float c = rsqrtf(tg * tg + 1.0f), s = tg * c;
      for (int q = 0; q < 3; ++q) { float a = m[q][i], b = m[q][j]; m[q][i] = c * a - s * b; m[q][j] = s * a + c * b; }
      for (int q = 0; q < 3; ++q) { float a = m[i][q], b = m[j][q]; m[i][q] = c * a - s * b; m[j][q] = s * a + c * b; }
    }
  }
  x = ((int)(fmaxf(m[0][0], fmaxf(m[1][1], m[2][2])) * 16.0f) + sweeps + v) & 1023)

__constant__ float cosines[8] = {1.0f, 0.98079f, 0.92388f, 0.83147f, 0.70711f, 0.55557f, 0.38268f, 0.19509f};
__constant__ unsigned char quant[8] = {16, 11, 10, 16, 24, 40, 51, 61};
FI float cosine(int k) { k &= 31; float s = 1.0f; if (k > 16) k = 32 - k; if (k > 8) { k = 16 - k; s = -1.0f; } return k == 8 ? 0.0f : s * cosines[k]; }
K(r_dct, int v = x & 31; float pix[8]; int run = 0; int code = 0;
  for (int i = 0; i < 8; ++i) pix[i] = (float)((v * 8 + i * (v & 7) * 9) & 255) - 128.0f;
  L for (int u = 0; u < 8; ++u) {
    float s = 0.0f;
    for (int i = 0; i < 8; ++i) s += pix[i] * cosine((2 * i + 1) * u);
    int q = __float2int_rn(s * (u == 0 ? 0.35355f : 0.5f) / quant[u]);
    if (q == 0) { ++run; continue; }
    int bits = 32 - __clz(abs(q)); code = (code * 7 + run * 16 + bits) & 0xffff; run = 0;
  }
  x = (code + run + v) & 1023)

__constant__ int atans[14] = {51472, 30386, 16055, 8150, 4091, 2047, 1024, 512, 256, 128, 64, 32, 16, 8};
K(r_cordic, int v = x & 31; int angle = v * 13177; int turn = 0;
  L while (angle > 102944) { angle -= 205887; turn ^= 1; }
  int cx = 39797; int cy = 0;
  L for (int i = 0; i < 14; ++i) {
    int dx = cy >> i, dy = cx >> i;
    if (angle >= 0) { cx -= dx; cy += dy; angle -= atans[i]; } else { cx += dx; cy -= dy; angle += atans[i]; }
    if (abs(angle) < 12) break;
  }
  if (turn) { cx = -cx; cy = -cy; }
  int tn = cx ? (int)(((long long)cy << 12) / cx) : 0;
  x = ((cx >> 8) + (cy >> 6) + (tn >> 8) + v) & 1023)

struct Complex { float re, im; };
FI Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
FI Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
FI Complex operator/(Complex a, Complex b) { float n = 1.0f / (b.re * b.re + b.im * b.im); return {(a.re * b.re + a.im * b.im) * n, (a.im * b.re - a.re * b.im) * n}; }
K(r_durand, int v = x & 31; float c2 = (v & 3) - 1.5f; float c1 = (v >> 2) * 0.5f; Complex z[3] = {{1.0f, 0.0f}, {0.4f, 0.9f}, {-0.65f, 0.72f}}; int k = 0;
  L for (; k < 8; ++k) {
    float worst = 0.0f;
    for (int i = 0; i < 3; ++i) {
      Complex w = z[i]; Complex f = w * w * w; f.re += c2 * (w * w).re + c1 * w.re + 1.0f; f.im += c2 * (w * w).im + c1 * w.im;
      Complex d = f / ((w - z[(i + 1) % 3]) * (w - z[(i + 2) % 3]));
      z[i] = w - d; worst = fmaxf(worst, fabsf(d.re) + fabsf(d.im));
    }
    if (worst < 1e-3f) break;
  }
  x = ((int)((fabsf(z[0].re) + fabsf(z[1].im) + fabsf(z[2].re)) * 64.0f) + k + v) & 1023)

NI double wave(double y) { return y * (1.0 - y) / (0.05 + y * y); }
NI double area(double a, double b, double fa, double fb, int depth) {
  double m = 0.5 * (a + b), fm = wave(m), whole = 0.5 * (b - a) * (fa + fb), halves = 0.25 * (b - a) * (fa + 2.0 * fm + fb);
  if (depth == 0 || fabs(whole - halves) < 0.02) return halves;
  return area(a, m, fa, fm, depth - 1) + area(m, b, fm, fb, depth - 1);
}
K(r_adapt, double b = 0.3 + (x & 31) * 0.05; x = (int)(area(0.0, b, wave(0.0), wave(b), 3) * 500.0) + (x & 31) & 1023)

K(r_softmax, __half a = __float2half((x & 31) * 0.125f - (t & 3) * 0.5f); __half top = a;
  L for (int o = 16; o > 0; o >>= 1) { __half q = __shfl_xor_sync(~0u, top, o); if (__hgt(q, top)) top = q; }
  __half e = hexp(__hsub(a, top)); __half sum = e;
  L for (int o = 16; o > 0; o >>= 1) sum = __hadd(sum, __shfl_xor_sync(~0u, sum, o));
  __half prob = __hdiv(e, sum);
  if (__hlt(prob, __float2half(0.01f))) prob = __float2half(0.0f);
  __half2 pair = __halves2half2(prob, __hmul(prob, hlog2(__hadd(prob, __float2half(0.0625f)))));
  x = (int)(__low2float(pair) * 512.0f - __high2float(pair) * 256.0f) + (x & 31))

NI long long gcd64(long long a, long long b) { while (b) { long long r = a % b; a = b; b = r; } return a < 0 ? -a : a; }
K(r_fraction, int v = x & 31; long long num = 0; long long den = 1;
  L for (int i = 1; i <= 4; ++i) {
    long long d = v + i * i; num = num * d + ((i & 1) ? den : -den); den *= d;
    long long g = gcd64(num, den); if (g > 1) { num /= g; den /= g; }
  }
  x = (int)((num * 1000 / den + v) & 1023))

K(r_montgomery, int v = x & 31; u64 n = 0xFFFFFFFFFFFFFFC5ull - 2ull * (v * 59); u64 ninv = n; int e = 5 + v; u64 r = 1; u64 b = (u64)(v + 3) << 40 | 12345u;
  for (int i = 0; i < 5; ++i) ninv *= 2 - n * ninv;
  L while (e) {
    if (e & 1) { u64 lo = r * b, hi = __umul64hi(r, b), q = lo * (0 - ninv), c = __umul64hi(q, n) + (lo != 0); r = hi + c; if (r < hi || r >= n) r -= n; }
    u64 lo = b * b, hi = __umul64hi(b, b), q = lo * (0 - ninv), c = __umul64hi(q, n) + (lo != 0);
    b = hi + c; if (b < hi || b >= n) b -= n;
    e >>= 1;
  }
  x = (int)((r ^ (r >> 31)) & 1023) + v)

// The warp together
K(r_segscan, int v = x & 31; unsigned heads = __ballot_sync(~0u, (v & 3) == 0 || t == 0); int first = 31 - __clz(heads & (0xffffffffu >> (31 - t))); int s = v;
  L for (int o = 1; o < 32; o <<= 1) { int q = __shfl_up_sync(~0u, s, o); if (t - o >= first) s += q; }
  int last = __ffs(heads & ~(0xffffffffu >> (31 - t))) - 2; if (last < 0) last = 31;
  int total = __shfl_sync(~0u, s, last);
  x = (s * 4 + total + v) & 1023)

K(r_welford, int v = x & 31; double mean = 0.0; double m2 = 0.0; int n = 0;
  L for (int i = 0; i < 4; ++i) { double y = ((v * (i + 1) + i * 7) & 63) * 0.5; if (y > 28.0) continue; ++n; double d = y - mean; mean += d / n; m2 += d * (y - mean); }
  L for (int o = 16; o > 0; o >>= 1) {
    double qm = __shfl_xor_sync(~0u, mean, o), q2 = __shfl_xor_sync(~0u, m2, o); int qn = __shfl_xor_sync(~0u, n, o);
    int c = n + qn; if (c == 0) continue;
    double d = qm - mean; mean += d * qn / c; m2 += q2 + d * d * n * qn / c; n = c;
  }
  x = ((int)(mean * 4.0 + (n > 1 ? sqrt(m2 / (n - 1)) : 0.0) * 8.0) + v) & 1023)

K(r_topk, unsigned key = ((unsigned)(x & 31) * 73u + t * 11u) & 255u; unsigned left = ~0u; int sum = 0; int got = 0;
  L while (got < 7) {
    unsigned top = __reduce_max_sync(~0u, ((left >> t) & 1u) ? key : 0u);
    unsigned who = __ballot_sync(~0u, key == top) & left;
    if (who == 0) break;
    if ((who >> t) & 1u) sum += 100 - got * 10;
    got += __popc(who); left &= ~who;
  }
  x = sum + got + (x & 31))

K(r_tile, __shared__ float a[16][17]; __shared__ float b[16][17]; int v = x & 31; float s[8];
  L for (int i = t; i < 256; i += 32) { a[i / 16][i % 16] = (float)((i * 3 + v) & 7); b[i / 16][i % 16] = (float)((i * 5 - v) & 3); }
  for (int k = 0; k < 8; ++k) s[k] = 0.0f;
  __syncthreads();
  int row = t / 16; int col = t % 16;
  L for (int k = 0; k < 16; ++k) { float q = b[k][col]; for (int i = 0; i < 8; ++i) s[i] += a[2 * i + row][k] * q; }
  float best = s[0]; int at = 0;
  for (int i = 1; i < 8; ++i) if (s[i] > best) { best = s[i]; at = i; }
  x = (int)best + at * 32 + v & 1023)
