// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

#include <string>

#include "injection/library.hpp"

namespace reconverge::injection {

/// The driver calls that a capture makes, looked up in the library that the application has loaded.
struct DriverApi {
  decltype(&cuCtxSynchronize) synchronise = nullptr;
  decltype(&cuMemcpyDtoH) copy = nullptr;
  decltype(&cuFuncGetParamInfo) parameter_of_function = nullptr;
  decltype(&cuKernelGetParamInfo) parameter_of_kernel = nullptr;
  decltype(&cuKernelGetFunction) function_of = nullptr;
  decltype(&cuKernelGetLibrary) library_of = nullptr;
  decltype(&cuLibraryGetGlobal) variable_of_library = nullptr;
  decltype(&cuFuncGetModule) module_of = nullptr;
  decltype(&cuModuleGetGlobal) variable_of_module = nullptr;
  decltype(&cuFuncGetAttribute) attribute_of = nullptr;
  decltype(&cuCtxGetLimit) limit = nullptr;
  decltype(&cuDeviceGetName) device_name = nullptr;
  decltype(&cuDriverGetVersion) version = nullptr;
  std::string missing = {};  ///< the first that was not found; empty if all were

  static DriverApi load(const std::string& driver = "libcuda.so.1") {
    DriverApi api;
    const Library cuda(driver);
    if (!cuda.is_open()) {
      api.missing = driver;
      return api;
    }
    const auto find = [&](const char* name, auto& entry) { cuda.find(name, entry, api.missing); };
    find("cuCtxSynchronize", api.synchronise);
    find("cuMemcpyDtoH_v2", api.copy);
    find("cuFuncGetParamInfo", api.parameter_of_function);
    find("cuKernelGetParamInfo", api.parameter_of_kernel);
    find("cuKernelGetFunction", api.function_of);
    find("cuKernelGetLibrary", api.library_of);
    find("cuLibraryGetGlobal", api.variable_of_library);
    find("cuFuncGetModule", api.module_of);
    find("cuModuleGetGlobal_v2", api.variable_of_module);
    find("cuFuncGetAttribute", api.attribute_of);
    find("cuCtxGetLimit", api.limit);
    find("cuDeviceGetName", api.device_name);
    find("cuDriverGetVersion", api.version);
    return api;
  }
};

}  // namespace reconverge::injection
