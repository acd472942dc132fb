// SPDX-License-Identifier: MIT
#include "core/lane_pattern.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
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

/// What the numbers of a random(...) are.
constexpr const char* random_meaning =
    "random(SEED,LOW,HIGH) draws each number from LOW to HIGH; random(SEED,N) makes N of 32 lanes, N from 0 to 31, "
    "loop "
    "from 1 to 31 times and the others 32 times; SEED, a whole number from 0 on, chooses which random numbers";

const std::vector<std::string>& pattern_names() {
  static const std::vector<std::string> names{"staircase", "reverse", "halves", "alternating",
                                              "every",     "random",  "list"};
  return names;
}

Diagnostic bad_pattern(std::string_view text, std::string_view why) {
  return usage_error(fmt::format("lane pattern '{}': {}", text, why), forms);
}

Diagnostic bad_random(std::string_view text, std::string_view why) {
  return bad_pattern(text, fmt::format("{}: {}", why, random_meaning));
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

LaneValues next_scattered(std::mt19937& engine, int n) {
  std::array<int, lane_count> order{};
  for (int lane = 0; lane < lane_count; ++lane) order[static_cast<std::size_t>(lane)] = lane;
  for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[engine() % (i + 1)]);
  LaneValues values{};
  values.fill(lane_count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
    values[static_cast<std::size_t>(order[i])] = 1 + static_cast<std::uint32_t>(engine() % (lane_count - 1));
  return values;
}

using Values = std::vector<std::uint32_t>;

Result<Values> scattered_of(std::string_view text, const std::vector<std::string_view>& parts, std::size_t count) {
  const auto seed = parse_integer(parts.front());
  const auto n = parse_within(parts.back(), 0, lane_count - 1);
  if (!seed || *seed < 0 || !n) return bad_random(text, "two numbers are SEED and N, and one of them does not fit");
  std::mt19937 engine(static_cast<std::uint32_t>(*seed));
  Values values;
  values.reserve(count + lane_count);
  while (values.size() < count) {
    const LaneValues next = next_scattered(engine, *n);
    values.insert(values.end(), next.begin(), next.end());
  }
  values.resize(count);
  return values;
}

/// Uniform integers. std::uniform_int_distribution differs between standard libraries; the remainder does not.
Values random_integers(std::uint32_t seed, std::int64_t low, std::int64_t high, std::size_t count) {
  std::mt19937 engine(seed);
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  Values values(count);
  for (auto& value : values) value = static_cast<std::uint32_t>(low + static_cast<std::int64_t>(engine() % span));
  return values;
}

bool has_point(std::string_view text) { return text.find('.') != std::string_view::npos; }

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<std::vector<double>> random_reals(std::string_view text, const std::vector<std::string_view>& parts,
                                         std::size_t count) {
  const auto seed = parse_integer(parts[0]);
  const auto low = parse_real(parts[1]), high = parse_real(parts[2]);
  if (!seed || *seed < 0 || !low || !high) return bad_random(text, "an argument is not a number");
  if (*low > *high) return bad_pattern(text, "low must not be above high");
  constexpr double outputs = 4294967296.0;  // of the twister
  std::mt19937 engine(static_cast<std::uint32_t>(*seed));
  std::vector<double> values(count);
  for (auto& value : values) value = *low + (*high - *low) * (static_cast<double>(engine()) / outputs);
  return values;
}

bool is_real(const std::vector<std::string_view>& parts) {
  return parts.size() == 3 && (has_point(parts[1]) || has_point(parts[2]));
}

Result<Values> random_of(std::string_view text, const std::vector<std::string_view>& parts, std::size_t count) {
  if (parts.size() == 2) return scattered_of(text, parts, count);
  if (is_real(parts)) {
    const auto reals = random_reals(text, parts, count);
    if (!reals) return reals.error();
    Values values;
    for (const double real : *reals) values.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(real)));
    return values;
  }
  if (parts.size() != 3)
    return bad_random(text, fmt::format("two or three numbers are needed, this has {}", parts.size()));
  const auto seed = parse_integer(parts[0]);
  const auto low = parse_integer(parts[1]);
  const auto high = parse_integer(parts[2]);
  if (!seed || *seed < 0 || !low || !high) return bad_random(text, "an argument is not an integer");
  if (*low < std::numeric_limits<std::int32_t>::min() || *low > *high)
    return bad_pattern(text, "low must be a 32-bit integer and not above high");
  if (*low < 0 && *high > std::numeric_limits<std::int32_t>::max())
    return bad_pattern(text, "from below 0 on, high is at most 2147483647: the values have 32 bits");
  return random_integers(static_cast<std::uint32_t>(*seed), *low, *high, count);
}

LaneValues lanes_of(const Values& values) {
  LaneValues lanes{};
  std::ranges::copy(values, lanes.begin());
  return lanes;
}

/// What is in the parentheses of a random(...); nothing of another text.
std::optional<std::vector<std::string_view>> random_parts(std::string_view text) {
  const std::string_view body = trimmed(text);
  const auto open = body.find('(');
  if (open == std::string_view::npos || !body.ends_with(')') || trimmed(body.substr(0, open)) != "random")
    return std::nullopt;
  return split(body.substr(open + 1, body.size() - open - 2));
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
  return next_scattered(engine, n);
}

LaneValues random_values(std::uint32_t seed, std::int64_t low, std::int64_t high) {
  return lanes_of(random_integers(seed, low, high, lane_count));
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
  if (name == "random") {
    const auto values = random_of(text, parts, lane_count);
    if (!values) return values.error();
    return lanes_of(*values);
  }
  const std::string near = closest(name, pattern_names());
  return bad_pattern(text, fmt::format("there is no pattern '{}'{}", name,
                                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

Result<std::vector<std::uint32_t>> parse_pattern(std::string_view text, std::size_t count) {
  if (const auto parts = random_parts(text)) return random_of(text, *parts, count);
  const auto lanes = parse_lane_pattern(text);
  if (!lanes) return lanes.error();
  Values values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = (*lanes)[i % lanes->size()];
  return values;
}

std::optional<Result<std::vector<double>>> parse_random_reals(std::string_view text, std::size_t count) {
  const auto parts = random_parts(text);
  if (!parts || !is_real(*parts)) return std::nullopt;
  return random_reals(text, *parts, count);
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
