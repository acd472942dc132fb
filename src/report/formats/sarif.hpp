// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "report/issue_log.hpp"

namespace reconverge::report {

/// A log of one run in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS standard).
nlohmann::ordered_json to_sarif(const IssueLog& log);

}  // namespace reconverge::report
