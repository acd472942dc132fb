// SPDX-License-Identifier: MIT
// Own kernels of a seventh exam: written and predicted before any of them was measured, after the rules stood. data/measured/h200/exam7.csv.
#define K(N, ...) extern "C" __global__ void N(const int* in, int* out, long long* timer) { int t = threadIdx.x; long long t0=0,t1=0; int x = in[t]; \
 _Pragma("unroll 1") for (int p=0;p<3;++p){ __syncthreads(); t0=clock64(); __VA_ARGS__; t1=clock64(); } out[32+t]=x; timer[2*t]=t0; timer[2*t+1]=t1; }
#define L _Pragma("unroll 1")
typedef unsigned long long u64;
#define NI static __device__ __noinline__
#define FI static __device__ __forceinline__

// Sorting and searching
FI void flip(int* a, int n) { L for (int i = 0, j = n - 1; i < j; ++i, --j) { int h = a[i]; a[i] = a[j]; a[j] = h; } }
K(t_pancake, int v = x & 31; int a[7]; int flips = 0;
  for (int i = 0; i < 7; ++i) a[i] = (v * 5 + i * 11 + i * i * 3) & 31;
  L for (int n = 7; n > 1; --n) {
    int at = 0;
    L for (int i = 1; i < n; ++i) if (a[i] > a[at]) at = i;
    if (at == n - 1) continue;
    if (at) { flip(a, at + 1); ++flips; }
    flip(a, n); ++flips;
  }
  x = flips * 64 + a[v % 7] + a[0])

K(t_cyclesort, int v = x & 31; int a[8]; int writes = 0;
  L for (int i = 0; i < 8; ++i) a[i] = (((v + 3) * (i + 5) * 7) & 15) * 8 + i;
  L for (int c = 0; c < 7; ++c) {
    int item = a[c]; int pos = c;
    L for (int i = c + 1; i < 8; ++i) pos += a[i] < item;
    if (pos == c) continue;
    int h = a[pos]; a[pos] = item; item = h; ++writes;
    L while (pos != c) {
      pos = c;
      L for (int i = c + 1; i < 8; ++i) pos += a[i] < item;
      h = a[pos]; a[pos] = item; item = h; ++writes;
    }
  }
  x = (a[v & 7] ^ writes * 5) & 255)

NI int run_end(const short* a, int i, int n) { ++i; while (i < n && a[i - 1] <= a[i]) ++i; return i; }
K(t_natmerge, int v = x & 31; short a[8]; short b[8]; int passes = 0;
  L for (int i = 0; i < 8; ++i) { a[i] = (v * (i + 1) + (i ^ 5) * 9) & 63; b[i] = 0; }
  L while (run_end(a, 0, 8) < 8) {
    int i = 0;
    L while (i < 8) {
      int m = run_end(a, i, 8); int e = m < 8 ? run_end(a, m, 8) : 8;
      int l = i; int r = m;
      L for (int k = i; k < e; ++k) b[k] = (l < m && (r >= e || a[l] <= a[r])) ? a[l++] : a[r++];
      i = e;
    }
    L for (int k = 0; k < 8; ++k) a[k] = b[k];
    ++passes;
  }
  x = passes * 64 + a[4] + (v & 3))

#define CX(a, b) { int lo = min(a, b); b = max(a, b); a = lo; }
K(t_sortnet8, int v = x & 31; unsigned h = 1;
  L for (int round = 0; round < 5; ++round) {
    int a = (v * 7 + round) & 31; int b = (v * 13 + 3) & 31; int c = (v + round * 9) & 31; int d = (a * b) & 31;
    int e = (v ^ 21) + round; int f = (c * 5 + d) & 31; int g = (v * v) & 31; int i = (h >> 4) & 31;
    CX(a, b) CX(c, d) CX(e, f) CX(g, i)
    CX(a, c) CX(b, d) CX(e, g) CX(f, i)
    CX(b, c) CX(f, g) CX(a, e) CX(d, i)
    CX(b, f) CX(c, g)
    CX(b, e) CX(d, g)
    CX(c, e) CX(d, f)
    CX(d, e)
    h = h * 31 + a; h = h * 31 + b * 3 + c; h = h * 31 + d; h = h * 31 + (e ^ f); h = h * 31 + g - i;
  }
  x = (h ^ h >> 13) & 1023)

__constant__ short ladder[34] = {2, 3, 7, 8, 11, 15, 16, 21, 25, 26, 31, 34, 38, 40, 44, 47, 52, 53, 58, 60, 63, 69, 70, 75, 79, 80, 84, 88, 91, 95, 96, 99, 104, 107};
K(t_fibsearch, int v = x & 31; int found = -1; int looks = 0;
  L for (int q = 0; q < 3 && found < 0; ++q) {
    int key = v * 3 + q + 1;
    int f2 = 13; int f1 = 21; int f = 34; int off = -1;
    L while (f > 1) {
      int i = min(off + f2, 33); ++looks;
      if (ladder[i] < key) { f = f1; f1 = f2; f2 = f - f1; off = i; }
      else if (ladder[i] > key) { f = f2; f1 = f1 - f2; f2 = f - f1; }
      else { found = i; break; }
    }
  }
  x = (found + 1) * 16 + looks + (v & 1))

__device__ const int left_list[16] = {1, 4, 5, 9, 14, 15, 22, 23, 24, 30, 37, 41, 42, 50, 57, 61};
__device__ const int right_list[40] = {0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 22, 24, 25, 26, 27, 28, 30, 31, 33, 35, 36, 38, 40, 41, 43, 44, 45, 50, 52, 55, 60, 61};
K(t_gallop, int v = x & 31; int j = v & 7; int common = 0; int steps = 0;
  L for (int i = v >> 2; i < 16; ++i) {
    int key = left_list[i] + (v & 1); int hop = 1;
    L while (j + hop < 40 && right_list[j + hop] < key) { hop <<= 1; ++steps; }
    int lo = j + (hop >> 1); int hi = min(j + hop, 39);
    L while (lo < hi) { int m = (lo + hi) >> 1; if (right_list[m] < key) lo = m + 1; else hi = m; ++steps; }
    j = lo;
    if (right_list[j] == key) ++common;
  }
  x = common * 64 + (steps & 63) + v)

