// SPDX-License-Identifier: MIT
#include "injection/memory_calls.hpp"

#include <cstdint>

namespace reconverge::injection {
namespace {

/// A range that a call gave or takes away.
struct Range {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  ///< 0, of one that goes: the allocation that begins there
};

enum class Effect : std::uint8_t { gives, gives_host, takes, unsupported };

struct Row {
  CUpti_CallbackId id;
  const char* name;
  Effect effect;
  Range (*read)(const void* call);
};

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

template <typename Parameters> Range given(const void* call) {
  const auto& made = *static_cast<const Parameters*>(call);
  return {*made.dptr, made.bytesize};
}
template <typename Parameters> Range given_host(const void* call) {
  const auto& made = *static_cast<const Parameters*>(call);
  return {address_of(*made.pp), made.bytesize};
}
template <typename Parameters> Range taken(const void* call) { return {static_cast<const Parameters*>(call)->dptr}; }
template <typename Parameters> Range taken_host(const void* call) {
  return {address_of(static_cast<const Parameters*>(call)->p)};
}
Range pitched(const void* call) {
  const auto& made = *static_cast<const cuMemAllocPitch_v2_params*>(call);
  return {*made.dptr, *made.pPitch * made.Height};
}
Range registered(const void* call) {
  const auto& made = *static_cast<const cuMemHostRegister_v2_params*>(call);
  // Registers of a device must not be read as memory is.
  return (made.Flags & CU_MEMHOSTREGISTER_IOMEMORY) != 0 ? Range{} : Range{address_of(made.p), made.bytesize};
}
Range mapped(const void* call) {
  const auto& made = *static_cast<const cuMemMap_params*>(call);
  return {made.ptr, made.size};
}
Range unmapped(const void* call) {
  const auto& gone = *static_cast<const cuMemUnmap_params*>(call);
  return {gone.ptr, gone.size};
}
Range nothing(const void*) { return {}; }

// clang-format off
constexpr Row rows[] = {
    {CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2, "cuMemAlloc", Effect::gives, given<cuMemAlloc_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2, "cuMemAllocPitch", Effect::gives, pitched},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged, "cuMemAllocManaged", Effect::gives, given<cuMemAllocManaged_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync, "cuMemAllocAsync", Effect::gives, given<cuMemAllocAsync_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync_ptsz, "cuMemAllocAsync", Effect::gives, given<cuMemAllocAsync_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync, "cuMemAllocFromPoolAsync", Effect::gives, given<cuMemAllocFromPoolAsync_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync_ptsz, "cuMemAllocFromPoolAsync", Effect::gives, given<cuMemAllocFromPoolAsync_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemMap, "cuMemMap", Effect::gives, mapped},
    {CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc, "cuMemHostAlloc", Effect::gives_host, given_host<cuMemHostAlloc_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc_v2, "cuMemHostAlloc", Effect::gives_host, given_host<cuMemHostAlloc_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost_v2, "cuMemAllocHost", Effect::gives_host, given_host<cuMemAllocHost_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister, "cuMemHostRegister", Effect::gives_host, registered},
    {CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister_v2, "cuMemHostRegister", Effect::gives_host, registered},
    {CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2, "cuMemFree", Effect::takes, taken<cuMemFree_v2_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync, "cuMemFreeAsync", Effect::takes, taken<cuMemFreeAsync_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz, "cuMemFreeAsync", Effect::takes, taken<cuMemFreeAsync_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemUnmap, "cuMemUnmap", Effect::takes, unmapped},
    {CUPTI_DRIVER_TRACE_CBID_cuMemFreeHost, "cuMemFreeHost", Effect::takes, taken_host<cuMemFreeHost_params>},
    {CUPTI_DRIVER_TRACE_CBID_cuMemHostUnregister, "cuMemHostUnregister", Effect::takes, taken_host<cuMemHostUnregister_params>},
    // These make what lies at no address that a kernel is given, or in memory of another process.
    {CUPTI_DRIVER_TRACE_CBID_cuTexObjectCreate, "cuTexObjectCreate", Effect::unsupported, nothing},
    {CUPTI_DRIVER_TRACE_CBID_cuSurfObjectCreate, "cuSurfObjectCreate", Effect::unsupported, nothing},
    {CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeTiled, "cuTensorMapEncodeTiled", Effect::unsupported, nothing},
    {CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeIm2col, "cuTensorMapEncodeIm2col", Effect::unsupported, nothing},
    {CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2, "cuIpcOpenMemHandle", Effect::unsupported, nothing},
    {CUPTI_DRIVER_TRACE_CBID_cuExternalMemoryGetMappedBuffer, "cuExternalMemoryGetMappedBuffer", Effect::unsupported, nothing},
};
// clang-format on

}  // namespace

std::vector<CUpti_CallbackId> MemoryCalls::ids() {
  std::vector<CUpti_CallbackId> ids;
  for (const Row& row : rows) ids.push_back(row.id);
  return ids;
}

void MemoryCalls::called(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  // Memory is forgotten before it is freed: another thread may get the same address right after.
  const bool begins = data.callbackSite == CUPTI_API_ENTER;
  const auto* const result = static_cast<const CUresult*>(data.functionReturnValue);
  if (!begins && result != nullptr && *result != CUDA_SUCCESS) return;
  const std::scoped_lock lock(lock_);
  for (const Row& row : rows) {
    if (row.id != id || begins != (row.effect == Effect::takes)) continue;
    if (row.effect == Effect::unsupported) {
      unsupported_.insert(row.name);
      continue;
    }
    const auto [address, bytes] = row.read(data.functionParams);
    if (row.effect == Effect::takes) {
      const std::uint64_t end = address + (bytes == 0 ? 1 : bytes);
      live_.erase(live_.lower_bound(address), live_.lower_bound(end));
    } else if (bytes > 0) {
      live_[address] = {
          .address = address, .bytes = bytes, .kind = row.name, .is_host = row.effect == Effect::gives_host};
    }
  }
}

std::vector<Allocation> MemoryCalls::live() const {
  const std::scoped_lock lock(lock_);
  std::vector<Allocation> all;
  for (const auto& [address, allocation] : live_) all.push_back(allocation);
  return all;
}

std::set<std::string> MemoryCalls::unsupported() const {
  const std::scoped_lock lock(lock_);
  return unsupported_;
}

}  // namespace reconverge::injection
