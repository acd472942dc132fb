// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace reconverge::capture {

/// The content of a container by tag: what several sections of one tag hold is joined.
using Sections = std::map<std::string, std::string, std::less<>>;

/// @param most_bytes  of all content; more is refused before it is unpacked
/// Fails with Failure::input, and with Failure::environment if it cannot be unpacked here.
core::Result<Sections> read_sections(std::string_view file, const std::string& source, std::uint64_t most_bytes);

/// Puts a section before the last one of a container that is whole. The section is stored as it is.
std::string with_section(std::string_view file, std::string_view tag, std::string_view content);

}  // namespace reconverge::capture
