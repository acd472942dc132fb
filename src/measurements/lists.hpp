// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "measurements/json_text.hpp"

/// Lists of result files, in which [item, count] means that many equal items.
namespace reconverge::measurements {

/// The items, runs written out; no items if the value is not a list. Nothing if a run is broken, or if
/// there are more items than any benchmark has (ten million).
std::optional<std::vector<nlohmann::ordered_json>> items_of(const nlohmann::ordered_json& list);

/// The items as numbers; nothing if one of them is not, or does not fit.
template <typename Number> std::optional<std::vector<Number>> numbers_of(const nlohmann::ordered_json& list) {
  const auto items = items_of(list);
  if (!items) return std::nullopt;
  std::vector<Number> numbers;
  numbers.reserve(items->size());
  for (const auto& item : *items) {
    std::optional<Number> number;
    if constexpr (std::integral<Number>) number = integer_of<Number>(item);
    else number = number_of(item);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace reconverge::measurements
