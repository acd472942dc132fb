// SPDX-License-Identifier: MIT
#include "gpu/driver/driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <fstream>
#include <regex>

namespace reconverge::gpu {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

constexpr const char* how_to_get_a_driver =
    "install NVIDIA's driver, and in a container pass the GPU through; `reconverge doctor` says what "
    "is missing, and everything but bench works without it";

/// Looks functions up and remembers the first one that is missing.
class Lookup {
 public:
  explicit Lookup(void* library) : library_(library) {}

  template <typename Function> void operator()(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library_, name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

/// The first function that the library lacks; empty if it has all.
std::string bind(void* library, driver::Api& api) {
  Lookup find(library);
  find("cuInit", api.init);
  find("cuDriverGetVersion", api.version);
  find("cuGetErrorName", api.error_name);
  find("cuGetErrorString", api.error_text);
  find("cuDeviceGetCount", api.device_count);
  find("cuDeviceGet", api.device_get);
  find("cuDeviceGetName", api.device_name);
  find("cuDeviceGetAttribute", api.device_attribute);
  find("cuDeviceGetUuid", api.device_uuid);
  find("cuDeviceTotalMem_v2", api.device_memory);
  find("cuDevicePrimaryCtxRetain", api.primary_context);
  find("cuDevicePrimaryCtxRelease_v2", api.release_context);
  find("cuCtxSetCurrent", api.set_context);
  find("cuModuleLoadData", api.load_module);
  find("cuModuleUnload", api.unload_module);
  find("cuModuleGetFunction", api.module_function);
  find("cuMemAlloc_v2", api.allocate);
  find("cuMemFree_v2", api.release);
  find("cuMemHostAlloc", api.allocate_host);
  find("cuMemFreeHost", api.release_host);
  find("cuMemcpyHtoDAsync_v2", api.to_device);
  find("cuMemcpyDtoHAsync_v2", api.to_host);
  find("cuStreamCreate", api.create_stream);
  find("cuStreamDestroy_v2", api.destroy_stream);
  find("cuStreamQuery", api.stream_query);
  find("cuLaunchKernel", api.launch);
  return find.missing();
}

/// The kernel module reports its release; the API knows only the CUDA version.
std::string kernel_module_release() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::smatch match;
  return std::regex_search(line, match, std::regex("\\b([0-9]+\\.[0-9.]+)\\b")) ? match[1].str() : "";
}

}  // namespace

Result<std::shared_ptr<const Driver>> Driver::load(const std::string& library) {
  std::shared_ptr<Driver> driver(new Driver);
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = dlerror();
    return Diagnostic{Failure::environment,
                      fmt::format("no NVIDIA driver: {}", why != nullptr ? why : library),
                      how_to_get_a_driver,
                      {}};
  }
  // Never closed: the driver leaves threads that would continue in unmapped code.
  driver->library_ = std::shared_ptr<void>(handle, [](void*) {});
  if (const std::string missing = bind(handle, driver->api_); !missing.empty()) {
    return Diagnostic{Failure::environment,
                      fmt::format("the NVIDIA driver ({}) is too old: it has no {}", library, missing),
                      "a driver for CUDA 11 or later",
                      {}};
  }
  if (const auto status = driver->api_.init(0); status != driver::success)
    return driver->failure("initialise the NVIDIA driver", status);
  int version = 0;
  driver->api_.version(&version);
  driver->cuda_version_ = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  driver->release_ = kernel_module_release();
  const auto status = driver->api_.device_count(&driver->device_count_);
  if (status != driver::success) return driver->failure("count the GPUs", status);
  if (driver->device_count_ == 0) return driver->failure("find a GPU", driver::no_device);
  return std::shared_ptr<const Driver>(std::move(driver));
}

std::string Driver::describe(driver::Status status) const {
  const char* name = nullptr;
  const char* text = nullptr;
  api_.error_name(status, &name);
  api_.error_text(status, &text);
  return fmt::format("{}: {}", name != nullptr ? name : fmt::format("error {}", status),
                     text != nullptr ? text : "the driver has no text for it");
}

Diagnostic Driver::failure(std::string_view what, driver::Status status) const {
  return {Failure::environment,
          fmt::format("cannot {}: {}", what, describe(status)),
          status == driver::no_device || status == driver::not_initialised ? how_to_get_a_driver : "",
          {}};
}

}  // namespace reconverge::gpu
