// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "injection/container.hpp"

namespace reconverge::injection {

/// Bytes as they go into a section.
struct Packed {
  Coding coding = Coding::stored;
  std::string bytes;  ///< empty if they are stored as they are
};

/// By zstd where the library was built with it and the bytes become fewer; several threads may ask at once.
Packed pack(std::string_view bytes);

}  // namespace reconverge::injection
