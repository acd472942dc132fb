// SPDX-License-Identifier: MIT
#include "measurements/listings.hpp"

#include <fmt/core.h>

#include "core/sha256.hpp"
#include "measurements/json_text.hpp"

namespace reconverge::measurements {

using Json = nlohmann::ordered_json;

std::vector<ListingFile> take_listings(Json& record) {
  std::vector<ListingFile> files;
  for (Json& entry : record["code"]) {
    files.push_back({listing_path(text_or_empty(entry, "sha256")), text_or_empty(entry, "text")});
    entry.erase("text");
  }
  return files;
}

std::string listing_path(const std::string& sha256) {
  constexpr std::size_t digits = 64;
  const bool is_hash = sha256.size() == digits && sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_hash ? fmt::format("code/{}.sass", sha256) : "";
}

bool is_listing_of(const Json& entry, const std::string& text) {
  const Json& constants = member(entry, "constants");
  return core::sha256(text + (constants.is_null() ? "" : constants.dump())) == text_or_empty(entry, "sha256");
}

}  // namespace reconverge::measurements
