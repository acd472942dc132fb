// SPDX-License-Identifier: MIT
#include "timing/record/reader.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <tuple>

#include "timing/record/fields.hpp"
#include "timing/record/names.hpp"
#include "timing/record/row_reader.hpp"
#include "timing/record/rows.hpp"

namespace reconverge::timing {

extern const std::string_view sm_90_record;

namespace {

using json = nlohmann::ordered_json;
using Error = std::optional<std::string>;

constexpr int schema_version = 1;

/// Replaces the row that `same` finds, or adds one.
template <typename Row, typename Same> void put(std::vector<Row>& rows, Row row, Same same) {
  const auto found = std::ranges::find_if(rows, same);
  if (found == rows.end()) rows.push_back(std::move(row));
  else *found = std::move(row);
}

std::optional<std::uint8_t> unit_index(const CycleRecord& record, std::string_view name) {
  const auto found = std::ranges::find(record.units, name, &Unit::name);
  if (name.empty() || found == record.units.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - record.units.begin());
}

/// The number of a forwarding network, by its name.
std::uint8_t forwarding_of(std::vector<std::string>& networks, const std::string& name) {
  const auto found = std::ranges::find(networks, name);
  if (found == networks.end()) networks.push_back(name);
  return static_cast<std::uint8_t>(std::ranges::find(networks, name) - networks.begin());
}

void read_units(const json& rows, CycleRecord& record, Error& error) {
  std::vector<std::string> networks{""};
  for (const Unit& unit : record.units)  // those of the extended record keep theirs
    while (networks.size() <= unit.forwarding) networks.push_back(fmt::format("inherited {}", networks.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowReader row(rows[i], fmt::format("/units/{}", i), error);
    Unit unit{.name = row.text("unit")};
    unit.route = static_cast<Route>(row.one_of("route", route_names) + 1);
    unit.fixed_latency = row.flag("fixed_latency");
    unit.register_write = row.number_or("register_write", 0, most_cycles, 0);
    unit.delays_result = row.number_or("delays_result", 0, most_cycles, 0);
    unit.operand_banks = row.flag("operand_banks");
    unit.own_buffers = row.flag("own_buffers");
    unit.younger = row.number_or("younger", 0, most_cycles, 0);
    unit.forwarding = forwarding_of(networks, row.text_or("forwarding", ""));
    const std::string other = row.text_or("overflow_into", "");
    if (!other.empty() && !(unit.overflow_into = unit_index(record, other)))
      row.fail("overflow_into", fmt::format("names {}, which no row before it defines", other));
    unit.source = row.source();
    row.finish();
    if (error) return;
    const std::string name = unit.name;
    put(record.units, std::move(unit), [&](const Unit& old) { return old.name == name; });
  }
}

void read_fields(const json& rows, CycleRecord& record, Error& error) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowReader row(rows[i], fmt::format("/fields/{}", i), error);
    const std::string name = row.text("field");
    const RecordField* field = find_record_field(name);
    if (field == nullptr) return row.fail("field", fmt::format("names {}, which is not a field of records", name));
    const auto value = row.number("value", field->least, field->most);
    if (!value && !row.is_null("value")) row.fail("value", "is missing; null says that it is not known");
    row.text_or("unit", "");
    RecordSource source = row.source();
    row.finish();
    if (error) return;
    if (value) {
      field->in(record) = *value;
      record.sources[name] = std::move(source);
    } else {
      record.sources.erase(name);
    }
  }
}

/// "special-register CTAID" is a condition and its argument.
void read_condition(RowReader& row, OperationTiming& operation) {
  const std::string when = row.text_or("when", "");
  const std::size_t blank = when.find(' ');
  const auto found = std::ranges::find(condition_names, std::string_view(when).substr(0, blank));
  if (when.empty()) return;
  if (found == condition_names.end()) return row.fail("when", "is not a condition that rules know");
  operation.when = static_cast<OperandCondition>(found - condition_names.begin() + 1);
  const bool names_register = operation.when == OperandCondition::special_register;
  if (names_register != (blank != std::string::npos)) return row.fail("when", "names a special register, or should");
  if (names_register) operation.special_register = when.substr(blank + 1);
}

/// A slot of the instruction word, by its letter; nothing if the column is not there.
std::optional<std::uint8_t> read_slot(RowReader& row, std::string_view column) {
  constexpr std::array<std::string_view, 3> slots{"A", "B", "C"};
  if (row.text_or(column, "").empty()) return std::nullopt;
  return static_cast<std::uint8_t>(row.one_of(column, slots));
}

/// How an operation reads and writes its registers.
void read_operands(RowReader& row, OperationTiming& operation) {
  operation.lone_source_slot = read_slot(row, "lone_source_slot");
  operation.second_source_slot = read_slot(row, "second_source_slot");
  operation.pairs = row.flag("pairs");
  operation.sources_at_least = row.number_or("sources_at_least", 0, most_ordered_sources, 0);
  operation.results_in_transit = row.number_or("results_in_transit", 0, 1, 0);
  operation.source_order = row.text_or("source_order", "");
  constexpr std::string_view letters = "ABC";
  static_assert(letters.size() == most_ordered_sources);
  const bool is_order = std::ranges::is_permutation(operation.source_order, letters);
  if (!operation.source_order.empty() && !is_order)
    row.fail("source_order", "has to have each of the letters A, B and C once: the sources as they are written");
}

/// @param known  so many of the names may stand there
BesideOthers read_beside_others(RowReader& row, std::size_t known) {
  constexpr std::array<std::string_view, 2> names{"exact", "exact-at-end"};
  if (row.text_or("beside_others", "").empty()) return BesideOthers::not_known;
  return static_cast<BesideOthers>(row.one_of("beside_others", std::span(names).first(known)) + 1);
}

void read_operations(const json& rows, CycleRecord& record, Error& error) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowReader row(rows[i], fmt::format("/operations/{}", i), error);
    OperationTiming operation{.opcode = row.text("opcode"), .modifier = row.text_or("modifier", "")};
    read_condition(row, operation);
    const std::string unit = row.text_or("unit", "");
    if (const auto index = unit_index(record, unit)) operation.unit = *index;
    if (!unit.empty() && operation.unit == 0)
      row.fail("unit", fmt::format("names {}, which no row of units defines", unit));
    operation.issue_interval = row.number_or("issue_interval", 0, most_cycles, 1);
    operation.second_issue = row.number_or("second_issue", 0, most_cycles, 0);
    operation.result_latency = row.number("result_latency", 1, most_cycles);
    operation.source_release = row.number("source_release", 1, most_cycles);
    operation.write_to_release = row.number("write_to_release", 0, most_cycles);
    read_operands(row, operation);
    operation.ignores_second_issue = row.flag("ignores_second_issue");
    if (!row.text_or("wavefronts", "").empty()) {
      constexpr std::array<std::string_view, 2> names{"one", "shared-words"};
      (row.one_of("wavefronts", names) == 0 ? operation.one_wavefront : operation.shares_words) = true;
    }
    operation.shared_unit = row.number("shared_unit", 0, most_cycles);
    operation.beside_others = read_beside_others(row, 2);
    if (!row.text_or("beyond", "").empty())
      operation.beyond = static_cast<Beyond>(row.one_of("beyond", beyond_names) + 1);
    operation.source = row.source();
    row.finish();
    if (error) return;
    const auto key = [](const OperationTiming& one) {
      return std::tie(one.opcode, one.modifier, one.when, one.special_register);
    };
    const OperationTiming copy = operation;
    put(record.operations, std::move(operation), [&](const OperationTiming& old) { return key(old) == key(copy); });
  }
}

