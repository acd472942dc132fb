#include <cuda_fp16.h>
/// Before sm_80 a float is rounded to a half by HADD2 with a source .F32.
extern "C" __global__ void halves(const __half* a, float* out) {
  const int t = threadIdx.x;
  __half x = a[t];
  float sum = 0;
  for (int i = 0; i < t % 7; ++i) {
    x = __hfma(x, __float2half(0.5f), __float2half(1.0f));
    sum += __half2float(x);
  }
  out[t] = sum;
}
extern "C" __global__ void rounded(const float* in, unsigned* out) {
  const int t = threadIdx.x;
  const __half2 both = __float2half2_rn(in[t]);
  out[t] = *reinterpret_cast<const unsigned*>(&both);
}
extern "C" __global__ void added(const float* in, __half2* out) {
  const int t = threadIdx.x;
  atomicAdd(out, __floats2half2_rn(in[t], 1.0f));
}
