// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/lint.hpp"
#include "sass/reader.hpp"

namespace reconverge::analysis {

/// A function of these rows, 16 bytes apart. Stalls and scoreboards stand behind the operands, as some disassemblers
/// print them: `?trans4`, `&wr=0x0`, `&req={0}`.
inline sass::Function function_of(const std::vector<std::string>& rows, const std::string& arch = "sm_90") {
  std::string text = fmt::format("code for {}\n\tFunction : k\n", arch);
  for (std::size_t i = 0; i < rows.size(); ++i) text += fmt::format("/*{:04x}*/ {} ;\n", 16 * i, rows[i]);
  auto function = sass::read_function(text, "k.sass", {});
  EXPECT_TRUE(function.has_value()) << (function ? "" : to_string(function.error()));
  return function ? *function : sass::Function{};
}

/// "rule pc" of every remark.
inline std::vector<std::string> remarks_of(const sass::Function& function) {
  const auto lint = analysis::lint(function, "k.sass");
  EXPECT_TRUE(lint.has_value());
  std::vector<std::string> found;
  if (lint)
    for (const Remark& remark : lint->remarks)
      found.push_back(fmt::format("{} 0x{:02x}", remark.rule, function.instructions[remark.index].address));
  return found;
}

inline std::vector<std::string> remarks(const std::vector<std::string>& rows) { return remarks_of(function_of(rows)); }

}  // namespace reconverge::analysis
