// SPDX-License-Identifier: MIT
#include "unit/run/grid_kernels.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "sass/reader.hpp"

namespace reconverge::run {

namespace {

KernelSpec kernel_of(const std::string& text, const std::string& name, const std::string& function,
                     emulator::Launch launch, const std::function<void(sass::Function&)>& change = {}) {
  auto read = sass::read_function(text, name, {.function = function, .arch = ""});
  if (!read) throw std::runtime_error(to_string(read.error()));
  if (change) change(read.value());
  auto executable = decode_kernel(std::move(read).value(), launch, {}, name);
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  return {.executable = std::move(executable).value(), .source_name = name, .launch = std::move(launch), .jobs = 2};
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

KernelSpec grid_kernel(const std::string& function, emulator::Launch launch) {
  return kernel_of(text_of(RECONVERGE_GRID_KERNELS), "grid_kernels_sm_90.sass", function, std::move(launch));
}

KernelSpec staircase_loop(std::uint32_t blocks, std::uint32_t threads,
                          const std::function<void(sass::Function&)>& change) {
  std::vector<int> bounds(threads);
  for (std::uint32_t i = 0; i < threads; ++i) bounds[i] = static_cast<int>(i % 32);
  return kernel_of(text_of(RECONVERGE_PAPER_KERNELS), "paper_kernels_sm_90.sass", "_Z11single_loopILi1EEvPKiPfPx",
                   {.block = threads,
                    .grid = blocks,
                    .arguments = {buffer_of(bounds), buffer_of(std::vector<float>(threads)),
                                  buffer_of(std::vector<int>(std::size_t{4} * threads))}},
                   change);
}

KernelSpec listed_kernel(const std::string& rows, emulator::Launch launch) {
  return kernel_of("code for sm_90\nFunction : test\n" + rows, "test.sass", "test", std::move(launch));
}

}  // namespace reconverge::run
