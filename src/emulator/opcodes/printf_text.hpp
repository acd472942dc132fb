// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace reconverge::emulator {

/// The output of the device's printf for a format.
struct PrintedText {
  std::string text;
  int arguments = 0;  ///< that were taken, which is what printf returns
};

/// Numbers from the buffer of the arguments: `bytes` (4 or 8) at an offset; nothing if it cannot be read.
using ReadArgument = std::function<std::optional<std::uint64_t>(std::uint64_t offset, unsigned bytes)>;
/// A text that an argument points to; nothing if it cannot be read.
using ReadText = std::function<std::optional<std::string>(std::uint64_t address)>;

/// Formats as C does, with flags, width, precision and `*`. Arguments lie at multiples of their size: integers of 4
/// or 8 bytes, doubles and pointers of 8.
PrintedText format_printf(std::string_view format, const ReadArgument& argument, const ReadText& text);

}  // namespace reconverge::emulator
