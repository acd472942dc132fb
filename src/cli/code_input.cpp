// SPDX-License-Identifier: MIT
#include "cli/code_input.hpp"

#include <filesystem>

#include "cli/input.hpp"
#include "cli/suggestion.hpp"
#include "study/support/paper_kernels.hpp"

namespace reconverge::cli {

core::Result<std::string> read_code(const std::string& input) {
  const auto* kernel = study::find_paper_kernel(input);
  if (kernel != nullptr && !std::filesystem::exists(input)) return std::string(kernel->listing);
  auto text = read_input(input);
  if (text) return text;
  auto failure = text.error();
  failure.hint += "; built-in kernels: " + listed(names_of(study::paper_kernels()));
  return failure;
}

}  // namespace reconverge::cli