FI int fen_sum(const int* tree, int i) { int s = 0; L for (; i > 0; i &= i - 1) s += tree[i]; return s; }
FI void fen_add(int* tree, int i, int d) { L for (; i <= 16; i += i & -i) tree[i] += d; }
K(t_fenwick, int v = x & 31; int tree[17]; int inversions = 0;
  for (int i = 0; i < 17; ++i) tree[i] = 0;
  L for (int i = 0; i < 13; ++i) {
    int key = 1 + (((2 * v + 1) * i + v) & 15);
    inversions += i - fen_sum(tree, key);
    fen_add(tree, key, 1);
  }
  x = inversions * 8 + (fen_sum(tree, 1 + (v & 15)) & 7))

// Text
__constant__ char hosts[8][18] = {"192.168.0.1", "10.0.0.256", "127.0.0.1", "8.8.8", "255.255.255.255", "1..2.3", "172.016.4.9", "0.0.0.0x"};
NI int ipv4(const char* s, unsigned* result) {
  unsigned whole = 0;
  for (int part = 0; part < 4; ++part) {
    if (part && *s++ != '.') return 1;
    if (*s < '0' || *s > '9') return 2;
    unsigned n = 0; int digits = 0;
    while (*s >= '0' && *s <= '9') {
      n = n * 10 + (*s++ - '0');
      if (n > 255) return 3;
      if (++digits > 1 && n < 10) return 4;
    }
    whole = whole << 8 | n;
  }
  if (*s) return 5;
  *result = whole; return 0;
}
K(t_ipv4, int v = x & 31; unsigned addr = v; int rc = ipv4(hosts[(v + (v >> 3)) & 7], &addr);
  int kind = 0;
  if (rc == 0) {
    if ((addr >> 24) == 10 || (addr >> 16) == 0xc0a8) kind = 1;
    else if ((addr >> 24) == 127) kind = 2;
    else if (addr == 0xffffffffu) kind = 3;
    else kind = 4;
  }
  x = kind * 64 + rc * 8 + ((addr ^ addr >> 8) & 7) + v)

__constant__ char exprs[4][20] = {"a+b*c-d", "(a+b)*(c-d)^e", "a*(b+(c^d^e)/f)", "a-b-c*d/e+f"};
FI int prec(char c) { switch (c) { case '+': case '-': return 1; case '*': case '/': return 2; case '^': return 3; default: return 0; } }
K(t_shunt, int v = x & 31; const char* s = exprs[v & 3]; char ops[16]; int top = 0; unsigned rpn = v; int deepest = 0;
  L for (char c; (c = *s) != 0; ++s) {
    if (c >= 'a' && c <= 'z') { rpn = rpn * 33 + c; continue; }
    if (c == '(') { ops[top++] = c; deepest = max(deepest, top); continue; }
    if (c == ')') {
      L while (top && ops[top - 1] != '(') rpn = rpn * 33 + ops[--top];
      if (top) --top;
      continue;
    }
    int mine = prec(c);
    L while (top && (prec(ops[top - 1]) > mine || (prec(ops[top - 1]) == mine && c != '^'))) rpn = rpn * 33 + ops[--top];
    ops[top++] = c; deepest = max(deepest, top);
  }
  L while (top) rpn = rpn * 33 + ops[--top];
  x = (rpn ^ rpn >> 11 ^ deepest) & 1023)

__device__ const char morse_tree[33] = "?ETIANMSURWDKGOHVF?L?PJBXCYZQ??\0";
__device__ const char signals[4][32] = {"... --- ...", "-.-. ..- -.. .-", ".-- .- .-. .--. ...", "--. .--. ..- / ...-"};
K(t_morse, int v = x & 31; const char* s = signals[v & 3] + ((v >> 2) & 1); int node = 0; unsigned h = v; int letters = 0;
  L for (;; ++s) {
    char c = *s;
    if (c == '.') node = node * 2 + 1;
    else if (c == '-') node = node * 2 + 2;
    else {
      if (node && node < 31) { h = h * 37 + morse_tree[node]; ++letters; }
      node = 0;
      if (c == '/') h ^= 0x55;
      if (!c) break;
    }
  }
  x = ((h ^ h >> 9) & 127) * 8 + (letters & 7))

__device__ const char code[2][40] = {"a=1;/* b*/c=\"//\";// end\nd='\\'';/**/e", "x/y;//\n\"/*\"/*\"*/z=\"\\\"\";/ /w"};
K(t_comment, int v = x & 31; const char* s = code[v & 1] + (v >> 3); int state = 0; int kept = 0; int gone = 0; unsigned h = 0;
  L for (int i = 0; s[i]; ++i) {
    char c = s[i];
    switch (state) {
      case 0: if (c == '/') state = 1; else { if (c == '"') state = 4; else if (c == '\'') state = 6; ++kept; h = h * 31 + c; } break;
      case 1: if (c == '*') { state = 2; gone += 2; } else if (c == '/') { state = 3; gone += 2; } else { state = 0; kept += 2; h = h * 31 + c; } break;
      case 2: ++gone; if (c == '*') state = 8; break;
      case 3: ++gone; if (c == '\n') state = 0; break;
      case 4: ++kept; h = h * 31 + c; if (c == '\\') state = 5; else if (c == '"') state = 0; break;
      case 5: ++kept; state = 4; break;
      case 6: ++kept; if (c == '\\') state = 7; else if (c == '\'') state = 0; break;
      case 7: ++kept; state = 6; break;
      default: ++gone; state = c == '/' ? 0 : c == '*' ? 8 : 2;
    }
  }
  x = (kept * 32 + gone + state + (h & 3) + v) & 1023)

