// SPDX-License-Identifier: MIT
#include "cli/parameter_check.hpp"
#include "core/usage_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <string>

#include "cli/element_text.hpp"
#include "emulator/launch/element_type.hpp"
#include "sass/names.hpp"

namespace reconverge::cli {
namespace {

std::size_t size_of(const emulator::Argument& argument) {
  if (const auto* scalar = std::get_if<emulator::Scalar>(&argument)) return emulator::bytes_of(scalar->type);
  const auto* structure = std::get_if<emulator::Structure>(&argument);
  return structure == nullptr ? 8 : structure->bytes.size();
}

std::size_t alignment_of(const emulator::Argument& argument) {
  const auto* structure = std::get_if<emulator::Structure>(&argument);
  return structure == nullptr ? size_of(argument) : structure->alignment;
}

/// "4 bytes (i32)", "8 bytes (a buffer)".
std::string described(const emulator::Argument& argument) {
  const auto* scalar = std::get_if<emulator::Scalar>(&argument);
  const std::string what = scalar != nullptr ? std::string(to_string(scalar->type))
                           : std::holds_alternative<emulator::Structure>(argument) ? "a structure"
                                                                                   : "a buffer";
  return fmt::format("{} bytes ({})", size_of(argument), what);
}

std::string hint_for(std::uint32_t size) {
  switch (size) {
    case 1: return "an i8 or u8";
    case 2: return "an i16, u16, f16 or bf16";
    case 4: return "an i32, u32 or f32";
    case 8: return "a buffer, i64, u64 or f64";
    default: return "a structure, '{f32:1,i32:2}', whose members C lays out, or bytes:@FILE";
  }
}

std::string sizes_of(const std::vector<sass::Parameter>& parameters) {
  std::string text;
  for (const sass::Parameter& parameter : parameters)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", parameter.size);
  return text;
}

/// The types of the parameters as "f(int const*, float)" has them; a comma between brackets parts none.
std::vector<std::string> types_of(const std::string& signature) {
  std::vector<std::string> types;
  if (!signature.ends_with(')')) return types;
  // The bracket that the last one closes: "(anonymous namespace)::f<(int)5>(float*)" has others before.
  std::size_t open = signature.size();
  for (int closed = 0; open-- > 0;) {
    closed += signature[open] == ')' ? 1 : signature[open] == '(' ? -1 : 0;
    if (closed == 0) break;
  }
  if (open >= signature.size()) return types;
  std::string type;
  int depth = 0;
  for (const char letter : std::string_view(signature).substr(open + 1, signature.size() - open - 2)) {
    depth += letter == '<' || letter == '(' ? 1 : letter == '>' || letter == ')' ? -1 : 0;
    if (letter != ',' || depth > 0) {
      if (letter != ' ' || !type.empty()) type += letter;
      continue;
    }
    types.push_back(std::move(type));
    type.clear();
  }
  if (!type.empty()) types.push_back(std::move(type));
  return types;
}

/// A number of the launch as a value of a type: its largest if the number is larger.
std::uint64_t as_value_of(const emulator::ElementTypeRow& row, std::uint64_t number) {
  const std::size_t bits = 8 * row.bytes - (row.is_signed ? 1 : 0);
  return std::min(number, std::numeric_limits<std::uint64_t>::max() >> (64 - bits));
}

/// An option that gives a parameter a value.
struct Proposal {
  std::string option;
  bool has_guess = false;  ///< a number of threads stands for one that is not known
};

/// A value that fits a type, by the name of the type for --arg.
Proposal scalar_to_try(std::string_view name, std::uint64_t threads) {
  const emulator::ElementTypeRow& row = emulator::row_of(*emulator::find_element_type(name));
  if (row.is_float) return {fmt::format("--arg {}:1", name)};
  return {fmt::format("--arg {}:{}", name, as_value_of(row, threads)), true};
}

/// A parameter's type as what it points to, or itself.
struct ParameterType {
  std::string element;  ///< "float const"
  bool is_pointer = false;
};

ParameterType parameter_type(std::string type) {
  if (type.ends_with(" __restrict__")) type.erase(type.size() - 13);
  const bool is_pointer = type.ends_with('*');
  if (is_pointer) type.pop_back();
  return {std::move(type), is_pointer};
}

/// An argument that fits a parameter, to begin with. Buffers that are only read hold the number of each element, so
/// that lanes differ.
Proposal argument_to_try(const std::string& text, std::uint32_t size, std::uint64_t threads) {
  const auto [type, is_pointer] = parameter_type(text);
  if (is_pointer) {
    const std::string_view name = name_of_type(type);
    return {
        fmt::format("--arg '{}[{}]{}'", name.empty() ? "u8" : name, threads, type.ends_with(" const") ? "=index" : ""),
        true};
  }
  if (type == "bool") return {"--arg u8:1"};
  if (const std::string_view name = name_of_type(type); !name.empty()) return scalar_to_try(name, threads);
  if (size == 8) return {fmt::format("--arg 'i32[{}]=index'", threads), true};
  if (size == 4) return scalar_to_try("i32", threads);
  return {fmt::format("--arg bytes:@FILE ({} bytes)", size)};
}

/// Whether elements of one type are no values of another. Bytes are any type's, whole numbers of one width are those
/// with and without a sign, and a half is often passed as its 16 bits.
bool contradicts(const emulator::ElementTypeRow& given, const emulator::ElementTypeRow& wanted) {
  if (given.bytes == 1 || wanted.bytes == 1) return false;
  if (given.bytes != wanted.bytes) return true;
  if (given.bytes == 2) return given.is_float && wanted.is_float && given.type != wanted.type;
  return given.is_float != wanted.is_float;
}

/// The name of an element type in numpy; empty: it has none.
std::string name_in_numpy(const emulator::ElementTypeRow& row) {
  if (row.type == emulator::ElementType::bf16) return "";
  return fmt::format("{}{}", row.is_float ? "float" : row.is_signed ? "int" : "uint", 8 * row.bytes);
}

/// What to give instead, for an argument that is not of its parameter's type.
std::string cure_for(const emulator::Argument& argument, const std::string& given,
                     const emulator::ElementTypeRow& wanted) {
  const auto* buffer = std::get_if<emulator::Buffer>(&argument);
  if (buffer == nullptr) return fmt::format("give --arg {}:VALUE", wanted.name);
  const std::string in_numpy = name_in_numpy(wanted);
  if (given.ends_with(".npy") && !in_numpy.empty())
    return fmt::format("save the array with .astype(np.{}) in numpy", in_numpy);
  const std::size_t equals = given.find('=');
  return fmt::format("give --arg '{}[{}]{}'", wanted.name, buffer->size(), equals == std::string::npos ? "" : "=...");
}

/// Threads of a whole launch; of more than fit in 64 bits the largest number.
std::uint64_t threads_of(const emulator::Launch& launch) {
  const std::uint64_t block = launch.block.count(), most = std::numeric_limits<std::uint64_t>::max();
  return launch.grid.count() > most / block ? most : launch.grid.count() * block;
}

}  // namespace

std::string arguments_to_try(const std::string& symbol, const std::vector<sass::Parameter>& parameters,
                             std::uint64_t threads) {
  std::vector<std::string> types = types_of(sass::demangled(symbol));
  const bool is_guessed = types.size() != parameters.size();
  if (is_guessed) types.assign(parameters.size(), "");
  std::string text;
  bool has_guess = false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Proposal proposal = argument_to_try(types[i], parameters[i].size, threads);
    text += (i == 0 ? "" : " ") + proposal.option;
    has_guess = has_guess || proposal.has_guess;
  }
  if (has_guess)
    text += fmt::format(" (a guess from the {} {} of the launch: put in the numbers that your program passes)", threads,
                        threads == 1 ? "thread" : "threads");
  if (is_guessed && !parameters.empty())
    text += fmt::format(
        " (types guessed by size: the name of the kernel gives none; of floats they are f32:1 and "
        "'f32[{}]=1')",
        threads);
  return text;
}

