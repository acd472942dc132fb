template <typename T> __device__ __forceinline__ T inner(T a, int n) {
  T s = 0;
  for (int i = 0; i < n; ++i)
    s += a * i;
  return s;
}
__device__ float outer(float a, int n) {
  if (n > 3)
    return inner<float>(a, n) + 1;
  return a;
}
template <typename T, int N> __global__ void foo(T* out, const int* bounds) {
  int t = threadIdx.x;
  float v = 0;
  if (t & 1)
    v = outer(t, bounds[t]);
  else
    v = outer(t * 2, N);
  out[t] = v;
}
template __global__ void foo<int, 4>(int*, const int*);
template __global__ void foo<float, 2>(float*, const int*);
