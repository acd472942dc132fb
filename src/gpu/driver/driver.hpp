// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "gpu/driver/api.hpp"

namespace reconverge::gpu {

/// The CUDA driver of this machine, loaded when it is first needed.
class Driver {
 public:
  /// Loads and initialises it. Fails with Failure::environment: no driver library, one that is too
  /// old, or no device.
  static core::Result<std::shared_ptr<const Driver>> load(const std::string& library = "libcuda.so.1");

  const driver::Api& api() const { return api_; }
  /// "580.159.04", or empty if the kernel module does not say.
  const std::string& release() const { return release_; }
  /// The CUDA version that the driver supports: "13.0".
  const std::string& cuda_version() const { return cuda_version_; }
  int device_count() const { return device_count_; }

  /// "CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure".
  std::string describe(driver::Status status) const;
  /// A failed call as a diagnostic. `what` says what was tried: "load the kernel".
  core::Diagnostic failure(std::string_view what, driver::Status status) const;

 private:
  Driver() = default;

  std::shared_ptr<void> library_;
  driver::Api api_;
  std::string release_;
  std::string cuda_version_;
  int device_count_ = 0;
};

}  // namespace reconverge::gpu