void note_missing_arguments(const Program& program, const emulator::Launch& launch,
                            const emulator::Constants& constants, const Session& session) {
  if (!program.parameters || program.parameters->empty() || !launch.arguments.empty() || !constants.empty()) return;
  const std::size_t count = program.parameters->size();
  session.note(fmt::format("the kernel takes {} {}, and no --arg gives {} a value; for example: {}", count,
                           count == 1 ? "parameter" : "parameters", count == 1 ? "it" : "them",
                           arguments_to_try(program.function.name, *program.parameters, threads_of(launch))));
}

std::vector<std::string> type_warnings(const std::vector<emulator::Argument>& arguments,
                                       const std::vector<std::string>& given, const std::string& symbol) {
  const std::vector<std::string> types = types_of(sass::demangled(symbol));
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < arguments.size() && types.size() == arguments.size(); ++i) {
    const auto* scalar = std::get_if<emulator::Scalar>(&arguments[i]);
    const auto* buffer = std::get_if<emulator::Buffer>(&arguments[i]);
    const ParameterType parameter = parameter_type(types[i]);
    const auto wanted = emulator::find_element_type(name_of_type(parameter.element));
    if (!wanted || (parameter.is_pointer ? buffer == nullptr : scalar == nullptr)) continue;
    const emulator::ElementTypeRow& has = emulator::row_of(buffer != nullptr ? buffer->type : scalar->type);
    const emulator::ElementTypeRow& wants = emulator::row_of(*wanted);
    if (!contradicts(has, wants)) continue;
    warnings.push_back(fmt::format(
        "warning: argument {} is {}, the kernel has {}: its bits are read as {}, not "
        "converted; {}",
        i, has.name, types[i], wants.name, cure_for(arguments[i], i < given.size() ? given[i] : "", wants)));
  }
  return warnings;
}

