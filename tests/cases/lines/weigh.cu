template <typename T> __device__ __forceinline__ T sum(T step, int times) {
  T total = 0;
#pragma unroll 1
  for (int i = 0; i < times; ++i)
    total += step * i;
  return total;
}

__device__ __forceinline__ float weigh(float value, int times) {
  if (times > 3)
    return sum<float>(value, times) + 1;
  return value;
}

template <typename T, int Offset> __global__ void weights(T* out, const int* times) {
  const int lane = threadIdx.x;
  float weight = Offset;
  if (lane & 1)
    weight += weigh(lane, times[lane]);
  out[lane] = weight;
}

template __global__ void weights<int, 4>(int*, const int*);
template __global__ void weights<float, 2>(float*, const int*);
