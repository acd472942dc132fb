// SPDX-License-Identifier: MIT
#include "cli/input.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include "capture/capture.hpp"
#include "cli/file_roles.hpp"
#include "cli/output.hpp"

namespace reconverge::cli {
namespace {

/// No listing, result or buffer is so large.
constexpr std::size_t most_input_bytes = std::size_t{1} << 30;

/// A capture brings the memory of its launch.
std::size_t limit_of(const std::string& text) {
  return capture::is_capture(text) ? std::size_t{capture::most_file_bytes} : most_input_bytes;
}

/// For so long a pipe may have nobody who writes into it.
constexpr std::chrono::seconds longest_without_writer{5};

core::Diagnostic cannot_read(const std::string& path, const std::string& why, std::string hint) {
  return {.failure = core::Failure::environment,
          .message = fmt::format("cannot read '{}': {}", path, why),
          .hint = std::move(hint)};
}

/// Empty: what is open can be read to an end.
std::string why_without_end(int file) {
  constexpr unsigned memory = 1, null = 3;
  struct stat status {};
  if (fstat(file, &status) != 0) return "";
  if (S_ISDIR(status.st_mode)) return "it is a folder";
  const bool is_null = S_ISCHR(status.st_mode) && major(status.st_rdev) == memory && minor(status.st_rdev) == null;
  if (S_ISBLK(status.st_mode) || (S_ISCHR(status.st_mode) && !is_null && isatty(file) != 1)) return "it is a device";
  return "";
}

bool is_of_type(int file, mode_t type) {
  struct stat status {};
  return fstat(file, &status) == 0 && (status.st_mode & S_IFMT) == type;
}

/// Of a pipe or terminal, which is opened without waiting for it.
enum class Wait : std::uint8_t { something, nothing_yet, ended };

Wait wait_for(int file) {
  constexpr int moment = 100;  // milliseconds
  pollfd events{file, POLLIN, 0};
  if (::poll(&events, 1, moment) <= 0) return Wait::nothing_yet;
  return (events.revents & POLLIN) != 0 ? Wait::something : Wait::ended;
}

constexpr int nobody_writes = -1;

/// Reads to the end, at most one buffer beyond the limit. Not through a stream: those continue to read when a signal
/// arrives, so that Ctrl-C would not end a program that waits for its input.
/// @param may_wait_for_writer  a pipe that nobody has opened for writing yet is not at its end
/// @return  0, an errno, or nobody_writes
int read_all(int file, bool may_wait_for_writer, std::string& text) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const bool waits = !is_of_type(file, S_IFREG);
  std::array<char, 1u << 16> buffer;
  while (true) {
    const Wait wait = waits ? wait_for(file) : Wait::something;
    if (wait == Wait::nothing_yet && interrupted()) return EINTR;
    const auto count = wait == Wait::ended ? 0 : ::read(file, buffer.data(), buffer.size());
    const bool has_no_writer = count == 0 && wait == Wait::nothing_yet && may_wait_for_writer && text.empty();
    if ((count == 0 && !has_no_writer) || text.size() > limit_of(text)) return 0;
    if (has_no_writer && Clock::now() - start > longest_without_writer) return nobody_writes;
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count < 0 && errno != EAGAIN && (errno != EINTR || interrupted())) return errno;
  }
}

core::Result<std::string> read_opened(int file, bool is_stdin, const std::string& path) {
  if (auto noted = note_input(file, path); !noted) return noted.error();
  if (const std::string why = why_without_end(file); !why.empty())
    return cannot_read(path, why, "a regular file, a pipe that something writes into, or '-' for standard input");
  std::string text;
  const int error = read_all(file, !is_stdin && is_of_type(file, S_IFIFO), text);
  if (error == nobody_writes)
    return cannot_read(path, "it is a pipe, and nothing has opened it for writing",
                       "start what writes into it first, or in the background");
  if (error != 0) return cannot_read(path, std::strerror(error), "check the path; '-' reads standard input");
  if (text.size() > limit_of(text))
    return cannot_read(path, fmt::format("it is larger than {} MiB", limit_of(text) >> 20),
                       "a listing, a result or the content of a buffer; part a larger one");
  return text;
}

/// What cannot be read a second time, by its identity: pipes, terminals, and standard input, whatever it is.
using ReadOnce = std::map<std::pair<dev_t, ino_t>, std::string>;

core::Result<std::string> read_or_remember(int file, bool is_stdin, const std::string& path) {
  static ReadOnce read_once;
  struct stat status {};
  const bool is_once = fstat(file, &status) == 0 && (is_stdin || !S_ISREG(status.st_mode));
  if (!is_once) return read_opened(file, is_stdin, path);
  const std::pair identity{status.st_dev, status.st_ino};
  if (const auto known = read_once.find(identity); known != read_once.end()) return known->second;
  auto text = read_opened(file, is_stdin, path);
  if (text) read_once.emplace(identity, *text);
  return text;
}

/// Why a path cannot be opened for reading.
std::string why_not_opened(const std::string& path, int error) {
  struct stat status {};
  const bool is_socket = error == ENXIO && stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode);
  return is_socket ? "it is a socket" : std::strerror(error);
}

}  // namespace

core::Result<std::string> read_input(const std::string& path) {
  if (path == "-") return read_or_remember(STDIN_FILENO, true, path);
  // To open a pipe for reading waits for whoever writes into it, and nothing but a signal ends that.
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return cannot_read(path, why_not_opened(path, errno), "check the path; '-' reads standard input");
  auto text = read_or_remember(file, false, path);
  ::close(file);
  return text;
}

}  // namespace reconverge::cli
