#include <cstdio>
#include <exception>

#include "cli/application.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "report/formats/utf8.hpp"

int main(int argc, char** argv) {
  reconverge::cli::install_signal_handlers();
  try {
    return reconverge::cli::run_application(argc, argv);
  } catch (const std::exception& failure) {
    // File systems and memory throw; nothing of ours does.
    std::fprintf(stderr, "error: %s\n", reconverge::report::clean_utf8(failure.what()).c_str());
    return reconverge::cli::exit_environment;
  }
}
