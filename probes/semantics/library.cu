// Functions of the mathematics library: what compilers make of them, slow paths included.
#include "results.cuh"

namespace {
#define CALL1(name) [](Word a, Word, Word) { return __float_as_uint(name(__uint_as_float(a))); }
#define CALL2(name) [](Word a, Word b, Word) { return __float_as_uint(name(__uint_as_float(a), __uint_as_float(b))); }
// Between 8 and 32 in size: the reduction of large angles needs a table in memory.
#define ANGLE1(name) [](Word a, Word, Word) { return __float_as_uint(name(__uint_as_float((a & 0x80ffffff) | 0x41000000))); }
#define FAST1(name) [](Word a, Word, Word) { return __float_as_uint(name(__uint_as_float((a & 0x803fffff) | 0x3f800000))); }
}  // namespace

extern "C" __global__ void exponentials(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(CALL1(expf));
    results.of_words(CALL1(exp2f));
    results.of_words(CALL1(logf));
    results.of_words(CALL1(log2f));
    results.of_words(CALL1(log1pf));
    results.of_words(CALL1(tanhf));
    results.of_words(CALL2(powf));
    results.of_words(FAST1(expf));
    results.of_words(FAST1(logf));
  });
}
extern "C" __global__ void trigonometry(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(ANGLE1(sinf));
    results.of_words(ANGLE1(cosf));
    results.of_words(ANGLE1(tanf));
    results.of_words(CALL1(atanf));
    results.of_words(CALL1(asinf));
    results.of_words(CALL2(atan2f));
    results.of_words(FAST1(sinf));
    results.of_words(FAST1(cosf));
  });
}
extern "C" __global__ void remainders(PROBE_PARAMETERS) {
  tabulate(PROBE_ARGUMENTS, [](Results& results) {
    results.of_words(CALL2(fmodf));
    results.of_words(CALL2(hypotf));
    results.of_words(CALL2(fdimf));
    results.of_words(CALL1(floorf));
    results.of_words(CALL1(roundf));
    results.of_words(CALL1(cbrtf));
    results.of_words(CALL1(rsqrtf));
    results.of_words(CALL1(erff));
    results.of_words(CALL2(fdividef));
  });
}
