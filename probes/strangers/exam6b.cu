// SPDX-License-Identifier: MIT
// Own kernels of a sixth exam, second half: written and predicted before any of them was measured, after the rules stood. data/measured/h200/exam6.csv.
#include <cuda_fp16.h>
#define K(N, ...) extern "C" __global__ void N(const int* in, int* out, long long* timer) { int t = threadIdx.x; long long t0=0,t1=0; int x = in[t]; \
 _Pragma("unroll 1") for (int p=0;p<3;++p){ __syncthreads(); t0=clock64(); __VA_ARGS__; t1=clock64(); } out[32+t]=x; timer[2*t]=t0; timer[2*t+1]=t1; }
#define L _Pragma("unroll 1")
typedef unsigned long long u64;
#define NI static __device__ __noinline__
#define FI static __device__ __forceinline__

// Numerics
K(s_fit, int v = x & 31; float a = 1.0f; float b = 0.1f; int k = 0; float want = 1.5f + 0.05f * v; float rate = 0.2f + 0.01f * (v & 7); float damp = 0.01f; float old = 1e30f;
  L for (; k < 8; ++k) {
    float aa = damp, ab = 0.0f, bb = damp, ra = 0.0f, rb = 0.0f, sq = 0.0f;
    L for (int i = 0; i < 6; ++i) {
      float u = 0.5f * i, e = __expf(b * u), r = want * (1.0f + rate * u + 0.3f * rate * rate * u * u) - a * e;
      float jb = a * u * e;
      aa += e * e; ab += e * jb; bb += jb * jb; ra += e * r; rb += jb * r; sq += r * r;
    }
    if (fabsf(old - sq) < 1e-4f * sq) break;
    damp = sq < old ? damp * 0.3f : damp * 4.0f; old = sq;
    float det = aa * bb - ab * ab;
    if (fabsf(det) < 1e-9f) break;
    a += (ra * bb - rb * ab) / det; b += (rb * aa - ra * ab) / det;
    b = fminf(fmaxf(b, -2.0f), 2.0f);
  }
  x = ((int)(fabsf(a) * 64.0f + fabsf(b) * 256.0f) + k + v) & 1023)

FI float valley(float2 p, float c) { float a = c - p.x, b = p.y - p.x * p.x; return a * a + 8.0f * b * b; }
K(s_nelder, int v = x & 31; float c = 0.5f + v * 0.04f; float2 w[3]; float f[3]; int n = 0; int shrinks = 0;
  w[0] = make_float2(-1.0f, 1.0f); w[1] = make_float2(0.0f, 0.5f); w[2] = make_float2(-0.5f, -0.5f);
  for (int i = 0; i < 3; ++i) f[i] = valley(w[i], c);
  L for (; n < 14; ++n) {
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2 - i; ++j)
      if (f[j] > f[j + 1]) { float y0 = f[j]; f[j] = f[j + 1]; f[j + 1] = y0; float2 q = w[j]; w[j] = w[j + 1]; w[j + 1] = q; }
    if (f[2] - f[0] < 1e-2f) break;
    float2 m = make_float2(0.5f * (w[0].x + w[1].x), 0.5f * (w[0].y + w[1].y));
    float2 r = make_float2(2.0f * m.x - w[2].x, 2.0f * m.y - w[2].y); float fr = valley(r, c);
    if (fr < f[0]) {
      float2 e = make_float2(3.0f * m.x - 2.0f * w[2].x, 3.0f * m.y - 2.0f * w[2].y); float fe = valley(e, c);
      if (fe < fr) { w[2] = e; f[2] = fe; } else { w[2] = r; f[2] = fr; }
      continue;
    }
    if (fr < f[1]) { w[2] = r; f[2] = fr; continue; }
    float2 h = make_float2(0.5f * (m.x + w[2].x), 0.5f * (m.y + w[2].y)); float fh = valley(h, c);
    if (fh < f[2]) { w[2] = h; f[2] = fh; continue; }
    ++shrinks;
    for (int i = 1; i < 3; ++i) { w[i].x = 0.5f * (w[i].x + w[0].x); w[i].y = 0.5f * (w[i].y + w[0].y); f[i] = valley(w[i], c); }
  }
  x = ((int)(f[0] * 200.0f) + n * 8 + shrinks + v) & 1023)

