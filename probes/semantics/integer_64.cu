// Integer instructions of 64 bits.
#include "results.cuh"

extern "C" __global__ void arithmetic(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(L2("add.u64"));
    results.of_wides(L2("sub.s64"));
    results.of_wides(L2("mul.lo.u64"));
    results.of_wides(L2("mul.hi.u64"));
    results.of_wides(L2("mul.hi.s64"));
    results.of_wides(L2("min.s64"));
    results.of_wides(L2("max.s64"));
    results.of_wides(L2("min.u64"));
    results.of_wides(L2("max.u64"));
  });
}

extern "C" __global__ void logic(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(L2("and.b64"));
    results.of_wides(L2("or.b64"));
    results.of_wides(L2("xor.b64"));
    results.of_wides(L1("not.b64"));
    results.of_wides(L1("neg.s64"));
    results.of_wides(L1("abs.s64"));
    results.of_wides(L1("cnot.b64"));
    results.of_wides(L1("brev.b64"));
  });
}

extern "C" __global__ void multiply_add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(L3("mad.lo.u64"));
    results.of_wides(L3("mad.hi.u64"));
    results.of_wides(L3("mad.hi.s64"));
    results.of_wides(L3("sad.u64"));
    results.of_wides(L3("sad.s64"));
  });
}

extern "C" __global__ void shifts(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides([](Wide a, Wide b, Wide) { Wide d; asm volatile("shl.b64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b))); return d; });
    results.of_wides([](Wide a, Wide b, Wide) { Wide d; asm volatile("shr.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b))); return d; });
    results.of_wides([](Wide a, Wide b, Wide) { Wide d; asm volatile("shr.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b))); return d; });
    results.of_wides([](Wide a, Wide b, Wide) { Wide d; asm volatile("shl.b64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b & 0x7f))); return d; });
    results.of_wides([](Wide a, Wide b, Wide) { Wide d; asm volatile("shr.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b & 0x7f))); return d; });
    results.of_wides([](Wide a, Wide b, Wide) { Wide d; asm volatile("shr.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b & 0x7f))); return d; });
  });
}

extern "C" __global__ void bits(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("popc.b64 %0, %1;" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("clz.b64 %0, %1;" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("bfind.u64 %0, %1;" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide, Wide) { Word d; asm volatile("bfind.s64 %0, %1;" : "=r"(d) : "l"(a)); return d; });
    results.of_wides([](Wide a, Wide b, Wide c) { Wide d; asm volatile("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b & 0xff)), "r"(static_cast<Word>(c & 0xff))); return d; });
    results.of_wides([](Wide a, Wide b, Wide c) { Wide d; asm volatile("bfe.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(static_cast<Word>(b & 0xff)), "r"(static_cast<Word>(c & 0xff))); return d; });
    results.of_wides([](Wide a, Wide b, Wide c) { Wide d; asm volatile("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(a), "l"(b), "r"(static_cast<Word>(c & 0xff)), "r"(static_cast<Word>(c >> 8 & 0xff))); return d; });
  });
}

extern "C" __global__ void compares(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides(LP("setp.eq.s64"));
    results.of_wides(LP("setp.ne.s64"));
    results.of_wides(LP("setp.lt.s64"));
    results.of_wides(LP("setp.le.s64"));
    results.of_wides(LP("setp.gt.s64"));
    results.of_wides(LP("setp.ge.s64"));
    results.of_wides(LP("setp.lo.u64"));
    results.of_wides(LP("setp.ls.u64"));
    results.of_wides(LP("setp.hi.u64"));
    results.of_wides(LP("setp.hs.u64"));
  });
}

extern "C" __global__ void division(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_wides([](Wide a, Wide b, Wide) { return a / (b | 1); });
    results.of_wides([](Wide a, Wide b, Wide) { return a % (b >> 33 | 1); });
    results.of_wides([](Wide a, Wide b, Wide) { return static_cast<Wide>(static_cast<long long>(a) / static_cast<long long>(b >> 12 | 1)); });
    results.of_wides([](Wide a, Wide b, Wide) { return static_cast<Wide>(static_cast<long long>(a) % static_cast<long long>(b | 1)); });
  });
}
