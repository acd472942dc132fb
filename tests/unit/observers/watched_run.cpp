// SPDX-License-Identifier: MIT
#include "unit/observers/watched_run.hpp"

#include <fmt/core.h>

#include <sstream>
#include <stdexcept>

#include "sass/reader.hpp"

namespace reconverge::observers {

const char* const little_loop =
    "SSY 0x28\n"
    "IADD R4, R4, 0x1\n"
    "ISETP.LT.AND P1, PT, R4, R5, PT\n"
    "@P1 BRA 0x8\n"
    "NOP.S\n"
    "EXIT\n";

sass::Function watched_function(const std::string& rows) {
  std::string text = "code for sm_20\n";
  std::istringstream lines(rows);
  int address = 0;
  for (std::string row; std::getline(lines, row); address += 8) text += fmt::format("/*{:04x}*/ {};\n", address, row);
  auto function = sass::read_function(text, "rows");
  if (!function) throw std::runtime_error(to_string(function.error()));
  return std::move(function).value();
}

void run_watched(const std::string& rows, const ListenerMaker& make, emulator::SpillSettings spill) {
  emulator::TokenStack stack(spill);
  const auto executable = emulator::decode(watched_function(rows), stack, {}, "rows");
  if (!executable) throw std::runtime_error(to_string(executable.error()));
  emulator::Warp warp;
  warp.predicates[0] = core::LaneMask(0b1100);
  warp.set_register(5, core::LaneValues{3, 3, 2, 1});
  emulator::Listener* const listeners[] = {&make(stack)};
  const emulator::Events events(listeners);
  const auto result = emulator::run(executable.value(), warp, stack, events, {.steps = 1000}, core::LaneMask(0xF));
  events.run_ended();
  if (result.diagnostic) throw std::runtime_error(to_string(*result.diagnostic));
}

}  // namespace reconverge::observers
