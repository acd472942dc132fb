// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
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

/// Names of functions for a table. Libraries have symbols of hundreds of letters, most of them arguments of templates.
class FunctionNames {
 public:
  explicit FunctionNames(const std::vector<std::string>& symbols);

  /// "reduce<...>" of "_ZN2at6reduceILi512EEEvPf"; "reduce<...> (2)" if several are called so.
  std::string of(const std::string& symbol) const;
  /// "reduce<...>+0x40" of a symbol and an address; other text as it is.
  std::string of_place(const std::string& text) const;
  /// The full names of the numbered ones: "reduce<...> (2): at::reduce<512>".
  std::vector<std::string> legend() const;

 private:
  std::map<std::string, std::string, std::less<>> names_;
  std::set<std::string, std::less<>> numbered_;
};

}  // namespace reconverge::sass
