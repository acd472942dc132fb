// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "emulator/launch/launch.hpp"

namespace reconverge::cli {

/// Reads one kernel argument, or the value of a device variable:
///   TYPE:VALUE              a parameter passed by value, i32:5
///   TYPE[COUNT]             a buffer of zeroes
///   TYPE[COUNT]=VALUE       the same value everywhere
///   TYPE[COUNT]=PATTERN     a lane pattern, repeated every 32 elements: staircase(2)
///   TYPE[COUNT]=index       0, 1, 2, ...
///   TYPE[COUNT]=ramp(START,STEP)   START, START + STEP, ...
///   TYPE[COUNT]=V0,V1,...   as given; COUNT may be left out: f32[]=1,2,3
///   TYPE[COUNT]=@FILE       the numbers of a text, if FILE ends in .txt or .csv, the array of a .npy file, else the
///                           bytes of the elements, little endian; COUNT may be left out
///   @FILE.npy               an array, of the type that the file says
///   {MEMBER,MEMBER,...}     a structure by value, as C lays it out
///   &ARGUMENT+BYTES         a pointer into the buffer of another argument
///   bytes:@FILE             the bytes of a structure
/// Fails with Failure::usage, Failure::environment if a file cannot be read, Failure::input if it is not understood.
///
/// @param argument  the option as it was given, for messages: "--arg 'i32:5'"
core::Result<emulator::Argument> parse_value(std::string_view text, std::string_view argument);
/// The same of --arg.
core::Result<emulator::Argument> parse_argument(std::string_view text);

/// Whether every pointer of a structure goes into the buffer of an argument. Fails with Failure::usage.
///
/// @param owner  of the structure, for messages
core::Result<core::Done> check_pointers(const emulator::Structure& structure, std::string_view owner,
                                        const emulator::Launch& launch);
/// Whether every pointer of the arguments goes into a buffer. Fails with Failure::usage.
core::Result<core::Done> check_pointers(const emulator::Launch& launch);

}  // namespace reconverge::cli
