// SPDX-License-Identifier: MIT
#include "cli/output.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>
#include <set>
#include <system_error>

#include "cli/exit_status.hpp"
#include "core/usage_error.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::cli {
namespace {

/// Identifies a file: two paths may lead to it, and "-" and /dev/stdout to standard output.
std::string place_of(const std::string& path, int standard_file) {
  struct stat status {};
  const int known = path == "-" ? ::fstat(standard_file, &status) : ::stat(path.c_str(), &status);
  if (known == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  if (path == "-") return path;
  std::error_code error;
  const auto place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? path : place.string();
}

std::atomic<bool> interrupt_arrived = false;

std::atomic<bool> stop_wanted = false;

std::atomic<std::time_t> first_interrupt = 0;
static_assert(std::atomic<std::time_t>::is_always_lock_free, "a signal handler uses it");

/// The first one asks the program to end with its results. A later one ends it without waiting;
/// `timeout` and terminals send two at once.
void on_interrupt(int) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!interrupt_arrived) first_interrupt = now.tv_sec;
  else if (now.tv_sec > first_interrupt + 1) _exit(exit_interrupted);
  interrupt_arrived = stop_wanted = true;
}

/// Standard output: gathered, so that a long trace is not a system call a row.
struct StandardOutput {
  static constexpr std::size_t enough = 1u << 16;

  std::string held;
  int error = 0;  ///< of the first write that failed; nothing is written after it

  void write_out() {
    std::string_view rest = held;
    while (!rest.empty() && error == 0) {
      if (!is_ready()) {
        // A reader that does not read must not hold up Ctrl-C.
        if (interrupted()) error = EINTR;
        continue;
      }
      const auto written = ::write(STDOUT_FILENO, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
      if (written >= 0) rest.remove_prefix(static_cast<std::size_t>(written));
      else if (errno != EINTR) error = errno;
    }
    held.clear();
  }

  /// Waits a moment until PIPE_BUF bytes can be written without blocking.
  static bool is_ready() {
    pollfd file{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&file, 1, 100) != 0 && file.revents != 0;
  }
};

StandardOutput& standard_output() {
  static StandardOutput output;
  return output;
}

}  // namespace

bool is_standard_output(const std::filesystem::path& path) {
  constexpr std::string_view names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  return std::ranges::find(names, path.native()) != std::end(names);
}

core::Result<core::Done> check_distinct(const std::vector<std::string>& outputs,
                                        const std::vector<std::string>& inputs) {
  std::set<std::string> places, read;
  for (const std::string& path : inputs)
    if (!path.empty() && !read.insert(place_of(path, STDIN_FILENO)).second)
      return core::usage_error(fmt::format("'{}' is given twice", path), "give each input once");
  const std::string standard_output = place_of("-", STDOUT_FILENO);
  for (const std::string& path : outputs) {
    if (path.empty()) continue;
    const std::string place = place_of(path, STDOUT_FILENO);
    if (path != "-" && read.contains(place) && std::filesystem::is_regular_file(path))
      return core::usage_error(fmt::format("'{}' is read, and would be replaced by a result", path),
                               "give the result a path of its own");
    if (!places.insert(place).second)
      return core::usage_error(place == standard_output ? "only one result can go to standard output"
                                                        : fmt::format("two results cannot go to one file, '{}'", path),
                               "give each result a path of its own");
  }
  return core::Done{};
}

/// In pieces of whole lines, since a listing can be long.
void print(std::string_view text) {
  constexpr std::size_t piece_bytes = 1 << 20;
  while (!text.empty()) {
    const std::size_t end = text.size() <= piece_bytes ? text.size() : text.find('\n', piece_bytes);
    const std::string_view piece = text.substr(0, end == std::string_view::npos ? end : end + 1);
    print_as_it_is(report::clean_utf8(piece));
    text.remove_prefix(piece.size());
  }
}

void print_as_it_is(std::string_view text) {
  static const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  StandardOutput& output = standard_output();
  output.held += text;
  if (is_terminal || output.held.size() >= StandardOutput::enough) output.write_out();
}

core::Result<core::Done> flush_output() {
  StandardOutput& output = standard_output();
  output.write_out();
  if (output.error == 0 || output.error == EPIPE || output.error == EINTR) return core::Done{};
  return core::Diagnostic{.failure = core::Failure::environment,
                          .message = fmt::format("cannot write standard output: {}", std::strerror(output.error)),
                          .hint = "is the disk full, or standard output closed?"};
}

bool reader_is_gone() { return standard_output().error == EPIPE; }

bool interrupted() { return interrupt_arrived; }

const std::atomic<bool>& stop_flag() { return stop_wanted; }

void stop_running() { stop_wanted = true; }

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A closed pipe shows in write(), so that files beside it are still written.
  std::signal(SIGPIPE, SIG_IGN);
  // So does a file that has reached the limit of the shell (ulimit -f).
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace reconverge::cli
