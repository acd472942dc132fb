// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Names of functions as the source has them.
namespace reconverge::sass {

/// "void foo<int, 4>(int*)" of "_Z3fooIiLi4EEvPT_"; other names stay as they are.
std::string demangled(const std::string& symbol);

/// "foo<int, 4>" of "void foo<int, 4>(int*)", with the namespaces that it is in.
std::string without_signature(std::string_view demangled_name);

/// Which of these symbols a name means: that symbol; else those whose demangled text it is, with or without return
/// type and parameters; else those that it is the name of, without template arguments, with or without namespaces;
/// else those whose demangled text has it somewhere. Blanks do not matter.
std::vector<std::string> symbols_named(std::string_view name, std::span<const std::string> symbols);

}  // namespace reconverge::sass
