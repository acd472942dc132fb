// SPDX-License-Identifier: MIT
#include "measurements/lists.hpp"

namespace reconverge::measurements {

std::optional<std::vector<nlohmann::ordered_json>> items_of(const nlohmann::ordered_json& list) {
  constexpr std::size_t most = 10'000'000;
  std::vector<nlohmann::ordered_json> items;
  if (!list.is_array()) return items;
  for (const auto& item : list) {
    if (!item.is_array()) {
      items.push_back(item);
      continue;
    }
    const auto count = item.size() == 2 && item[0].is_primitive() ? integer_of<std::size_t>(item[1]) : std::nullopt;
    if (!count || *count < 1 || *count > most - items.size()) return std::nullopt;
    items.insert(items.end(), *count, item[0]);
  }
  return items;
}

}  // namespace reconverge::measurements
