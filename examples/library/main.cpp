// SPDX-License-Identifier: MIT
// Counts the divergent branches of one warp that runs through a listing for the token stack, with the paper's
// loop bounds in a register:   divergence_of LISTING REGISTER N
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include "core/lane_pattern.hpp"
#include "emulator/emulator.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "observers/event_counts.hpp"
#include "sass/reader.hpp"

int main(int argc, char** argv) {
  using namespace reconverge;
  if (argc != 4) {
    std::cerr << "usage: divergence_of LISTING REGISTER N\n";
    return 2;
  }
  std::ifstream file(argv[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto function = sass::read_function(text, argv[1]);
  if (!function) {
    std::cerr << to_string(function.error()) << '\n';
    return 4;
  }
  const auto bounds = core::parse_lane_pattern("staircase(" + std::string(argv[3]) + ")");
  if (!bounds) {
    std::cerr << to_string(bounds.error()) << '\n';
    return 2;
  }
  emulator::TokenStack stack({}, emulator::carrier_orders().data());
  const auto executable = emulator::decode(std::move(function).value(), stack, {}, argv[1]);
  if (!executable) {
    std::cerr << to_string(executable.error()) << '\n';
    return 4;
  }
  emulator::Warp warp;
  warp.set_register(std::atoi(argv[2]), *bounds);
  observers::EventCounts counts;
  emulator::Listener* const listeners[] = {&counts};
  const auto result = emulator::run(*executable, warp, stack, emulator::Events(listeners));
  std::cout << counts.divergent_branches << " divergent branches in " << result.steps << " instructions\n";
  return result.diagnostic ? 5 : 0;
}
