__global__ void clip(const int* limits, float* out) {
  float sum = out[threadIdx.x];
  if (limits[threadIdx.x] > 8) {
    sum = sum * 0.5f + 2.0f;
  }
  out[threadIdx.x] = sum;
}