void read_transfers(const json& rows, CycleRecord& record, Error& error) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowReader row(rows[i], fmt::format("/transfers/{}", i), error);
    TransferTiming transfer{.opcode = row.text("opcode"), .modifier = row.text_or("modifier", "")};
    transfer.transfer = static_cast<emulator::ControlTransfer>(row.one_of("transfer", transfer_names));
    const auto cycles = row.number("cycles", 0, most_cycles);
    if (!cycles) row.fail("cycles", "is missing; leave the row out if it is not known");
    transfer.cycles = cycles.value_or(0);
    transfer.stall = static_cast<StallUse>(row.one_of("stall", stall_names));
    transfer.refetches = row.flag("refetches");
    transfer.idle_successor = row.number_or("idle_successor", 0, most_cycles, 0);
    transfer.shared_unit = row.number("shared_unit", 0, most_cycles);
    transfer.unawaited = row.flag("unawaited");
    transfer.beside_others = read_beside_others(row, 1);
    transfer.lookup = row.number_or("lookup", 0, most_cycles, 0);
    transfer.lookup_again = row.number_or("lookup_again", 0, most_cycles, 0);
    transfer.source = row.source();
    row.finish();
    if (error) return;
    const auto key = [](const TransferTiming& one) { return std::tie(one.opcode, one.modifier, one.transfer); };
    const TransferTiming copy = transfer;
    put(record.transfers, std::move(transfer), [&](const TransferTiming& old) { return key(old) == key(copy); });
  }
}

