// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>
#include <new>

#include "cli/application.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "report/formats/utf8.hpp"

int main(int argc, char** argv) {
  reconverge::cli::install_signal_handlers();
  try {
    return reconverge::cli::run_application(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs(
        "error: there is not enough memory\n  try: a smaller input, fewer steps (--max-steps), or a larger limit of "
        "the shell (ulimit -v)\n",
        stderr);
    return reconverge::cli::exit_environment;
  } catch (const std::exception& failure) {
    // Nothing of ours throws: this is a fault of the program, or of the system below it.
    std::fprintf(stderr, "error: internal error: %s\n  try: report it with the command and its input\n",
                 reconverge::report::clean_utf8(failure.what()).c_str());
    return reconverge::cli::exit_environment;
  }
}
