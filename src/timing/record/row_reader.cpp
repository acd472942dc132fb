// SPDX-License-Identifier: MIT
#include "timing/record/row_reader.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace reconverge::timing {

RowReader::RowReader(const nlohmann::ordered_json& object, std::string pointer, std::optional<std::string>& error)
    : object_(object), pointer_(std::move(pointer)), error_(error) {
  if (!object_.is_object()) fail("", "is not an object");
}

void RowReader::fail(std::string_view key, const std::string& message) {
  if (!error_) error_ = fmt::format("{}{}{} {}", pointer_, key.empty() ? "" : "/", key, message);
}

const nlohmann::ordered_json* RowReader::find(std::string_view key) {
  asked_.emplace(key);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

std::string RowReader::text_or(std::string_view key, std::string otherwise) {
  const nlohmann::ordered_json* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  fail(key, "is not a string");
  return otherwise;
}

std::string RowReader::text(std::string_view key) {
  if (find(key) == nullptr) fail(key, "is missing");
  return text_or(key, "");
}

bool RowReader::flag(std::string_view key) {
  const nlohmann::ordered_json* value = find(key);
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  fail(key, "is not true or false");
  return false;
}

bool RowReader::is_null(std::string_view key) const {
  if (!object_.is_object()) return false;
  const auto found = object_.find(key);
  return found != object_.end() && found->is_null();
}

std::optional<std::int32_t> RowReader::number(std::string_view key, std::int32_t least, std::int32_t most) {
  const nlohmann::ordered_json* value = find(key);
  if (value == nullptr || value->is_null()) return std::nullopt;
  const bool fits = value->is_number_integer() &&
                    (!value->is_number_unsigned() || value->get<std::uint64_t>() <= static_cast<std::uint64_t>(most));
  const std::int64_t number = fits ? value->get<std::int64_t>() : 0;
  if (fits && number >= least && number <= most) return static_cast<std::int32_t>(number);
  fail(key, fmt::format("is not a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::int32_t RowReader::number_or(std::string_view key, std::int32_t least, std::int32_t most, std::int32_t otherwise) {
  return number(key, least, most).value_or(otherwise);
}

RecordSource RowReader::source() {
  using core::Grade;
  constexpr std::array grades{Grade::paper,  Grade::derived, Grade::measured,
                              Grade::fitted, Grade::assumed, Grade::given};
  std::array<std::string_view, grades.size()> names;
  for (std::size_t i = 0; i < grades.size(); ++i) names[i] = to_string(grades[i]);
  RecordSource source;
  source.rule = text("rule");
  source.grade = grades[one_of("grade", names)];
  source.source = text("source");
  source.note = text_or("note", "");
  return source;
}

void RowReader::finish() {
  if (!object_.is_object()) return;
  for (const auto& [key, value] : object_.items())
    if (!asked_.contains(key)) return fail(key, "is not a member that records have");
}

}  // namespace reconverge::timing
