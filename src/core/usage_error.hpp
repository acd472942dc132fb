// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "core/diagnostic.hpp"

namespace reconverge::core {

/// The caller asked for something that does not exist: exit status 2 of the command line.
inline Diagnostic usage_error(std::string message, std::string hint = "") {
  return {.failure = Failure::usage, .message = std::move(message), .hint = std::move(hint), .where = {}};
}

}  // namespace reconverge::core
