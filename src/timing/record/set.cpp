// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/usage_error.hpp"
#include "timing/record/fields.hpp"
#include "timing/record/names.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::timing {

std::string_view to_string(emulator::ControlTransfer transfer) {
  return transfer_names[static_cast<std::size_t>(transfer)];
}

namespace {

struct Assignment {
  std::string_view name;
  std::int32_t value = 0;

  RecordSource source() const {
    return {.rule = "", .grade = core::Grade::given, .source = fmt::format("--set {}={}", name, value)};
  }
};

/// "LDS" and "result_latency" of "LDS.result_latency".
std::pair<std::string_view, std::string_view> split_last(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {"", name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

/// The number of an operation that a column names.
bool set_column(OperationTiming& row, std::string_view column, std::int32_t value) {
  if (column == "issue_interval") return row.issue_interval = value, true;
  if (column == "second_issue") return row.second_issue = value, true;
  if (column == "result_latency") return row.result_latency = value, true;
  if (column == "source_release") return row.source_release = value, true;
  if (column == "write_to_release") return row.write_to_release = value, true;
  if (column == "shared_unit") return row.shared_unit = value, true;
  return false;
}

bool set_column(Unit& unit, std::string_view column, std::int32_t value) {
  if (column == "register_write") return unit.register_write = value, true;
  if (column == "delays_result") return unit.delays_result = value, true;
  return false;
}

/// Whether "ATOMS.CAS" is meant by a row; "ATOMS" alone means all of its rows.
template <typename Row> bool is_named(const Row& row, std::string_view name) {
  return name == row.opcode || (!row.modifier.empty() && name == row.opcode + "." + row.modifier);
}

std::size_t set_transfers(CycleRecord& record, std::string_view opcode, std::string_view transfer,
                          const Assignment& assignment) {
  std::size_t count = 0;
  for (TransferTiming& row : record.transfers) {
    if (to_string(row.transfer) != transfer || !(opcode.empty() || is_named(row, opcode))) continue;
    row.cycles = assignment.value;
    row.source = assignment.source();
    ++count;
  }
  return count;
}

std::size_t set_operations(CycleRecord& record, std::string_view opcode, std::string_view column,
                           const Assignment& assignment) {
  std::size_t count = 0;
  for (OperationTiming& row : record.operations) {
    if (!is_named(row, opcode) || !set_column(row, column, assignment.value)) continue;
    row.source = assignment.source();
    ++count;
  }
  return count;
}

std::size_t set_units(CycleRecord& record, std::string_view unit, std::string_view column,
                      const Assignment& assignment) {
  std::size_t count = 0;
  for (Unit& row : record.units) {
    if (unit != "unit." + row.name || !set_column(row, column, assignment.value)) continue;
    row.source = assignment.source();
    ++count;
  }
  return count;
}

core::Diagnostic no_such_number(const CycleRecord& record, std::string_view name) {
  std::vector<std::string_view> near;
  for (const RecordField& field : record_fields())
    if (field.group() == name.substr(0, name.find('.'))) near.push_back(field.name);
  const std::string known = near.empty() ? std::string(
                                               "a field of data/records (fetch.next_line), LDS.result_latency, "
                                               "resumed-older, BSYNC.resumed-older or unit.alu.register_write")
                                         : fmt::format("{}", fmt::join(near, ", "));
  return core::usage_error(fmt::format("the record of {} has no number named {}", record.architecture, name), known);
}

}  // namespace

core::Result<core::Done> set_in_record(CycleRecord& record, std::string_view text) {
  const std::size_t equals = text.find('=');
  Assignment assignment{.name = text.substr(0, equals)};
  const std::string_view digits = equals == std::string_view::npos ? "" : text.substr(equals + 1);
  const RecordField* field = find_record_field(assignment.name);
  const std::int32_t least = field == nullptr ? 0 : field->least, most = field == nullptr ? most_cycles : field->most;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), assignment.value);
  const bool is_number = problem == std::errc() && end == digits.data() + digits.size();
  if (!is_number || assignment.value < least || assignment.value > most)
    return core::usage_error(fmt::format("'{}' does not give a whole number from {} to {}", text, least, most),
                             "write FIELD=VALUE, for example resumed-older=30");
  if (field != nullptr) {
    const std::int32_t before = std::exchange(field->in(record), assignment.value);
    if (auto why = why_not_computable(record)) {
      field->in(record) = before;
      return core::usage_error(std::move(*why), "write FIELD=VALUE, for example resumed-older=30");
    }
    record.sources[std::string(assignment.name)] = assignment.source();
    const auto group = record.absent.find(field->group());
    const bool completes = std::ranges::all_of(record_fields(), [&](const RecordField& other) {
      return other.group() != field->group() || record.sources.contains(other.name);
    });
    if (group != record.absent.end() && completes) record.absent.erase(group);
    return core::Done{};
  }
  const auto [first, last] = split_last(assignment.name);
  const std::size_t changed = set_transfers(record, first, last, assignment) +
                              set_operations(record, first, last, assignment) +
                              set_units(record, first, last, assignment);
  if (changed == 0) return no_such_number(record, assignment.name);
  return core::Done{};
}

}  // namespace reconverge::timing
