// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sass/reader.hpp"

namespace reconverge::sass {

/// A file of data/listings.
std::string listing_file(const std::string& name);

/// Every compiled sample: data/listings/samples/*.sass, in the order of their names.
std::vector<std::filesystem::path> sample_files();

std::string content_of(const std::filesystem::path& path);

/// All functions of a text that must be readable. An unreadable one fails the test.
std::vector<Function> read_all(const std::string& text, const Selection& selection = {});

/// Its only function.
Function read_one(const std::string& text, const Selection& selection = {});

/// The diagnostic of a text that must be refused: "line:column: message".
std::string refusal(const std::string& text, const Selection& selection = {});

}  // namespace reconverge::sass
