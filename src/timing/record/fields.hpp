// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// Largest number of cycles, or count, in a record: nothing on a multiprocessor takes longer but memory, which has no
/// number here.
inline constexpr std::int32_t most_cycles = 10'000;

/// A scalar number of a record: its name in files and on the command line, and its place in the record.
struct RecordField {
  std::string_view name;  ///< "fetch.next_line"; the part before the dot is its group
  std::int32_t& (*in)(CycleRecord& record);
  std::int32_t least;  ///< smallest value that the rules can compute with
  std::int32_t most;

  std::string_view group() const { return name.substr(0, name.find('.')); }
};

/// Every scalar number, in the order of record files.
std::span<const RecordField> record_fields();
/// Null: there is no such field.
const RecordField* find_record_field(std::string_view name);
/// Why the rules cannot compute with numbers that are each in their range; nothing if they can.
std::optional<std::string> why_not_computable(const CycleRecord& record);

}  // namespace reconverge::timing
