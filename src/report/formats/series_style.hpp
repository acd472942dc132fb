// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/document.hpp"

/// Marks that distinguish the series of a figure.
namespace reconverge::report {

/// A colour for each series: its own, else the first that no other has before it; they start again after the last.
std::vector<std::size_t> colours_of(const Figure& figure);

/// For each series the name of the one before it that has the same points, and so lies under it; empty if none has.
std::vector<std::string> equal_to(const Figure& figure);

}  // namespace reconverge::report
