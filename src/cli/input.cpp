#include "cli/input.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace reconverge::cli {

core::Result<std::string> read_input(const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  const auto failure = [&](const char* why) {
    return core::Diagnostic{.failure = core::Failure::environment,
                            .message = fmt::format("cannot read '{}': {}", path, why),
                            .hint = "check the path; '-' reads standard input"};
  };
  if (std::filesystem::is_directory(path)) return failure("it is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return failure(std::strerror(errno));
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return failure(std::strerror(errno));
  return text;
}

}  // namespace reconverge::cli
