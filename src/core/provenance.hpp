// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace reconverge::core {

/// How a number is known.
enum class Grade : std::uint8_t {
  paper,     ///< Printed in the paper.
  derived,   ///< Computed from the paper's algorithms and listings.
  measured,  ///< Measured by this tool on a card.
  fitted,    ///< Estimated from measurements.
  assumed,   ///< Assumed, with the reason in the source.
  given,     ///< Given by the user, for example with --cost.
};

constexpr std::string_view to_string(Grade grade) {
  switch (grade) {
    case Grade::paper: return "paper";
    case Grade::derived: return "derived";
    case Grade::measured: return "measured";
    case Grade::fitted: return "fitted";
    case Grade::assumed: return "assumed";
    case Grade::given: return "given";
  }
  return "unknown";
}

/// A number together with how it is known and where that is written.
struct Sourced {
  double value = 0;
  Grade grade = Grade::assumed;
  std::string source;  ///< Section of the paper, data file or command.

  friend bool operator==(const Sourced&, const Sourced&) = default;
};

}  // namespace reconverge::core