// Geometry
K(t_circum, int v = x & 31; int inside = 0; double sum = 0;
  L for (int i = 0; i < 4; ++i) {
    double ax = v * 0.5 + i; double ay = (v & 3) - i * 0.25; double bx = ax + 3.0 + i; double by = ay + 0.5 * (v & 1); double cx = ax + 1.0; double cy = ay + 2.5 + 0.125 * v;
    double d = 2.0 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by));
    double a2 = ax * ax + ay * ay; double b2 = bx * bx + by * by; double c2 = cx * cx + cy * cy;
    double ux = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d;
    double uy = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d;
    double r = sqrt((ux - ax) * (ux - ax) + (uy - ay) * (uy - ay));
    double px = ax + 2.0; double py = ay + 0.2 * v;
    double e = sqrt((ux - px) * (ux - px) + (uy - py) * (uy - py));
    inside += e < r; sum += r;
  }
  x = inside * 128 + ((int)(sum * 4.0) & 127))

struct V3 { float x, y, z; };
FI V3 v3(float a, float b, float c) { V3 r; r.x = a; r.y = b; r.z = c; return r; }
FI V3 sub(V3 a, V3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
FI V3 mad(V3 a, V3 b, float s) { return v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s); }
FI float dot(V3 a, V3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
NI V3 closest(V3 q, V3 a, V3 b, V3 c) {
  V3 ab = sub(b, a); V3 ac = sub(c, a); V3 ap = sub(q, a);
  float d1 = dot(ab, ap); float d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  V3 bp = sub(q, b); float d3 = dot(ab, bp); float d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  float vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return mad(a, ab, d1 / (d1 - d3));
  V3 cp = sub(q, c); float d5 = dot(ab, cp); float d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  float vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return mad(a, ac, d2 / (d2 - d6));
  float va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return mad(b, sub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)));
  float k = 1.0f / (va + vb + vc);
  return mad(mad(a, ab, vb * k), ac, vc * k);
}
K(t_closetri, int v = x & 31; float best = 1e9f; int which = 0;
  L for (int i = 0; i < 3; ++i) {
    V3 q = v3((v & 7) - 2.0f, (v >> 3) - 1.0f, 1.0f + i);
    V3 r = closest(q, v3(0, i, 0), v3(3, 0.5f, i), v3(1, 2.5f, 0.5f));
    V3 d = sub(q, r); float far = sqrtf(dot(d, d));
    if (far < best) { best = far; which = i; }
  }
  x = which * 128 + ((int)(best * 16.0f) & 127) + v)

NI bool apart(float ax, float ay, float dx, float dy, float ca, float sa, float wa, float ha, float cb, float sb, float wb, float hb) {
  float ra = wa * fabsf(ax * ca + ay * sa) + ha * fabsf(ay * ca - ax * sa);
  float rb = wb * fabsf(ax * cb + ay * sb) + hb * fabsf(ay * cb - ax * sb);
  return fabsf(dx * ax + dy * ay) > ra + rb;
}
K(t_sat, int v = x & 31; int hits = 0; int tests = 0;
  L for (int i = 0; i < 4; ++i) {
    float ca = cosf(v * 0.2f); float sa = sinf(v * 0.2f); float cb = cosf(i * 0.7f + v); float sb = sinf(i * 0.7f + v);
    float dx = 1.0f + i * 0.5f; float dy = (v & 7) * 0.4f - 1.0f;
    ++tests; if (apart(ca, sa, dx, dy, ca, sa, 1.0f, 0.5f, cb, sb, 0.8f, 0.3f)) continue;
    ++tests; if (apart(-sa, ca, dx, dy, ca, sa, 1.0f, 0.5f, cb, sb, 0.8f, 0.3f)) continue;
    ++tests; if (apart(cb, sb, dx, dy, ca, sa, 1.0f, 0.5f, cb, sb, 0.8f, 0.3f)) continue;
    ++tests; if (apart(-sb, cb, dx, dy, ca, sa, 1.0f, 0.5f, cb, sb, 0.8f, 0.3f)) continue;
    hits |= 1 << i;
  }
  x = hits * 32 + tests + v)

K(t_quatmat, int v = x & 31; float yaw = v * 0.21f; float pitch = v * 0.11f - 1.5f; float roll = (v ^ 13) * 0.19f;
  float cy = cosf(yaw); float sy = sinf(yaw); float cp = cosf(pitch); float sp = sinf(pitch); float cr = cosf(roll); float sr = sinf(roll);
  float m00 = cy * cp; float m01 = cy * sp * sr - sy * cr; float m02 = cy * sp * cr + sy * sr;
  float m10 = sy * cp; float m11 = sy * sp * sr + cy * cr; float m12 = sy * sp * cr - cy * sr;
  float m20 = -sp; float m21 = cp * sr; float m22 = cp * cr;
  float tr = m00 + m11 + m22; float w; float i; float j; float k; int path;
  if (tr > 0) { float s = sqrtf(tr + 1.0f) * 2.0f; w = s * 0.25f; i = (m21 - m12) / s; j = (m02 - m20) / s; k = (m10 - m01) / s; path = 0; }
  else if (m00 > m11 && m00 > m22) { float s = sqrtf(1.0f + m00 - m11 - m22) * 2.0f; w = (m21 - m12) / s; i = s * 0.25f; j = (m01 + m10) / s; k = (m02 + m20) / s; path = 1; }
  else if (m11 > m22) { float s = sqrtf(1.0f + m11 - m00 - m22) * 2.0f; w = (m02 - m20) / s; i = (m01 + m10) / s; j = s * 0.25f; k = (m12 + m21) / s; path = 2; }
  else { float s = sqrtf(1.0f + m22 - m00 - m11) * 2.0f; w = (m10 - m01) / s; i = (m02 + m20) / s; j = (m12 + m21) / s; k = s * 0.25f; path = 3; }
  float n = rsqrtf(w * w + i * i + j * j + k * k); float angle = 2.0f * acosf(fminf(1.0f, fabsf(w * n)));
  x = path * 256 + ((int)(angle * 40.0f + fabsf(i * j) * 16.0f + k * 3.0f) & 255))

