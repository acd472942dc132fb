// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace reconverge::report {

/// Text that means itself in XML and HTML, between tags and inside a quoted attribute.
std::string escape_xml(std::string_view text);

/// Text that means itself in a line of Markdown, inside a table cell too.
std::string escape_markdown(std::string_view text);

/// A name usable as an anchor and as an XML id: letters, digits, '-' and '_', a letter first.
std::string anchor(std::string_view name);

}  // namespace reconverge::report
