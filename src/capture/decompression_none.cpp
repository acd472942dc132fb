// SPDX-License-Identifier: MIT
#include "capture/decompression.hpp"

namespace reconverge::capture {

core::Result<std::string> decompress(std::string_view, std::size_t) {
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = "it is compressed by zstd, and this program was built without",
                          .hint = "install libzstd-dev, and build again"};
}

}  // namespace reconverge::capture
