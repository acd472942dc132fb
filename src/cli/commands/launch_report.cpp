// SPDX-License-Identifier: MIT
#include "cli/commands/launch_report.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "cli/terminal.hpp"
#include "core/number.hpp"
#include "emulator/arithmetic/rounding.hpp"
#include "observers/finding_kinds.hpp"
#include "observers/shared_races.hpp"
#include "report/formats/json.hpp"

namespace reconverge::cli {
namespace {

using emulator::Buffer;
using emulator::ElementType;
using report::Cell;

template <typename Element> Element element_at(const Buffer& buffer, std::size_t i) {
  Element element;
  std::memcpy(&element, buffer.bytes.data() + i * sizeof element, sizeof element);
  return element;
}

/// Calls a function with element `i` in its own type.
template <typename Function> auto with_element(const Buffer& buffer, std::size_t i, Function function) {
  switch (buffer.type) {
    case ElementType::i8: return function(int{element_at<std::int8_t>(buffer, i)});
    case ElementType::u8: return function(int{element_at<std::uint8_t>(buffer, i)});
    case ElementType::i16: return function(int{element_at<std::int16_t>(buffer, i)});
    case ElementType::u16: return function(int{element_at<std::uint16_t>(buffer, i)});
    case ElementType::i32: return function(element_at<std::int32_t>(buffer, i));
    case ElementType::u32: return function(element_at<std::uint32_t>(buffer, i));
    case ElementType::i64: return function(element_at<std::int64_t>(buffer, i));
    case ElementType::u64: return function(element_at<std::uint64_t>(buffer, i));
    case ElementType::f32: return function(element_at<float>(buffer, i));
    case ElementType::f64: return function(element_at<double>(buffer, i));
    case ElementType::f16:
      return function(static_cast<float>(emulator::Half::value(element_at<std::uint16_t>(buffer, i))));
    case ElementType::bf16:
      return function(static_cast<float>(emulator::Bfloat::value(element_at<std::uint16_t>(buffer, i))));
  }
  return function(0);
}

std::string number_at(const Buffer& buffer, std::size_t i) {
  return with_element(buffer, i, [](auto value) { return fmt::format("{}", value); });
}

std::string text_at(const emulator::BufferAfter& after, std::size_t i) {
  return after.is_known(i) ? number_at(after.buffer, i) : "unknown";
}

constexpr std::size_t shown_runs = 8;

struct ShownValues {
  std::string text;  ///< "32 (x30), 31, 30, ... 992 more"
  bool is_cut = false;
};

ShownValues runs_of(const emulator::BufferAfter& after) {
  const Buffer& buffer = after.buffer;
  std::string text;
  std::size_t runs = 0, i = 0;
  while (i < buffer.size() && runs < shown_runs) {
    const std::string value = text_at(after, i);
    std::size_t end = i + 1;
    while (end < buffer.size() && text_at(after, end) == value) ++end;
    text += (text.empty() ? "" : ", ") + value + (end - i > 1 ? fmt::format(" (x{})", end - i) : "");
    i = end;
    ++runs;
  }
  if (i == buffer.size()) return {std::move(text)};
  return {text + fmt::format(", ... {} more", buffer.size() - i), true};
}

/// The bits of a NaN: sign and payload distinguish them.
std::string bits_of(const Buffer& buffer, std::size_t i) {
  const std::size_t bytes = emulator::bytes_of(buffer.type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, buffer.bytes.data() + i * bytes, bytes);
  return fmt::format("0x{:0{}x}", bits, 2 * bytes);
}

/// One element; a NaN is noted with its bits as well.
template <typename Element>
nlohmann::ordered_json element_json(Element value, const Buffer& buffer, std::size_t i,
                                    nlohmann::ordered_json& nan_bits) {
  if constexpr (std::is_floating_point_v<Element>) {
    if (std::isnan(value)) nan_bits[std::to_string(i)] = bits_of(buffer, i);
    if (!std::isfinite(value)) return core::name_of_not_finite(value);
  }
  return value;
}

}  // namespace

std::string element_text(const emulator::BufferAfter& buffer, std::size_t index) { return text_at(buffer, index); }

std::optional<ElementDistance> element_distance(const Buffer& from, const Buffer& to, std::size_t index) {
  return with_element(from, index, [&](auto before) -> std::optional<ElementDistance> {
    using Element = decltype(before);
    return with_element(to, index, [&](auto value) -> std::optional<ElementDistance> {
      const auto after = static_cast<Element>(value);  // both are of one type
      ElementDistance distance;
      if constexpr (std::is_floating_point_v<Element>) {
        if (!std::isfinite(before) || !std::isfinite(after)) return std::nullopt;
        distance.absolute = std::abs(static_cast<double>(after) - static_cast<double>(before));
      } else {
        // Unsigned, so that the distance of the two ends of the range is not beyond it.
        const auto low = static_cast<std::uint64_t>(std::min(before, after));
        distance.absolute = static_cast<double>(static_cast<std::uint64_t>(std::max(before, after)) - low);
      }
      if (before != 0) distance.relative = distance.absolute / std::abs(static_cast<double>(before));
      return distance;
    });
  });
}

report::Table buffers_table(const std::vector<emulator::BufferAfter>& buffers) {
  report::Table table{
      .id = "buffers",
      .caption = "Buffers after the run.",
      .columns = {
          {"argument", "argument", ""}, {"type", "type", ""}, {"elements", "elements", ""}, {"values", "values", ""}}};
  bool is_cut = false;
  for (const auto& after : buffers) {
    ShownValues values = runs_of(after);
    is_cut |= values.is_cut;
    const bool has_number = after.member.empty() && after.variable.empty();
    const Cell name = has_number ? Cell(static_cast<std::int64_t>(after.index)) : Cell(after.name());
    table.rows.push_back({name, std::string(to_string(after.buffer.type)),
                          static_cast<std::int64_t>(after.buffer.size()), std::move(values.text)});
    const std::string note = "Unknown values depend on a value that is not known: " + after.unknown_because + ".";
    if (!after.unknown.empty() && std::ranges::find(table.notes, note) == table.notes.end())
      table.notes.push_back(note);
  }
  if (is_cut) table.notes.emplace_back("--json has every element, --save writes a buffer to a file.");
  return table;
}

namespace {

nlohmann::ordered_json unknown_json(const emulator::BufferAfter& after) {
  auto ranges = nlohmann::ordered_json::array();
  for (const auto& [first, last] : after.unknown)
    ranges.push_back({{"first", first}, {"last", last}, {"because", after.unknown_because}});
  return ranges;
}

}  // namespace

nlohmann::ordered_json buffers_json(const std::vector<emulator::BufferAfter>& buffers) {
  auto all = nlohmann::ordered_json::array();
  for (const auto& after : buffers) {
    const Buffer& buffer = after.buffer;
    nlohmann::ordered_json entry = nlohmann::ordered_json::object();
    if (after.variable.empty()) entry["index"] = after.index;
    else entry["variable"] = after.variable;
    entry["type"] = to_string(buffer.type);
    if (!after.member.empty()) entry["member"] = after.member;
    auto values = nlohmann::ordered_json::array(), nan_bits = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < buffer.size(); ++i)
      values.push_back(
          after.is_known(i)
              ? with_element(buffer, i, [&](auto value) { return element_json(value, buffer, i, nan_bits); })
              : nlohmann::ordered_json());
    entry["values"] = std::move(values);
    if (!nan_bits.empty()) entry["nan_bits"] = std::move(nan_bits);
    if (!after.unknown.empty())
      entry["values_absent"] = "elements listed under unknown depend on a value that is not known";
    if (!after.unknown.empty()) entry["unknown"] = unknown_json(after);
    all.push_back(std::move(entry));
  }
  return all;
}

