// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// The part of the CUDA driver API that is used, as its documentation gives it. The functions are
/// looked up in the driver library at run time, so that nothing here needs CUDA to build or to start.
namespace reconverge::gpu::driver {

using Device = int;
using Handle = void*;  ///< a context, module, function, stream or event
using Address = std::uint64_t;
using Status = int;

inline constexpr Status success = 0;
inline constexpr Status not_initialised = 3;
inline constexpr Status no_device = 100;
inline constexpr Status not_ready = 600;

/// Numbers of the attributes that are read.
enum class Attribute : int {
  clock_rate_kilohertz = 13,
  multiprocessors = 16,
  pci_bus = 33,
  pci_device = 34,
  compute_major = 75,
  compute_minor = 76,
};

/// Entry points by the names they have in the library; see load() for which version of each.
struct Api {
  Status (*init)(unsigned) = nullptr;
  Status (*version)(int*) = nullptr;
  Status (*error_name)(Status, const char**) = nullptr;
  Status (*error_text)(Status, const char**) = nullptr;
  Status (*device_count)(int*) = nullptr;
  Status (*device_get)(Device*, int) = nullptr;
  Status (*device_name)(char*, int, Device) = nullptr;
  Status (*device_attribute)(int*, int, Device) = nullptr;
  Status (*device_uuid)(unsigned char (*)[16], Device) = nullptr;
  Status (*device_memory)(std::size_t*, Device) = nullptr;
  Status (*primary_context)(Handle*, Device) = nullptr;
  Status (*release_context)(Device) = nullptr;
  Status (*set_context)(Handle) = nullptr;
  Status (*load_module)(Handle*, const void*) = nullptr;
  Status (*unload_module)(Handle) = nullptr;
  Status (*module_function)(Handle*, Handle, const char*) = nullptr;
  Status (*allocate)(Address*, std::size_t) = nullptr;
  Status (*release)(Address) = nullptr;
  Status (*allocate_host)(void**, std::size_t, unsigned) = nullptr;
  Status (*release_host)(void*) = nullptr;
  Status (*to_device)(Address, const void*, std::size_t, Handle) = nullptr;
  Status (*to_host)(void*, Address, std::size_t, Handle) = nullptr;
  Status (*create_stream)(Handle*, unsigned) = nullptr;
  Status (*destroy_stream)(Handle) = nullptr;
  Status (*stream_query)(Handle) = nullptr;
  Status (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                   void**) = nullptr;
};

}  // namespace reconverge::gpu::driver
