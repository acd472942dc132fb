// SPDX-License-Identifier: MIT
// How much faster is a compiler for the CPU? POCL compiles OpenCL kernels for it; the same launches run there and here
// in turns, on one core, and the ratio is taken pair by pair. Compiling and decoding are apart: they are done before.
//
//   bench_peers [PAIRS]
//
// POCL has to keep to one core: POCL_DEVICES=basic (set here, if nothing else is).

#include <CL/cl.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "launches.hpp"

namespace reconverge::bench {
namespace {

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) throw std::runtime_error(fmt::format("{} failed with status {}", what, status));
}

/// The kernels of kernels.cl on one OpenCL device. It lives as long as the process.
class Peer {
 public:
  explicit Peer(const std::string& source) {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs (is POCL installed?)");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device_, nullptr), "clGetDeviceIDs");
    cl_int status = 0;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &status);
    check(status, "clCreateCommandQueue");
    const char* text = source.c_str();
    program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program_, 1, &device_, "", nullptr, nullptr), "clBuildProgram");
  }

  std::string name() const {
    char text[256] = {};
    check(clGetDeviceInfo(device_, CL_DEVICE_NAME, sizeof text - 1, text, nullptr), "clGetDeviceInfo");
    return text;
  }

  cl_kernel kernel(const std::string& name, const emulator::Launch& launch) {
    cl_int status = 0;
    cl_kernel made = clCreateKernel(program_, name.c_str(), &status);
    check(status, "clCreateKernel");
    cl_uint count = 0;
    check(clGetKernelInfo(made, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr), "clGetKernelInfo");
    for (cl_uint i = 0; i < count; ++i) set_argument(made, i, launch.arguments[i]);
    return made;
  }

  void run(cl_kernel kernel) {
    constexpr std::size_t all = threads * blocks, group = threads;
    check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &all, &group, 0, nullptr, nullptr), "the launch");
    check(clFinish(queue_), "clFinish");
  }

 private:
  void set_argument(cl_kernel kernel, cl_uint index, const emulator::Argument& argument) {
    if (const auto* scalar = std::get_if<emulator::Scalar>(&argument)) {
      const auto word = static_cast<cl_int>(scalar->bits);
      check(clSetKernelArg(kernel, index, sizeof word, &word), "clSetKernelArg");
      return;
    }
    std::vector<std::uint8_t> bytes = std::get<emulator::Buffer>(argument).bytes;
    cl_int status = 0;
    const cl_mem memory =
        clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, index, sizeof memory, &memory), "clSetKernelArg");
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

/// Microseconds of one call, from as many calls as take a tenth of a second.
template <typename Function> double microseconds_of(Function call) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::chrono::duration<double, std::micro> passed{};
  int calls = 0;
  while (passed.count() < 1e5) {
    call();
    ++calls;
    passed = Clock::now() - begin;
  }
  return passed.count() / calls;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void compare(Peer& peer, const std::string& name, std::size_t pairs) {
  const run::KernelSpec counts = launch_of(name, Watch::counts), cycles = launch_of(name, Watch::cycles);
  cl_kernel kernel = peer.kernel(name, counts.launch);
  const std::uint64_t instructions = run_launch(counts, Watch::counts).warp_instructions;
  peer.run(kernel);  // compiled at the first launch
  std::vector<double> theirs, by_counts, by_cycles, counts_ratio, cycles_ratio;
  for (std::size_t i = 0; i < pairs; ++i) {
    theirs.push_back(microseconds_of([&] { peer.run(kernel); }));
    by_counts.push_back(microseconds_of([&] { run_launch(counts, Watch::counts); }));
    by_cycles.push_back(microseconds_of([&] { run_launch(cycles, Watch::cycles); }));
    counts_ratio.push_back(by_counts.back() / theirs.back());
    cycles_ratio.push_back(by_cycles.back() / theirs.back());
  }
  fmt::print("{:12} {:9} {:10.1f} {:10.1f} {:10.1f} {:8.1f} {:8.1f}\n", name, instructions, median(theirs),
             median(by_counts), median(by_cycles), median(counts_ratio), median(cycles_ratio));
}

void compare_all(std::size_t pairs) {
  std::ifstream file(RECONVERGE_SOURCE "/bench/kernels/kernels.cl");
  Peer peer(std::string(std::istreambuf_iterator<char>(file), {}));
  fmt::print("{}; {} pairs, medians; microseconds a launch, and ours divided by theirs\n", peer.name(), pairs);
  fmt::print("{:12} {:>9} {:>10} {:>10} {:>10} {:>8} {:>8}\n", "launch", "instr.", "peer", "counts", "cycles",
             "counts/", "cycles/");
  for (const char* name : kernels) compare(peer, name, pairs);
}

}  // namespace
}  // namespace reconverge::bench

int main(int argc, char** argv) {
  setenv("POCL_DEVICES", "basic", 0);
  try {
    const long pairs = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 9;
    if (pairs < 1) throw std::runtime_error("PAIRS is a number from 1");
    reconverge::bench::compare_all(static_cast<std::size_t>(pairs));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_peers: {}\n", error.what());
    return 1;
  }
}
