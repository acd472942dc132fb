#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reconverge::cli {

/// The name that a mistyped word is closest to: at most a third of its letters differ, or one; empty if none is.
std::string closest(std::string_view word, const std::vector<std::string>& names);

/// "did you mean 'kepler'? " and the list, or the list alone. @param list  "fermi, kepler"
std::string nearest_first(std::string_view word, const std::string& list);

}  // namespace reconverge::cli
