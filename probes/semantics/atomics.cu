// Atomic operations in shared and global memory: own words, and words that several lanes share. Where
// lanes share a word the old values tell the order in which the card took them; the sum is the same
// in any order.
#include "results.cuh"

namespace {

/// Applies `op(address, operand)` to the lane's own word, then to one word for four lanes.
template <class Value, class Operation>
__device__ __forceinline__ void apply(Results& results, Value* words, Operation op) {
#pragma unroll 1
  for (int round = 0; round < 4; ++round) {
    words[lane_index()] = static_cast<Value>(results.word(round * 5, 0));
    __syncwarp();
    results.put(op(words + lane_index(), static_cast<Value>(results.word(round * 5, 1))));
    __syncwarp();
    results.put(words[lane_index()]);
    __syncwarp();
  }
  words[lane_index()] = static_cast<Value>(100 * lane_index());
  __syncwarp();
  results.put(op(words + lane_index() / 4, static_cast<Value>(scattered(results.limits, 3) & 0xff)));
  __syncwarp();
  results.put(words[lane_index()]);
  __syncwarp();
}

__device__ __forceinline__ void of_words(Results& results, Word* words) {
  apply(results, words, [](Word* at, Word x) { return atomicAdd(at, x); });
  apply(results, words, [](Word* at, Word x) { return static_cast<Word>(atomicMin(reinterpret_cast<int*>(at), static_cast<int>(x))); });
  apply(results, words, [](Word* at, Word x) { return atomicMin(at, x); });
  apply(results, words, [](Word* at, Word x) { return static_cast<Word>(atomicMax(reinterpret_cast<int*>(at), static_cast<int>(x))); });
  apply(results, words, [](Word* at, Word x) { return atomicMax(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicAnd(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicOr(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicXor(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicExch(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicInc(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicDec(at, x); });
  apply(results, words, [](Word* at, Word x) { return atomicCAS(at, x & 0x80000000u, x); });
}

__device__ __forceinline__ void of_others(Results& results, Wide* wides) {
  apply(results, wides, [](Wide* at, Wide x) { return atomicAdd(at, x << 20 | x); });
  apply(results, wides, [](Wide* at, Wide x) { return atomicMax(at, x << 20); });
  apply(results, wides, [](Wide* at, Wide x) { return atomicExch(at, x << 32 | x); });
  apply(results, wides, [](Wide* at, Wide x) { return atomicCAS(at, Wide{0}, x << 31); });
  apply(results, wides, [](Wide* at, Wide x) { return atomicXor(at, x << 7); });
  apply(results, reinterpret_cast<Word*>(wides), [](Word* at, Word x) {
    return __float_as_uint(atomicAdd(reinterpret_cast<float*>(at), __uint_as_float(x)));
  });
  apply(results, wides, [](Wide* at, Wide x) {
    return static_cast<Wide>(__double_as_longlong(atomicAdd(reinterpret_cast<double*>(at), __longlong_as_double(x << 30))));
  });
}

}  // namespace

extern "C" __global__ void shared_words(PROBE_PARAMETERS) {
  __shared__ Word words[32];
  tabulate(PROBE_ARGUMENTS, [&](Results& results) { of_words(results, words); });
}
extern "C" __global__ void global_words(PROBE_PARAMETERS) {
  Word* const words = reinterpret_cast<Word*>(data) + 8192;
  tabulate(PROBE_ARGUMENTS, [&](Results& results) { of_words(results, words); });
}
extern "C" __global__ void shared_others(PROBE_PARAMETERS) {
  __shared__ Wide wides[32];
  tabulate(PROBE_ARGUMENTS, [&](Results& results) { of_others(results, wides); });
}
extern "C" __global__ void global_others(PROBE_PARAMETERS) {
  Wide* const wides = reinterpret_cast<Wide*>(data + 8192);
  tabulate(PROBE_ARGUMENTS, [&](Results& results) { of_others(results, wides); });
}
// Reductions that return nothing.
extern "C" __global__ void reductions(PROBE_PARAMETERS) {
  Word* const words = reinterpret_cast<Word*>(data) + 8192;
  tabulate(PROBE_ARGUMENTS, [&](Results& results) {
    words[lane_index()] = scattered(limits, 1);
    __syncwarp();
    const Word x = scattered(limits, 2);
    atomicAdd(words + lane_index(), x);
    atomicMax(words + (lane_index() ^ 1), x >> 3);
    atomicOr(words + lane_index() / 2, x & 0xff);
    atomicAnd(words + 16 + lane_index() / 2, x | 0xffff);
    atomicAdd(words + 3, 1u);
    __syncwarp();
    __threadfence();
    results.put(*static_cast<volatile Word*>(words + lane_index()));
  });
}
