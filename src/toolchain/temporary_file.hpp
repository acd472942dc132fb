// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace reconverge::toolchain {

/// A file that is removed with this object.
class TemporaryFile {
 public:
  /// @param suffix  ".cubin": tools go by it
  static core::Result<TemporaryFile> create(std::string_view content, const std::string& suffix);

  TemporaryFile(TemporaryFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  const std::filesystem::path& path() const { return path_; }
  /// The content now.
  core::Result<std::string> read() const;

 private:
  explicit TemporaryFile(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// An empty folder that is removed with this object, with what is in it.
class TemporaryFolder {
 public:
  static core::Result<TemporaryFolder> create();

  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }
  /// The contents of its files, in the order of their names.
  core::Result<std::vector<std::string>> read_files() const;

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace reconverge::toolchain
