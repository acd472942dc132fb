__global__ void clip(const int* limits, float* out) {
  float sum = out[threadIdx.x];
  if (limits[threadIdx.x] > 8) {
#pragma unroll
    for (int i = 0; i < 12; ++i) sum = sum * 0.5f + 1.0f;
  }
  out[threadIdx.x] = sum;
}
