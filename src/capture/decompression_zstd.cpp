// SPDX-License-Identifier: MIT
#include <zstd.h>

#include "capture/decompression.hpp"

namespace reconverge::capture {

core::Result<std::string> decompress(std::string_view frame, std::size_t bytes) {
  std::string content(bytes, '\0');
  const std::size_t size = ZSTD_decompress(content.data(), content.size(), frame.data(), frame.size());
  if (ZSTD_isError(size) != 0 || size != bytes)
    return core::Diagnostic{.failure = core::Failure::input, .message = "it is not a zstd frame of that many bytes"};
  return content;
}

}  // namespace reconverge::capture
