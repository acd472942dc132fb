// SPDX-License-Identifier: MIT
#include "unit/run/grid_kernels.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "sass/reader.hpp"

namespace reconverge::run {

KernelSpec grid_kernel(const std::string& function, emulator::Launch launch) {
  std::ifstream file(RECONVERGE_GRID_KERNELS);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto read = sass::read_function(text, "grid_kernels_sm_90.sass", {.function = function, .arch = ""});
  if (!read) throw std::runtime_error(to_string(read.error()));
  auto executable = decode_kernel(std::move(read).value(), launch, {}, "grid_kernels_sm_90.sass");
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  return {.executable = std::move(executable).value(),
          .source_name = "grid_kernels_sm_90.sass",
          .launch = std::move(launch),
          .jobs = 2};
}

}  // namespace reconverge::run
