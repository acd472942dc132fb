// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/folder.hpp"

namespace reconverge::cli_tests {

/// Stand-ins for the vendor's tools, which the program finds in place of all others, and no other program, while this
/// lives. Their files are beside those of the test.
class StandIns {
 public:
  explicit StandIns(const Folder& folder);
  ~StandIns();
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  /// @param script   of a shell
  /// @param release  what it says of its version, "13.0, V13.0.88"
  void add(const std::string& name, const std::string& script, const std::string& release) const;
  /// An nvdisasm of CUDA 13.0 that prints a file, whatever it is given: that which `listing` names last.
  void add_disassembler() const;
  /// @param path  of the listing that the disassembler prints from now on
  static void listing(const std::string& path);

 private:
  const Folder& folder_;
  std::string path_;  ///< PATH as it was
};

}  // namespace reconverge::cli_tests
