// SPDX-License-Identifier: MIT
#include "cli/meant_architecture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/suggestion.hpp"
#include "sass/architecture.hpp"
#include "timing/generation.hpp"

namespace reconverge::cli {
namespace {

struct Card {
  std::string_view name;
  int architecture;
};

/// Cards of data centres (NVIDIA, "CUDA GPU Compute Capability").
constexpr std::array cards = {Card{"v100", 70},  Card{"t4", 75},     Card{"a100", 80},  Card{"a30", 80},
                              Card{"a10", 86},   Card{"a40", 86},    Card{"l4", 89},    Card{"l40", 89},
                              Card{"l40s", 89},  Card{"h100", 90},   Card{"h200", 90},  Card{"gh200", 90},
                              Card{"b200", 100}, Card{"gb200", 100}, Card{"b300", 103}, Card{"gb300", 103}};

/// "sm_90" of "sm90", "compute_90" and "9.0"; empty if the letters are not those, as in "h100", or no number is known.
std::string by_number(const std::string& word) {
  constexpr std::array<std::string_view, 4> prefixes = {"", "sm", "compute", "cc"};
  const std::size_t digits = word.find_first_of("0123456789");
  if (digits == std::string::npos) return "";
  std::string prefix = word.substr(0, digits), number = word.substr(digits);
  while (!prefix.empty() && (prefix.back() == '_' || prefix.back() == '-' || prefix.back() == ' ')) prefix.pop_back();
  if (const auto point = number.find('.'); point != std::string::npos) number.erase(point, 1);
  const std::string name = "sm_" + number;
  return std::ranges::find(prefixes, prefix) != prefixes.end() && sass::is_architecture(name) ? name : "";
}

/// "Ampere is sm_80, sm_86, sm_87, sm_88", and the first of them.
MeantArchitecture of_generation(const timing::Generation& generation) {
  std::vector<std::string> names;
  for (const int number : sass::architecture_numbers())
    if (number >= generation.first_arch && number <= generation.last_arch)
      names.push_back(fmt::format("sm_{}", number));
  if (names.empty()) return {};
  return {names.front(),
          fmt::format("{} is {}", generation.title.substr(0, generation.title.find(" (")), listed(names))};
}

}  // namespace

MeantArchitecture meant_architecture(std::string_view word) {
  const std::string lower = lower_case(std::string(word));
  if (std::string name = by_number(lower); !name.empty()) return {std::move(name)};
  if (const auto card = std::ranges::find(cards, lower, &Card::name); card != cards.end())
    return {fmt::format("sm_{}", card->architecture)};
  const auto* generation = timing::find_generation(closest(lower, names_of(timing::generations())));
  return generation == nullptr ? MeantArchitecture{} : of_generation(*generation);
}

}  // namespace reconverge::cli
