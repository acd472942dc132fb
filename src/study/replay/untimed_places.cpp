// SPDX-License-Identifier: MIT
#include "study/replay/untimed_places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace reconverge::study {
namespace {

constexpr std::size_t most_named = 3;

std::string at_place(const std::string& mnemonic, const std::string& way, std::uint64_t address) {
  return fmt::format("{}{} at 0x{:x}", mnemonic, way, address);
}

/// All places of one mnemonic.
struct Named {
  std::string mnemonic, way;  ///< no way if it has several
  std::set<std::uint64_t> addresses;

  std::string text() const {
    if (addresses.size() == 1) return at_place(mnemonic, way, *addresses.begin());
    return fmt::format("{}{} ({} places)", mnemonic, way, addresses.size());
  }
};

/// In the order in which they come first.
std::vector<Named> by_mnemonic(const std::vector<UntimedPlace>& places) {
  std::vector<Named> all;
  for (const UntimedPlace& place : places) {
    auto found = std::ranges::find(all, place.mnemonic, &Named::mnemonic);
    if (found == all.end()) found = all.insert(all.end(), {place.mnemonic, place.way, {}});
    if (found->way != place.way) found->way.clear();
    found->addresses.insert(place.address);
  }
  return all;
}

}  // namespace

std::string every_place(const std::vector<UntimedPlace>& places) {
  std::string text;
  for (const UntimedPlace& place : places)
    text += (text.empty() ? "" : ", ") + at_place(place.mnemonic, place.way, place.address);
  return text;
}

std::string places_in_short(const std::vector<UntimedPlace>& places) {
  const auto all = by_mnemonic(places);
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_named); ++i) text += (text.empty() ? "" : ", ") + all[i].text();
  if (all.size() > most_named) text += fmt::format(" and {} more", all.size() - most_named);
  return text;
}

}  // namespace reconverge::study
