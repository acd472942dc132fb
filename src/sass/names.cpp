// SPDX-License-Identifier: MIT
#include "sass/names.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace reconverge::sass {
namespace {

constexpr std::string_view anonymous = "(anonymous namespace)";

/// Where text ends that lies outside of <>, () and [] until one of `ends` comes; the size if none does.
std::size_t end_outside(std::string_view text, std::string_view ends) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text.substr(i).starts_with(anonymous)) {
      i += anonymous.size() - 1;
      continue;
    }
    if (depth == 0 && ends.find(text[i]) != std::string_view::npos) return i;
    if (std::string_view("<([{").find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view(">)]}").find(text[i]) != std::string_view::npos) --depth;
  }
  return text.size();
}

/// The part after the last `separator` outside of brackets.
std::string_view last_part(std::string_view text, std::string_view separator) {
  while (true) {
    const std::size_t end = end_outside(text, separator.substr(0, 1));
    if (end >= text.size()) return text;
    if (text.substr(end).starts_with(separator)) text.remove_prefix(end + separator.size());
    else return text;
  }
}

std::string_view without_arguments(std::string_view name) { return name.substr(0, end_outside(name, "<")); }

bool is_of_a_word(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Without blanks, and without the suffix of integers: who writes `f<1>` means `f<1u>` too.
std::string squeezed(std::string_view text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    const bool begins_number =
        std::isdigit(static_cast<unsigned char>(text[i])) != 0 && (i == 0 || !is_of_a_word(text[i - 1]));
    if (!begins_number) {
      kept += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i, text.find_first_not_of("0123456789", i) - i);
    const std::string_view suffix =
        text.substr(i + digits.size(), text.find_first_not_of("uUlL", i + digits.size()) - i - digits.size());
    const std::size_t end = i + digits.size() + suffix.size();
    kept += digits;
    if (end < text.size() && is_of_a_word(text[end])) kept += suffix;
    i = end - 1;
  }
  return kept;
}

/// All that one function may be called but for its symbol, the closest first; names of one rank are equally close.
constexpr std::size_t ranks = 4;
std::array<std::vector<std::string>, ranks - 1> names_of(const std::string& symbol) {
  const std::string whole = demangled(symbol);
  const std::string name = without_signature(whole);
  const std::string parameters = whole.substr(end_outside(whole, "("));
  const std::string_view last = last_part(name, "::");
  const std::string scope = name.substr(0, name.size() - last.size());
  const std::string base(without_arguments(last));
  return {{{squeezed(whole), squeezed(name + parameters), squeezed(name)},
           {squeezed(last)},
           {squeezed(scope + base), squeezed(base)}}};
}

}  // namespace

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // else names of types would be taken for some: "i" is "int"
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? std::string(text.get()) : symbol;
}

std::string without_signature(std::string_view demangled_name) {
  // What stands in brackets from its beginning is no parameter list: "(graph 1)".
  if (demangled_name.starts_with("(") && !demangled_name.starts_with(anonymous)) return std::string(demangled_name);
  return std::string(last_part(demangled_name.substr(0, end_outside(demangled_name, "(")), " "));
}

std::vector<std::string> symbols_named(std::string_view name, std::span<const std::string> symbols) {
  const std::string wanted = squeezed(name);
  std::array<std::vector<std::string>, ranks + 1> fitting;
  for (const std::string& symbol : symbols) {
    std::size_t rank = symbol == name ? 0 : 1;
    if (rank > 0) {
      const auto names = names_of(symbol);
      const auto has = [&](const auto& of_rank) { return std::ranges::find(of_rank, wanted) != of_rank.end(); };
      while (rank < ranks && !has(names[rank - 1])) ++rank;
    }
    const bool lacks_it = rank == ranks && squeezed(demangled(symbol)).find(wanted) == std::string::npos;
    if (!lacks_it && std::ranges::find(fitting[rank], symbol) == fitting[rank].end()) fitting[rank].push_back(symbol);
  }
  const auto closest = std::ranges::find_if(fitting, [](const auto& of_rank) { return !of_rank.empty(); });
  return closest == fitting.end() ? std::vector<std::string>() : *closest;
}

FunctionNames::FunctionNames(const std::vector<std::string>& symbols) {
  std::map<std::string, std::vector<std::string>> by_name;
  for (const std::string& symbol : symbols) {
    if (!names_.try_emplace(symbol).second) continue;
    const std::string whole = without_signature(demangled(symbol));
    const std::string_view last = last_part(whole, "::"), base = without_arguments(last);
    by_name[base == last ? std::string(last) : std::string(base) + "<...>"].push_back(symbol);
  }
  for (const auto& [name, all] : by_name)
    for (std::size_t i = 0; i < all.size(); ++i) {
      names_[all[i]] = all.size() == 1 ? name : name + " (" + std::to_string(i + 1) + ")";
      if (all.size() > 1) numbered_.insert(all[i]);
    }
}

std::string FunctionNames::of(const std::string& symbol) const {
  const auto found = names_.find(symbol);
  return found == names_.end() ? symbol : found->second;
}

std::string FunctionNames::of_place(const std::string& text) const {
  const std::size_t plus = text.rfind("+0x");
  return plus == std::string::npos ? text : of(text.substr(0, plus)) + text.substr(plus);
}

std::vector<std::string> FunctionNames::legend() const {
  std::vector<std::string> lines;
  for (const std::string& symbol : numbered_)
    lines.push_back(names_.find(symbol)->second + ": " + without_signature(demangled(symbol)));
  std::ranges::sort(lines);
  return lines;
}

}  // namespace reconverge::sass
