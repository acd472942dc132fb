// Lanes that look at lanes which are not there, and atomics that the compiler makes of a group of lanes.
extern "C" __global__ void ballot_of_some(unsigned *out, const int *in) {
  unsigned m = 0;
  if (in[threadIdx.x] > 3) m = __ballot_sync(0xffffffffu, 1);
  out[threadIdx.x] = m;
}
extern "C" __global__ void shuffle_after_exit(int *out, const int *in) {
  int t = threadIdx.x, v = in[t];
  if (v < 0) return;
  out[t] = __shfl_down_sync(0xffffffffu, v, 1);
}
extern "C" __global__ void shuffle_from_inactive(int *out, const int *in) {
  int t = threadIdx.x;
  if (t < 16) out[t] = __shfl_down_sync(0xffff, in[t], 8);
}
extern "C" __global__ void counted(int *out, int *count, const int *in) {
  int t = threadIdx.x;
  if (in[t] > 3) out[t] = atomicAdd(count, 1); else out[t] = -1;
}
extern "C" __global__ void summed(int *out, int *sum, const int *in) {
  int t = threadIdx.x;
  if (in[t] > 3) atomicAdd(sum, in[t]);
  out[t] = t;
}
