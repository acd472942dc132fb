// SPDX-License-Identifier: MIT
#include "injection/terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <limits.h>

#include "injection/held_signals.hpp"

namespace reconverge::injection {

Terminal::Terminal(bool is_quiet) {
  if (is_quiet || fstat(STDERR_FILENO, &is_) != 0) return;
  file_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

void Terminal::say(const std::string& text) const {
  struct stat now {};
  // An application that closes all files that it does not know may have another one under this number.
  if (file_ < 0 || fstat(file_, &now) != 0 || now.st_dev != is_.st_dev || now.st_ino != is_.st_ino) return;
  std::string line = "reconverge: " + text.substr(0, PIPE_BUF - 64);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  line += '\n';
  pollfd ready{.fd = file_, .events = POLLOUT, .revents = 0};
  if (poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0) return;  // a pipe that is full, or that nobody reads
  const SignalsHeld held;
  [[maybe_unused]] const auto written = ::write(file_, line.data(), line.size());
}

}  // namespace reconverge::injection
