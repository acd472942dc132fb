#include "cli/session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/exit_status.hpp"

namespace reconverge::cli {
namespace {

bool use_color(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace

int Session::report(const core::Diagnostic& diagnostic) const {
  const bool colored = use_color(color);
  fmt::print(stderr, "{}error:{} {}\n", colored ? "\033[1;31m" : "", colored ? "\033[0m" : "", to_string(diagnostic));
  return exit_status(diagnostic.failure);
}

void Session::note(std::string_view text) const {
  if (!quiet) fmt::print(stderr, "{}\n", text);
}

void Session::detail(std::string_view text) const {
  if (verbose) fmt::print(stderr, "{}\n", text);
}

void Session::progress(std::size_t done, std::size_t all, std::string_view what) const {
  if (quiet || isatty(STDERR_FILENO) != 1) return;
  fmt::print(stderr, "\r\033[K[{}/{}] {}{}", done, all, what, done == all ? "\n" : "");
  std::fflush(stderr);
}

}  // namespace reconverge::cli