NI double bump(double u) { return u / (1.0 + u * u * u) + sqrt(u); }
K(s_romberg, int v = x & 31; double r[5]; double h = 0.5 + v * 0.125; double b = h; int k = 1; double diff = 1.0;
  r[0] = 0.5 * h * (bump(0.0) + bump(b));
  L for (; k < 5; ++k) {
    h *= 0.5; double sum = 0.0;
    L for (int i = 1; i < (1 << k); i += 2) sum += bump(i * h);
    double last = r[0], top = r[k - 1], weight = 1.0;
    r[0] = 0.5 * last + h * sum;
    L for (int j = 1; j <= k; ++j) { weight *= 4.0; double keep = j < k ? r[j] : 0.0; r[j] = r[j - 1] + (r[j - 1] - last) / (weight - 1.0); last = keep; }
    diff = fabs(r[k] - top);
    if (diff < 0.004) break;
  }
  x = (int)(r[min(k, 4)] * 64.0) + k * 4 + v & 1023)

FI float2 pull(float2 y, float mu) { return make_float2(y.y, mu * (1.0f - y.x * y.x) * y.y - y.x); }
FI float2 step_of(float2 y, float2 k, float h) { return make_float2(y.x + h * k.x, y.y + h * k.y); }
K(s_heun, int v = x & 31; float mu = 0.25f * (v & 15) + 0.5f; float2 y = make_float2(2.0f, 0.1f * (v >> 3)); float u = 0.0f; float h = 0.2f; int taken = 0; int refused = 0;
  L while (u < 1.5f && taken + refused < 24) {
    float2 k1 = pull(y, mu), k2 = pull(step_of(y, k1, 0.5f * h), mu), k3 = pull(step_of(y, k2, 0.75f * h), mu);
    float2 z = make_float2(y.x + h * (2.0f * k1.x + 3.0f * k2.x + 4.0f * k3.x) / 9.0f, y.y + h * (2.0f * k1.y + 3.0f * k2.y + 4.0f * k3.y) / 9.0f);
    float2 k4 = pull(z, mu);
    float ex = h * (-5.0f * k1.x / 72.0f + k2.x / 12.0f + k3.x / 9.0f - k4.x / 8.0f), ey = h * (-5.0f * k1.y / 72.0f + k2.y / 12.0f + k3.y / 9.0f - k4.y / 8.0f);
    float err = sqrtf(ex * ex + ey * ey) * 500.0f;
    if (err <= 1.0f) { y = z; u += h; ++taken; } else ++refused;
    float grow = err > 1e-6f ? 0.9f * cbrtf(1.0f / err) : 3.0f;
    h *= fminf(fmaxf(grow, 0.3f), 3.0f);
    if (u + h > 1.5f) h = 1.5f - u + 1e-4f;
  }
  x = ((int)(fabsf(y.x) * 64.0f + fabsf(y.y) * 16.0f) + taken * 8 + refused + v) & 1023)

struct Ball { float x, y, vx, vy; };
K(s_bounce, Ball b[3]; int v = x & 31; int walls = 0; int knocks = 0;
  for (int i = 0; i < 3; ++i) b[i] = Ball{1.0f + 2.5f * i, 2.0f + 0.1f * ((v * (i + 1)) & 15), 0.3f * ((v + i * 3) & 7) - 1.0f, 0.2f * (v & 3) - 0.3f * i};
  L for (int n = 0; n < 10; ++n) {
    L for (int i = 0; i < 3; ++i) {
      b[i].vy -= 0.2f; b[i].x += b[i].vx * 0.5f; b[i].y += b[i].vy * 0.5f;
      if (b[i].x < 0.5f || b[i].x > 7.5f) { b[i].vx = -b[i].vx; b[i].x = fminf(fmaxf(b[i].x, 0.5f), 7.5f); ++walls; }
      if (b[i].y < 0.5f) { b[i].vy = fabsf(b[i].vy) * 0.8f; b[i].y = 0.5f; ++walls; }
    }
    for (int i = 0; i < 2; ++i) for (int j = i + 1; j < 3; ++j) {
      float dx = b[j].x - b[i].x, dy = b[j].y - b[i].y, d = dx * dx + dy * dy;
      if (d >= 1.0f || d < 1e-6f) continue;
      float inv = rsqrtf(d), nx = dx * inv, ny = dy * inv, along = (b[j].vx - b[i].vx) * nx + (b[j].vy - b[i].vy) * ny;
      if (along > 0.0f) continue;
      b[i].vx += along * nx; b[i].vy += along * ny; b[j].vx -= along * nx; b[j].vy -= along * ny; ++knocks;
    }
  }
  x = ((int)(b[0].x * 16.0f + b[1].y * 16.0f + b[2].x * 8.0f) + walls * 3 + knocks * 50 + v) & 1023)

