__global__ void scale(const int* limits, float* out) {
  const int limit = limits[threadIdx.x];
  float sum = out[threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < limit; ++i) sum = sum * 0.5f + 1.0f;
  out[threadIdx.x] = sum;
}
