// SPDX-License-Identifier: MIT
#include "core/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace reconverge::core {
namespace {

using Words = std::array<std::uint32_t, 8>;

/// First 32 bits of the fraction of a root of the i-th prime (sections 4.2.2 and 5.3.3): 64 cube
/// roots, then 8 square roots. A double holds 20 bits more than are needed.
struct Constants {
  std::array<std::uint32_t, 64> rounds{};
  Words start{};

  Constants() {
    std::size_t found = 0;
    for (int candidate = 2; found < 64; ++candidate) {
      if (!is_prime(candidate)) continue;
      if (found < 8) start[found] = fraction(std::sqrt(static_cast<double>(candidate)));
      rounds[found++] = fraction(std::cbrt(static_cast<double>(candidate)));
    }
  }

  static bool is_prime(int number) {
    for (int divisor = 2; divisor * divisor <= number; ++divisor)
      if (number % divisor == 0) return false;
    return true;
  }
  static std::uint32_t fraction(double root) {
    return static_cast<std::uint32_t>(std::floor((root - std::floor(root)) * 4294967296.0));
  }
};

const Constants& constants() {
  static const Constants values;
  return values;
}

std::uint32_t word_at(std::string_view block, std::size_t index) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) word = word << 8 | static_cast<unsigned char>(block[4 * index + i]);
  return word;
}

void add_block(std::string_view block, Words& state) {
  std::array<std::uint32_t, 64> schedule{};
  for (std::size_t i = 0; i < 64; ++i) {
    if (i < 16) {
      schedule[i] = word_at(block, i);
      continue;
    }
    const std::uint32_t a = schedule[i - 15], b = schedule[i - 2];
    const std::uint32_t small0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3;
    const std::uint32_t small1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10;
    schedule[i] = schedule[i - 16] + small0 + schedule[i - 7] + small1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t big1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t first = h + big1 + ((e & f) ^ (~e & g)) + constants().rounds[i] + schedule[i];
    const std::uint32_t big0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t second = big0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const Words after = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += after[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xff);
  Words state = constants().start;
  for (std::size_t i = 0; i < padded.size(); i += 64) add_block(std::string_view(padded).substr(i, 64), state);
  std::string text;
  for (const std::uint32_t word : state) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace reconverge::core
