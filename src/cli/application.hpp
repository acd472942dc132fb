// SPDX-License-Identifier: MIT
#pragma once

#include "cli/session.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// Gives an application its verbs and options.
void set_up(CLI::App& app, Session& session);

/// Parses the command line, runs the chosen verb and returns the exit status.
int run_application(int argc, const char* const* argv);

}  // namespace reconverge::cli
