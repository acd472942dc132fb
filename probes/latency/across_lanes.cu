// What lanes tell each other: shuffles, votes, matches, reductions, election.
#include "chain.cuh"

extern "C" __global__ void shfl_idx(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shfl.sync.idx.b32 %0, %0, %1, 0x1f, 0xffffffff;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void shfl_idx_constant(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shfl.sync.idx.b32 %0, %0, 3, 0x1f, 0xffffffff;\n\tadd.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void shfl_up(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shfl.sync.up.b32 %0, %0, 1, 0x0, 0xffffffff;" : "+r"(x)); });
}

extern "C" __global__ void shfl_down(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shfl.sync.down.b32 %0, %0, 1, 0x1f, 0xffffffff;" : "+r"(x)); });
}

extern "C" __global__ void shfl_bfly(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("shfl.sync.bfly.b32 %0, %0, 5, 0x1f, 0xffffffff;" : "+r"(x)); });
}

extern "C" __global__ void shfl_predicate(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p;\n\tshfl.sync.idx.b32 %0|p, %0, %1, 0x1f, 0xffffffff;\n\tselp.b32 %0, %0, 7, p;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void ballot(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %0, %1;\n\tvote.sync.ballot.b32 %0, p, 0xffffffff;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void vote_any(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.u32 p, %0, %1;\n\tvote.sync.any.pred q, p, 0xffffffff;\n\tselp.b32 %0, %1, 7, q;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void vote_all(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.u32 p, %0, %1;\n\tvote.sync.all.pred q, p, 0xffffffff;\n\tselp.b32 %0, %1, 7, q;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void vote_uniform(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.u32 p, %0, %1;\n\tvote.sync.uni.pred q, p, 0xffffffff;\n\tselp.b32 %0, %1, 7, q;\n\t}" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void match_any(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("match.any.sync.b32 %0, %0, 0xffffffff;" : "+r"(x)); });
}

extern "C" __global__ void match_all(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %0, 0xffffffff;\n\tselp.b32 %0, %0, 7, p;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void match_any64(PROBE_PARAMETERS) {
  probe_chain<Wide>(PROBE_ARGUMENTS, [&](Wide& x, Wide y) { asm volatile("{\n\t.reg .u32 t;\n\tmatch.any.sync.b64 t, %0, 0xffffffff;\n\tcvt.u64.u32 %0, t;\n\t}" : "+l"(x)); });
}

extern "C" __global__ void redux_add(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("redux.sync.add.u32 %0, %0, 0xffffffff;" : "+r"(x)); });
}

extern "C" __global__ void redux_min(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("redux.sync.min.s32 %0, %0, 0xffffffff;\n\tadd.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void redux_xor(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("redux.sync.xor.b32 %0, %0, 0xffffffff;\n\tadd.u32 %0, %0, %1;" : "+r"(x) : "r"(y)); });
}

extern "C" __global__ void active_mask(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tactivemask.b32 t;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void elect(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\t.reg .pred p;\n\telect.sync t|p, 0xffffffff;\n\tselp.b32 t, t, 7, p;\n\tadd.u32 %0, %0, t;\n\t}" : "+r"(x)); });
}

extern "C" __global__ void broadcast_uniform(PROBE_PARAMETERS) {
  probe_chain<Word>(PROBE_ARGUMENTS, [&](Word& x, Word y) { asm volatile("{\n\t.reg .u32 t;\n\tshfl.sync.idx.b32 t, %0, 0, 0x1f, 0xffffffff;\n\tmad.lo.u32 %0, t, %1, t;\n\t}" : "+r"(x) : "r"(y)); });
}
