// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "observers/finding_kinds.hpp"
#include "sass/program.hpp"

/// Findings in code without running it.
namespace reconverge::analysis {

/// Something at one row that is certain on some path of the control-flow graph.
struct Remark {
  std::string_view rule;  ///< name of one of rules()
  std::size_t index = 0;  ///< of the row
  std::string message = {};
};

struct Lint {
  std::vector<Remark> remarks;        ///< in the order of the rows
  std::vector<std::string> left_out;  ///< checks that this function does not allow, and why
};

/// Every rule that a check can name, in the order of the checks.
std::span<const observers::FindingKind> rules();
const observers::FindingKind* find_rule(std::string_view name);

/// Runs all checks. Only what is certain is a remark: code that a compiler made has none but notes.
core::Result<Lint> lint(const sass::Function& function, const std::string& source_name);

}  // namespace reconverge::analysis