void read_bands(const json& rows, CycleRecord& record, Error& error) {
  constexpr std::array<const char*, assumption_count> members{"low", "typical", "high"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowReader row(rows[i], fmt::format("/bands/{}", i), error);
    std::optional<LatencyBand>& place = record.bands[row.one_of("band", band_names)];
    LatencyBand band;
    for (std::size_t which = 0; which < members.size(); ++which) {
      const auto cycles = row.number(members[which], 0, most_cycles);
      if (!cycles) row.fail(members[which], "is missing; leave the row out if it is not known");
      band.cycles[which] = cycles.value_or(0);
    }
    if (!std::ranges::is_sorted(band.cycles)) row.fail("typical", "is not between low and high");
    row.text_or("unit", "");
    band.source = row.source();
    row.finish();
    if (error) return;
    place = std::move(band);
  }
}

/// An array of all names of an enumeration, each once; gives their order.
template <std::size_t Count>
std::optional<std::array<std::uint8_t, Count>> read_order(const json& object, const char* member,
                                                          const std::array<std::string_view, Count>& names,
                                                          Error& error) {
  if (!object.contains(member)) return std::nullopt;
  std::array<std::uint8_t, Count> order{};
  std::set<std::size_t> seen;
  const json& list = object[member];
  for (std::size_t i = 0; list.is_array() && i < list.size() && i < Count; ++i) {
    const auto found =
        list[i].is_string() ? std::ranges::find(names, list[i].get_ref<const std::string&>()) : names.end();
    if (found == names.end()) break;
    seen.insert(static_cast<std::size_t>(found - names.begin()));
    order[i] = static_cast<std::uint8_t>(found - names.begin());
  }
  if (list.is_array() && list.size() == Count && seen.size() == Count) return order;
  error = fmt::format("/{} has to name each of {} once", member, fmt::join(names, ", "));
  return std::nullopt;
}

void read_orders(const json& object, CycleRecord& record, Error& error) {
  record.has_orders |= object.contains("write_port_order") && object.contains("operand_port_order");
  if (const auto order = read_order(object, "write_port_order", writer_names, error))
    for (std::size_t i = 0; i < order->size(); ++i) record.write_rank[(*order)[i]] = static_cast<std::uint8_t>(i);
  if (const auto order = read_order(object, "operand_port_order", port_user_names, error))
    std::ranges::transform(*order, record.operand_port_order.begin(),
                           [](std::uint8_t user) { return static_cast<PortUser>(user); });
}

