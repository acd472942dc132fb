#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace reconverge::cli {

/// A file that appears whole or not at all. It is opened beside its place at once, so that an
/// unwritable path is told before any work is done, and renamed when it is complete. "-" is stdout.
class OutputFile {
 public:
  /// Makes parent folders. Fails with Failure::environment.
  static core::Result<OutputFile> open(const std::filesystem::path& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  ///< removes what was not committed

  /// Writes everything and puts the file into its place.
  core::Result<core::Done> commit(std::string_view content);

 private:
  OutputFile(std::filesystem::path path, std::filesystem::path beside)
      : path_(std::move(path)), beside_(std::move(beside)) {}

  std::filesystem::path path_;
  std::filesystem::path beside_;  ///< empty for stdout and after a commit
};

/// Whether SIGINT or SIGTERM has arrived. The handlers are installed by main.
bool interrupted();
void install_interrupt_handlers();

}  // namespace reconverge::cli
