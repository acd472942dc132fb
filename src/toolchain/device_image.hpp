// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "sass/device_image.hpp"

namespace reconverge::toolchain {

/// The variables, constants and names of a cubin. Fails with Failure::input if it is broken.
core::Result<sass::DeviceImage> read_device_image(std::string_view content, const std::string& source);

}  // namespace reconverge::toolchain
