// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace reconverge::sass {

/// Where a parameter of a kernel lies among the bytes of all of them.
struct Parameter {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// The parameters of a kernel, in order, as its file notes them (EIATTR_KPARAM_INFO of `.nv.info.KERNEL`). They are in
/// nvdisasm's output of a whole cubin and in what `cuobjdump -elf` prints. Nothing if the text does not say, or not all
/// of it.
std::optional<std::vector<Parameter>> parameter_table(std::string_view text, std::string_view kernel);

}  // namespace reconverge::sass
