// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.hpp"

namespace reconverge::cli {

/// State shared by all verbs: the global options, and the verb that was chosen.
struct Session {
  std::vector<std::string> arguments;  ///< as given, program name first
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";
  std::optional<int> width = {};  ///< of text; none: that of the terminal
  std::function<int()> run;       ///< set by the verb's callback; returns the exit status

  /// A failure on stderr; returns its exit status.
  int report(const core::Diagnostic& diagnostic) const;
  /// A remark on stderr unless --quiet.
  void note(std::string_view text) const;
  /// A remark on stderr with --verbose.
  void detail(std::string_view text) const;
  /// The state of long work, on stderr if that is a terminal.
  void progress(std::size_t done, std::size_t all, std::string_view what) const;
};

/// Version and commit of this build.
extern const std::string_view version;
extern const std::string_view git_hash;

}  // namespace reconverge::cli
