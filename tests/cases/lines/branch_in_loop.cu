__global__ void k(const int* limits, float* out) {
  int n = limits[threadIdx.x];
  float sum = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    float v = sum * 0.5f;
    if ((i + threadIdx.x) & 1) {
      sum = sqrtf(v) + 1.0f;
      out[threadIdx.x + 32] = sum;
    } else {
      sum = v / 3.0f;
    }
  }
  out[threadIdx.x] = sum;
}
