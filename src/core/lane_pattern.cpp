// SPDX-License-Identifier: MIT
#include "core/lane_pattern.hpp"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/closest.hpp"
#include "core/text.hpp"
#include "core/usage_error.hpp"

namespace reconverge::core {
namespace {

constexpr const char* forms =
    "staircase(n), reverse(n), halves(n), alternating(n), every(k,n) or random(seed,n) with n from 0 to 31, "
    "random(seed,low,high), list(v0,...,v31) or one value";

const std::vector<std::string>& pattern_names() {
  static const std::vector<std::string> names{"staircase", "reverse", "halves", "alternating",
                                              "every",     "random",  "list"};
  return names;
}

Diagnostic bad_pattern(std::string_view text, std::string_view why) {
  return usage_error(fmt::format("lane pattern '{}': {}", text, why), forms);
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t magnitude = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

/// The 32 bits of a value, or nothing if it is not a number or does not fit.
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
    if (!value) return bad_pattern(text, fmt::format("'{}' is not a 32-bit value", parts[lane]));
    values[lane] = *value;
  }
  return values;
}

/// An integer from low to high.
std::optional<int> parse_within(std::string_view text, int low, int high) {
  const auto value = parse_integer(text);
  if (!value || *value < low || *value > high) return std::nullopt;
  return static_cast<int>(*value);
}

Result<LaneValues> of_one_n(std::string_view text, const std::vector<std::string_view>& parts,
                            LaneValues (*make)(int)) {
  const auto n = parse_within(parts.front(), 0, lane_count - 1);
  if (parts.size() != 1 || !n)
    return bad_pattern(text, fmt::format("a {} needs one n from 0 to 31", trimmed(text.substr(0, text.find('(')))));
  return make(*n);
}

LaneValues halves(int n) {
  return lowered_lanes(n, [](int lane) { return lane >= lane_count / 2; });
}

LaneValues alternating(int n) {
  return lowered_lanes(n, [](int lane) { return lane % 2 == 1; });
}

Result<LaneValues> every_of(std::string_view text, const std::vector<std::string_view>& parts) {
  const auto step = parse_within(parts.front(), 1, lane_count);
  const auto n = parts.size() == 2 ? parse_within(parts.back(), 0, lane_count - 1) : std::nullopt;
  if (!step || !n) return bad_pattern(text, "every needs k from 1 to 32 and n from 0 to 31");
  return lowered_lanes(*n, [&](int lane) { return lane % *step == *step - 1; });
}

Result<LaneValues> scattered_of(std::string_view text, const std::vector<std::string_view>& parts) {
  const auto seed = parse_integer(parts.front());
  const auto n = parse_within(parts.back(), 0, lane_count - 1);
  if (!seed || *seed < 0 || !n) return bad_pattern(text, "random(seed,n) needs a seed and n from 0 to 31");
  return scattered(static_cast<std::uint32_t>(*seed), *n);
}

Result<LaneValues> random_of(std::string_view text, const std::vector<std::string_view>& parts) {
  if (parts.size() == 2) return scattered_of(text, parts);
  if (parts.size() != 3) return bad_pattern(text, "random needs seed and n, or seed, low and high");
  const auto seed = parse_integer(parts[0]);
  const auto low = parse_integer(parts[1]);
  const auto high = parse_integer(parts[2]);
  if (!seed || *seed < 0 || !low || !high) return bad_pattern(text, "an argument is not an integer");
  if (*low < std::numeric_limits<std::int32_t>::min() || *low > *high)
    return bad_pattern(text, "low must be a 32-bit integer and not above high");
  if (*low < 0 && *high > std::numeric_limits<std::int32_t>::max())
    return bad_pattern(text, "from below 0 on, high is at most 2147483647: the values have 32 bits");
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

LaneValues reverse_staircase(int n) {
  const LaneValues forward = staircase(n);
  LaneValues values{};
  for (std::size_t lane = 0; lane < values.size(); ++lane) values[lane] = forward[values.size() - 1 - lane];
  return values;
}

LaneValues scattered(std::uint32_t seed, int n) {
  std::mt19937 engine(seed);
  std::array<int, lane_count> order{};
  for (int lane = 0; lane < lane_count; ++lane) order[static_cast<std::size_t>(lane)] = lane;
  for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[engine() % (i + 1)]);
  LaneValues values{};
  values.fill(lane_count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
    values[static_cast<std::size_t>(order[i])] = 1 + static_cast<std::uint32_t>(engine() % (lane_count - 1));
  return values;
}

LaneValues random_values(std::uint32_t seed, std::int64_t low, std::int64_t high) {
  std::mt19937 engine(seed);
  // std::uniform_int_distribution differs between standard libraries; the remainder does not.
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  LaneValues values{};
  for (auto& value : values) value = static_cast<std::uint32_t>(low + static_cast<std::int64_t>(engine() % span));
  return values;
}

Result<LaneValues> parse_lane_pattern(std::string_view text) {
  const std::string_view body = trimmed(text);
  const auto open = body.find('(');
  if (open == std::string_view::npos) {
    const auto value = parse_value(body);
    if (!value) return bad_pattern(text, "this is not a 32-bit value");
    LaneValues values{};
    values.fill(*value);
    return values;
  }
  if (!body.ends_with(')')) return bad_pattern(text, "the closing parenthesis is missing");
  const std::string_view name = trimmed(body.substr(0, open));
  const auto parts = split(body.substr(open + 1, body.size() - open - 2));
  if (name == "list") return list_of(text, parts);
  if (name == "staircase") return of_one_n(text, parts, staircase);
  if (name == "reverse") return of_one_n(text, parts, reverse_staircase);
  if (name == "halves") return of_one_n(text, parts, halves);
  if (name == "alternating") return of_one_n(text, parts, alternating);
  if (name == "every") return every_of(text, parts);
  if (name == "random") return random_of(text, parts);
  const std::string near = closest(name, pattern_names());
  return bad_pattern(text, fmt::format("there is no pattern '{}'{}", name,
                                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

Result<LaneValues> parse_lane_pattern(std::string_view family, int n) {
  const std::string_view body = trimmed(family);
  if (body.ends_with(')')) return parse_lane_pattern(fmt::format("{},{})", body.substr(0, body.size() - 1), n));
  return parse_lane_pattern(fmt::format("{}({})", body, n));
}

bool is_pattern_family(std::string_view text) {
  const std::string_view body = trimmed(text);
  if (body == "staircase" || body == "reverse" || body == "halves" || body == "alternating") return true;
  const bool with_argument = body.starts_with("every(") || body.starts_with("random(");
  return with_argument && body.find(',') == std::string_view::npos;
}

}  // namespace reconverge::core
