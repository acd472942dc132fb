// Halves, mostly two at a time.
#include "results.cuh"

extern "C" __global__ void arithmetic(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("add.rn.f16x2"));
    results.of_words(W2("add.rn.ftz.f16x2"));
    results.of_words(W2("add.rn.sat.f16x2"));
    results.of_words(W2("sub.rn.f16x2"));
    results.of_words(W2("mul.rn.f16x2"));
    results.of_words(W2("mul.rn.ftz.sat.f16x2"));
    results.of_words(W2("min.f16x2"));
    results.of_words(W2("max.f16x2"));
    results.of_words(W2("min.NaN.f16x2"));
    results.of_words(W2("max.NaN.f16x2"));
    results.of_words(W2("min.ftz.f16x2"));
    results.of_words(W2("max.xorsign.abs.f16x2"));
    results.of_words(W1("abs.f16x2"));
    results.of_words(W1("neg.f16x2"));
    results.of_words(W1("neg.ftz.f16x2"));
  });
}

extern "C" __global__ void multiply_add(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W3("fma.rn.f16x2"));
    results.of_words(W3("fma.rn.ftz.f16x2"));
    results.of_words(W3("fma.rn.sat.f16x2"));
    results.of_words(W3("fma.rn.relu.f16x2"));
    results.of_words(W3("fma.rn.ftz.relu.f16x2"));
  });
}

extern "C" __global__ void compares(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.eq.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.le.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.gt.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ge.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.equ.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.neu.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ltu.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.leu.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.gtu.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.geu.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.num.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.nan.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.lt.ftz.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .pred p, q;\n\tsetp.eq.ftz.f16x2 p|q, %1, %2;\n\tselp.b32 %0, 1, 0, p;\n\t@q add.u32 %0, %0, 2;\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
  });
}

extern "C" __global__ void sets(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(W2("set.lt.f16x2.f16x2"));
    results.of_words(W2("set.geu.f16x2.f16x2"));
    results.of_words(W2("set.eq.ftz.f16x2.f16x2"));
  });
}

extern "C" __global__ void single(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y, z, w;\n\tmov.b32 {x, y}, %1;\n\tmov.b32 {z, w}, %2;\n\tadd.rn.f16 x, x, z;\n\tadd.rn.f16 y, y, w;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y, z, w;\n\tmov.b32 {x, y}, %1;\n\tmov.b32 {z, w}, %2;\n\tmul.rn.f16 x, x, z;\n\tmul.rn.f16 y, y, w;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word b, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y, z, w;\n\tmov.b32 {x, y}, %1;\n\tmov.b32 {z, w}, %2;\n\tmin.f16 x, x, z;\n\tmin.f16 y, y, w;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a), "r"(b)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y;\n\tmov.b32 {x, y}, %1;\n\tabs.f16 x, x;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y;\n\tmov.b32 {x, y}, %1;\n\tneg.f16 x, x;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y;\n\tmov.b32 {x, y}, %1;\n\tex2.approx.f16 x, x;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words([](Word a, Word, Word) { Word d; asm volatile("{\n\t.reg .b16 x, y;\n\tmov.b32 {x, y}, %1;\n\ttanh.approx.f16 x, x;\n\tmov.b32 %0, {x, y};\n\t}" : "=r"(d) : "r"(a)); return d; });
    results.of_words(W1("ex2.approx.f16x2"));
    results.of_words(W1("tanh.approx.f16x2"));
  });
}
