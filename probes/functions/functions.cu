// SPDX-License-Identifier: MIT
// What MUFU gives for every argument of 32 bits: a program of its own.
//
//   nvcc -std=c++17 -arch=sm_90 -cubin -o functions.cubin functions.cu
//   python3 turns.py functions.cubin
//   nvcc -std=c++17 -DHOST -o functions functions.cu -lcuda
//   ./functions functions.cubin digests functions.csv      a sum a function, sign and exponent
//   ./functions functions.cubin words OUT                  binades whole, for coefficients.py
//
// Compilers multiply the argument of SIN and COS by 1 / (2 pi) first; turns.py makes that constant 1 in the cubin, so
// that they take turns, as MUFU does.

#include <cstdint>

#ifndef HOST

__device__ std::uint64_t mixed(std::uint32_t argument, std::uint32_t result) {
  std::uint64_t hash = argument * 0x9E3779B97F4A7C15ull ^ (result + 1ull) * 0xC2B2AE3D27D4EB4Full;
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ull;
  return hash ^ hash >> 32;
}

/// Digests: blockIdx.y is the sign and exponent. Words: those from `first` on.
#define FUNCTION(name, body)                                                                                   \
  __device__ std::uint32_t value_of_##name(std::uint32_t x) { body }                                           \
  extern "C" __global__ void digest_##name(std::uint32_t count, unsigned long long* sums) {                    \
    unsigned long long sum = 0;                                                                                \
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)      \
      sum += mixed(blockIdx.y << 23 | i, value_of_##name(blockIdx.y << 23 | i));                               \
    atomicAdd(sums + blockIdx.y, sum);                                                                         \
  }                                                                                                            \
  extern "C" __global__ void words_##name(std::uint32_t first, std::uint32_t* words) {                         \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
    words[i] = value_of_##name(first + i);                                                                     \
  }
#define SINGLE(name, ptx)                                                     \
  FUNCTION(name, float y; asm volatile(ptx " %0, %1;" : "=f"(y) : "f"(__uint_as_float(x))); return __float_as_uint(y);)
#define UPPER(name, ptx)                                                      \
  FUNCTION(name, double y; asm volatile(ptx " %0, %1;" : "=d"(y) : "d"(__hiloint2double(x, 0))); return __double2hiint(y);)
#define NARROW(name, ptx)                                                     \
  FUNCTION(name, std::uint16_t y; asm volatile(ptx " %0, %1;" : "=h"(y) : "h"(static_cast<std::uint16_t>(x))); return y;)

SINGLE(RCP, "rcp.approx.ftz.f32")
SINGLE(RSQ, "rsqrt.approx.ftz.f32")
SINGLE(SQRT, "sqrt.approx.ftz.f32")
SINGLE(LG2, "lg2.approx.ftz.f32")
SINGLE(EX2, "ex2.approx.ftz.f32")
SINGLE(SIN, "sin.approx.ftz.f32")
SINGLE(COS, "cos.approx.ftz.f32")
SINGLE(TANH, "tanh.approx.f32")
UPPER(RCP64H, "rcp.approx.ftz.f64")
UPPER(RSQ64H, "rsqrt.approx.ftz.f64")
NARROW(EX2_F16, "ex2.approx.f16")
NARROW(TANH_F16, "tanh.approx.f16")
NARROW(EX2_BF16, "ex2.approx.ftz.bf16")
NARROW(TANH_BF16, "tanh.approx.bf16")

#else

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static void check(CUresult result, const char* what) {
  const char* text = "";
  if (result == CUDA_SUCCESS) return;
  cuGetErrorString(result, &text);
  std::fprintf(stderr, "%s: %s\n", what, text);
  std::exit(1);
}
#define CHECK(call) check(call, #call)

struct Range {
  const char* function;
  std::uint32_t first, count;
};

int main(int count, char** arguments) {
  if (count != 4) return std::fprintf(stderr, "functions CUBIN digests|words OUT\n"), 2;
  constexpr std::uint32_t binade = 1u << 23;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUdeviceptr memory;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoad(&module, arguments[1]));
  CHECK(cuMemAlloc(&memory, 4 * binade));
  const auto launch = [&](const std::string& name, std::uint32_t number, unsigned x, unsigned y) {
    CUfunction kernel;
    void* values[] = {&number, &memory};
    CHECK(cuModuleGetFunction(&kernel, module, name.c_str()));
    CHECK(cuLaunchKernel(kernel, x, y, 1, 256, 1, 1, 0, nullptr, values, nullptr));
    CHECK(cuCtxSynchronize());
  };
  if (std::strcmp(arguments[2], "digests") == 0) {
    std::FILE* out = std::fopen(arguments[3], "w");
    if (out == nullptr) return std::perror(arguments[3]), 1;
    std::fprintf(out, "function,sign_and_exponent,digest\n");
    std::vector<unsigned long long> sums(512);
    const auto digests = [&](const std::string& name, std::uint32_t arguments_of_a_block, unsigned blocks) {
      CHECK(cuMemsetD8(memory, 0, 8 * sums.size()));
      launch("digest_" + name, arguments_of_a_block, 32, blocks);
      CHECK(cuMemcpyDtoH(sums.data(), memory, 8 * sums.size()));
    };
    for (const char* name : {"RCP", "RSQ", "SQRT", "LG2", "EX2", "SIN", "COS", "TANH", "RCP64H", "RSQ64H"}) {
      digests(name, binade, 512);
      for (unsigned block = 0; block < 512; ++block) std::fprintf(out, "MUFU.%s,%u,%016llx\n", name, block, sums[block]);
    }
    for (const char* name : {"EX2_F16", "TANH_F16", "EX2_BF16", "TANH_BF16"}) {
      digests(name, 0x10000, 1);
      std::string dotted = name;
      dotted[dotted.find('_')] = '.';
      std::fprintf(out, "MUFU.%s,,%016llx\n", dotted.c_str(), sums[0]);
    }
    return std::fclose(out);
  }
  std::vector<Range> ranges = {{"RCP", 0x3F800000, binade}, {"RSQ", 0x3F800000, binade}, {"RSQ", 0x40000000, binade},
                               {"SQRT", 0x3F800000, binade}, {"SQRT", 0x40000000, binade}, {"EX2", 0x3F800000, binade},
                               {"LG2", 0x3F800000, binade}, {"SIN", 0x3E800000, binade}};
  for (std::uint32_t exponent = 119; exponent < 130; ++exponent) ranges.push_back({"TANH", exponent << 23, binade});
  std::vector<std::uint32_t> words(binade);
  for (const Range& range : ranges) {
    launch(std::string("words_") + range.function, range.first, range.count / 256, 1);
    CHECK(cuMemcpyDtoH(words.data(), memory, 4 * range.count));
    char path[512];
    std::snprintf(path, sizeof path, "%s/%s_%08x.bin", arguments[3], range.function, range.first);
    std::FILE* out = std::fopen(path, "wb");
    if (out == nullptr) return std::perror(path), 1;
    std::fwrite(words.data(), 4, range.count, out);
    if (std::fclose(out) != 0) return std::perror(path), 1;
  }
}

#endif
