// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "injection/container.hpp"

namespace reconverge::injection {

/// A capture while it is written: under a name of its own beside its path until it is whole. Readable by its owner
/// alone. An unfinished file is removed.
class CaptureFile {
 public:
  /// @param run  part of the name until then, so that whoever started the application can tell its files
  CaptureFile(std::string path, const std::string& run);
  ~CaptureFile();
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;

  /// All of these do nothing once something has failed.
  void add(std::string_view tag, std::string_view content);
  /// Gives the file its name.
  void finish();

  /// Why it cannot be written; empty if it can.
  const std::string& failure() const { return failure_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void write(std::string_view bytes);
  void fail(int error);

  std::string path_, part_;
  int file_ = -1;
  std::uint64_t bytes_ = 0;
  std::string failure_;
};

}  // namespace reconverge::injection
