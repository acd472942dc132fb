// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "injection/container.hpp"

namespace reconverge::capture {

/// A section in its file.
struct Section {
  injection::SectionHead head;
  std::string_view stored;
  std::size_t end = 0;  ///< of it in the file
};

/// A container: its sections by tag, unpacked when they are asked for.
class Sections {
 public:
  /// Reads heads and checksums alone. Fails with Failure::input if the file is cut or broken.
  static core::Result<Sections> read(std::string_view file, const std::string& source);

  bool contains(std::string_view tag) const { return sections_.contains(tag); }
  /// That all sections of a tag claim to hold; 0 if there are none. More than `most_bytes` is refused.
  core::Result<std::uint64_t> bytes_of(std::string_view tag, std::uint64_t most_bytes) const;
  /// What all sections of a tag hold, unpacked. More than `most_bytes` is refused before it is unpacked. Fails with
  /// Failure::input, and with Failure::environment if it cannot be unpacked here.
  core::Result<std::string> content(std::string_view tag, std::uint64_t most_bytes) const;
  /// Calls a function with what each section of a tag holds, one after another. Limit and failures are the same.
  core::Result<core::Done> each(std::string_view tag, std::uint64_t most_bytes,
                                const std::function<void(std::string_view)>& take) const;

 private:
  explicit Sections(std::string source) : source_(std::move(source)) {}
  std::string source_;
  std::map<std::string, std::vector<Section>, std::less<>> sections_;
};

/// Puts a section before the last one of a container that is whole. The section is stored as it is.
std::string with_section(std::string_view file, std::string_view tag, std::string_view content);

}  // namespace reconverge::capture
