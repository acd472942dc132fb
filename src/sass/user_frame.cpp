// SPDX-License-Identifier: MIT
#include "sass/user_frame.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/short_names.hpp"

namespace reconverge::sass {
namespace {

/// The folders of a path and its name, without "." and with ".." taken back. An absolute path begins with an empty one.
std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    const bool goes_back = part == ".." && !parts.empty() && !parts.back().empty() && parts.back() != "..";
    if (goes_back) parts.pop_back();
    else if (part != "." && (!part.empty() || parts.empty())) parts.push_back(part);
    if (end == path.size()) return parts;
    path.remove_prefix(end + 1);
  }
}

bool is_toolkit_folder(std::string_view name) {
  constexpr std::string_view cuda = "cuda", versioned = "cuda-";
  return name == cuda || (name.starts_with(versioned) && name.size() > versioned.size() &&
                          name.find_first_not_of("0123456789.", versioned.size()) == std::string_view::npos);
}

/// How many of its parts lead to the folder of whose headers a file is one: "cuda-13.0/targets/NAME/include",
/// "cuda/include", and "nvidia/NAME/include" of Python packages. 0: it is in none.
std::size_t parts_to_toolkit(const std::vector<std::string_view>& file) {
  for (std::size_t i = 1; i + 1 < file.size(); ++i) {
    if (file[i] != "include") continue;
    if (is_toolkit_folder(file[i - 1])) return i;
    if (i >= 2 && (file[i - 2] == "targets" || file[i - 2] == "nvidia")) return i - 1;
  }
  return 0;
}

/// Headers that a compiler has in itself have no folder.
bool is_built_in(const std::vector<std::string_view>& file) {
  constexpr std::array<std::string_view, 3> beginnings{"sm_", "cuda_", "device_"};
  const std::string_view name = file.back();
  if (!name.ends_with(".h") && !name.ends_with(".hpp")) return false;
  if (file.size() == 1) return std::ranges::any_of(beginnings, [&](auto one) { return name.starts_with(one); });
  return file.front() == "crt";
}

/// @param kernel  the file of the kernel, which is the user's
bool is_header_of_toolkit(const std::string& file, const std::string& kernel) {
  if (file == kernel) return false;
  const auto parts = parts_of(file);
  const bool is_of_system =
      parts.size() > 3 && parts[0].empty() && parts[1] == "usr" && (parts[2] == "include" || parts[2] == "lib");
  if (is_of_system) return true;
  const std::size_t count = parts_to_toolkit(parts);
  if (count == 0) return is_built_in(parts);
  // A project may have folders of these names: the kernel is beside them then.
  const auto own = parts_of(kernel);
  return own.size() <= count ||
         !std::equal(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count), own.begin());
}

}  // namespace

std::size_t frame_of_user(const std::vector<SourceFrame>& frames) {
  const std::string& kernel = frames.back().file;
  const auto own = std::ranges::find_if_not(
      frames, [&](const SourceFrame& frame) { return is_header_of_toolkit(frame.file, kernel); });
  return own == frames.end() ? 0 : static_cast<std::size_t>(own - frames.begin());
}

std::string line_of_user(const Function& function, const Instruction& instruction) {
  const auto frames = frames_of(function, instruction);
  if (frames.empty()) return "";
  const SourceFrame& own = frames[frame_of_user(frames)];
  return fmt::format("{}:{}", core::base_name(own.file), own.line);
}

}  // namespace reconverge::sass
