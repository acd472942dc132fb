// SPDX-License-Identifier: MIT
#include <zstd.h>

#include "injection/compression.hpp"

namespace reconverge::injection {
namespace {

constexpr int level = 1;  // the application waits for it

}  // namespace

Packed pack(std::string_view bytes) {
  Packed packed{.coding = Coding::zstd, .bytes = std::string(ZSTD_compressBound(bytes.size()), '\0')};
  const std::size_t size = ZSTD_compress(packed.bytes.data(), packed.bytes.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0 || size >= bytes.size()) return {};
  packed.bytes.resize(size);
  return packed;
}

}  // namespace reconverge::injection
