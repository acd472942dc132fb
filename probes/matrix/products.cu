// What the matrix units of a card give, bit by bit: a program of its own, which prints the result registers of drawn
// inputs (inputs.hpp), a line a warp: form, test, and the words of lane 0, lane 1, ... in hexadecimal.
//
//     nvcc -std=c++17 -arch=sm_90 -o products probes/matrix/products.cu && ./products TESTS > products.txt

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "inputs.hpp"

using namespace matrix_inputs;

constexpr unsigned words_of_a = 16, words_of_b = 8, words_of_c = 8;

#define H2F(shape, types, a, b)                                                                                      \
  asm volatile("mma.sync.aligned." shape ".row.col." types " {%0,%1,%2,%3}, " a ", " b ", {%10,%11,%12,%13};"        \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                      \
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), \
                 "r"(c[3]))
#define H2H(shape, types, a, b)                                                                 \
  asm volatile("mma.sync.aligned." shape ".row.col." types " {%0,%1}, " a ", " b ", {%8,%9};"   \
               : "=r"(d[0]), "=r"(d[1])                                                         \
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(c[0]), "r"(c[1]))

union Doubles {
  double d[8];
  std::uint32_t words[16];
};

template <unsigned form> __device__ void multiply(const std::uint32_t* x, const std::uint32_t* y,
                                                  const std::uint32_t* c, std::uint32_t* d) {
  Doubles a, b, s, r = {};
  for (unsigned i = 0; i < words_of_a; ++i) a.words[i] = x[i];
  for (unsigned i = 0; i < words_of_b; ++i) b.words[i] = y[i];
  for (unsigned i = 0; i < words_of_c; ++i) s.words[i] = c[i];
  if constexpr (form == 0) H2H("m16n8k8", "f16.f16.f16.f16", "{%2,%3}", "{%6}");
  if constexpr (form == 1) H2H("m16n8k16", "f16.f16.f16.f16", "{%2,%3,%4,%5}", "{%6,%7}");
  if constexpr (form == 2) H2F("m16n8k8", "f32.f16.f16.f32", "{%4,%5}", "{%8}");
  if constexpr (form == 3) H2F("m16n8k16", "f32.f16.f16.f32", "{%4,%5,%6,%7}", "{%8,%9}");
  if constexpr (form == 4) H2F("m16n8k8", "f32.bf16.bf16.f32", "{%4,%5}", "{%8}");
  if constexpr (form == 5) H2F("m16n8k16", "f32.bf16.bf16.f32", "{%4,%5,%6,%7}", "{%8,%9}");
  if constexpr (form == 6) H2F("m16n8k4", "f32.tf32.tf32.f32", "{%4,%5}", "{%8}");
  if constexpr (form == 7) H2F("m16n8k8", "f32.tf32.tf32.f32", "{%4,%5,%6,%7}", "{%8,%9}");
  if constexpr (form == 12)
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
  if constexpr (form == 8)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                 : "=d"(r.d[0]), "=d"(r.d[1]) : "d"(a.d[0]), "d"(b.d[0]), "d"(s.d[0]), "d"(s.d[1]));
  if constexpr (form == 9)
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                 : "=d"(r.d[0]), "=d"(r.d[1]), "=d"(r.d[2]), "=d"(r.d[3])
                 : "d"(a.d[0]), "d"(a.d[1]), "d"(b.d[0]), "d"(s.d[0]), "d"(s.d[1]), "d"(s.d[2]), "d"(s.d[3]));
  if constexpr (form == 10)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                 : "=d"(r.d[0]), "=d"(r.d[1]), "=d"(r.d[2]), "=d"(r.d[3])
                 : "d"(a.d[0]), "d"(a.d[1]), "d"(a.d[2]), "d"(a.d[3]), "d"(b.d[0]), "d"(b.d[1]), "d"(s.d[0]),
                   "d"(s.d[1]), "d"(s.d[2]), "d"(s.d[3]));
  if constexpr (form == 11)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"
                 : "=d"(r.d[0]), "=d"(r.d[1]), "=d"(r.d[2]), "=d"(r.d[3])
                 : "d"(a.d[0]), "d"(a.d[1]), "d"(a.d[2]), "d"(a.d[3]), "d"(a.d[4]), "d"(a.d[5]), "d"(a.d[6]),
                   "d"(a.d[7]), "d"(b.d[0]), "d"(b.d[1]), "d"(b.d[2]), "d"(b.d[3]), "d"(s.d[0]), "d"(s.d[1]),
                   "d"(s.d[2]), "d"(s.d[3]));
  if constexpr (form >= 8 && form < 12)
    for (unsigned i = 0; i < words_of_c; ++i) d[i] = r.words[i];
}

template <unsigned form> __global__ void measure(const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c,
                                                 std::uint32_t* out) {
  const unsigned thread = blockIdx.x * 32 + threadIdx.x;
  std::uint32_t x[words_of_a], y[words_of_b], s[words_of_c], d[words_of_c] = {};
  for (unsigned i = 0; i < words_of_a; ++i) x[i] = a[thread * words_of_a + i];
  for (unsigned i = 0; i < words_of_b; ++i) y[i] = b[thread * words_of_b + i];
  for (unsigned i = 0; i < words_of_c; ++i) s[i] = c[thread * words_of_c + i];
  multiply<form>(x, y, s, d);
  for (unsigned i = 0; i < words_of_c; ++i) out[thread * words_of_c + i] = d[i];
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(3);
}

std::uint32_t* to_card(const std::vector<std::uint32_t>& words) {
  void* place = nullptr;
  check(cudaMalloc(&place, words.size() * 4));
  check(cudaMemcpy(place, words.data(), words.size() * 4, cudaMemcpyHostToDevice));
  return static_cast<std::uint32_t*>(place);
}

std::vector<std::uint32_t> inputs(unsigned form, unsigned tests, unsigned operand, unsigned used, unsigned words) {
  std::vector<std::uint32_t> all(std::size_t{tests} * 32 * words);
  for (unsigned test = 0; test < tests; ++test)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < used; ++i) all[(test * 32 + lane) * words + i] = word(form, test, operand, lane, i);
  return all;
}

template <unsigned form> void run(unsigned tests) {
  const Form& of = forms[form];
  std::uint32_t* a = to_card(inputs(form, tests, 0, of.a_words, words_of_a));
  std::uint32_t* b = to_card(inputs(form, tests, 1, of.b_words, words_of_b));
  std::uint32_t* c = to_card(inputs(form, tests, 2, of.c_words, words_of_c));
  std::vector<std::uint32_t> out(std::size_t{tests} * 32 * words_of_c);
  std::uint32_t* d = to_card(out);
  measure<form><<<tests, 32>>>(a, b, c, d);
  check(cudaDeviceSynchronize());
  check(cudaMemcpy(out.data(), d, out.size() * 4, cudaMemcpyDeviceToHost));
  for (unsigned test = 0; test < tests; ++test) {
    std::printf("%s %u", of.name, test);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < of.c_words; ++i) std::printf(" %x", out[(test * 32 + lane) * words_of_c + i]);
    std::printf("\n");
  }
  for (std::uint32_t* place : {a, b, c, d}) check(cudaFree(place));
}

int main(int argc, char** argv) {
  const unsigned tests = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 2 * kinds;
  run<0>(tests), run<1>(tests), run<2>(tests), run<3>(tests), run<4>(tests), run<5>(tests), run<6>(tests);
  run<7>(tests), run<8>(tests), run<9>(tests), run<10>(tests), run<11>(tests), run<12>(tests);
}