K(s_givens, float a[4][5]; int v = x & 31; int turns = 0;
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 5; ++j) a[i][j] = (float)((v * (i * 3 + j + 1) + i * j + 2 * i) & 7) + (i == j ? 3.0f : 0.0f);
  for (int j = 0; j < 3; ++j) for (int i = 3; i > j; --i) {
    float p = a[i - 1][j], q = a[i][j];
    if (q == 0.0f) continue;
    ++turns; float c; float s;
    if (fabsf(q) > fabsf(p)) { float r = p / q; s = rsqrtf(1.0f + r * r); c = s * r; } else { float r = q / p; c = rsqrtf(1.0f + r * r); s = c * r; }
    for (int k = 0; k < 5; ++k) { float y = a[i - 1][k], z = a[i][k]; a[i - 1][k] = c * y + s * z; a[i][k] = c * z - s * y; }
  }
  float y[4]; int singular = 0;
  for (int i = 3; i >= 0; --i) {
    float s = a[i][4];
    for (int k = i + 1; k < 4; ++k) s -= a[i][k] * y[k];
    if (fabsf(a[i][i]) < 1e-3f) { y[i] = 0.0f; ++singular; } else y[i] = s / a[i][i];
  }
  x = ((int)(fabsf(y[0] + 2.0f * y[1] + y[2] - y[3]) * 32.0f) + turns * 4 + singular + v) & 1023)

__constant__ float knots[8] = {0.0f, 0.7f, 1.1f, 2.4f, 3.0f, 4.6f, 5.2f, 7.0f};
K(s_spline, int v = x & 31; float y[8]; float m[8]; float c[8]; float sum = 0.0f; int hits = 0;
  for (int i = 0; i < 8; ++i) y[i] = (float)((v * (i + 3) + i * i) & 15) * 0.25f;
  m[0] = c[0] = 0.0f;
  for (int i = 1; i < 7; ++i) {
    float h0 = knots[i] - knots[i - 1], h1 = knots[i + 1] - knots[i];
    float d = 6.0f * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0), w = 1.0f / (2.0f * (h0 + h1) - h0 * c[i - 1]);
    c[i] = h1 * w; m[i] = (d - h0 * m[i - 1]) * w;
  }
  m[7] = 0.0f;
  for (int i = 6; i > 0; --i) m[i] -= c[i] * m[i + 1];
  L for (int k = 0; k < 5; ++k) {
    float u = 7.0f * (((v * 11 + k * 37) & 63) / 63.0f); int lo = 0, hi = 7;
    L while (hi - lo > 1) { int mid = (lo + hi) >> 1; if (knots[mid] > u) hi = mid; else lo = mid; }
    float h = knots[hi] - knots[lo], a = (knots[hi] - u) / h, b = 1.0f - a;
    sum += a * y[lo] + b * y[hi] + ((a * a * a - a) * m[lo] + (b * b * b - b) * m[hi]) * h * h / 6.0f;
    if (sum < 0.0f) { sum = 0.0f; ++hits; }
  }
  x = ((int)(sum * 40.0f) + hits * 16 + v) & 1023)

NI double lower_gamma(double a, double u, int& n) {
  if (u <= 0.0) return 0.0;
  double front = exp(a * log(u) - u - lgamma(a));
  if (u < a + 1.0) {
    double term = 1.0 / a, sum = term;
    for (n = 1; n < 20; ++n) { term *= u / (a + n); sum += term; if (term < sum * 1e-4) break; }
    return sum * front;
  }
  double b = u + 1.0 - a, c = 1e30, d = 1.0 / b, h = d;
  for (n = 1; n < 20; ++n) {
    double w = -n * (n - a); b += 2.0; d = w * d + b; c = b + w / c; d = 1.0 / d;
    double del = d * c; h *= del;
    if (fabs(del - 1.0) < 1e-4) break;
  }
  return 1.0 - front * h;
}
K(s_gammap, int n = 0; double a = 0.75 + (x & 7) * 0.5; double u = ((x & 31) >> 2) * 0.8; x = (int)(lower_gamma(a, u, n) * 500.0) + n * 16 + (x & 31))

