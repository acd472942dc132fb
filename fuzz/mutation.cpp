// SPDX-License-Identifier: MIT
#include "fuzz/mutation.hpp"

#include <array>
#include <string_view>

namespace reconverge::fuzz {
namespace {

using Random = std::mt19937_64;

constexpr std::size_t most_bytes = 24'000;

/// Numbers at the edges of types, and words that formats give a meaning.
// clang-format off
constexpr std::array<std::string_view, 40> words = {
    "0", "-1", "1", "-0", "255", "256", "32", "31", "33", "65536", "2147483647", "2147483648", "-2147483648", "-2147483649",
    "4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "1e300", "-1e308", "1e999", "1e-320", "0.5", "nan", "inf", "-inf", "null", "true", "[]", "{}", "\"\"", "0x7fffffff", "0xffffffff",
    "R255", "RZ", "UR63", "!PT", "-|R0|"};
// clang-format on

std::size_t below(std::size_t end, Random& random) { return end == 0 ? 0 : random() % end; }

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

struct Range {
  std::size_t first, size;
};

/// The word around a place, or the one byte that stands there.
Range word_at(const std::string& text, std::size_t at) {
  std::size_t first = at, end = at;
  while (first > 0 && is_word(text[first - 1])) --first;
  while (end < text.size() && is_word(text[end])) ++end;
  return {first, std::max<std::size_t>(end - first, at < text.size() ? 1 : 0)};
}

Range line_at(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = text.find('\n', at);
  return {first, (end == std::string::npos ? text.size() : end + 1) - first};
}

void change_bytes(std::string& text, Random& random) {
  const std::size_t at = below(text.size(), random);
  switch (random() % 4) {
    case 0: text[at] = static_cast<char>(text[at] ^ (1 << random() % 8)); break;
    case 1: text[at] = static_cast<char>(random()); break;
    case 2: text.insert(at, 1, static_cast<char>(random())); break;
    default: text.erase(at, 1 + below(16, random));
  }
}

void change_word(std::string& text, const std::string& other, Random& random) {
  const Range place = word_at(text, below(text.size(), random));
  const Range source = word_at(other, below(other.size(), random));
  const bool is_edge = random() % 2 == 0;
  text.replace(place.first, place.size,
               is_edge ? std::string(words[random() % words.size()]) : other.substr(source.first, source.size));
}

void change_lines(std::string& text, const std::string& other, Random& random) {
  const Range place = line_at(text, below(text.size(), random));
  const Range source = line_at(other, below(other.size(), random));
  switch (random() % 4) {
    case 0: text.erase(place.first, place.size); break;
    case 1: text.insert(place.first, text.substr(place.first, place.size)); break;
    case 2: text.insert(place.first, other, source.first, source.size); break;
    default: text.replace(place.first, place.size, other, source.first, source.size);
  }
}

void splice(std::string& text, const std::string& other, Random& random) {
  const std::size_t at = below(text.size(), random), from = below(other.size(), random);
  text.replace(at, below(64, random), other, from, below(256, random));
}

}  // namespace

std::string mutated(const std::vector<std::string>& seeds, Random& random) {
  std::string text = seeds[random() % seeds.size()];
  for (std::size_t changes = 1 + random() % 6; changes > 0; --changes) {
    if (text.empty()) text = "\n";
    const std::string& other = seeds[random() % seeds.size()];
    switch (random() % 8) {
      case 0:
      case 1: change_bytes(text, random); break;
      case 2:
      case 3:
      case 4: change_word(text, other, random); break;
      case 5:
      case 6: change_lines(text, other, random); break;
      default: splice(text, other, random);
    }
  }
  if (text.size() > most_bytes) text.resize(most_bytes);
  return text;
}

}  // namespace reconverge::fuzz
