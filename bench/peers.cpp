// SPDX-License-Identifier: MIT
// How much faster is a compiler for the CPU? POCL compiles OpenCL kernels for it; the same launches run there and here
// in turns, on one core, and the ratio is taken pair by pair. Compiling and decoding are apart: they are done before.
//
//   bench_peers [PAIRS]
//
// POCL has to keep to one core: POCL_DEVICES=basic (set here, if nothing else is).

#include <CL/cl.h>
#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "launches.hpp"
#include "pairs.hpp"

namespace reconverge::bench {
namespace {

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) throw std::runtime_error(fmt::format("{} failed with status {}", what, status));
}

/// The kernels of kernels.cl on one OpenCL device. It lives as long as the process.
class Device {
 public:
  explicit Device(const std::string& source) {
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

  cl_kernel kernel(const std::string& name) const {
    cl_int status = 0;
    cl_kernel made = clCreateKernel(program_, name.c_str(), &status);
    check(status, "clCreateKernel");
    return made;
  }

  cl_mem memory(std::size_t bytes) const {
    cl_int status = 0;
    cl_mem made = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &status);
    check(status, "clCreateBuffer");
    return made;
  }

  cl_command_queue queue() const { return queue_; }

 private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

class DeviceLaunch : public PeerLaunch {
 public:
  /// It is compiled at the first run.
  DeviceLaunch(const Device& device, const std::string& name, const emulator::Launch& launch)
      : queue_(device.queue()),
        kernel_(device.kernel(name)),
        group_(launch.block.x),
        all_(std::size_t{launch.block.x} * launch.grid.x) {
    cl_uint count = 0;
    check(clGetKernelInfo(kernel_, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr), "clGetKernelInfo");
    for (cl_uint i = 0; i < count; ++i) {
      if (const auto* scalar = std::get_if<emulator::Scalar>(&launch.arguments[i])) {
        const auto word = static_cast<cl_int>(scalar->bits);
        check(clSetKernelArg(kernel_, i, sizeof word, &word), "clSetKernelArg");
        continue;
      }
      const auto& bytes = std::get<emulator::Buffer>(launch.arguments[i]).bytes;
      memories_.push_back({i, device.memory(bytes.size()), bytes});
      check(clSetKernelArg(kernel_, i, sizeof(cl_mem), &memories_.back().memory), "clSetKernelArg");
    }
  }

  void reset() override {
    for (const auto& [index, memory, bytes] : memories_)
      check(clEnqueueWriteBuffer(queue_, memory, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
  }

  void run() override {
    check(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &all_, &group_, 0, nullptr, nullptr), "the launch");
    check(clFinish(queue_), "clFinish");
  }

  std::vector<std::uint8_t> buffer(std::size_t wanted) override {
    for (const auto& [index, memory, bytes] : memories_) {
      if (index != wanted) continue;
      std::vector<std::uint8_t> read(bytes.size());
      check(clEnqueueReadBuffer(queue_, memory, CL_TRUE, 0, read.size(), read.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
      return read;
    }
    throw std::runtime_error(fmt::format("the kernel has no buffer {}", wanted));
  }

 private:
  struct Memory {
    std::size_t index;
    cl_mem memory;
    std::vector<std::uint8_t> bytes;  ///< at the start
  };

  cl_command_queue queue_;
  cl_kernel kernel_;
  std::size_t group_, all_;
  std::vector<Memory> memories_;
};

Peer opencl() {
  std::ifstream file(RECONVERGE_SOURCE "/bench/kernels/kernels.cl");
  const auto device = std::make_shared<Device>(std::string(std::istreambuf_iterator<char>(file), {}));
  return {device->name(), [device](const std::string& kernel, const emulator::Launch& launch) {
            return std::make_unique<DeviceLaunch>(*device, kernel, launch);
          }};
}

}  // namespace
}  // namespace reconverge::bench

int main(int argc, char** argv) {
  setenv("POCL_DEVICES", "basic", 0);
  return reconverge::bench::compare_in_pairs(argc, argv, reconverge::bench::opencl);
}