__constant__ float places[6][2] = {{48.86f, 2.35f}, {40.71f, -74.0f}, {-33.87f, 151.21f}, {35.68f, 139.69f}, {-1.29f, 36.82f}, {64.15f, -21.94f}};
K(t_haversine, int v = x & 31; float lat = v * 5.0f - 80.0f; float lon = v * 11.0f - 170.0f; float total = 0; float turn = 0;
  L for (int i = 0; i < 4; ++i) {
    int at = (i + v) % 6; float lat2 = places[at][0]; float lon2 = places[at][1];
    float p1 = lat * 0.017453293f; float p2 = lat2 * 0.017453293f; float dl = (lon2 - lon) * 0.017453293f;
    float s1 = sinf((p2 - p1) * 0.5f); float s2 = sinf(dl * 0.5f);
    float h = s1 * s1 + cosf(p1) * cosf(p2) * s2 * s2;
    total += 2.0f * 6371.0f * asinf(sqrtf(fminf(h, 1.0f)));
    turn += atan2f(sinf(dl) * cosf(p2), cosf(p1) * sinf(p2) - sinf(p1) * cosf(p2) * cosf(dl));
    lat = lat2; lon = lon2;
  }
  x = ((int)(total * 0.01f) * 8 + (int)fabsf(turn)) & 4095)

FI float scene(float a, float b, float c) {
  float q = sqrtf(a * a + c * c) - 1.5f; float torus = sqrtf(q * q + b * b) - 0.4f;
  float dx = fabsf(a - 0.3f) - 0.5f; float dy = fabsf(b + 0.2f) - 0.25f; float dz = fabsf(c) - 0.5f;
  float ox = fmaxf(dx, 0.0f); float oy = fmaxf(dy, 0.0f); float oz = fmaxf(dz, 0.0f);
  float box = sqrtf(ox * ox + oy * oy + oz * oz) + fminf(fmaxf(dx, fmaxf(dy, dz)), 0.0f);
  float h = fminf(fmaxf(0.5f + (torus - box) * 1.25f, 0.0f), 1.0f);
  return torus + (box - torus) * h - 0.4f * h * (1.0f - h);
}
K(t_sdf, int v = x & 31; float dx = ((v & 7) - 3.5f) * 0.1f; float dy = ((v >> 3) - 1.5f) * 0.15f; float n = rsqrtf(dx * dx + dy * dy + 1.0f); dx *= n; dy *= n;
  float far = 0; int step = 0;
  L for (; step < 14; ++step) {
    float d = scene(dx * far, dy * far, n * far - 4.0f);
    if (d < 0.01f) break;
    far += d;
    if (far > 8.0f) { step += 32; break; }
  }
  x = step * 16 + ((int)(far * 8.0f) & 15) + v)

// Numerics
NI float bessel_j0(float a) {
  float ax = fabsf(a);
  if (ax < 8.0f) {
    float y = a * a;
    float n = 57568490574.0f + y * (-13362590354.0f + y * (651619640.7f + y * (-11214424.18f + y * (77392.33017f + y * -184.9052456f))));
    float d = 57568490411.0f + y * (1029532985.0f + y * (9494680.718f + y * (59272.64853f + y * (267.8532712f + y))));
    return n / d;
  }
  float z = 8.0f / ax; float y = z * z; float s = ax - 0.785398164f;
  float c1 = 1.0f + y * (-0.1098628627e-2f + y * (0.2734510407e-4f + y * (-0.2073370639e-5f + y * 0.2093887211e-6f)));
  float c2 = -0.1562499995e-1f + y * (0.1430488765e-3f + y * (-0.6911147651e-5f + y * (0.7621095161e-6f - y * 0.934935152e-7f)));
  return sqrtf(0.636619772f / ax) * (cosf(s) * c1 - z * sinf(s) * c2);
}
K(t_bessel, int v = x & 31; float s = 0; int crossings = 0; float last = 1.0f;
  L for (int i = 0; i < 6; ++i) { float b = bessel_j0(v * 0.35f + i * 1.1f); if (b * last < 0) ++crossings; last = b; s += fabsf(b); }
  x = crossings * 128 + ((int)(s * 50.0f) & 127) + (v & 7))

__constant__ float gl_node[5] = {-0.9061798f, -0.5384693f, 0.0f, 0.5384693f, 0.9061798f};
__constant__ float gl_weight[5] = {0.2369269f, 0.4786287f, 0.5688889f, 0.4786287f, 0.2369269f};
K(t_gaussleg, int v = x & 31; float sum = 0; float a = 0; float width = 0.1f + v * 0.03f;
  L for (int i = 0; i < 4; ++i) {
    float mid = a + width * 0.5f; float part = 0;
    L for (int k = 0; k < 5; ++k) { float z = mid + gl_node[k] * width * 0.5f; part += gl_weight[k] * expf(-z * z) / (1.0f + z); }
    sum += part * width * 0.5f; a += width; width *= 1.25f;
  }
  x = ((int)(sum * 900.0f) + v) & 1023)

K(t_house, int v = x & 31; float m[4][4]; float det = 1.0f;
  _Pragma("unroll") for (int i = 0; i < 4; ++i) _Pragma("unroll") for (int j = 0; j < 4; ++j) m[i][j] = ((v * (i + 2) + j * 5 + i * j * 3) & 15) - 6.0f + (i == j ? 4.0f : 0.0f);
  _Pragma("unroll") for (int k = 0; k < 3; ++k) {
    float s = 0;
    _Pragma("unroll") for (int i = k; i < 4; ++i) s += m[i][k] * m[i][k];
    float alpha = m[k][k] > 0 ? -sqrtf(s) : sqrtf(s);
    float head = m[k][k] - alpha; float beta = alpha * head;
    if (fabsf(beta) > 1e-6f) {
      _Pragma("unroll") for (int j = k + 1; j < 4; ++j) {
        float d = head * m[k][j];
        _Pragma("unroll") for (int i = k + 1; i < 4; ++i) d += m[i][k] * m[i][j];
        d /= beta;
        m[k][j] += d * head;
        _Pragma("unroll") for (int i = k + 1; i < 4; ++i) m[i][j] += d * m[i][k];
      }
      det = -det;
    }
    det *= alpha;
  }
  det *= m[3][3];
  x = ((int)fminf(fmaxf(det, -30000.0f), 30000.0f) + v) & 2047)

