// SPDX-License-Identifier: MIT
#pragma once

#include <regex.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace reconverge::injection {

/// A POSIX extended regular expression (regex(7)) that is searched for in names of kernels. It is used on the stack of
/// the application's threads: std::regex needs some of it for each character of a name, and time that grows
/// exponentially.
class Pattern {
 public:
  static constexpr std::size_t most_characters = 4096;
  static constexpr int most_open = 50;  ///< brackets at once

  explicit Pattern(const std::string& text) : problem_(limits_of(text)), compiled_(new regex_t, release) {
    const int error = problem_.empty() ? regcomp(compiled_.get(), text.c_str(), REG_EXTENDED | REG_NOSUB) : REG_ESPACE;
    if (error == 0) return;
    if (problem_.empty()) {
      std::array<char, 128> why{};
      regerror(error, compiled_.get(), why.data(), why.size());
      problem_ = why.data();
    }
    delete compiled_.release();  // there is nothing to free in it
  }

  /// Why it cannot be used; empty if it can.
  const std::string& problem() const { return problem_; }
  /// False if it cannot be used.
  bool is_found_in(const std::string& name) const {
    return compiled_ != nullptr && regexec(compiled_.get(), name.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  static void release(regex_t* compiled) {
    regfree(compiled);
    delete compiled;
  }
  /// Deep nesting takes all of a stack, repetitions of repetitions all memory, back references exponential time.
  static std::string limits_of(std::string_view text) {
    if (text.size() > most_characters) return "it is longer than " + std::to_string(most_characters) + " characters";
    int open = 0, most = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool is_escape = text[i] == '\\' && i + 1 < text.size();
      if (is_escape && text[i + 1] >= '0' && text[i + 1] <= '9') return "back references are not supported";
      if (text[i] == '{') return "counts of repetitions, {N}, are not supported";
      if (text[i] == '(') most = std::max(most, ++open);
      if (text[i] == ')') --open;
      if (is_escape) ++i;
    }
    return most > most_open ? "more than " + std::to_string(most_open) + " brackets are open at once" : "";
  }

  std::string problem_;
  std::unique_ptr<regex_t, void (*)(regex_t*)> compiled_;
};

}  // namespace reconverge::injection
