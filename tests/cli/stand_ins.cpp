// SPDX-License-Identifier: MIT
#include "cli/stand_ins.hpp"

#include <cstdlib>
#include <filesystem>

namespace reconverge::cli_tests {

namespace fs = std::filesystem;

StandIns::StandIns(const Folder& folder) : folder_(folder), path_(std::getenv("PATH")) {
  fs::create_directories(folder_ / "bin");
  setenv("PATH", (folder_ / "bin").c_str(), 1);
  for (const char* name : {"CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH"}) unsetenv(name);
}

StandIns::~StandIns() { setenv("PATH", path_.c_str(), 1); }

void StandIns::add(const std::string& name, const std::string& script, const std::string& release) const {
  const std::string head =
      "#!/bin/sh\n[ \"$1\" = --version ] && { echo 'release " + release + "'; exit 0; }\n" + script + "\n";
  fs::permissions(folder_.write("bin/" + name, head), fs::perms::owner_all);
}

void StandIns::add_disassembler() const { add("nvdisasm", "exec /bin/cat \"$FAKE_LISTING\"", "13.0, V13.0.88"); }

void StandIns::listing(const std::string& path) { setenv("FAKE_LISTING", path.c_str(), 1); }

}  // namespace reconverge::cli_tests
