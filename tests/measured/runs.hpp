// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

namespace reconverge::measured_tests {

/// A list of numbers of a measured file with its runs written out: [[0,31],7] has 32 numbers.
template <typename Json> Json expanded(const Json& list) {
  Json numbers = Json::array();
  for (const Json& item : list) {
    if (!item.is_array()) numbers.push_back(item);
    else numbers.insert(numbers.end(), item.at(1).template get<std::size_t>(), item.at(0));
  }
  return numbers;
}

}  // namespace reconverge::measured_tests
