// SPDX-License-Identifier: MIT
#include "report/formats/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/number.hpp"

#include "report/formats/cell.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::report {
namespace {

using Json = nlohmann::ordered_json;

// Whole numbers without a point and fractions without rounding dust, as in CSV.
Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  constexpr double exact_integers = 9007199254740992.0;  // 2^53
  if (value == std::floor(value) && std::fabs(value) < exact_integers) {
    return static_cast<std::int64_t>(value);
  }
  const std::string text = format_exact_number(value);
  double written = value;  // of a denormal too, which stod refuses
  std::from_chars(text.data(), text.data() + text.size(), written);
  return written;
}

Json string(const std::string& text) { return clean_utf8(text); }

Json strings(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const auto& text : texts) array.push_back(string(text));
  return array;
}

void put(Json& object, const std::string& key, const Cell& cell) {
  if (const auto reason = absence(cell)) {
    object[key] = nullptr;
    object[key + "_absent"] = string(*reason);
  } else if (const auto* word = std::get_if<std::string>(&cell)) {
    object[key] = string(*word);
  } else if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
    object[key] = *whole;
  } else if (const auto* fraction = std::get_if<double>(&cell)) {
    object[key] = number(*fraction);
  } else {
    object[key] = std::get<bool>(cell);
  }
}

bool has_not_finite(const Json& json) {
  if (json.is_number_float()) return !std::isfinite(json.get<double>());
  return json.is_structured() && std::ranges::any_of(json, has_not_finite);
}

void name_not_finite(Json& json) {
  if (json.is_number_float() && !std::isfinite(json.get<double>())) json = core::name_of_not_finite(json.get<double>());
  else if (json.is_structured())
    for (auto& member : json) name_not_finite(member);
}

/// Writes as escapes what the library leaves as it is: DEL, the second set of control characters and
/// the marks that reorder text.
std::string with_escapes(std::string text) {
  const auto is_ascii = [](char c) { return c >= 0 && c < 0x7f; };
  if (std::ranges::all_of(text, is_ascii)) return text;
  std::string escaped;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t start = position;
    const char32_t code_point = next_code_point(text, position);
    if (acts_on_terminal(code_point)) escaped += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code_point));
    else escaped.append(text, start, position - start);
  }
  return escaped;
}

const char* name_of(Mark mark) {
  switch (mark) {
    case Mark::circle: return "circle";
    case Mark::square: return "square";
    case Mark::triangle: return "triangle";
    case Mark::cross: return "cross";
    case Mark::diamond: return "diamond";
    case Mark::down: return "down";
    case Mark::none: return "none";
  }
  return "none";
}

const char* name_of(Line line) {
  switch (line) {
    case Line::none: return "none";
    case Line::solid: return "solid";
    case Line::dashed: return "dashed";
    case Line::step: return "step";
    case Line::dashed_step: return "dashed_step";
  }
  return "none";
}

Json axis(const Axis& axis) {
  Json json = {{"title", string(axis.title)}};
  if (!axis.ticks.empty()) {
    for (const double tick : axis.ticks) json["ticks"].push_back(number(tick));
  }
  return json;
}

Json series(const Series& series) {
  Json json = {{"name", string(series.name)},
               {"provenance", string(series.provenance)},
               {"mark", name_of(series.mark)},
               {"line", name_of(series.line)}};
  if (series.colour) json["colour"] = *series.colour;
  if (series.points.empty()) {
    put(json, "points", Absent{series.absent_because});
    return json;
  }
  bool all_finite = true;
  for (const auto& [x, y] : series.points) {
    json["points"].push_back(Json::array({number(x), number(y)}));
    all_finite = all_finite && std::isfinite(x) && std::isfinite(y);
  }
  if (!all_finite) json["null_absent"] = *absence(Cell(std::nan("")));
  return json;
}

Json to_json(const Text& text) { return {{"text", string(text.body)}, {"preformatted", text.preformatted}}; }

Json to_json(const Applet& applet) { return {{"id", string(applet.id)}, {"caption", string(applet.caption)}}; }

// The type first, so that a reader knows what follows.
Json block(const Block& block) {
  static constexpr const char* types[] = {"text", "table", "figure", "box_diagram", "applet"};
  Json json = {{"type", types[block.index()]}};
  json.update(std::visit([](const auto& content) -> Json { return to_json(content); }, block));
  return json;
}

}  // namespace

Json to_json(const Table& table) {
  Json json = {{"id", string(table.id)}, {"caption", string(table.caption)}};
  if (table.bulk) json["bulk"] = true;
  json["columns"] = Json::array();
  for (const auto& column : table.columns) {
    json["columns"].push_back(
        {{"key", string(column.key)}, {"title", string(column.title)}, {"provenance", string(column.provenance)}});
  }
  json["rows"] = Json::array();
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      put(object, clean_utf8(table.columns[i].key), cell_at(row, i));
    }
    json["rows"].push_back(std::move(object));
  }
  json["notes"] = strings(table.notes);
  return json;
}

Json to_json(const Figure& figure) {
  Json json = {{"id", string(figure.id)},
               {"caption", string(figure.caption)},
               {"x", axis(figure.x)},
               {"y", axis(figure.y)},
               {"series", Json::array()}};
  for (const auto& curve : figure.series) json["series"].push_back(series(curve));
  json["notes"] = strings(figure.notes);
  return json;
}

Json to_json(const BoxDiagram& diagram) {
  Json json = {{"id", string(diagram.id)}, {"caption", string(diagram.caption)}, {"columns", Json::array()}};
  for (const auto& column : diagram.columns) {
    Json boxes = Json::array();
    for (const auto& box : column.boxes) {
      boxes.push_back({{"text", string(box.text)}, {"kind", string(box.kind)}});
    }
    json["columns"].push_back(
        {{"title", string(column.title)}, {"subtitle", string(column.subtitle)}, {"boxes", std::move(boxes)}});
  }
  json["notes"] = strings(diagram.notes);
  return json;
}

Json to_json(const Report& report) {
  Json json = {{"title", string(report.title)}, {"properties", Json::object()}, {"sections", Json::array()}};
  for (const auto& [name, value] : report.properties) {
    Json& property = json["properties"][clean_utf8(name)];
    if (property.is_null()) {
      property = string(value);
    } else {  // a name may come twice, as "device" does on a machine with two of them
      if (property.is_string()) property = Json::array({property});
      property.push_back(string(value));
    }
  }
  for (const auto& section : report.sections) {
    Json blocks = Json::array();
    for (const auto& content : section.blocks) blocks.push_back(block(content));
    json["sections"].push_back(
        {{"id", string(section.id)}, {"title", string(section.title)}, {"blocks", std::move(blocks)}});
  }
  return json;
}

std::string to_json_text(const Json& json, int indent) {
  const auto text_of = [indent](const Json& value) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
  };
  if (!has_not_finite(json)) return with_escapes(text_of(json));
  Json named = json;
  name_not_finite(named);
  return with_escapes(text_of(named));
}

}  // namespace reconverge::report
