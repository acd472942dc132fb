// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/document.hpp"

/// The programs of a page: what makes figures interactive, and applets.
namespace reconverge::report {

/// Whether a charting library was there when this was built.
bool has_charts();

/// Parts of a page's head and end for the programs of a report; all empty if it has none. `body` is the rest of the
/// page.
struct Scripts {
  std::string policy;    ///< addition to the content security policy
  std::string style;     ///< addition to the style sheet
  std::string elements;  ///< the script elements, for the end of the body
  std::string footer;    ///< the charting library's notice, or why there is none
};
Scripts scripts_of(const Report& report, std::string_view body);

/// JSON inside a page. Nothing in it can end the element.
std::string data_element(std::string_view id, std::string_view json);

}  // namespace reconverge::report
