// SPDX-License-Identifier: MIT
#include "injection/graph_calls.hpp"

#include <algorithm>
#include <array>

namespace reconverge::injection {
namespace {

constexpr std::array<CUpti_CallbackId, 6> beginnings{
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture,        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,     CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph, CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
};
constexpr std::array<CUpti_CallbackId, 2> ends{
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
};
constexpr std::array<CUpti_CallbackId, 5> instantiations{
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams,
    CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz,
};

template <typename List> bool has(const List& list, CUpti_CallbackId id) {
  return std::ranges::find(list, id) != list.end();
}

}  // namespace

std::vector<CUpti_CallbackId> GraphCalls::ids() {
  std::vector<CUpti_CallbackId> ids(beginnings.begin(), beginnings.end());
  ids.insert(ids.end(), ends.begin(), ends.end());
  return ids;
}

std::vector<CUpti_CallbackId> GraphCalls::ids_of_measured() {
  std::vector<CUpti_CallbackId> ids(instantiations.begin(), instantiations.end());
  ids.push_back(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy);
  return ids;
}

bool GraphCalls::instantiates(CUpti_CallbackId id) { return has(instantiations, id); }

void GraphCalls::called(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  const bool begins = data.callbackSite == CUPTI_API_ENTER;
  const auto* const result = static_cast<const CUresult*>(data.functionReturnValue);
  const bool failed = !begins && result != nullptr && *result != CUDA_SUCCESS;
  // A recording that has been spoilt ends with a failure, but ends.
  if (!begins && !failed && has(beginnings, id)) ++recordings_;
  if (!begins && recordings_ > 0 && has(ends, id)) --recordings_;
  if (begins && id == CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy) {
    const std::scoped_lock lock(lock_);
    numbers_.erase(static_cast<const cuGraphExecDestroy_params*>(data.functionParams)->hGraphExec);
  }
}

std::string GraphCalls::name_of(const void* launch) {
  const std::scoped_lock lock(lock_);
  const auto [place, is_new] =
      numbers_.try_emplace(static_cast<const cuGraphLaunch_params*>(launch)->hGraph, named_ + 1);
  if (is_new) ++named_;
  return "(graph " + std::to_string(place->second) + ")";
}

}  // namespace reconverge::injection
