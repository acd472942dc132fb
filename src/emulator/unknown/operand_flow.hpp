// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emulator/executable.hpp"

namespace reconverge::emulator {

/// Registers that one operand means.
struct OperandSlots {
  Slot first = zero_slot;
  std::uint8_t words = 1;
  std::int8_t factor = 0;  ///< of a sum that the instruction makes: 1 or -1; 0: it does something else with it
};

/// Which of its clock values an instruction reads.
enum class TimeSource : std::uint8_t { none, clock_low, clock_high, timer };

/// From which registers and predicates those that an instruction writes come.
struct OperandFlow {
  std::vector<OperandSlots> sources;
  std::vector<OperandSlots> destinations;
  std::vector<OperandSlots> deciding;             ///< registers that an address, a target or a mask of lanes comes from
  std::vector<std::uint8_t> deciding_predicates;  ///< what control depends on, the guard apart
  std::vector<std::uint8_t> predicate_sources;    ///< indices into Warp::predicates; PT apart
  std::vector<std::uint8_t> predicate_destinations;
  bool is_sum = false;         ///< the destination is the sum of the sources, each times its factor
  bool crosses_lanes = false;  ///< a lane's result comes from other lanes too
  bool copies_memory = false;  ///< from one memory to another, past the registers
  bool reads_condition_code = false, writes_condition_code = false;
  TimeSource time = TimeSource::none;
  std::string unknown_word = {};  ///< the word of the driver it may read whose value is not known; see DriverWord
};

/// By row of an executable. Empty for one that cannot be executed.
std::vector<OperandFlow> operand_flows(const Executable& executable);

/// Of an executable, by row: the word of the driver without a value that the row may read. Empty: no row reads one.
std::map<std::uint32_t, std::string> unknown_words_read(const Executable& executable);

/// Which clock value a row reads, if any.
TimeSource time_source(const sass::Instruction& row);

}  // namespace reconverge::emulator
