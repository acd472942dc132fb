// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "study/stored/stored.hpp"

/// The benchmarks of stored measurements, side by side.
namespace reconverge::study::stored {

/// One benchmark on one device.
struct Entry {
  const StoredResult* result = nullptr;
  const Json* benchmark = nullptr;
  std::string card;    ///< the device's name
  std::string device;  ///< unique among the entries of one group
};

/// Benchmarks that belong side by side: same name, same pattern of lanes.
using Groups = std::map<std::pair<std::string, std::string>, std::vector<Entry>>;

Groups group(const StoredResults& results);

/// Null if none is stored.
const Json* state_at(const Entry& entry, std::int64_t n);
std::set<std::int64_t> all_n(const std::vector<Entry>& entries);
/// Why a state has no number: its status and reason; empty if it has one.
std::string missing_because(const Json* state, std::string_view key);

}  // namespace reconverge::study::stored
