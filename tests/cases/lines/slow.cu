__device__ __forceinline__ double half_of(double a, double b) {
  return a / b;
}
extern "C" __global__ void slow(double* out, const double* in) {
  int i = threadIdx.x;
  double x = in[i];
  double y = in[i + 64];
  double a = x / y;
  if (i & 1) {
    a += half_of(y, x);
  }
  out[i] = a;
}
