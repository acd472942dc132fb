// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/// The listings of a result are in files beside it, one a listing, named by its SHA-256. A result that is not in a
/// folder, as on standard output, holds them itself.
namespace reconverge::measurements {

/// A listing beside a result.
struct ListingFile {
  std::string path;  ///< from the folder of the result: "code/SHA256.sass"
  std::string text;
};

/// Takes the listings out of the record of a measurement, for the files beside it.
std::vector<ListingFile> take_listings(nlohmann::ordered_json& record);

/// Reads a file by its path from the folder of the result; nothing if there is none.
using FilesBeside = std::function<std::optional<std::string>(const std::string& path)>;

/// The path of the listing of a hash, from the folder of the result. Empty for a text that is not a hash, so that a
/// result cannot name any other file.
std::string listing_path(const std::string& sha256);

/// Whether a text from beside the result is the listing that the entry of "code" is of.
bool is_listing_of(const nlohmann::ordered_json& entry, const std::string& text);

}  // namespace reconverge::measurements