K(t_kepler, int v = x & 31; float ecc = 0.05f + (v & 7) * 0.1f; float path = 0; float px = 1.0f - ecc; float py = 0;
  L for (int i = 1; i < 5; ++i) {
    float mean = i * 0.9f + v * 0.05f; float big = ecc > 0.6f ? 3.14159f : mean; int it = 0;
    L for (; it < 8; ++it) { float d = (big - ecc * sinf(big) - mean) / (1.0f - ecc * cosf(big)); big -= d; if (fabsf(d) < 1e-4f) break; }
    float nu = 2.0f * atan2f(sqrtf(1.0f + ecc) * sinf(big * 0.5f), sqrtf(1.0f - ecc) * cosf(big * 0.5f));
    float r = 1.0f - ecc * cosf(big); float qx = r * cosf(nu); float qy = r * sinf(nu);
    path += sqrtf((qx - px) * (qx - px) + (qy - py) * (qy - py)) + it * 0.01f; px = qx; py = qy;
  }
  x = ((int)(path * 100.0f) + v) & 1023)

FI double cubic(double z, double k) { return ((z - 2.0) * z + 0.5) * z - k; }
K(t_brent, int v = x & 31; double k = 0.3 + v * 0.17; double a = 0.5; double b = 4.0; double fa = cubic(a, k); double fb = cubic(b, k); double c = a; double fc = fa; double d = b - a; bool bisected = true; int it = 0;
  L for (; it < 9 && fabs(fb) > 1e-6; ++it) {
    double s;
    if (fa != fc && fb != fc) s = a * fb * fc / ((fa - fb) * (fa - fc)) + b * fa * fc / ((fb - fa) * (fb - fc)) + c * fa * fb / ((fc - fa) * (fc - fb));
    else s = b - fb * (b - a) / (fb - fa);
    double lim = (3.0 * a + b) * 0.25;
    if ((s - lim) * (s - b) > 0 || (bisected ? fabs(s - b) >= fabs(b - c) * 0.5 : fabs(s - b) >= fabs(c - d) * 0.5)) { s = (a + b) * 0.5; bisected = true; } else bisected = false;
    double fs = cubic(s, k); d = c; c = b; fc = fb;
    if (fa * fs < 0) { b = s; fb = fs; } else { a = s; fa = fs; }
    if (fabs(fa) < fabs(fb)) { double h = a; a = b; b = h; h = fa; fa = fb; fb = h; }
  }
  x = it * 64 + ((int)(b * 20.0) & 63))

FI float swing(float th, float om) { return -sinf(th) - 0.15f * om; }
K(t_dopri, int v = x & 31; float th = 0.2f + v * 0.08f; float om = 0.1f * (v & 3); float h = 0.15f; float worst = 0; int shrunk = 0;
  L for (int i = 0; i < 5; ++i) {
    float k1 = swing(th, om); float j1 = om;
    float j2 = om + h * 0.2f * k1; float k2 = swing(th + h * 0.2f * j1, j2);
    float j3 = om + h * (0.075f * k1 + 0.225f * k2); float k3 = swing(th + h * (0.075f * j1 + 0.225f * j2), j3);
    float j4 = om + h * (0.9777778f * k1 - 3.7333333f * k2 + 3.5555556f * k3); float k4 = swing(th + h * (0.9777778f * j1 - 3.7333333f * j2 + 3.5555556f * j3), j4);
    float j5 = om + h * (2.9525986f * k1 - 11.5957933f * k2 + 9.8228929f * k3 - 0.2908093f * k4); float k5 = swing(th + h * (2.9525986f * j1 - 11.5957933f * j2 + 9.8228929f * j3 - 0.2908093f * j4), j5);
    float j6 = om + h * (2.8462753f * k1 - 10.7575758f * k2 + 8.9064227f * k3 + 0.2784091f * k4 - 0.2735313f * k5); float k6 = swing(th + h * (2.8462753f * j1 - 10.7575758f * j2 + 8.9064227f * j3 + 0.2784091f * j4 - 0.2735313f * j5), j6);
    float nth = th + h * (0.0911458f * j1 + 0.4492363f * j3 + 0.6510417f * j4 - 0.3223762f * j5 + 0.1309524f * j6);
    float nom = om + h * (0.0911458f * k1 + 0.4492363f * k3 + 0.6510417f * k4 - 0.3223762f * k5 + 0.1309524f * k6);
    float k7 = swing(nth, nom);
    float err = h * fabsf(0.0012326f * k1 - 0.0042527f * k3 + 0.0369798f * k4 - 0.0508638f * k5 + 0.0419048f * k6 - 0.025f * k7);
    worst = fmaxf(worst, err);
    if (err > 2e-5f) { h *= 0.7f; ++shrunk; } else { th = nth; om = nom; h *= 1.3f; }
  }
  x = (shrunk * 128 + (int)(th * 30.0f + 60.0f) + (worst > 1e-5f)) & 1023)

NI float erf_inverse(float a) {
  float w = -logf((1.0f - a) * (1.0f + a));
  if (w < 5.0f) {
    w -= 2.5f;
    return a * (1.50140941f + w * (0.246640727f + w * (-0.00417768164f + w * (-0.00125372503f + w * (0.00021858087f + w * (-4.39150654e-06f + w * (-3.5233877e-06f + w * 3.43273939e-07f)))))));
  }
  w = sqrtf(w) - 3.0f;
  return a * (2.83297682f + w * (1.00167406f + w * (0.00943887047f + w * (-0.0076224613f + w * (0.00573950773f + w * (-0.00367342844f + w * 0.00134934322f))))));
}
K(t_erfinv, int v = x & 31; float sum = 0;
  L for (int i = 0; i < 3; ++i) {
    float y = 1.0f - 1.0f / (1.5f + v * v * (i + 1)); float z = erf_inverse(y);
    z -= (erff(z) - y) / (1.1283792f * expf(-z * z) + 1e-6f);
    sum += z;
  }
  x = ((int)(sum * 100.0f) + v) & 1023)

