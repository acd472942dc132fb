// SPDX-License-Identifier: MIT
#include "fuzz/sass_reader_body.hpp"
#include "fuzz/target.hpp"

namespace reconverge::fuzz {

std::string check(std::string_view input) { return check_sass_reader(input); }

std::vector<std::string> pieces(std::string_view file) { return functions_of(file); }

}  // namespace reconverge::fuzz
