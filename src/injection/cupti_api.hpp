// SPDX-License-Identifier: MIT
#pragma once

#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

#include <string>

#include "injection/library.hpp"

namespace reconverge::injection {

/// "CUDA error 811 (CUDA_ERROR_CDP_NOT_SUPPORTED)".
inline std::string error_text(decltype(&cuGetErrorName) name_of, CUresult error) {
  const char* name = nullptr;
  const bool named = name_of(error, &name) == CUDA_SUCCESS && name != nullptr;
  return "CUDA error " + std::to_string(error) + (named ? " (" + std::string(name) + ")" : "");
}

/// Entry points of CUPTI and of the driver, with the types that NVIDIA's headers give them. Both are looked up in the
/// libraries of the application's machine: the injected library links against neither.
struct CuptiApi {
  decltype(&cuptiSubscribe) subscribe = nullptr;
  decltype(&cuptiEnableCallback) enable_callback = nullptr;
  decltype(&cuptiEnableDomain) enable_domain = nullptr;
  decltype(&cuptiGetResultString) result_text = nullptr;
  decltype(&cuptiGetDeviceId) device_of = nullptr;
  decltype(&cuptiGetCubinCrc) cubin_checksum = nullptr;
  decltype(&cuptiProfilerInitialize) initialise = nullptr;
  decltype(&cuptiDeviceGetChipName) chip_name = nullptr;
  decltype(&cuptiSassMetricsGetProperties) properties = nullptr;
  decltype(&cuptiSassMetricsSetConfig) set_config = nullptr;
  decltype(&cuptiSassMetricsEnable) enable = nullptr;
  decltype(&cuptiSassMetricsDisable) disable = nullptr;
  decltype(&cuptiSassMetricsGetDataProperties) data_properties = nullptr;
  decltype(&cuptiSassMetricsFlushData) flush = nullptr;
  decltype(&cuCtxSynchronize) synchronise = nullptr;
  decltype(&cuStreamIsCapturing) is_capturing = nullptr;
  decltype(&cuGetErrorName) error_name = nullptr;
  std::string missing = {};  ///< the first that was not found; empty if all were

  /// @param cupti   path or name of libcupti
  /// @param driver  name of the driver's library, which the application has loaded
  static CuptiApi load(const std::string& cupti, const std::string& driver = "libcuda.so.1") {
    CuptiApi api;
    const Library tools(cupti);
    if (!tools.is_open()) {
      const char* why = dlerror();  // NOLINT(concurrency-mt-unsafe)
      api.missing = why == nullptr ? cupti : why;
      return api;
    }
    const Library cuda(driver);
    if (!cuda.is_open()) {
      api.missing = driver;
      return api;
    }
    const auto find = [&](const Library& library, const char* name, auto& entry) {
      library.find(name, entry, api.missing);
    };
    find(tools, "cuptiSubscribe", api.subscribe);
    find(tools, "cuptiEnableCallback", api.enable_callback);
    find(tools, "cuptiEnableDomain", api.enable_domain);
    find(tools, "cuptiGetResultString", api.result_text);
    find(tools, "cuptiGetDeviceId", api.device_of);
    find(tools, "cuptiGetCubinCrc", api.cubin_checksum);
    find(tools, "cuptiProfilerInitialize", api.initialise);
    find(tools, "cuptiDeviceGetChipName", api.chip_name);
    find(tools, "cuptiSassMetricsGetProperties", api.properties);
    find(tools, "cuptiSassMetricsSetConfig", api.set_config);
    find(tools, "cuptiSassMetricsEnable", api.enable);
    find(tools, "cuptiSassMetricsDisable", api.disable);
    find(tools, "cuptiSassMetricsGetDataProperties", api.data_properties);
    find(tools, "cuptiSassMetricsFlushData", api.flush);
    find(cuda, "cuCtxSynchronize", api.synchronise);
    find(cuda, "cuStreamIsCapturing", api.is_capturing);
    find(cuda, "cuGetErrorName", api.error_name);
    return api;
  }
};

}  // namespace reconverge::injection
