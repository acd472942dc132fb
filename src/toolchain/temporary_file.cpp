// SPDX-License-Identifier: MIT
#include "toolchain/temporary_file.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace reconverge::toolchain {
namespace {

core::Diagnostic failure(const char* what, const std::string& path) {
  return {core::Failure::environment,
          fmt::format("cannot {} {}: {}", what, path, std::strerror(errno)),
          "TMPDIR names the folder of temporary files",
          {}};
}

std::string name_to_complete() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  return ((error ? std::filesystem::path("/tmp") : folder) / "reconverge-XXXXXX").string();
}

core::Result<std::string> content_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return failure("read", path.string());
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace

core::Result<TemporaryFile> TemporaryFile::create(std::string_view content, const std::string& suffix) {
  std::string name = name_to_complete() + suffix;
  const int descriptor = mkstemps(name.data(), static_cast<int>(suffix.size()));
  if (descriptor < 0) return failure("make", name);
  close(descriptor);
  TemporaryFile file{std::filesystem::path(name)};
  std::ofstream stream(name, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  if (!stream) return failure("write", name);
  return file;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove(path_, ignored);
}

core::Result<std::string> TemporaryFile::read() const { return content_of(path_); }

core::Result<TemporaryFolder> TemporaryFolder::create() {
  std::string name = name_to_complete();
  if (mkdtemp(name.data()) == nullptr) return failure("make", name);
  return TemporaryFolder(std::filesystem::absolute(name));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

core::Result<std::vector<std::string>> TemporaryFolder::read_files() const {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(path_, error), end; !error && at != end; at.increment(error))
    files.push_back(at->path());
  if (error) return failure("read", path_.string());
  std::ranges::sort(files);
  std::vector<std::string> contents;
  for (const auto& file : files) {
    auto content = content_of(file);
    if (!content) return content.error();
    contents.push_back(std::move(content).value());
  }
  return contents;
}

}  // namespace reconverge::toolchain
