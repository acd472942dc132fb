// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/program_options.hpp"
#include "cli/session.hpp"
#include "core/result.hpp"
#include "emulator/launch/launch.hpp"
#include "sass/parameter_table.hpp"

namespace reconverge::cli {

/// Whether the arguments of a launch, if there are any, are as many and as large as the parameters of the kernel, and
/// lie where they do; structures are put there. Nothing is done without a table. Fails with Failure::usage.
/// @param symbol  of the kernel, whose signature gives the types to propose
core::Result<core::Done> fit_arguments(emulator::Launch& launch,
                                       const std::optional<std::vector<sass::Parameter>>& parameters,
                                       const std::string& symbol);

/// Options that give each parameter a value of its type, to begin with: "--arg 'i32[64]=index' --arg i32:64 --arg
/// f32:1" for a launch of 64 threads. A buffer has an element for each thread, and a whole number is their number, or
/// the largest that its type holds: it often bounds a loop or a guard, and 1 would hide that lanes diverge. The text
/// says that this is a guess. Types are those of the signature that the symbol holds, else types that fit the sizes,
/// which the text says.
/// @param threads  of the launch: threads of a block times blocks
std::string arguments_to_try(const std::string& symbol, const std::vector<sass::Parameter>& parameters,
                             std::uint64_t threads);

/// A warning for each argument whose elements contradict the type that the symbol of the kernel has in its place: a
/// float for a whole number or another width. Bytes, halves as whole numbers, structures and types that are not known
/// have none. Empty where the symbol has no signature.
/// @param given  the options, as the user wrote them
std::vector<std::string> type_warnings(const std::vector<emulator::Argument>& arguments,
                                       const std::vector<std::string>& given, const std::string& symbol);

/// If neither arguments nor constants are given, prints a note on what the kernel takes. A kernel that reads none runs
/// without.
void note_missing_arguments(const Program& program, const emulator::Launch& launch,
                            const emulator::Constants& constants, const Session& session);

}  // namespace reconverge::cli
