#include "cli/input.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "cli/output.hpp"

namespace reconverge::cli {
namespace {

/// Reads to the end. Not through a stream: those go on reading when a signal arrives, so that Ctrl-C
/// would not end a program that waits for its standard input.
int read_all(int file, std::string& text) {
  std::array<char, 1u << 16> buffer;
  while (true) {
    const auto count = ::read(file, buffer.data(), buffer.size());
    if (count == 0) return 0;
    if (count > 0)
      text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (errno != EINTR || interrupted())
      return errno;
  }
}

}  // namespace

core::Result<std::string> read_input(const std::string& path) {
  const bool is_stdin = path == "-";
  const int file = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  const int error = file < 0 ? errno : read_all(file, text);
  if (file >= 0 && !is_stdin) ::close(file);
  if (error == 0) return text;
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = fmt::format("cannot read '{}': {}", path, std::strerror(error)),
                          .hint = "check the path; '-' reads standard input"};
}

}  // namespace reconverge::cli
