// Room for the words of segments.py: long code that no compiler shortens.
extern "C" __global__ void frame(const int* in, int* out, long long* timer) {
  int x = in[threadIdx.x];
#define R(n) asm volatile("mad.lo.s32 %0, %0, %0, " #n ";" : "+r"(x));
#define R8(n) R(n##1) R(n##2) R(n##3) R(n##4) R(n##5) R(n##6) R(n##7) R(n##8)
#define R64(n) R8(n##1) R8(n##2) R8(n##3) R8(n##4) R8(n##5) R8(n##6) R8(n##7) R8(n##8)
  R64(1) R64(2) R64(3) R64(4) __syncthreads(); R64(5) R64(6)
  out[threadIdx.x] = x;
  timer[threadIdx.x] = clock64();
}