struct Quat { float w, x, y, z; };
FI Quat mul(Quat a, Quat b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
NI Quat slerp(Quat a, Quat b, float u) {
  float d = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  if (d < 0.0f) { b = {-b.w, -b.x, -b.y, -b.z}; d = -d; }
  float p = 1.0f - u, q = u;
  if (d < 0.995f) { float th = acosf(d), s = 1.0f / sinf(th); p = sinf(p * th) * s; q = sinf(q * th) * s; }
  return {p * a.w + q * b.w, p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z};
}
K(s_slerp, int v = x & 31; float half_angle = 0.1f * v; Quat a = {1.0f, 0.0f, 0.0f, 0.0f}; Quat b = {cosf(half_angle), sinf(half_angle), 0.0f, 0.0f}; Quat r = a;
  L for (int i = 1; i <= 3; ++i) r = mul(r, slerp(a, b, 0.25f * i + 0.01f * (v & 3)));
  x = (int)((r.w + 1.0f) * 200.0f + (r.x + 1.0f) * 100.0f) + v & 1023)

FI float scene(float3 p, int v) {
  float ball = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) - 1.0f;
  float bx = fabsf(p.x - 1.2f) - 0.4f, by = fabsf(p.y) - 0.3f - 0.02f * (v & 7), bz = fabsf(p.z) - 0.5f;
  float box = fminf(fmaxf(bx, fmaxf(by, bz)), 0.0f) + sqrtf(fmaxf(bx, 0.0f) * fmaxf(bx, 0.0f) + fmaxf(by, 0.0f) * fmaxf(by, 0.0f) + fmaxf(bz, 0.0f) * fmaxf(bz, 0.0f));
  float k = fmaxf(0.3f - fabsf(ball - box), 0.0f);
  return fminf(fminf(ball, box) - k * k * 0.8333f, p.y + 1.2f);
}
K(s_sphere, int v = x & 31; float3 d = make_float3(((v & 7) - 3.5f) * 0.12f, ((v >> 3) - 1.8f) * 0.2f, 1.0f); float along = 0.0f; int n = 0; bool hit = false;
  float inv = rsqrtf(d.x * d.x + d.y * d.y + 1.0f); d.x *= inv; d.y *= inv; d.z *= inv;
  L for (; n < 24 && along < 9.0f; ++n) {
    float r = scene(make_float3(d.x * along, d.y * along, d.z * along - 3.0f), v);
    if (r < 0.01f) { hit = true; break; }
    along += r;
  }
  int shade = 0;
  if (hit) {
    float3 p = make_float3(d.x * along, d.y * along, d.z * along - 3.0f); float e = scene(p, v);
    float gx = scene(make_float3(p.x + 0.01f, p.y, p.z), v) - e, gy = scene(make_float3(p.x, p.y + 0.01f, p.z), v) - e;
    shade = (int)(fmaxf(gy * 80.0f + gx * 30.0f, 0.0f) * 100.0f);
  }
  x = (shade + n * 8 + hit + v) & 1023)

K(s_hull, short px[10]; short py[10]; signed char st[12]; int v = x & 31; int n = 0; int turns = 0;
  L for (int i = 0; i < 10; ++i) {
    unsigned h = (unsigned)(v * 131 + i * 71 + 3) * 2654435769u; short a = (short)(h >> 26), b = (short)((h >> 18) & 63); int j = i - 1;
    while (j >= 0 && (px[j] > a || (px[j] == a && py[j] > b))) { px[j + 1] = px[j]; py[j + 1] = py[j]; --j; }
    px[j + 1] = a; py[j + 1] = b;
  }
  L for (int i = 0; i < 10; ++i) {
    while (n >= 2) {
      int a = st[n - 2], b = st[n - 1];
      if ((px[b] - px[a]) * (py[i] - py[a]) - (py[b] - py[a]) * (px[i] - px[a]) > 0) break;
      --n; ++turns;
    }
    st[n++] = (signed char)i;
  }
  int area = 0;
  L for (int i = 1; i + 1 < n; ++i) area += (px[st[i]] - px[st[0]]) * (py[st[i + 1]] - py[st[0]]) - (py[st[i]] - py[st[0]]) * (px[st[i + 1]] - px[st[0]]);
  x = ((area >> 3) + n * 16 + turns + v) & 1023)