core::Result<core::Done> fit_arguments(emulator::Launch& launch,
                                       const std::optional<std::vector<sass::Parameter>>& parameters,
                                       const std::string& symbol) {
  if (!parameters || launch.arguments.empty()) return core::Done{};
  if (launch.arguments.size() != parameters->size())
    return core::usage_error(
        fmt::format("{} parameters, {} given: the kernel takes {}", parameters->size(), launch.arguments.size(),
                    parameters->size()),
        fmt::format("one --arg for each, in order; their sizes in bytes: {}; for example: {}", sizes_of(*parameters),
                    arguments_to_try(symbol, *parameters, threads_of(launch))));
  launch.places.clear();
  std::size_t place = 0;
  for (std::size_t i = 0; i < parameters->size(); ++i) {
    const sass::Parameter& parameter = (*parameters)[i];
    const std::size_t size = size_of(launch.arguments[i]);
    if (size != parameter.size)
      return core::usage_error(fmt::format("argument {} takes {}, parameter {} has {} bytes", i,
                                           described(launch.arguments[i]), i, parameter.size),
                               hint_for(parameter.size));
    const std::size_t alignment = alignment_of(launch.arguments[i]);
    place = (place + alignment - 1) / alignment * alignment;
    // The alignment that a type of CUDA requires (float4: 16) is seen in the place alone.
    if (std::holds_alternative<emulator::Structure>(launch.arguments[i]) && place < parameter.offset)
      place = parameter.offset;
    if (place != parameter.offset)
      return core::usage_error(
          fmt::format("parameter {} is at byte {} of the parameters, and argument {} would lie at {}", i,
                      parameter.offset, i, place),
          "its type has an alignment of its own, which --arg does not know; give the words with --const");
    launch.places.push_back(parameter.offset);
    place += size;
  }
  return core::Done{};
}

}  // namespace reconverge::cli
