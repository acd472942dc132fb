// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// A row of a record, for display.
struct RecordRow {
  std::string what = {};    ///< field, band, unit, or opcode and transfer
  std::string opcode = {};  ///< that it is of; empty: of all
  std::string value = {};   ///< "13 cycles", "unit alu, issue interval 2"
  RecordSource source = {};
};

/// The rows of a record that has been read without an error.
std::vector<RecordRow> rows_of_record(const nlohmann::ordered_json& record);

}  // namespace reconverge::timing
