#pragma once

namespace reconverge::cli {

/// Parses the command line, runs the chosen verb and returns the exit status.
int run_application(int argc, const char* const* argv);

}  // namespace reconverge::cli
