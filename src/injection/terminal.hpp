// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <string>

namespace reconverge::injection {

/// The standard error that the application was started with, for the user who looks at it. The application may close it
/// and open files of its own in its place: those are left alone.
class Terminal {
 public:
  /// @param is_quiet  nothing is said
  explicit Terminal(bool is_quiet);

  /// Writes one line, if that is possible without waiting. What a terminal would take for a command is written as '?'.
  void say(const std::string& text) const;

 private:
  int file_ = -1;  ///< of its own; -1: none
  struct stat is_ {};
};

}  // namespace reconverge::injection
