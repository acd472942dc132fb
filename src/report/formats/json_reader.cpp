// SPDX-License-Identifier: MIT
#include "report/formats/json_reader.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/number.hpp"

namespace reconverge::report {
namespace {

using Json = nlohmann::ordered_json;

/// The member of an object, or null: of any other value too.
const Json& member(const Json& object, std::string_view key) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string word(const Json& object, std::string_view key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::vector<std::string> words(const Json& object, std::string_view key) {
  std::vector<std::string> texts;
  for (const auto& value : member(object, key))
    if (value.is_string()) texts.push_back(value.get<std::string>());
  return texts;
}

Cell cell(const Json& row, const std::string& key) {
  const Json& value = member(row, key);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned() && !core::to_integer<std::int64_t>(value.get<std::uint64_t>()))
    return value.get<double>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  const std::string reason = word(row, key + "_absent");
  return Absent{reason.empty() ? "not in the stored result" : reason};
}

Table read_table(const Json& json) {
  Table table{.id = word(json, "id"), .caption = word(json, "caption"), .notes = words(json, "notes")};
  table.bulk = member(json, "bulk") == Json(true);
  for (const auto& column : member(json, "columns"))
    table.columns.push_back({word(column, "key"), word(column, "title"), word(column, "provenance")});
  for (const auto& row : member(json, "rows")) {
    std::vector<Cell> cells;
    for (const auto& column : table.columns) cells.push_back(cell(row, column.key));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

constexpr std::array marks = {"circle", "square", "triangle", "cross", "diamond", "down", "none"};
constexpr std::array lines = {"none", "solid", "dashed", "step", "dashed_step"};

/// The enumerator whose name this is; the last of the list if there is none.
template <typename Enumeration, std::size_t count>
Enumeration named(const std::array<const char*, count>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end() - 1, name);
  return static_cast<Enumeration>(found - names.begin());
}

Axis read_axis(const Json& json) {
  Axis axis{.title = word(json, "title")};
  for (const auto& tick : member(json, "ticks"))
    if (tick.is_number()) axis.ticks.push_back(tick.get<double>());
  return axis;
}

Figure read_figure(const Json& json) {
  Figure figure{.id = word(json, "id"),
                .caption = word(json, "caption"),
                .x = read_axis(member(json, "x")),
                .y = read_axis(member(json, "y")),
                .notes = words(json, "notes")};
  for (const auto& stored : member(json, "series")) {
    Series series{.name = word(stored, "name"),
                  .provenance = word(stored, "provenance"),
                  .mark = named<Mark>(marks, word(stored, "mark")),
                  .line = named<Line>(lines, word(stored, "line")),
                  .absent_because = word(stored, "points_absent")};
    if (const Json& colour = member(stored, "colour"); colour.is_number_unsigned())
      series.colour = colour.get<std::size_t>();
    for (const auto& point : member(stored, "points"))
      if (point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number())
        series.points.emplace_back(point[0].get<double>(), point[1].get<double>());
    figure.series.push_back(std::move(series));
  }
  return figure;
}

BoxDiagram read_diagram(const Json& json) {
  BoxDiagram diagram{.id = word(json, "id"), .caption = word(json, "caption"), .notes = words(json, "notes")};
  for (const auto& stored : member(json, "columns")) {
    BoxDiagram::Column column{.title = word(stored, "title"), .subtitle = word(stored, "subtitle")};
    for (const auto& box : member(stored, "boxes")) column.boxes.push_back({word(box, "text"), word(box, "kind")});
    diagram.columns.push_back(std::move(column));
  }
  return diagram;
}

Block read_block(const Json& json) {
  const std::string type = word(json, "type");
  if (type == "table") return read_table(json);
  if (type == "figure") return read_figure(json);
  if (type == "box_diagram") return read_diagram(json);
  if (type == "text") return Text{word(json, "text"), member(json, "preformatted") == Json(true)};
  return Text{"Interactive and not part of stored results: " + word(json, "caption")};
}

}  // namespace

core::Result<Report> read_report(const Json& json) {
  if (!member(json, "sections").is_array())
    return core::Diagnostic{.failure = core::Failure::input,
                            .message = "this is not a stored report: it has no sections"};
  Report report{.title = word(json, "title")};
  const Json& properties = member(json, "properties");
  for (auto property = properties.begin(); properties.is_object() && property != properties.end(); ++property) {
    if (property->is_string()) report.properties.emplace_back(property.key(), property->get<std::string>());
    if (!property->is_array()) continue;
    for (const auto& value : *property)
      if (value.is_string()) report.properties.emplace_back(property.key(), value.get<std::string>());
  }
  for (const auto& stored : member(json, "sections")) {
    Section section{.id = word(stored, "id"), .title = word(stored, "title")};
    for (const auto& block : member(stored, "blocks")) section.blocks.push_back(read_block(block));
    report.sections.push_back(std::move(section));
  }
  return report;
}

}  // namespace reconverge::report
