// SPDX-License-Identifier: MIT
#include "cli/session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/exit_status.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::cli {
namespace {

bool use_color(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

/// Standard error may be closed or full; a message that is lost must not end the program.
void tell(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

int Session::report(const core::Diagnostic& diagnostic) const {
  const bool colored = use_color(color);
  tell(fmt::format("{}error:{} {}\n", colored ? "\033[1;31m" : "", colored ? "\033[0m" : "",
                   report::clean_utf8(to_string(diagnostic))));
  return exit_status(diagnostic.failure);
}

void Session::note(std::string_view text) const {
  if (!quiet) tell(report::clean_utf8(text) + "\n");
}

void Session::detail(std::string_view text) const {
  if (verbose) tell(report::clean_utf8(text) + "\n");
}

void Session::progress(std::size_t done, std::size_t all, std::string_view what) const {
  if (quiet || isatty(STDERR_FILENO) != 1) return;
  tell(fmt::format("\r\033[K[{}/{}] {}{}", done, all, report::clean_utf8(what), done == all ? "\n" : ""));
  std::fflush(stderr);
}

}  // namespace reconverge::cli
