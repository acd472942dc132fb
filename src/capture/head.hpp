// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "capture/capture.hpp"

namespace reconverge::capture {

/// The error for a file that cannot be what was written.
inline core::Diagnostic broken(std::string message, const std::string& source) {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = "the file is broken, or not what `reconverge profile --capture` wrote",
          .where = {source}};
}

/// The JSON parts of a capture. They fail with Failure::input.
core::Result<core::Done> read_head(const std::string& text, const std::string& source, Capture& capture);
core::Result<core::Done> read_counters(const std::string& text, const std::string& source, Capture& capture);
core::Result<core::Done> read_ending(const std::string& text, const std::string& source, Capture& capture);

}  // namespace reconverge::capture
