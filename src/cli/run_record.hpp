#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/session.hpp"

namespace reconverge::cli {

/// What every JSON result begins with: schema, tool, command line, time, host.
nlohmann::ordered_json run_record(const Session& session, const std::string& schema);

/// The same for a report's head.
std::vector<std::pair<std::string, std::string>> report_properties(const Session& session);

/// Columns of the terminal on stdout; 100 if it is none.
int terminal_width();

}  // namespace reconverge::cli