/// Which groups lack a number.
void note_absent(CycleRecord& record) {
  record.absent.clear();
  if (!record.has_orders) record.absent.emplace("mio", " without write_port_order and operand_port_order");
  for (const RecordField& field : record_fields())
    if (!record.sources.contains(field.name))
      record.absent.emplace(field.group(), fmt::format(" without {}", field.name));
}

core::Diagnostic not_a_record(std::string message, core::Location where) {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = "docs/schemas/record.schema.json describes the members",
          .where = std::move(where)};
}

/// Line and column of a byte of the text.
core::Location place_of(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1);
  const std::size_t start = before.rfind('\n');
  return {source, line,
          static_cast<std::uint32_t>(before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1)};
}

const json& rows_of(const json& object, const char* member, Error& error) {
  static const json none = json::array();
  if (!object.contains(member)) return none;
  if (object[member].is_array()) return object[member];
  error = fmt::format("/{} is not an array", member);
  return none;
}

void read_members(const json& object, CycleRecord& record, Error& error) {
  RowReader head(object, "", error);
  if (head.text("schema") != "reconverge.record") head.fail("schema", "is not \"reconverge.record\"");
  if (head.number("schema_version", schema_version, schema_version) != schema_version)
    head.fail("schema_version", fmt::format("is not {}", schema_version));
  const std::string extended = head.text_or("extends", "");
  if (!extended.empty()) {
    const CycleRecord* base = built_in_record(extended);
    if (base == nullptr) return head.fail("extends", fmt::format("names {}, which has no record", extended));
    record = *base;
  }
  record.architecture = head.text("architecture");
  record.title = head.text_or("title", record.title);
  record.premise = head.text_or("premise", record.premise);
  head.text_or("sources", "");
  for (const char* member :
       {"units", "fields", "operations", "transfers", "bands", "write_port_order", "operand_port_order"})
    head.allow(member);
  head.finish();
  if (error) return;
  read_orders(object, record, error);
  using Read = void (*)(const json&, CycleRecord&, Error&);
  constexpr std::array<std::pair<const char*, Read>, 5> parts{{{"units", read_units},
                                                               {"fields", read_fields},
                                                               {"operations", read_operations},
                                                               {"transfers", read_transfers},
                                                               {"bands", read_bands}}};
  for (const auto& [member, read] : parts)
    if (!error) read(rows_of(object, member, error), record, error);
  if (!error) error = why_not_computable(record);
  note_absent(record);
}

}  // namespace

namespace {

/// A record as rules take it, and its rows as people read them.
struct ReadRecord {
  CycleRecord record;
  std::vector<RecordRow> rows;
};

core::Result<ReadRecord> read(std::string_view text, const std::string& source) {
  json object;
  try {
    object = json::parse(text);
  } catch (const json::parse_error& problem) {
    return not_a_record("this is not JSON", place_of(text, problem.byte, source));
  } catch (const json::exception&) {
    return not_a_record("a number in this JSON is too large", {source});
  }
  ReadRecord result;
  Error error;
  read_members(object, result.record, error);
  if (error) return not_a_record(*error, {source});
  result.rows = rows_of_record(object);
  return result;
}

const ReadRecord& sm_90() {
  static const core::Result<ReadRecord> result = read(sm_90_record, "data/records/sm_90.json");
  assert(result.has_value());
  return *result;
}

}  // namespace

core::Result<CycleRecord> read_record(std::string_view text, const std::string& source) {
  auto result = read(text, source);
  if (!result) return result.error();
  return std::move(result).value().record;
}

const CycleRecord* built_in_record(std::string_view architecture) {
  return sm_90().record.architecture == architecture ? &sm_90().record : nullptr;
}

const std::vector<RecordRow>& built_in_rows() { return sm_90().rows; }

}  // namespace reconverge::timing
