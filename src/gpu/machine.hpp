// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "gpu/bench.hpp"

namespace reconverge::gpu {

/// One thing that measuring needs or profits from.
struct Check {
  enum class State { found, missing, limited };

  std::string name;
  State state = State::missing;
  std::string detail;                ///< version, path, or why it is missing
  std::string still_works;           ///< what can be done without it; empty if it is there
  std::string remedy;                ///< what to do; empty if nothing
  bool required = false;             ///< bench cannot run without it
  bool required_by_profile = false;  ///< profile cannot count without it
};

std::string_view to_string(Check::State state);

/// Driver, cards, compiler, disassembler, clock, counters and other users of the cards.
std::vector<Check> examine_machine(const Tools& tools);

/// Who else computes on a card and how fast it is clocked, from NVIDIA's management library, loaded at
/// run time. One check a card.
std::vector<Check> other_users(const std::vector<DeviceInfo>& devices);

}  // namespace reconverge::gpu
