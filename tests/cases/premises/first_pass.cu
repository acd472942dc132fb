// Bodies that jump over code which is not run, timed where the nearest instruction cache does not hold them yet.
#define K(n, B) extern "C" __global__ void n(const int *p, int *o, long long *q) { int t = threadIdx.x, x = p[t], v = x; \
  for (int r = 0; r < 2; r++) { v = x; __syncwarp(); long long a = clock64(); B; long long b = clock64(); q[t] = a; q[32 + t] = b; } o[t] = v; }
#define U _Pragma("unroll 1")
K(a1, v = 0; U for (int i = 0; i <= (x & 3); ++i) v = v * 3 + x)
K(a2, v = 0; U for (int i = 0; i <= (x & 3); ++i) { if ((i ^ x) & 1) v += x; else v = v * 5 ^ i; })
K(a3, v = 0; U for (int i = 0; i <= (t & 3); ++i) U for (int j = 0; j <= (x & 3); ++j) v = v * 3 + j)
K(a4, v = 0; U for (int i = 0; i <= 3; ++i) U for (int j = 0; j <= (x & 3); ++j) v = v * 3 + j)
K(a5, v = 0; U for (int i = 0; i <= (t & 3); ++i) { v = v * 3 + i; })
K(a6, if (x & 1) v = v / (x + 3); else v = v % (x + 5))
K(a7, float f = v; if (t & 1) f = sqrtf(f); else f = 1.f / f; v = __float_as_int(f))
K(a8, float f = v; f = sinf(f * .01f); v = __float_as_int(f))
K(a9, switch (x & 3) { case 0: v = v / 3; break; case 1: v = __brev(v) % 7; break; case 2: v = __popc(v) * v * v; break; default: v = v % 5 * v; })
K(k3, switch (x & 7) { case 0: v = v * 7 + 1; break; case 1: v = v / 3; break; case 2: v = (v << 5) ^ 3; break; case 3: v = v % 5; break; case 4: v = __popc(v); break; case 5: v = __brev(v); break; case 6: v = __clz(v + 1); break; default: v = v * v - 11; })
K(k4, float f = v; if (t % 4 == 0) f = sqrtf(f) / 3.f; else if (t % 4 == 1) f = sinf(f * .01f); else if (t % 4 == 2) f = 1.f / f; else f = __powf(f, 1.7f); v = __float_as_int(f))
K(k5, v = 0; for (int i = 0; i <= (t & 3); ++i) for (int j = 0; j <= (x & 3); ++j) { if ((i ^ j) & 1) v += x; else v ^= j; })
