// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string_view>

#include <fmt/core.h>

#include "emulator/compiler/row_compiler.hpp"

namespace reconverge::emulator {

core::Result<bool> compiles_rows() {
  const char* const asked = std::getenv("RECONVERGE_JIT");  // NOLINT(concurrency-mt-unsafe)
  if (asked == nullptr || std::string_view(asked) == "on") return can_compile_rows();
  if (std::string_view(asked) == "off") return false;
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = fmt::format("RECONVERGE_JIT is '{}'", asked),
                          .hint = "on compiles rows where that is possible, off executes them one by one"};
}

}  // namespace reconverge::emulator
