// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <string>
#include <utility>

#include "core/result.hpp"

/// Files that are read, and files that are replaced by a result. No file may be both, however it is named: the check is
/// where files are opened, so that no verb and no option can omit it.
namespace reconverge::cli {

/// Which file it is, whatever it is called.
using FileIdentity = std::pair<dev_t, ino_t>;

/// Notes that a file is read. Fails with Failure::usage if a result is to replace it.
core::Result<core::Done> note_input(int file, const std::string& path);
/// The same of a file that may not be there, and is not opened through this program's input.
core::Result<core::Done> note_input(const std::string& path);
/// Notes that a result is to replace a file, if there is one. Fails with Failure::usage if it was read.
core::Result<core::Done> note_output(const std::string& place, const std::string& path);
/// The result is in its place, or is given up.
void forget_output(const std::string& place);

}  // namespace reconverge::cli
