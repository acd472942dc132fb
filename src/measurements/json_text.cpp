// SPDX-License-Identifier: MIT
#include "measurements/json_text.hpp"

#include <algorithm>
#include <cmath>

namespace reconverge::measurements {
namespace {

using Json = nlohmann::ordered_json;

core::Location place_of(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? before.size() + 1 : before.size() - start;
  return {source, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
}

core::Diagnostic refusal(core::Location where, std::string message, std::string hint) {
  return {.failure = core::Failure::input,
          .message = std::move(message),
          .hint = std::move(hint),
          .where = std::move(where)};
}

/// Goes through a text until it breaks; nothing is kept but the place and the kind of the fault.
struct Fault {
  static constexpr int number_overflow = 406;  // of the library's out_of_range

  std::size_t byte = 0;
  int id = 0;

  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) {
    byte = position;
    id = error.id;
    return false;
  }
  static bool null() { return true; }
  static bool boolean(bool) { return true; }
  static bool number_integer(std::int64_t) { return true; }
  static bool number_unsigned(std::uint64_t) { return true; }
  static bool number_float(double, const std::string&) { return true; }
  static bool string(std::string&) { return true; }
  static bool binary(Json::binary_t&) { return true; }
  static bool key(std::string&) { return true; }
  static bool start_object(std::size_t) { return true; }
  static bool end_object() { return true; }
  static bool start_array(std::size_t) { return true; }
  static bool end_array() { return true; }
};

/// Where brackets are nested deeper than anything reads or writes; none if they are not.
std::optional<std::size_t> too_deep(std::string_view text) {
  constexpr int deepest = 200;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;
    if (in_string) continue;
    if ((c == '[' || c == '{') && ++depth > deepest) return i + 1;
    if (c == ']' || c == '}') --depth;
  }
  return std::nullopt;
}

}  // namespace

core::Result<Json> parse_json(std::string_view text, const std::string& source) {
  if (const auto byte = too_deep(text))
    return refusal(place_of(text, *byte, source), "the JSON is nested too deep", "a file of this program");
  auto json = Json::parse(text, nullptr, false);
  if (!json.is_discarded()) return json;
  Fault fault;
  (void)Json::sax_parse(text, &fault);
  const auto where = place_of(text, fault.byte, source);
  if (fault.id == Fault::number_overflow)
    return refusal(where, "the number is beyond what double precision holds", "a missing number is null");
  return refusal(where, "this is not JSON: the text breaks off or is damaged here",
                 "JSON has no NaN and no Inf; was the file copied in part?");
}

const Json& member(const Json& value, std::string_view key) {
  static const Json nothing;
  if (!value.is_object()) return nothing;
  const auto found = value.find(key);
  return found == value.end() ? nothing : *found;
}

const Json& object_member(const Json& value, std::string_view key) {
  static const Json empty = Json::object();
  const Json& found = member(value, key);
  return found.is_object() ? found : empty;
}

const Json& entry_of(const Json& list, const Json& reference) {
  static const Json nothing;
  if (!list.is_array() || reference.is_null()) return nothing;
  const auto named = std::ranges::find_if(list, [&](const Json& entry) { return member(entry, "id") == reference; });
  if (named != list.end()) return *named;
  const auto place = integer_of<std::size_t>(reference);
  return place && *place < list.size() ? list[*place] : nothing;
}

std::optional<std::string> text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return std::nullopt;
}

std::optional<double> number_of(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  const auto number = value.get<double>();
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string text_or_empty(const Json& value, std::string_view key) { return text_of(member(value, key)).value_or(""); }

}  // namespace reconverge::measurements
