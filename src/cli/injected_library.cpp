// SPDX-License-Identifier: MIT
#include "cli/injected_library.hpp"

#include <filesystem>

namespace reconverge::cli {

namespace fs = std::filesystem;

core::Result<std::string> find_injected_library() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* folder : {"../lib", "../" RECONVERGE_LIBRARY_FOLDER "/reconverge"}) {
    const fs::path library = (program / folder / "libreconverge_injection.so").lexically_normal();
    if (fs::exists(library, error)) return library.string();
  }
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = "libreconverge_injection.so, which is loaded into the application, is missing",
                          .hint = "it is built where CUPTI's headers are: install the CUDA toolkit, then tools/build"};
}

}  // namespace reconverge::cli
