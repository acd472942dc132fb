// What kernels do with clock reads.
typedef long long ll;
extern "C" __global__ void load_between(const float* a, float* o, ll* t, int s) {
  int l = threadIdx.x; ll c0 = clock64(); float v = a[l * s]; o[l] = v * 2; ll c1 = clock64(); t[0] = c1 - c0;
}
// Something untimed before both reads, nothing between them.
extern "C" __global__ void load_before(const float* a, float* o, ll* t, int s) {
  int l = threadIdx.x; float v = a[l * s];
  asm volatile("" :: "f"(v)); __syncwarp();
  ll c0 = clock64(); o[l] = v * 2; ll c1 = clock64(); t[0] = c1 - c0; t[1] = c0;
}
// The difference goes through shared memory and a shuffle, and decides which way lanes go.
extern "C" __global__ void wanders(ll* t, int* o) {
  __shared__ int s[32]; int l = threadIdx.x; int c = (int)clock64();
  s[l] = c * 3; __syncwarp(); int v = s[l ^ 1]; v = __shfl_xor_sync(0xffffffff, v, 2); o[l] = v; o[32 + l] = l; t[0] = v > 7 ? 1 : 2;
}
extern "C" __global__ void decides(int* o, ll limit) {
  ll c = clock64(); int n = 0; while (clock64() - c < limit) n += o[n & 31]; o[threadIdx.x] = n;
}
extern "C" __global__ void indexes(int* o) { o[clock64() & 31] = 1; }
extern "C" __global__ void timer(ll* t) { ll a, b; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(a)); asm volatile("mov.u64 %0, %globaltimer;" : "=l"(b)); t[0] = b - a; t[1] = 5; }
extern "C" __global__ void chase(const int* a, int* o, ll* t, int n) { int p = threadIdx.x; ll c0 = clock64();
 #pragma unroll 1
 for (int i = 0; i < n; ++i) p = a[p]; o[threadIdx.x] = p; ll c1 = clock64(); t[0] = c1 - c0; }
