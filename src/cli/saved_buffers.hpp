// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// The arguments of --save: buffers, and the files that they go to when the run has ended.
class SavedBuffers {
 public:
  /// Reads "NAME=FILE". Fails with Failure::usage.
  core::Result<core::Done> add(const std::string& option);
  std::vector<std::string> paths() const;
  /// The names other than arguments, "0" or "0.1": they have to be device variables.
  std::vector<std::string> variables() const;
  /// Whether there is such an argument for each name that is one. Fails with Failure::usage.
  core::Result<core::Done> check(const emulator::Launch& launch) const;
  /// Opens the files. Fails as OutputFile does.
  core::Result<core::Done> open();
  /// Writes those of the buffers that are named: a .npy file, else the bytes of the elements. Fails with
  /// Failure::check if some of them are not known, and then leaves the file.
  core::Result<core::Done> write(std::span<const emulator::BufferAfter> buffers);

 private:
  struct Saved {
    std::string option, name, path;
    std::vector<OutputFile> file = {};  ///< one, once it is open
  };

  std::vector<Saved> all_;
};

}  // namespace reconverge::cli
