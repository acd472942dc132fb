// SPDX-License-Identifier: MIT
#include "sass/user_frame.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace reconverge::sass {
namespace {

namespace fs = std::filesystem;

bool is_toolkit_folder(const std::string& name) {
  constexpr std::string_view cuda = "cuda";
  return name == cuda || (name.starts_with("cuda-") && name.size() > 5 &&
                          name.find_first_not_of("0123456789.", 5) == std::string::npos);
}

/// Where the folder begins, of whose headers a file is one: "cuda-13.0/targets/NAME/include", "cuda/include", and
/// "nvidia/NAME/include" of Python packages. Its path up to there; empty if it is in none.
fs::path before_toolkit(const fs::path& file) {
  std::vector<std::string> names;
  std::vector<fs::path> before;
  fs::path path;
  for (const fs::path& part : file.parent_path()) {
    before.push_back(path);
    path /= part;
    names.push_back(part.string());
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i] != "include") continue;
    if (is_toolkit_folder(names[i - 1])) return before[i - 1] / names[i - 1];
    if (i >= 2 && (names[i - 2] == "targets" || names[i - 2] == "nvidia")) return before[i - 2] / names[i - 2];
  }
  return {};
}

/// Headers that a compiler has in itself have no folder.
bool is_built_in(const fs::path& file) {
  constexpr std::array<std::string_view, 4> beginnings{"sm_", "cuda_", "device_", "crt/"};
  const std::string name = file.string();
  const std::string ending = file.extension().string();
  const bool is_header = ending == ".h" || ending == ".hpp";
  const bool is_named = std::ranges::any_of(beginnings, [&](std::string_view one) { return name.starts_with(one); });
  return is_header && is_named && (file.parent_path().empty() || name.starts_with("crt/"));
}

/// @param kernel  the file of the kernel, which is the user's
bool is_header_of_toolkit(const std::string& file, const std::string& kernel) {
  const fs::path path = fs::path(file).lexically_normal();
  if (file == kernel) return false;
  const std::string text = path.string();
  if (text.starts_with("/usr/include/") || text.starts_with("/usr/lib/")) return true;
  const fs::path before = before_toolkit(path);
  // A project may have folders of these names: the kernel is beside them then.
  if (!before.empty()) return !fs::path(kernel).lexically_normal().string().starts_with(before.string() + "/");
  return is_built_in(path);
}

}  // namespace

std::size_t frame_of_user(const std::vector<SourceFrame>& frames) {
  const std::string& kernel = frames.back().file;
  const auto own = std::ranges::find_if_not(
      frames, [&](const SourceFrame& frame) { return is_header_of_toolkit(frame.file, kernel); });
  return own == frames.end() ? 0 : static_cast<std::size_t>(own - frames.begin());
}

}  // namespace reconverge::sass
