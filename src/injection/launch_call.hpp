// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "injection/cupti_api.hpp"
#include "injection/writer.hpp"

namespace reconverge::injection {

/// The driver calls that start kernels.
inline constexpr std::array launch_calls = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
};

bool is_launch(CUpti_CallbackId id);
bool is_graph(CUpti_CallbackId id);

/// The arguments of a call that starts one kernel, beside the shape.
struct LaunchCall {
  CUstream stream = nullptr;
  CUfunction handle = nullptr;  ///< a CUkernel too, from CUDA's runtime
  void** parameters = nullptr;
  void** extra = nullptr;
  bool is_cooperative = false;
  bool has_clusters = false;
};

/// @param launch  its shape is filled in
LaunchCall read_call(CUpti_CallbackId id, const void* parameters, Launch& launch);

}  // namespace reconverge::injection
