/// Differences of 64 bits whose low word is an LEA with a negated operand: its carry is "no borrow".
extern "C" __global__ void difference(const long long* a, const long long* b, long long* out) {
  const int t = threadIdx.x;
  out[t] = b[t] - (a[t] << 3);
  out[t + 32] = (a[t] << 7) - (b[t] << 9);
  out[t + 64] = -(a[t] << 4);
}
