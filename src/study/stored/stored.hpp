// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "measurements/json_text.hpp"
#include "report/document.hpp"

/// Reports made of stored results alone: nothing is run, and what is not stored is shown as absent.
namespace reconverge::study {

struct StoredResult {
  std::string source;  ///< file name as given
  nlohmann::ordered_json content;
};
using StoredResults = std::vector<const StoredResult*>;

/// How results of one schema become sections of a report, all files of that schema together.
struct StoredFormat {
  std::string_view schema;  ///< "reconverge.bench"
  std::string_view title;
  int newest_version;  ///< from 1 to this one all are read
  core::Result<std::vector<report::Section>> (*make)(const StoredResults&);
};

/// Every schema that can be shown (stored/list.cpp).
std::span<const StoredFormat> stored_formats();

/// One report of all results, without properties. Fails with Failure::input if a result has a
/// schema that is not listed.
core::Result<report::Report> stored_report(const std::vector<StoredResult>& results);

core::Result<std::vector<report::Section>> stored_paper(const StoredResults& results);
core::Result<std::vector<report::Section>> stored_emulation(const StoredResults& results);
core::Result<std::vector<report::Section>> stored_kernels(const StoredResults& results);
core::Result<std::vector<report::Section>> stored_bench(const StoredResults& results);
core::Result<std::vector<report::Section>> stored_profile(const StoredResults& results);

/// Reading what may be missing or of another kind than expected.
namespace stored {
using Json = nlohmann::ordered_json;
using measurements::integer_of;
using measurements::member;
using measurements::object_member;
std::string word(const Json& object, std::string_view key);  ///< empty if it is not a string
std::string text(const Json& value);                         ///< strings bare, all else as JSON
/// A value as a cell; absent with this reason if it is null or no simple value.
report::Cell cell(const Json& value, const std::string& reason);
}  // namespace stored

}  // namespace reconverge::study
