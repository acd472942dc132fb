// Division, remainder and roots as compilers spell them out: sequences, slow paths that only some
// lanes need, and routines that are called. Shorter chains than elsewhere: 1 and 2 steps.
#include "chain.cuh"

namespace {

template <class Value, class Operation>
__device__ __forceinline__ void probe_steps(PROBE_PARAMETERS, Operation op) {
  data = of_warp(data), timer = of_warp(timer);
  Value x = scattered_as<Value>(limits, 1), y = scattered_as<Value>(limits, 2);
  Word sink = 0;
  long long stamps[3];
  const Span span = timed([&] {
    stamps[0] = clock64();
    dependent<1>(op, x, y, sink);
    stamps[1] = clock64();
    dependent<2>(op, x, y, sink);
    stamps[2] = clock64();
  });
  keep(data, 0, sink);
  store(timer, span);
  store_stamps(timer, stamps);
}

/// A float of any exponent: some lanes need the slow paths.
__device__ __forceinline__ float anything(Word bits) { return __uint_as_float(bits & 0x7f7fffffu); }

}  // namespace

extern "C" __global__ void divide_unsigned(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x = y / (x >> 7 | 1); });
}
extern "C" __global__ void divide_signed(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x = static_cast<int>(y) / (static_cast<int>(x) >> 5 | 1); });
}
extern "C" __global__ void remainder_unsigned(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x = y % (x >> 9 | 1); });
}
extern "C" __global__ void divide_by_constant(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x = x / 7 + y; });
}
extern "C" __global__ void divide_unsigned_64(PROBE_PARAMETERS) {
  probe_steps<Wide>(PROBE_ARGUMENTS, [](Wide& x, Wide y) { x = y / (x >> 20 | 1); });
}
extern "C" __global__ void remainder_signed_64(PROBE_PARAMETERS) {
  probe_steps<Wide>(PROBE_ARGUMENTS, [](Wide& x, Wide y) { x = static_cast<long long>(y) % (static_cast<long long>(x) >> 11 | 1); });
}
extern "C" __global__ void divide_64_both_sizes(PROBE_PARAMETERS) {
  // Half of the lanes have values of 32 bits, for which the routine has a short way.
  probe_steps<Wide>(PROBE_ARGUMENTS, [](Wide& x, Wide y) {
    const int shift = lane_index() % 2 == 0 ? 33 : 1;
    x = (y >> shift) / (x >> (shift + 5) | 1);
  });
}
extern "C" __global__ void divide_float(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float y) { x = y / x; });
}
extern "C" __global__ void divide_float_slow(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word y) { x ^= __float_as_uint(anything(y) / anything(x)); });
}
extern "C" __global__ void divide_float_toward_zero(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float y) { x = __fdiv_rz(y, x); });
}
extern "C" __global__ void reciprocal_float_slow(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word) { x ^= __float_as_uint(__frcp_rn(anything(x))); });
}
extern "C" __global__ void root_float(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float y) { x = sqrtf(x) + y; });
}
extern "C" __global__ void root_float_slow(PROBE_PARAMETERS) {
  probe_steps<Word>(PROBE_ARGUMENTS, [](Word& x, Word) { x ^= __float_as_uint(sqrtf(anything(x))); });
}
extern "C" __global__ void divide_double(PROBE_PARAMETERS) {
  probe_steps<double>(PROBE_ARGUMENTS, [](double& x, double y) { x = y / x; });
}
extern "C" __global__ void divide_double_slow(PROBE_PARAMETERS) {
  probe_steps<Wide>(PROBE_ARGUMENTS, [](Wide& x, Wide y) {
    x ^= __double_as_longlong(__longlong_as_double(y) / __longlong_as_double(x));
  });
}
extern "C" __global__ void root_double(PROBE_PARAMETERS) {
  probe_steps<double>(PROBE_ARGUMENTS, [](double& x, double y) { x = sqrt(x) + y; });
}
extern "C" __global__ void sine_of_small(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float y) { x = sinf(x) + y; });
}
extern "C" __global__ void exponential(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float) { x = expf(-x); });
}
extern "C" __global__ void logarithm(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float y) { x = logf(x) + y; });
}
extern "C" __global__ void remainder_float(PROBE_PARAMETERS) {
  probe_steps<float>(PROBE_ARGUMENTS, [](float& x, float y) { x = fmodf(x * 40.0f, y); });
}
