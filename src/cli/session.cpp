// SPDX-License-Identifier: MIT
#include "cli/session.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "cli/exit_status.hpp"
#include "cli/terminal.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::cli {
namespace {

bool use_color(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

/// Columns of messages: those that are asked for, or of a terminal. Elsewhere lines stay whole.
int message_width(const std::optional<int>& wanted) {
  constexpr int unwrapped = 1'000'000, least = 40;
  winsize size{};
  if (wanted) return *wanted;
  if (isatty(STDERR_FILENO) != 1 || ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return unwrapped;
  return std::max<int>(size.ws_col, least);
}

/// Standard error may be closed or full; a message that is lost must not end the program.
void print_to_stderr(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

int Session::report(const core::Diagnostic& diagnostic) const {
  const std::string lead = "error:";
  const std::string text =
      wrapped_lines(lead + " " + report::clean_utf8(to_string(diagnostic)), message_width(width)).substr(lead.size());
  print_to_stderr(use_color(color) ? fmt::format("\033[1;31m{}\033[0m{}", lead, text) : lead + text);
  return exit_status(diagnostic.failure);
}

void Session::note(std::string_view text) const {
  if (!quiet) print_to_stderr(wrapped_lines(report::clean_utf8(text), message_width(width)));
}

void Session::detail(std::string_view text) const {
  if (verbose) print_to_stderr(wrapped_lines(report::clean_utf8(text), message_width(width)));
}

void Session::progress(std::size_t done, std::size_t all, std::string_view what) const {
  if (quiet || isatty(STDERR_FILENO) != 1) return;
  if (all == 0) print_to_stderr("\r\033[K");
  else
    print_to_stderr(fmt::format("\r\033[K[{}/{}] {}{}", done, all, report::clean_utf8(what), done == all ? "\n" : ""));
  std::fflush(stderr);
}

}  // namespace reconverge::cli