FI float linear(float c) { return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f); }
FI float lab_f(float c) { return c > 0.008856f ? cbrtf(c) : 7.787f * c + 0.137931f; }
K(t_lab, int v = x & 31; float r = (v & 7) / 7.0f; float g = (v >> 2) / 7.0f; float b = ((v * 5) & 31) / 31.0f;
  float hi = fmaxf(r, fmaxf(g, b)); float lo = fminf(r, fminf(g, b)); float span = hi - lo; float hue = 0;
  if (span > 0) {
    if (hi == r) { hue = (g - b) / span; if (hue < 0) hue += 6.0f; }
    else if (hi == g) hue = (b - r) / span + 2.0f;
    else hue = (r - g) / span + 4.0f;
  }
  float lr = linear(r); float lg = linear(g); float lb = linear(b);
  float fx = lab_f((0.4124f * lr + 0.3576f * lg + 0.1805f * lb) / 0.9505f); float fy = lab_f(0.2126f * lr + 0.7152f * lg + 0.0722f * lb); float fz = lab_f((0.0193f * lr + 0.1192f * lg + 0.9505f * lb) / 1.089f);
  float light = 116.0f * fy - 16.0f; float ca = 500.0f * (fx - fy); float cb = 200.0f * (fy - fz);
  float chroma = sqrtf(ca * ca + cb * cb); float angle = atan2f(cb, ca);
  x = ((int)(light * 4.0f) + (int)(hue * 10.0f) * 3 + (int)(chroma + angle) + v) & 1023)

// Integers
FI unsigned rho_step(unsigned a, unsigned c, unsigned n) { return (unsigned)(((u64)a * a + c) % n); }
K(t_rho, int v = x & 31; unsigned n = 8051u + 2u * v; unsigned c = 1 + (v & 3); unsigned slow = 2; unsigned fast = 2; unsigned g = 1; int it = 0;
  L for (; it < 6 && g == 1; ++it) {
    slow = rho_step(slow, c, n); fast = rho_step(rho_step(fast, c, n), c, n);
    unsigned a = slow > fast ? slow - fast : fast - slow; unsigned b = n;
    L while (a) { unsigned r = b % a; b = a; a = r; }
    g = b;
  }
  x = (g * 8 + it + v) & 4095)

NI long long inverse(long long a, long long m) {
  long long u = 1; long long w = 0; long long b = m;
  L while (b) { long long q = a / b; long long r = a - q * b; a = b; b = r; long long h = u - q * w; u = w; w = h; }
  return u < 0 ? u + m : u;
}
K(t_crt, int v = x & 31; long long r1 = v * 3 % 97; long long r2 = (v * 7 + 5) % 101; long long m = 97LL * 101;
  long long s = (r1 * 101 * inverse(101 % 97, 97) + r2 * 97 * inverse(97, 101)) % m;
  long long m3 = 65537; long long r3 = (v + 11) * 977;
  long long k = (r3 - s + m3) % m3 * inverse(m, m3) % m3;
  s += m * k;
  x = (int)(s ^ s >> 20) & 2047)

K(t_pell, int v = x & 31; int d = v + 2; int root = 1;
  L while ((root + 1) * (root + 1) <= d) ++root;
  u64 h = root; u64 h1 = 1; u64 k = 1; u64 k1 = 0; int m = 0; int den = 1; int a = root; int period = 0;
  if (root * root != d) {
    L while (period < 12 && h * h - d * k * k != 1) {
      m = den * a - m; den = (d - m * m) / den; a = (root + m) / den;
      u64 nh = a * h + h1; h1 = h; h = nh; u64 nk = a * k + k1; k1 = k; k = nk;
      ++period;
    }
  }
  x = (int)((h ^ k * 5) & 127) * 16 + period)

FI unsigned part3(unsigned a) { a &= 0x3ff; a = (a | a << 16) & 0x030000ff; a = (a | a << 8) & 0x0300f00f; a = (a | a << 4) & 0x030c30c3; return (a | a << 2) & 0x09249249; }
FI unsigned join3(unsigned a) { a &= 0x09249249; a = (a | a >> 2) & 0x030c30c3; a = (a | a >> 4) & 0x0300f00f; a = (a | a >> 8) & 0x030000ff; return (a | a >> 16) & 0x3ff; }
K(t_morton, int v = x & 31; unsigned z = part3(v) | part3(v * 3 + 1) << 1 | part3(v ^ 19) << 2; unsigned sum = 0;
  L for (int i = 0; i < 8; ++i) {
    const unsigned mx = 0x09249249; const unsigned my = mx << 1; const unsigned mz = mx << 2;
    z = (((z | ~mx) + part3(i + 1)) & mx) | (((z & my) - (part3(i) << 1)) & my) | (z & mz);
    sum += join3(z) * 5 + join3(z >> 1) * 3 + join3(z >> 2); z ^= sum & mz;
  }
  x = (sum ^ z) & 1023)

NI unsigned power(unsigned b, unsigned e, unsigned m) { unsigned r = 1; L for (; e; e >>= 1) { if (e & 1) r = r * b % m; b = b * b % m; } return r; }
K(t_tonelli, int v = x & 31; unsigned n = v * 5 + 2; unsigned q = 193; unsigned root = 0;
  if (power(n, 96, q) == 1) {
    unsigned c = power(5, 3, q); unsigned r = power(n, 2, q); unsigned h = power(n, 3, q); int m = 6;
    L while (h != 1 && m > 1) {
      int i = 0; unsigned g = h;
      L while (g != 1 && i < m) { g = g * g % q; ++i; }
      unsigned b = c;
      L for (int k = 0; k < m - i - 1; ++k) b = b * b % q;
      r = r * b % q; c = b * b % q; h = h * c % q; m = i;
    }
    root = min(r, q - r);
  }
  x = root * 8 + (v & 7))

