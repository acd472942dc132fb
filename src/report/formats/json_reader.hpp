// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "core/result.hpp"
#include "report/document.hpp"

namespace reconverge::report {

/// The report that to_json(const Report&) wrote. Applets are not stored: a line of text takes their
/// place. Fails with Failure::input if the JSON is not a report; what a later version has added is passed
/// over.
core::Result<Report> read_report(const nlohmann::ordered_json& json);

}  // namespace reconverge::report
