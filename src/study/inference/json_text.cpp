#include "study/inference/json_text.hpp"

#include <algorithm>
#include <cmath>

namespace reconverge::study {
namespace {

using Json = nlohmann::ordered_json;

core::Location place_of(std::string_view text, std::size_t byte, const std::string& source) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? before.size() + 1 : before.size() - start;
  return {source, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
}

}  // namespace

core::Result<Json> parse_json(std::string_view text, const std::string& source) {
  // The library reports where a text breaks only by throwing.
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    return core::Diagnostic{.failure = core::Failure::input,
                            .message = "this is no JSON",
                            .hint = "JSON has no NaN and no Inf; a missing number is null",
                            .where = place_of(text, error.byte, source)};
  } catch (const Json::exception& error) {
    return core::Diagnostic{.failure = core::Failure::input, .message = error.what(), .where = {source}};
  }
}

const Json& member(const Json& value, std::string_view key) {
  static const Json nothing;
  if (!value.is_object()) return nothing;
  const auto found = value.find(key);
  return found == value.end() ? nothing : *found;
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

}  // namespace reconverge::study
