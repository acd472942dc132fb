// SPDX-License-Identifier: MIT
#include "injection/launch_call.hpp"

#include <algorithm>

namespace reconverge::injection {
namespace {

bool is_extended(CUpti_CallbackId id) {
  return id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz;
}

LaunchCall read_extended(const cuLaunchKernelEx_params& call, Launch& launch) {
  const CUlaunchConfig& config = *call.config;
  launch.grid = {config.gridDimX, config.gridDimY, config.gridDimZ};
  launch.block = {config.blockDimX, config.blockDimY, config.blockDimZ};
  launch.shared_bytes = config.sharedMemBytes;
  LaunchCall read{.stream = config.hStream, .handle = call.f, .parameters = call.kernelParams, .extra = call.extra};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) read.is_cooperative |= attribute.value.cooperative != 0;
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      const auto& size = attribute.value.clusterDim;
      read.has_clusters |= size.x > 1 || size.y > 1 || size.z > 1;
    }
  }
  return read;
}

}  // namespace

bool is_launch(CUpti_CallbackId id) {
  return std::ranges::any_of(launch_calls, [id](auto call) { return static_cast<CUpti_CallbackId>(call) == id; });
}

bool is_graph(CUpti_CallbackId id) {
  return id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch || id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
}

LaunchCall read_call(CUpti_CallbackId id, const void* parameters, Launch& launch) {
  if (is_graph(id)) return {.stream = static_cast<const cuGraphLaunch_params*>(parameters)->hStream};
  if (is_extended(id)) return read_extended(*static_cast<const cuLaunchKernelEx_params*>(parameters), launch);
  // A cooperative launch has the same parameters, in the same order, but for `extra` at the end.
  const auto& call = *static_cast<const cuLaunchKernel_params*>(parameters);
  launch.grid = {call.gridDimX, call.gridDimY, call.gridDimZ};
  launch.block = {call.blockDimX, call.blockDimY, call.blockDimZ};
  launch.shared_bytes = call.sharedMemBytes;
  const bool is_cooperative = id == CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel ||
                              id == CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz;
  return {.stream = call.hStream,
          .handle = call.f,
          .parameters = call.kernelParams,
          .extra = is_cooperative ? nullptr : call.extra,
          .is_cooperative = is_cooperative};
}

}  // namespace reconverge::injection