FI float normal_cdf(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float w = 0.39894228f * expf(-0.5f * d * d) * k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0.0f ? 1.0f - w : w;
}
K(s_implied, int v = x & 31; float spot = 100.0f; float strike = 70.0f + v * 2.0f; float years = 0.25f + (v & 3) * 0.5f;
  float price = fmaxf(spot - strike, 0.0f) + 3.0f + (v & 7); float vol = 0.4f; int k = 0;
  float root = sqrtf(years); float logm = logf(spot / strike); float disc = expf(-0.03f * years);
  L for (; k < 7; ++k) {
    float d1 = (logm + (0.03f + 0.5f * vol * vol) * years) / (vol * root), d2 = d1 - vol * root;
    float off = spot * normal_cdf(d1) - strike * disc * normal_cdf(d2) - price;
    if (fabsf(off) < 0.02f) break;
    float vega = spot * root * 0.39894228f * expf(-0.5f * d1 * d1);
    if (vega < 0.5f) { vol = off > 0.0f ? vol * 0.5f : vol * 1.5f; continue; }
    vol = fminf(fmaxf(vol - off / vega, 0.02f), 3.0f);
  }
  x = ((int)(vol * 512.0f) + k * 4 + v) & 1023)

__constant__ unsigned char perms[32] = {21, 8, 30, 3, 15, 27, 12, 0, 19, 6, 24, 10, 29, 1, 17, 22, 5, 31, 13, 9, 26, 2, 18, 28, 7, 14, 23, 11, 4, 25, 16, 20};
FI float slope(int h, float a, float b) { float u = (h & 4) ? b : a, w = (h & 4) ? a : b; return ((h & 1) ? -u : u) + ((h & 2) ? -2.0f * w : 2.0f * w); }
NI float noise(float a, float b) {
  int i = (int)floorf(a), j = (int)floorf(b); float fa = a - i, fb = b - j;
  float s = fa * fa * fa * (fa * (fa * 6.0f - 15.0f) + 10.0f), u = fb * fb * fb * (fb * (fb * 6.0f - 15.0f) + 10.0f);
  int p = perms[i & 31], q = perms[(i + 1) & 31];
  float n00 = slope(perms[(p + j) & 31], fa, fb), n10 = slope(perms[(q + j) & 31], fa - 1.0f, fb);
  float n01 = slope(perms[(p + j + 1) & 31], fa, fb - 1.0f), n11 = slope(perms[(q + j + 1) & 31], fa - 1.0f, fb - 1.0f);
  float lo = n00 + s * (n10 - n00), hi = n01 + s * (n11 - n01);
  return lo + u * (hi - lo);
}
K(s_perlin, int v = x & 31; float sum = 0.0f; float size = 1.0f; float a = v * 0.37f + 0.1f; float b = (v & 7) * 0.61f + 0.2f; int n = 0;
  L for (; n < 4; ++n) {
    sum += noise(a, b) * size; a *= 2.0f; b *= 2.0f; size *= 0.5f;
    if (fabsf(sum) > 0.9f) break;
  }
  x = ((int)((sum + 3.0f) * 128.0f) + n + v) & 1023)

__constant__ float weights[16] = {0.5f, -0.25f, 0.75f, 0.125f, -0.5f, 1.0f, 0.25f, -0.75f, 0.375f, 0.625f, -1.0f, 0.5f, -0.125f, 0.875f, 0.25f, -0.375f};
K(s_nnet, int v = x & 31; __half2 a[4]; __half2 b[4]; int dead = 0;
  for (int i = 0; i < 4; ++i) a[i] = __floats2half2_rn(((v * (i + 1)) & 7) * 0.125f, ((v + 3 * i) & 7) * 0.25f - 0.5f);
  L for (int layer = 0; layer < 3; ++layer) {
    for (int i = 0; i < 4; ++i) {
      __half2 s = __float2half2_rn(weights[(i + layer) & 15] * 0.25f);
      for (int j = 0; j < 4; ++j) s = __hfma2(__float2half2_rn(weights[(i * 4 + j + layer) & 15]), j & 1 ? __lowhigh2highlow(a[j]) : a[j], s);
      if (__hbgt2(s, __float2half2_rn(0.0f))) b[i] = s;
      else { b[i] = __hmul2(s, __float2half2_rn(0.125f)); ++dead; }
    }
    for (int i = 0; i < 4; ++i) a[i] = b[i];
  }
  __half2 e = h2exp(__hadd2(__hadd2(a[0], a[1]), __hadd2(a[2], a[3])));
  __half2 y = h2rcp(__hadd2(__float2half2_rn(1.0f), e));
  x = (int)(__low2float(y) * 500.0f + __high2float(y) * 250.0f) + dead + v & 1023)

