// SPDX-License-Identifier: MIT
// What do compiled rows gain? The rows of Mandelbrot's loop, while nobody listens, one by one, as they are compiled,
// and as a compiler would have them at best: written for AVX-512 by hand, registers read once and written once.
// Decoding is not in these figures; it is timed apart, with and without compiling.

#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <array>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "emulator/emulator.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "sass/reader.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

namespace reconverge {
namespace {

constexpr int rows = 10, repeats = 20;
constexpr std::array<const char*, rows> loop = {"FADD R7, R7, -R6",      "FADD R11, R8, R8",
                                                "IADD3 R5, R5, 0x1, RZ", "FADD R8, R0, R7",
                                                "FFMA R9, R11, R9, R4",  "ISETP.GE.AND P0, PT, R5, R10, PT",
                                                "FMUL R7, R8, R8",       "FMUL R6, R9, R9",
                                                "FADD R11, R7, R6",      "FSETP.LE.AND P1, PT, R11, 4, PT"};

void forget_compiled(emulator::Executable& executable) {
  for (auto& row : executable.instructions) row.compiled = {};
}

sass::Function repeated_loop() {
  std::string text = "code for sm_90\nFunction : loop\n";
  int address = 0;
  const auto add = [&](const char* row) {
    text += fmt::format("/*{:04x}*/ {} ;\n", address, row);
    address += 16;
  };
  for (int i = 0; i < repeats; ++i)
    for (const char* row : loop) add(row);
  add("EXIT");
  return sass::read_function(text, "bench.sass").value();
}

emulator::Executable decoded(const sass::Function& function) {
  return emulator::decode(function, emulator::ConvergenceBarriers(), {}, "bench").value();
}

/// The point of a lane; all are in the set or leave it, which changes no time.
emulator::Warp points() {
  emulator::Warp warp;
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    warp.values[0][lane] = std::bit_cast<std::uint32_t>(-2.0f + 0.09f * static_cast<float>(lane));
    warp.values[4][lane] = std::bit_cast<std::uint32_t>(-1.0f + 0.07f * static_cast<float>(lane));
  }
  return warp;
}

core::LaneMask live(const benchmark::State& state) {
  return core::LaneMask(static_cast<std::uint32_t>(state.range(0)));
}

void run_rows(benchmark::State& state, bool compiled) {
  emulator::Executable executable = decoded(repeated_loop());
  if (!compiled) forget_compiled(executable);
  const emulator::Events nobody;
  emulator::Warp warp = points();
  for (auto _ : state) {
    emulator::ConvergenceBarriers barriers;
    emulator::Run run({executable, warp, barriers, nobody, nullptr, "bench"}, live(state));
    if (run.go_on({}).diagnostic) throw std::runtime_error("the rows did not run to their end");
  }
  state.SetItemsProcessed(state.iterations() * rows * repeats);
}

void BM_OneByOne(benchmark::State& state) { run_rows(state, false); }
void BM_Compiled(benchmark::State& state) { run_rows(state, true); }

/// Of 200 rows; RECONVERGE_JIT=off does without compiling them.
void BM_Decode(benchmark::State& state) {
  const sass::Function function = repeated_loop();
  for (auto _ : state) benchmark::DoNotOptimize(decoded(function));
  state.SetItemsProcessed(state.iterations() * rows * repeats);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define RECONVERGE_AVX512 [[gnu::target("avx512f"), gnu::always_inline]] inline

RECONVERGE_AVX512 __m512 canonical(__m512 value) {
  const __m512 nan = _mm512_castsi512_ps(_mm512_set1_epi32(0x7FFF'FFFF));
  return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q), value, nan);
}

[[gnu::target("avx512f"), gnu::noinline]] void by_hand(emulator::Warp& warp, std::uint32_t active) {
  std::uint32_t p0 = 0, p1 = 0;
  for (unsigned first = 0; first < emulator::lanes; first += 16) {
    const auto of = [&](int index) { return &warp.values[static_cast<std::size_t>(index)].lane[first]; };
    const auto mask = static_cast<__mmask16>(active >> first);
    __m512 r7 = canonical(_mm512_sub_ps(_mm512_load_ps(of(7)), _mm512_load_ps(of(6))));
    const __m512 was8 = _mm512_load_ps(of(8));
    __m512 r11 = canonical(_mm512_add_ps(was8, was8));
    const __m512i r5 = _mm512_add_epi32(_mm512_load_si512(of(5)), _mm512_set1_epi32(1));
    const __m512 r8 = canonical(_mm512_add_ps(_mm512_load_ps(of(0)), r7));
    const __m512 r9 = canonical(_mm512_fmadd_ps(r11, _mm512_load_ps(of(9)), _mm512_load_ps(of(4))));
    p0 |= std::uint32_t{_mm512_cmpge_epi32_mask(r5, _mm512_load_si512(of(10)))} << first;
    r7 = canonical(_mm512_mul_ps(r8, r8));
    const __m512 r6 = canonical(_mm512_mul_ps(r9, r9));
    r11 = canonical(_mm512_add_ps(r7, r6));
    p1 |= std::uint32_t{_mm512_cmp_ps_mask(r11, _mm512_set1_ps(4), _CMP_LE_OQ)} << first;
    _mm512_mask_store_epi32(of(5), mask, r5);
    _mm512_mask_store_ps(of(6), mask, r6);
    _mm512_mask_store_ps(of(7), mask, r7);
    _mm512_mask_store_ps(of(8), mask, r8);
    _mm512_mask_store_ps(of(9), mask, r9);
    _mm512_mask_store_ps(of(11), mask, r11);
  }
  const core::LaneMask chosen(active);
  warp.predicates[0] = warp.predicates[0].without(chosen) | (core::LaneMask(p0) & chosen);
  warp.predicates[1] = warp.predicates[1].without(chosen) | (core::LaneMask(p1) & chosen);
}

/// Both leave the same registers.
void check() {
  emulator::Executable executable = decoded(repeated_loop());
  forget_compiled(executable);
  const core::LaneMask active(0x0FF3'FF07);
  emulator::Warp one_by_one = points(), written = points();
  emulator::ConvergenceBarriers barriers;
  emulator::Run({executable, one_by_one, barriers, emulator::Events(), nullptr, "bench"}, active).go_on({});
  for (int i = 0; i < repeats; ++i) by_hand(written, active.bits());
  for (std::size_t i = 0; i <= 11; ++i)
    if (one_by_one.values[i] != written.values[i]) throw std::runtime_error("the rows written by hand are other ones");
  if (one_by_one.predicates != written.predicates) throw std::runtime_error("their predicates differ");
}

void BM_ByHand(benchmark::State& state) {
  if (!__builtin_cpu_supports("avx512f")) return state.SkipWithError("this machine has no AVX-512");
  check();
  emulator::Warp warp = points();
  for (auto _ : state)
    for (int i = 0; i < repeats; ++i) by_hand(warp, live(state).bits());
  state.SetItemsProcessed(state.iterations() * rows * repeats);
}
BENCHMARK(BM_ByHand)->ArgName("active")->Arg(0xFFFF'FFFF)->Arg(0x0000'FF07);
#endif

BENCHMARK(BM_OneByOne)->ArgName("active")->Arg(0xFFFF'FFFF)->Arg(0x0000'FF07);
BENCHMARK(BM_Compiled)->ArgName("active")->Arg(0xFFFF'FFFF)->Arg(0x0000'FF07);
BENCHMARK(BM_Decode);

}  // namespace
}  // namespace reconverge

BENCHMARK_MAIN();
