// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/record/rows.hpp"

/// Records of cycles as files: docs/schemas/record.schema.json describes them, data/records has ours.
namespace reconverge::timing {

/// Reads a record from JSON text. One that names another in "extends" (an architecture whose record is built
/// in) begins as a copy of that one: fields replace fields of the same name, rows replace rows with the same
/// key, and a field with the value null is absent.
/// @param source  name of the file, for diagnostics
/// Fails with Failure::input and the place (line and column, or the JSON pointer) if the text is not a record.
core::Result<CycleRecord> read_record(std::string_view text, const std::string& source);

/// The records that are built in. Null: there is none for that architecture.
/// @param architecture  "sm_90"
const CycleRecord* built_in_record(std::string_view architecture);

/// The rows of the record of sm_90, for display.
const std::vector<RecordRow>& built_in_rows();

/// "FIELD=VALUE": replaces one number, whose grade is then `given`. FIELD is a scalar number ("fetch.next_line"), a
/// column of an operation ("LDS.result_latency", "ATOMS.CAS.issue_interval"), a control transfer ("resumed-older", of
/// every instruction that has it, or "BSYNC.resumed-older"), or a column of a unit ("unit.alu.register_write"). Fails
/// with Failure::usage, and the known names.
core::Result<core::Done> set_in_record(CycleRecord& record, std::string_view assignment);

/// Names of transfers in records, "resumed-older".
std::string_view to_string(emulator::ControlTransfer transfer);

}  // namespace reconverge::timing
