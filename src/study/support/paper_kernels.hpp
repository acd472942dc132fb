// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "emulator/executable.hpp"

namespace reconverge::study {

/// A kernel of the paper, by its published disassembly.
struct PaperKernel {
  std::string_view name;  ///< "single_loop"; also the kernel of the generations' base costs
  std::string_view title;
  std::string_view listing;            ///< SASS text with its citation
  std::vector<int> bound_registers;    ///< registers that hold the loop bounds M and N
  int sum_register = 0;                ///< register of the running float sum
  int counter_register = 0;            ///< register of the outer loop counter
  emulator::Constants constants = {};  ///< kernel parameters that the listing reads
};

const PaperKernel& single_loop();
const PaperKernel& double_loop();
/// The detailed loop without the closing synchronisation. It has no measured base.
const PaperKernel& single_loop_precise();

std::vector<const PaperKernel*> paper_kernels();
const PaperKernel* find_paper_kernel(std::string_view name);

}  // namespace reconverge::study
