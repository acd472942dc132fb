// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/session.hpp"

namespace reconverge::cli {

/// The head of every JSON result: schema, tool, command line, time, host.
nlohmann::ordered_json run_record(const Session& session, const std::string& schema, int schema_version = 1);

/// A text of a record; null where there is none.
nlohmann::ordered_json text_or_null(const std::string& text);

/// A record as text. Bytes of the user's that are not UTF-8 become U+FFFD.
std::string to_text(const nlohmann::ordered_json& record);
/// The same without line breaks or an end of line.
std::string to_one_line(const nlohmann::ordered_json& record);

/// The same for a report's head, without the folders of files.
std::vector<std::pair<std::string, std::string>> report_properties(const Session& session);

/// Columns for text on stdout: those of --width, else of the terminal; where stdout is not a terminal, nothing is
/// wrapped.
int terminal_width();
/// Takes this width from now on.
void set_text_width(int width);

}  // namespace reconverge::cli
