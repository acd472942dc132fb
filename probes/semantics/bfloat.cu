// Bfloats, two at a time.
#include "results.cuh"

extern "C" __global__ void arithmetic(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("add.rn.bf16x2"));
    results.of_words(W2("sub.rn.bf16x2"));
    results.of_words(W2("mul.rn.bf16x2"));
    results.of_words(W2("min.bf16x2"));
    results.of_words(W2("max.bf16x2"));
    results.of_words(W2("min.NaN.bf16x2"));
    results.of_words(W2("max.NaN.bf16x2"));
    results.of_words(W2("max.xorsign.abs.bf16x2"));
    results.of_words(W1("abs.bf16x2"));
    results.of_words(W1("neg.bf16x2"));
    results.of_words(W1("ex2.approx.ftz.bf16x2"));
    results.of_words(W1("tanh.approx.bf16x2"));
  });
}

extern "C" __global__ void multiply_add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W3("fma.rn.bf16x2"));
    results.of_words(W3("fma.rn.relu.bf16x2"));
  });
}

extern "C" __global__ void compares(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.eq.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.le.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.gt.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ge.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.equ.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.neu.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ltu.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.leu.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.gtu.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.geu.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.num.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.nan.bf16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
  });
}

extern "C" __global__ void sets(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("set.lt.bf16x2.bf16x2"));
    results.of_words(W2("set.geu.bf16x2.bf16x2"));
  });
}
