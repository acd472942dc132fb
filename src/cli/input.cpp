// SPDX-License-Identifier: MIT
#include "cli/input.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "cli/file_roles.hpp"
#include "cli/output.hpp"

namespace reconverge::cli {
namespace {

/// A device such as /dev/zero has no end. No listing, result or buffer is so large.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// Reads to the end, at most one buffer beyond the limit. Not through a stream: those continue to read
/// when a signal arrives, so that Ctrl-C would not end a program that waits for its standard input.
int read_all(int file, std::string& text) {
  std::array<char, 1u << 16> buffer;
  while (true) {
    const auto count = ::read(file, buffer.data(), buffer.size());
    if (count == 0 || text.size() > most_bytes) return 0;
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (errno != EINTR || interrupted()) return errno;
  }
}

}  // namespace

core::Result<std::string> read_input(const std::string& path) {
  const bool is_stdin = path == "-";
  const int file = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto noted = file < 0 ? core::Result<core::Done>(core::Done{}) : note_input(file, path);
  std::string text;
  const int error = file < 0 ? errno : noted ? read_all(file, text) : 0;
  if (file >= 0 && !is_stdin) ::close(file);
  if (!noted) return noted.error();
  if (text.size() > most_bytes)
    return core::Diagnostic{
        .failure = core::Failure::environment,
        .message = fmt::format("cannot read '{}': it is larger than {} MiB", path, most_bytes >> 20),
        .hint = "a listing, a result or the content of a buffer; part a larger one"};
  if (error == 0) return text;
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = fmt::format("cannot read '{}': {}", path, std::strerror(error)),
                          .hint = "check the path; '-' reads standard input"};
}

}  // namespace reconverge::cli