// Shared memory and the warp together
K(s_bucket, __shared__ int count[8]; __shared__ int start[8]; __shared__ short items[96]; int v = x & 31;
  if (t < 8) count[t] = 0;
  __syncthreads();
  short mine[3]; int slot[3];
  for (int i = 0; i < 3; ++i) { mine[i] = (short)((v * 29 + i * 83 + t * (v & 3)) & 255); slot[i] = atomicAdd(&count[mine[i] >> 5], 1); }
  __syncthreads();
  if (t == 0) { int s = 0; L for (int i = 0; i < 8; ++i) { start[i] = s; s += count[i]; } }
  __syncthreads();
  for (int i = 0; i < 3; ++i) items[start[mine[i] >> 5] + slot[i]] = mine[i];
  __syncthreads();
  if (t < 8) {
    int lo = start[t], hi = lo + count[t];
    L for (int i = lo + 1; i < hi; ++i) { short k = items[i]; int j = i; while (j > lo && items[j - 1] > k) { items[j] = items[j - 1]; --j; } items[j] = k; }
  }
  __syncthreads();
  x = (items[t * 3] * 3 + items[t * 3 + 2] + t) & 1023)

K(s_workers, __shared__ unsigned short stack[160]; __shared__ int top; __shared__ int sum; int v = x & 31; int mine = 0;
  stack[t] = (unsigned short)(v + 1); if (t == 0) { top = 32; sum = 0; }
  __syncthreads();
  L for (int round = 0; round < 12; ++round) {
    int n = top;
    __syncthreads();
    if (n == 0) break;
    int at = n - 1 - t; int job = at >= 0 ? stack[at] : 0;
    if (t == 0) top = max(n - 32, 0);
    __syncthreads();
    unsigned one = __ballot_sync(~0u, job > 2), two = __ballot_sync(~0u, job > 2 && (job & 3) == 3);
    if (job) {
      ++mine; atomicAdd(&sum, job & 7);
      if (job > 2) {
        int half = job >> 1; int put = top + __popc(one & ((1u << t) - 1)) + __popc(two & ((1u << t) - 1));
        stack[put] = (unsigned short)half;
        if ((job & 3) == 3) stack[put + 1] = (unsigned short)(half - 1);
      }
    }
    __syncthreads();
    if (t == 0) top += __popc(one) + __popc(two);
    __syncthreads();
  }
  x = (sum * 4 + mine + v) & 1023)

K(s_groupby, __shared__ int key[16]; __shared__ int total[16]; __shared__ int least[16]; int v = x & 31;
  if (t < 16) { key[t] = -1; total[t] = 0; least[t] = 1 << 20; }
  __syncthreads();
  L for (int i = 0; i < 3; ++i) {
    int k = (v * (i + 3) + i) % 11, value = (v * 7 + i * 13) & 63, at = (k * 5) & 15;
    unsigned same = __match_any_sync(~0u, k); bool leader = t == __ffs(same) - 1;
    if (leader) while (true) { int old = atomicCAS(&key[at], -1, k); if (old == -1 || old == k) break; at = (at + 1) & 15; }
    at = __shfl_sync(~0u, at, __ffs(same) - 1);
    int sum = __reduce_add_sync(same, value), low = __reduce_min_sync(same, value);
    if (leader) { atomicAdd(&total[at], sum); atomicMin(&least[at], low); }
  }
  __syncthreads();
  x = t < 16 ? ((key[t] + 1) * 64 + total[t] * 3 + (key[t] < 0 ? 0 : least[t])) & 1023 : (v * 5 + t) & 1023)

