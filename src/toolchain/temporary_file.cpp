#include "toolchain/temporary_file.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

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

}  // namespace

core::Result<TemporaryFile> TemporaryFile::create(std::string_view content, const std::string& suffix) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  std::string name = ((error ? std::filesystem::path("/tmp") : folder) / "reconverge-XXXXXX").string() + suffix;
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

core::Result<std::string> TemporaryFile::read() const {
  std::ifstream stream(path_, std::ios::binary);
  if (!stream) return failure("read", path_.string());
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace reconverge::toolchain