FI u64 rol(u64 a, int n) { return a << n | a >> (64 - n); }
FI u64 xx_round(u64 acc, u64 in) { acc += in * 0xC2B2AE3D27D4EB4FULL; return rol(acc, 31) * 0x9E3779B185EBCA87ULL; }
FI u64 xx_merge(u64 acc, u64 a) { acc ^= xx_round(0, a); return acc * 0x9E3779B185EBCA87ULL + 0x85EBCA77C2B2AE63ULL; }
K(t_xxh, int v = x & 31; u64 a = 0x60EA27EEADC0B5D6ULL + v; u64 b = 0xC2B2AE3D27D4EB4FULL + v; u64 c = v; u64 d = v - 0x9E3779B185EBCA87ULL;
  L for (int i = 0; i < 4; ++i) { u64 w = (u64)(v * 0x01010101u + i) << 20; a = xx_round(a, w); b = xx_round(b, w + 1); c = xx_round(c, w ^ 77); d = xx_round(d, ~w); }
  u64 h = rol(a, 1) + rol(b, 7) + rol(c, 12) + rol(d, 18);
  h = xx_merge(h, a); h = xx_merge(h, b); h = xx_merge(h, c); h = xx_merge(h, d); h += 128 + v;
  L for (int i = 0; i < (v & 3); ++i) { h ^= (u64)(i + 65) * 0x27D4EB2F165667C5ULL; h = rol(h, 11) * 0x9E3779B185EBCA87ULL; }
  h ^= h >> 33; h *= 0xC2B2AE3D27D4EB4FULL; h ^= h >> 29; h *= 0x165667B19E3779F9ULL; h ^= h >> 32;
  x = (int)h & 1023)

__constant__ unsigned sha_k[32] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967};
FI unsigned ror(unsigned a, int n) { return a >> n | a << (32 - n); }
K(t_sha256, unsigned v = x & 31; unsigned w[16]; _Pragma("unroll") for (int i = 0; i < 16; ++i) w[i] = v * 0x01030507u + i * 0x9e3779b9u;
  unsigned a = 0x6a09e667; unsigned b = 0xbb67ae85; unsigned c = 0x3c6ef372; unsigned d = 0xa54ff53a; unsigned e = 0x510e527f; unsigned f = 0x9b05688c; unsigned g = 0x1f83d9ab; unsigned h = 0x5be0cd19;
  _Pragma("unroll") for (int i = 0; i < 32; ++i) {
    if (i >= 16) {
      unsigned p1 = w[(i + 1) & 15]; unsigned p14 = w[(i + 14) & 15];
      w[i & 15] += (ror(p1, 7) ^ ror(p1, 18) ^ p1 >> 3) + w[(i + 9) & 15] + (ror(p14, 17) ^ ror(p14, 19) ^ p14 >> 10);
    }
    unsigned k1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + sha_k[i] + w[i & 15];
    unsigned k2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = d + k1; d = c; c = b; b = a; a = k1 + k2;
  }
  x = (a ^ b >> 3 ^ e ^ h >> 7) & 1023)

// Dynamic programming
K(t_optbst, int v = x & 31; int cost[7][7]; int weight[7][7]; int root = 0;
  L for (int i = 1; i < 7; ++i) { cost[i][i - 1] = 0; weight[i][i - 1] = 0; }
  L for (int len = 1; len <= 5; ++len)
    L for (int i = 1; i + len - 1 <= 5; ++i) {
      int j = i + len - 1; int best = 1 << 20;
      weight[i][j] = weight[i][j - 1] + ((v * j + 3 * j * j) & 15) + 1;
      L for (int r = i; r <= j; ++r) {
        int c = (r > i ? cost[i][r - 1] : 0) + (r < j ? cost[r + 1][j] : 0);
        if (c < best) { best = c; root = r; }
      }
      cost[i][j] = best + weight[i][j];
    }
  x = cost[1][5] * 8 + root)

__constant__ unsigned char rules[7][3] = {{0, 1, 2}, {0, 2, 3}, {1, 2, 1}, {1, 3, 3}, {2, 0, 3}, {3, 1, 2}, {2, 3, 0}};
K(t_cyk, int v = x & 31; unsigned char table[5][5];
  L for (int i = 0; i < 5; ++i) table[0][i] = (v >> i & 1) ? 0x6 : 0x8;
  L for (int len = 1; len < 5; ++len)
    L for (int i = 0; i + len < 5; ++i) {
      unsigned found = 0;
      L for (int k = 0; k < len; ++k) {
        unsigned a = table[k][i]; unsigned b = table[len - k - 1][i + k + 1];
        if (!a || !b) continue;
        for (int r = 0; r < 7; ++r) if ((a >> rules[r][1] & 1) && (b >> rules[r][2] & 1)) found |= 1u << rules[r][0];
      }
      table[len][i] = found;
    }
  x = table[4][0] * 32 + table[3][v & 1] + v)

// Machines and simulation
K(t_langton, int v = x & 31; u64 grid = 0x8100420018240081ULL * (v + 1); int row = v & 7; int col = v >> 2; int dir = v & 3;
  L for (int i = 0; i < 40; ++i) {
    int bit = row * 8 + col;
    if (grid >> bit & 1) dir = (dir + 3) & 3; else dir = (dir + 1) & 3;
    grid ^= 1ULL << bit;
    switch (dir) { case 0: row = (row + 7) & 7; break; case 1: col = (col + 1) & 7; break; case 2: row = (row + 1) & 7; break; default: col = (col + 7) & 7; }
  }
  x = __popcll(grid) * 16 + (row ^ col) + dir)

K(t_uart, int v = x & 31; u64 wire = ~((u64)(v * 0x155 + 1) * 0x0f0f00ff01ULL) << 3 | 7; int state = 0; int count = 0; unsigned byte = 0; int parity = 0; unsigned got = 0; int errors = 0;
  L for (int i = 0; i < 44; ++i) {
    int level = (int)(wire >> i) & 1;
    switch (state) {
      case 0: if (!level) { state = 1; count = 0; } break;
      case 1: if (level) state = 0; else { state = 2; count = 0; byte = 0; parity = 0; } break;
      case 2: byte = byte >> 1 | level << 7; parity ^= level; if (++count == 8) state = 3; break;
      case 3: if (parity != level) ++errors; state = 4; break;
      case 4: if (level) { got = got * 17 + byte; state = 0; } else { ++errors; state = 5; } break;
      default: if (level) state = 0;
    }
  }
  x = (got + errors * 64 + state + v) & 1023)