K(s_labels, __shared__ unsigned char label[8][20]; __shared__ int again; int v = x & 31;
  unsigned row = __reduce_or_sync(~0u, ((v * 7 + t) % 5 < 3) ? 1u << t : 0u) ^ (0x9249u * (v & 1)); row = __shfl_sync(~0u, row, 3);
  L for (int i = t; i < 128; i += 32) label[i >> 4][i & 15] = ((row >> ((i * 5 + (i >> 4) * 3) & 31)) & 1) ? (unsigned char)(i + 1) : 0;
  int rounds = 0;
  L do {
    __syncthreads();
    if (t == 0) again = 0;
    __syncthreads();
    L for (int i = t; i < 128; i += 32) {
      int r = i >> 4, c = i & 15, l = label[r][c], m = l;
      if (l) {
        if (r > 0) m = max(m, (int)label[r - 1][c]);
        if (r < 7) m = max(m, (int)label[r + 1][c]);
        if (c > 0) m = max(m, (int)label[r][c - 1]);
        if (c < 15) m = max(m, (int)label[r][c + 1]);
      }
      __syncwarp();
      if (m != l) { label[r][c] = (unsigned char)m; again = 1; }
      __syncwarp();
    }
    __syncthreads();
    ++rounds;
  } while (again && rounds < 10);
  x = (label[t & 7][t >> 2] * 4 + rounds + v) & 1023)

K(s_sobel, __shared__ unsigned char img[18 * 20]; int v = x & 31; int edges = 0; int hist[4]; hist[0] = hist[1] = hist[2] = hist[3] = 0;
  L for (int i = t; i < 360; i += 32) { int r = i / 20, c = i % 20; img[i] = (unsigned char)(((r - 8) * (r - 8) + (c - v % 16) * (c - v % 16) < 40 ? 180 : 30) + ((i * 7) & 15)); }
  __syncthreads();
  L for (int i = t; i < 128; i += 32) {
    const unsigned char* q = img + (1 + (i >> 4) * 2) * 20 + 1 + (i & 15);
    int gx = q[-19] + 2 * q[1] + q[21] - q[-21] - 2 * q[-1] - q[19], gy = q[19] + 2 * q[20] + q[21] - q[-21] - 2 * q[-20] - q[-19];
    int mag = abs(gx) + abs(gy);
    if (mag < 100) continue;
    ++edges;
    int way = abs(gx) > 2 * abs(gy) ? 0 : abs(gy) > 2 * abs(gx) ? 1 : (gx ^ gy) < 0 ? 2 : 3;
    ++hist[way];
  }
  for (int o = 16; o > 0; o >>= 1) edges += __shfl_xor_sync(~0u, edges, o);
  x = (edges * 4 + hist[0] + hist[1] * 3 + hist[2] * 5 + hist[3] * 7 + v) & 1023)

K(s_integral, __shared__ int sat[17][33]; int v = x & 31;
  sat[0][t + 1] = 0; if (t < 17) sat[t][0] = 0;
  L for (int r = 1; r <= 16; ++r) {
    int s = (v * r + t * 3) & 15;
    for (int o = 1; o < 32; o <<= 1) { int q = __shfl_up_sync(~0u, s, o); if (t >= o) s += q; }
    sat[r][t + 1] = s;
  }
  __syncthreads();
  int run = 0;
  L for (int r = 1; r <= 16; ++r) { run += sat[r][t + 1]; sat[r][t + 1] = run; }
  __syncthreads();
  int sum = 0;
  L for (int k = 0; k < 4; ++k) {
    int r0 = (v + k * 3) & 7, c0 = (v * 5 + k * 7) & 15, r1 = r0 + 1 + (v & 7), c1 = c0 + 1 + ((v + k) & 15);
    int box = sat[r1][c1] - sat[r0][c1] - sat[r1][c0] + sat[r0][c0], size = (r1 - r0) * (c1 - c0);
    if (box * 2 > size * 15) sum += box / size; else sum -= k;
  }
  x = (sum * 8 + v) & 1023)

__device__ int4 packed[64] = {{3, 1, 4, 1}, {5, 9, 2, 6}, {5, 3, 5, 8}, {9, 7, 9, 3}, {2, 3, 8, 4}, {6, 2, 6, 4}, {3, 3, 8, 3}, {2, 7, 9, 5}, {0, 2, 8, 8}, {4, 1, 9, 7}, {1, 6, 9, 3}, {9, 9, 3, 7}};
K(s_vec4, __shared__ int4 row[32]; int v = x & 31; int4 best = make_int4(0, 0, 0, 0); int sum = 0; int at = v;
  L for (int i = 0; i < 4; ++i) {
    int4 q = packed[(at + i * 8) & 63];
    int d = __dp4a((q.x & 255) | (q.y & 255) << 8 | (q.z & 255) << 16 | (q.w & 255) << 24, 0x01020301 + v, 0);
    if (d > best.w) best = make_int4(q.x, q.y, i, d);
    sum += __vsadu4(q.x * 0x01010101u, 0x02040608u) + q.w;
    at = (at * 3 + q.x) & 63;
  }
  row[t] = make_int4(sum & 15, best.x, best.z, v & 7);
  __syncwarp();
  int4 side = row[(t + 1) & 31];
  x = (sum + best.w * 4 + side.x + side.z * 3) & 1023)

