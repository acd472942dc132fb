// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace reconverge::report {

/// The style sheet of the page: light, dark, phone, paper.
std::string page_style();

}  // namespace reconverge::report
