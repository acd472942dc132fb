#pragma once

#include <string_view>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// Reads one kernel argument:
///   TYPE:VALUE              a parameter passed by value, i32:5
///   TYPE[COUNT]             a buffer of zeroes
///   TYPE[COUNT]=VALUE       the same value everywhere
///   TYPE[COUNT]=PATTERN     a lane pattern, repeated every 32 elements: staircase(2)
///   TYPE[COUNT]=index       0, 1, 2, ...
///   TYPE[COUNT]=ramp(START,STEP)   START, START + STEP, ...
///   TYPE[COUNT]=V0,V1,...   as given; COUNT may be left out: f32[]=1,2,3
///   TYPE[COUNT]=@FILE       the numbers of a text, if FILE ends in .txt or .csv, else the bytes of
///                           the elements, little endian; COUNT may be left out
/// Fails with Failure::usage, or Failure::environment if a file cannot be read.
core::Result<emulator::Argument> parse_argument(std::string_view text);

}  // namespace reconverge::cli
