// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reconverge::injection {

/// The variables that a cubin has, constants too; nothing if it does not have the kernel. A broken cubin has neither.
struct CubinNames {
  bool has_kernel = false;
  std::vector<std::string> variables;
};
CubinNames names_in(std::string_view cubin, const std::string& kernel);

}  // namespace reconverge::injection