K(t_ising, __shared__ int spin[64]; int v = x & 31; unsigned seed = v * 2654435761u + 12345u + t; int flips = 0;
  spin[t] = (v & 1) * 2 - 1; spin[t + 32] = (v & 4) ? 1 : -1; __syncthreads();
  L for (int i = 0; i < 12; ++i) {
    int row = t >> 2; int col = (t & 3) * 2 + ((row + i) & 1); int at = row * 8 + col;
    int field = spin[((row + 1) & 7) * 8 + col] + spin[((row + 7) & 7) * 8 + col] + spin[row * 8 + ((col + 1) & 7)] + spin[row * 8 + ((col + 7) & 7)];
    float de = 2.0f * spin[at] * field; seed = seed * 1664525u + 1013904223u;
    bool accept = de <= 0 || (seed >> 8) * (1.0f / 16777216.0f) < expf(-de * 0.44f);
    if (accept) { spin[at] = -spin[at]; ++flips; }
    __syncthreads();
  }
  int total = __reduce_add_sync(~0u, spin[t] + spin[t + 32]);
  x = (total + 64) * 16 + flips + (v & 1))

// The warp together
K(t_affine, int v = x & 31; unsigned sum = 0;
  L for (int round = 0; round < 3; ++round) {
    unsigned m = v * 2 + 1 + round; unsigned a = v ^ 9;
    L for (int d = 1; d < 32; d <<= 1) {
      unsigned pm = __shfl_up_sync(~0u, m, d); unsigned pa = __shfl_up_sync(~0u, a, d);
      if (t >= d) { a += m * pa; m *= pm; }
    }
    sum = sum * 3 + (m ^ a >> 5);
  }
  x = (sum ^ sum >> 16) & 1023)

K(t_ballotsort, __shared__ int keys[32]; int v = x & 31; int key = (v * 37 + t * 11) & 255; unsigned below = (1u << t) - 1;
  L for (int bit = 0; bit < 8; ++bit) {
    int one = key >> bit & 1; unsigned ones = __ballot_sync(~0u, one);
    int pos = one ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
    keys[pos] = key; __syncthreads();
    key = keys[t]; __syncthreads();
  }
  int ties = __popc(__ballot_sync(~0u, key == __shfl_down_sync(~0u, key, 1)));
  x = key * 8 + (ties & 7))

K(t_kmeans, __shared__ float centre[4]; int v = x & 31; float mine = ((v * v * 7) & 127) + v * 0.25f; int cls = 0; int moved = 0;
  if (t < 4) centre[t] = 10.0f + t * 30.0f;
  __syncthreads();
  L for (int i = 0; i < 5; ++i) {
    float best = 1e9f; int now = 0;
    for (int k = 0; k < 4; ++k) { float d = fabsf(mine - centre[k]); if (d < best) { best = d; now = k; } }
    int changed = __any_sync(~0u, now != cls); cls = now; ++moved;
    __syncthreads();
    if (!changed && i) break;
    L for (int k = 0; k < 4; ++k) {
      float s = cls == k ? mine : 0.0f; int n = __popc(__ballot_sync(~0u, cls == k));
      for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
      if (t == 0 && n) centre[k] = s / n;
    }
    __syncthreads();
  }
  x = cls * 256 + ((int)centre[cls] & 127) + moved * 2 + (v & 1))

NI int nth_set(unsigned mask, int n) {
  int pos = 0;
  L for (int half = 16; half; half >>= 1) { int c = __popc(mask & ((1u << half) - 1)); if (n >= c) { n -= c; mask >>= half; pos += half; } }
  return pos;
}
K(t_josephus, int v = x & 31; unsigned alive = ~0u; int at = v; int k = 2 + v % 7; int left = 32; unsigned order = 0;
  L for (int i = 0; i < 22; ++i) {
    at = (at + k - 1) % left;
    int who = nth_set(alive, at);
    alive &= ~(1u << who); --left; order = order * 5 + who;
  }
  x = (__ffs(alive) * 32 + (order & 31) + v) & 1023)

K(t_bittrans, int v = x & 31; unsigned row = v * 0x9e3779b9u + t;
  L for (int round = 0; round < 4; ++round) {
    unsigned mask = 0x0000ffffu;
    L for (int d = 16; d; d >>= 1, mask ^= mask << d) {
      unsigned other = __shfl_xor_sync(~0u, row, d);
      row = (t & d) ? (row & ~mask) | (other >> d & mask) : (row & mask) | ((other & mask) << d);
    }
    row = row * 5 + round; row ^= row >> 15;
  }
  x = __popc(row) * 32 + (__clz(row | 1) ^ (row & 31)))

K(t_cyclicred, __shared__ float sa[32]; __shared__ float sb[32]; __shared__ float sc[32]; __shared__ float sd[32]; int v = x & 31;
  float a = t ? -1.0f : 0.0f; float b = 4.0f + (v & 3); float c = t < 31 ? -1.0f : 0.0f; float d = v * 0.5f - 3.0f;
  L for (int s = 1; s < 32; s <<= 1) {
    sa[t] = a; sb[t] = b; sc[t] = c; sd[t] = d; __syncthreads();
    float na = 0; float nc = 0; float nb = b; float nd = d;
    if (t - s >= 0) { float k = a / sb[t - s]; na = -k * sa[t - s]; nb -= k * sc[t - s]; nd -= k * sd[t - s]; }
    if (t + s < 32) { float k = c / sb[t + s]; nc = -k * sc[t + s]; nb -= k * sa[t + s]; nd -= k * sd[t + s]; }
    a = na; b = nb; c = nc; d = nd; __syncthreads();
  }
  x = ((int)(d / b * 64.0f) + v) & 1023)

K(t_ntt, __shared__ unsigned line[32]; int v = x & 31; line[__brev(t) >> 27] = v * 9 + 1; __syncthreads();
  L for (int half = 1; half < 32; half <<= 1) {
    int k = t & (half - 1); int base = t & ~(2 * half - 1);
    u64 w = 1u << (k * (16 / half));
    unsigned a = line[base + k]; unsigned b = (unsigned)(line[base + k + half] * w % 65537u);
    __syncthreads();
    line[t] = (t & half) ? (a + 65537u - b) % 65537u : (a + b) % 65537u;
    __syncthreads();
  }
  x = (line[t] ^ line[31 - t] >> 4) & 2047)
