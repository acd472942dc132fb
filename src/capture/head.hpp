#pragma once

#include <string>

#include "capture/capture.hpp"

namespace reconverge::capture {

/// The JSON parts of a capture. They fail with Failure::input.
core::Result<core::Done> read_head(const std::string& text, const std::string& source, Capture& capture);
core::Result<core::Done> read_counters(const std::string& text, const std::string& source, Capture& capture);
core::Result<core::Done> read_ending(const std::string& text, const std::string& source, Capture& capture);

}  // namespace reconverge::capture
