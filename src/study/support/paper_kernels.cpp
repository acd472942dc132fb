// SPDX-License-Identifier: MIT
#include "study/support/paper_kernels.hpp"

namespace reconverge::study {

namespace listings {
extern const std::string_view single_loop;
extern const std::string_view double_loop;
extern const std::string_view single_loop_precise_nosync;
}  // namespace listings

const PaperKernel& single_loop() {
  static const PaperKernel kernel{"single_loop", "single loop", listings::single_loop, {5}, 0, 4};
  return kernel;
}

const PaperKernel& double_loop() {
  static const PaperKernel kernel{"double_loop", "double loop", listings::double_loop, {8, 9}, 0, 6};
  return kernel;
}

const PaperKernel& single_loop_precise() {
  static const PaperKernel kernel{"single_loop_precise",
                                  "detailed loop",
                                  listings::single_loop_precise_nosync,
                                  {7},
                                  6,
                                  10,
                                  // The address of the timer buffer; any will do, since memory is empty.
                                  {{{0, 0x30}, 0x1000'0000u}, {{0, 0x34}, 0u}}};
  return kernel;
}

std::vector<const PaperKernel*> paper_kernels() { return {&single_loop(), &double_loop(), &single_loop_precise()}; }

const PaperKernel* find_paper_kernel(std::string_view name) {
  for (const PaperKernel* kernel : paper_kernels())
    if (kernel->name == name) return kernel;
  return nullptr;
}

}  // namespace reconverge::study