K(s_waterman, int v = x & 31; int mine = (v * 5 + (v >> 2)) & 3; int left = 0; int diag = 0; int cur = 0; int best = 0; int gap = 0; unsigned text = __reduce_xor_sync(~0u, (unsigned)v * 0x9E3779B9u);
  L for (int step = 0; step < 24; ++step) {
    int up = __shfl_up_sync(~0u, cur, 1); if (t == 0) up = 0;
    int j = step - t;
    if (j >= 0 && j < 16) {
      int c = (text >> (2 * j)) & 3;
      int s = max(0, diag + (c == mine ? 5 : -3));
      gap = max(gap - 1, left - 4);
      s = max(s, max(gap, up - 3));
      left = s; cur = s;
      if (s > best) best = s;
    }
    diag = up;
  }
  int top = __reduce_max_sync(~0u, best); int where = __ffs(__ballot_sync(~0u, best == top));
  x = (top * 32 + where + best + v) & 1023)

K(s_expand, __shared__ short ends[32]; __shared__ unsigned char owner[224]; int v = x & 31; int n = (v * 3) % 7; int s = n;
  for (int o = 1; o < 32; o <<= 1) { int q = __shfl_up_sync(~0u, s, o); if (t >= o) s += q; }
  ends[t] = (short)s;
  int all = __shfl_sync(~0u, s, 31);
  __syncwarp();
  int work = 0;
  L for (int i = t; i < all; i += 32) {
    int lo = 0, hi = 31;
    while (lo < hi) { int mid = (lo + hi) >> 1; if (ends[mid] > i) hi = mid; else lo = mid + 1; }
    owner[i] = (unsigned char)lo;
    int within = i - (lo ? ends[lo - 1] : 0);
    L for (int k = 0; k <= within; ++k) work += (lo * 5 + k) & 7;
  }
  __syncwarp();
  if (n) work += owner[s - 1] * 2 + owner[s - n];
  x = (work + all + v) & 1023)

__device__ const unsigned char columns[8][16] = {{0, 3, 1, 7, 9, 2, 14, 5, 8, 11, 6, 4, 13, 15, 10, 12}, {4, 5, 2, 0, 1, 3, 7, 6, 12, 9, 255, 8, 14, 11, 255, 13},
  {8, 255, 6, 10, 12, 13, 1, 255, 15, 255, 255, 0, 255, 3, 255, 2}, {9, 255, 11, 255, 14, 255, 0, 255, 1, 255, 255, 5, 255, 6, 255, 255},
  {12, 255, 255, 255, 15, 255, 2, 255, 3, 255, 255, 255, 255, 7, 255, 255}, {13, 255, 255, 255, 255, 255, 4, 255, 5, 255, 255, 255, 255, 9, 255, 255},
  {255, 255, 255, 255, 255, 255, 8, 255, 255, 255, 255, 255, 255, 255, 255, 255}, {255, 255, 255, 255, 255, 255, 11, 255, 255, 255, 255, 255, 255, 255, 255, 255}};
K(s_ell, __shared__ float y[16]; int v = x & 31; float sum = 0.0f; int row = t >> 1; int nz = 0;
  if (t < 16) y[t] = 0.25f * (v & 7) + 0.5f;
  __syncthreads();
  L for (int it = 0; it < 2; ++it) {
    sum = 0.0f;
    L for (int k = t & 1; k < 8; k += 2) {
      int c = columns[k][row];
      if (c == 255) break;
      sum += y[c] * (float)((row * 3 + c * 5) & 7); ++nz;
    }
    sum += __shfl_xor_sync(~0u, sum, 1);
    __syncthreads();
    if (!(t & 1)) y[row] = sum > 64.0f ? sum * 0.0625f : sum * 0.5f;
    __syncthreads();
  }
  x = ((int)(y[v & 15] * 16.0f) + nz + v) & 1023)
