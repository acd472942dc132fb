#include "core/lane_pattern.hpp"

#include <fmt/core.h>

#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace reconverge::core {
namespace {

constexpr const char* forms =
    "staircase(n) with n from 0 to 31, list(v0,...,v31), random(seed,low,high) or one value";

Diagnostic bad_pattern(std::string_view text, std::string_view why) {
  return {.failure = Failure::usage,
          .message = fmt::format("lane pattern '{}': {}", text, why),
          .hint = forms};
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), magnitude, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

/// The 32 bits of a value, or nothing if it is no number or does not fit.
std::optional<std::uint32_t> parse_value(std::string_view text) {
  if (const auto integer = parse_integer(text)) {
    if (*integer < std::numeric_limits<std::int32_t>::min()) return std::nullopt;
    return static_cast<std::uint32_t>(*integer);
  }
  if (text.find('.') == std::string_view::npos) return std::nullopt;
  float real = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return std::bit_cast<std::uint32_t>(real);
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto comma = text.find(',');
    parts.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<LaneValues> list_of(std::string_view text, const std::vector<std::string_view>& parts) {
  if (parts.size() != lane_count)
    return bad_pattern(text, fmt::format("a list needs 32 values, this has {}", parts.size()));
  LaneValues values{};
  for (std::size_t lane = 0; lane < parts.size(); ++lane) {
    const auto value = parse_value(parts[lane]);
    if (!value) return bad_pattern(text, fmt::format("'{}' is no 32-bit value", parts[lane]));
    values[lane] = *value;
  }
  return values;
}

Result<LaneValues> staircase_of(std::string_view text, const std::vector<std::string_view>& parts) {
  const auto n = parse_integer(parts.front());
  if (parts.size() != 1 || !n || *n < 0 || *n >= lane_count)
    return bad_pattern(text, "a staircase needs one n from 0 to 31");
  return staircase(static_cast<int>(*n));
}

Result<LaneValues> random_of(std::string_view text, const std::vector<std::string_view>& parts) {
  if (parts.size() != 3) return bad_pattern(text, "random needs seed, low and high");
  const auto seed = parse_integer(parts[0]);
  const auto low = parse_integer(parts[1]);
  const auto high = parse_integer(parts[2]);
  if (!seed || *seed < 0 || !low || !high) return bad_pattern(text, "an argument is no integer");
  if (*low < std::numeric_limits<std::int32_t>::min() || *low > *high)
    return bad_pattern(text, "low must be a 32-bit integer and not above high");
  return random_values(static_cast<std::uint32_t>(*seed), *low, *high);
}

}  // namespace

LaneValues staircase(int n) {
  LaneValues values{};
  for (int lane = 0; lane < lane_count; ++lane) {
    const int steps_down = lane - (lane_count - n) + 1;
    values[static_cast<std::size_t>(lane)] =
        static_cast<std::uint32_t>(steps_down > 0 ? lane_count - steps_down : lane_count);
  }
  return values;
}

LaneValues random_values(std::uint32_t seed, std::int64_t low, std::int64_t high) {
  std::mt19937 engine(seed);
  // std::uniform_int_distribution differs between standard libraries; the remainder does not.
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  LaneValues values{};
  for (auto& value : values)
    value = static_cast<std::uint32_t>(low + static_cast<std::int64_t>(engine() % span));
  return values;
}

Result<LaneValues> parse_lane_pattern(std::string_view text) {
  const std::string_view body = trimmed(text);
  const auto open = body.find('(');
  if (open == std::string_view::npos) {
    const auto value = parse_value(body);
    if (!value) return bad_pattern(text, "this is no 32-bit value");
    LaneValues values{};
    values.fill(*value);
    return values;
  }
  if (!body.ends_with(')')) return bad_pattern(text, "the closing parenthesis is missing");
  const std::string_view name = trimmed(body.substr(0, open));
  const auto parts = split(body.substr(open + 1, body.size() - open - 2));
  if (name == "list") return list_of(text, parts);
  if (name == "staircase") return staircase_of(text, parts);
  if (name == "random") return random_of(text, parts);
  return bad_pattern(text, fmt::format("there is no pattern '{}'", name));
}

}  // namespace reconverge::core
