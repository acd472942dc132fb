// SPDX-License-Identifier: MIT
// What is asked of the tools of a machine.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "toolchain/search.hpp"

namespace reconverge::toolchain {
namespace {

namespace fs = std::filesystem;

/// A folder with programs that note each time that they run, as the only one in PATH.
class AskedTools : public testing::Test {
 protected:
  AskedTools() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    setenv("PATH", folder_.c_str(), 1);
  }
  ~AskedTools() override {
    setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }

  fs::path add(const std::string& name, const std::string& says) const {
    const fs::path program = folder_ / name;
    std::ofstream(program) << "#!/bin/sh\necho " << name << " >> '" << log().string() << "'\necho '" << says << "'\n";
    fs::permissions(program, fs::perms::owner_all);
    return program;
  }
  std::string asked() const {
    std::ifstream file(log());
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  fs::path log() const { return folder_ / "log"; }

  std::string path_ = std::getenv("PATH");
  fs::path folder_ = fs::temp_directory_path() / ("reconverge-asked-" + std::to_string(getpid()));
};

TEST_F(AskedTools, NameFoldersOfPackagesOnce) {
  add("python3", "/nowhere");
  search_places();
  search_places();
  EXPECT_EQ(asked(), "python3\n");
}

TEST_F(AskedTools, SayTheirVersionOnce) {
  const Tool tool{"nvdisasm", add("nvdisasm", "release 13.0, V13.0.88"), "PATH"};
  EXPECT_EQ(version_of(tool), "release 13.0, V13.0.88");
  EXPECT_EQ(version_of(tool), "release 13.0, V13.0.88");
  EXPECT_EQ(asked(), "nvdisasm\n");
}

}  // namespace
}  // namespace reconverge::toolchain
