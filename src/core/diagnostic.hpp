// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace reconverge::core {

/// The kind of failure that a diagnostic reports. The command line turns the kind into the exit status
/// (cli/exit_status.hpp), so a library function never chooses one.
enum class Failure : std::uint8_t {
  check,        ///< It ran, but a check or a comparison failed.
  usage,        ///< The caller named something that does not exist.
  environment,  ///< A file, tool, driver or device is missing or unusable.
  input,        ///< Input that is not understood.
  emulation,    ///< Emulation stopped: step limit, deadlock or a broken control stack.
};

/// A place in a text. Lines and columns count from 1; 0 means "unknown".
struct Location {
  std::string source;  ///< File name as the user gave it; "-" for standard input.
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

/// An expected failure: where, what, what to try.
struct Diagnostic {
  Failure failure = Failure::input;
  std::string message;    ///< The error, without the place and without a final full stop.
  std::string hint = {};  ///< What to try; empty if there is nothing sensible to say.
  Location where = {};
};

/// "file:line:column: message" and, on a second line, "  try: hint".
std::string to_string(const Diagnostic& diagnostic);

}  // namespace reconverge::core