std::string why_races_not_followed(const std::set<std::uint32_t>& rows, const sass::Function& function) {
  if (rows.empty()) return "";
  const std::size_t more = rows.size() - 1;
  return fmt::format("not followed from {}{} to the next block barrier",
                     observers::SharedRaces::place_of(function, *rows.begin()),
                     more == 0   ? ""
                     : more == 1 ? " and 1 more row"
                                 : fmt::format(" and {} more rows", more));
}

std::optional<std::string> source_of(const sass::Function& function, std::uint32_t index) {
  const std::int32_t note = function.instructions[index].source_note;
  if (note < 0) return std::nullopt;
  const auto& source = function.source_notes[static_cast<std::size_t>(note)];
  return fmt::format("{}:{}", source.file, source.line);
}

std::string findings_cures(std::span<const observers::Finding> findings, int width) {
  constexpr std::size_t most = 3;
  std::vector<std::string_view> kinds;
  for (const observers::Finding& finding : findings)
    if (observers::find_finding_kind(finding.kind) != nullptr && std::ranges::find(kinds, finding.kind) == kinds.end())
      kinds.push_back(finding.kind);
  std::string text;
  for (std::size_t i = 0; i < std::min(most, kinds.size()); ++i)
    text += hanging(fmt::format("{}: ", kinds[i]), observers::find_finding_kind(kinds[i])->help, width);
  if (kinds.size() > most)
    text += hanging("",
                    fmt::format("`reconverge explain KIND` says what to do about {}",
                                fmt::join(kinds.begin() + most, kinds.end(), ", ")),
                    width);
  return text.empty() ? text : text + "\n";
}

report::Table findings_table(std::span<const observers::Finding> findings, const sass::Function& function) {
  report::Table table{.id = "findings",
                      .caption = "Findings of this run.",
                      .columns = {{"kind", "kind", ""},
                                  {"pc", "pc", ""},
                                  {"line", "line", ""},
                                  {"source", "source", ""},
                                  {"instruction", "instruction", ""},
                                  {"lanes", "lanes", ""},
                                  {"missing", "lanes missing", ""},
                                  {"count", "times", ""},
                                  {"message", "what", ""}}};
  for (const auto& finding : findings) {
    const auto& row = function.instructions[finding.index];
    const auto source = source_of(function, finding.index);
    const auto absent = [](const char* reason) { return Cell(report::Absent{reason}); };
    table.rows.push_back(
        {std::string(finding.kind), fmt::format("0x{:04x}", row.address), std::int64_t{row.line},
         source ? Cell(*source) : absent("the listing notes no source lines"), row.mnemonic,
         finding.lanes.any() ? Cell(to_string(finding.lanes)) : absent("it is of blocks, not of lanes"),
         finding.missing.any() ? Cell(to_string(finding.missing)) : absent("no lane was missing"),
         static_cast<std::int64_t>(finding.count), finding.message});
  }
  return table;
}

}  // namespace reconverge::cli
