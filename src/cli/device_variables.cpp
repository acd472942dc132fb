// SPDX-License-Identifier: MIT
#include "cli/device_variables.hpp"

#include <cxxabi.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include "cli/buffer_text.hpp"
#include "cli/launch_arguments.hpp"
#include "core/usage_error.hpp"
#include "emulator/launch/device_data.hpp"

namespace reconverge::cli {
namespace {

using sass::DeviceSymbol;

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? std::string(text.get()) : name;
}

/// "counter" of "(anonymous namespace)::counter".
std::string last_component(const std::string& name) {
  const auto colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

/// Variables and constants, not sections.
std::vector<const DeviceSymbol*> variables_of(const emulator::Launch& launch) {
  std::vector<const DeviceSymbol*> all;
  if (!launch.device) return all;
  for (const DeviceSymbol& symbol : launch.device->image.symbols)
    if (!symbol.is_function && symbol.size > 0 && launch.device->find_variable(symbol.name) == &symbol)
      all.push_back(&symbol);
  return all;
}

/// The one that is called so: by the file, by the source, or by the last part of its name.
core::Result<const DeviceSymbol*> find_variable(const std::string& option, const std::string& name,
                                                const emulator::Launch& launch) {
  const auto all = variables_of(launch);
  if (const DeviceSymbol* exact = launch.device ? launch.device->find_variable(name) : nullptr) return exact;
  std::vector<const DeviceSymbol*> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [&](const DeviceSymbol* symbol) { return demangled(symbol->name) == name; });
  if (found.empty())
    std::ranges::copy_if(all, std::back_inserter(found),
                         [&](const DeviceSymbol* symbol) { return last_component(demangled(symbol->name)) == name; });
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  for (const DeviceSymbol* symbol : found.empty() ? all : found)
    names.push_back(fmt::format("{} ({} bytes)", demangled(symbol->name), symbol->size));
  const std::string what = !launch.device || launch.device->image.symbols.empty()
                               ? "a listing does not contain the variables of its file"
                               : fmt::format("{} variable is called {}", found.empty() ? "no" : "more than one", name);
  return core::usage_error(fmt::format("{}: {}", option, what),
                           names.empty() ? "give the cubin" : fmt::format("there are {}", fmt::join(names, ", ")));
}

/// A value in the memory of a variable: a buffer is an array there.
emulator::Structure in_place(emulator::Argument argument) {
  if (auto* structure = std::get_if<emulator::Structure>(&argument)) return std::move(*structure);
  if (auto* buffer = std::get_if<emulator::Buffer>(&argument)) return {.bytes = std::move(buffer->bytes)};
  const auto& scalar = std::get<emulator::Scalar>(argument);
  emulator::Structure value{.bytes = std::vector<std::uint8_t>(emulator::bytes_of(scalar.type))};
  std::memcpy(value.bytes.data(), &scalar.bits, value.bytes.size());
  return value;
}

core::Result<core::Done> set_variable(const std::string& text, emulator::Launch& launch) {
  const std::string option = fmt::format("--symbol '{}'", text);
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return wrong_argument(option, "not of the form NAME=VALUE");
  const auto symbol = find_variable(option, text.substr(0, equals), launch);
  if (!symbol) return symbol.error();
  auto value = parse_value(std::string_view(text).substr(equals + 1), option);
  if (!value) return value.error();
  emulator::Structure structure = in_place(std::move(value).value());
  if (structure.bytes.size() != (*symbol)->size)
    return wrong_argument(
        option, fmt::format("{} bytes are given for a variable of {} bytes", structure.bytes.size(), (*symbol)->size));
  for (const emulator::Pointer& pointer : structure.pointers)
    if (pointer.buffer)
      return wrong_argument(option, "a variable points into the buffers of arguments, &0, and has none of its own");
  if (auto checked = check_pointers(structure, option, launch); !checked) return checked;
  const bool is_twice = std::ranges::any_of(
      launch.symbols, [&](const emulator::SymbolValue& other) { return other.name == (*symbol)->name; });
  if (is_twice) return wrong_argument(option, "its value is given twice");
  launch.symbols.push_back({(*symbol)->name, std::move(structure)});
  return core::Done{};
}

/// How buffers of arguments are saved, before what there is of variables; empty: no argument is one.
std::string save_hint(const emulator::Launch& launch) {
  const std::vector<std::string> names = emulator::names_of_buffers(launch);
  if (names.empty()) return "";
  return fmt::format("an argument is saved by its number, --save {}=FILE; {} {}; for a variable of the device: ",
                     names.back(), names.size() == 1 ? "the buffer is" : "the buffers are", fmt::join(names, ", "));
}

core::Result<core::Done> want_variable(const std::string& text, emulator::Launch& launch) {
  const std::string option = fmt::format("--save '{}'", text);
  emulator::WantedVariable wanted{.name = text, .shown = text};
  const auto colon = text.rfind(':');
  if (colon != std::string::npos && colon > 0 && text[colon - 1] != ':')
    if (const auto type = emulator::find_element_type(std::string_view(text).substr(colon + 1))) {
      wanted.type = *type;
      wanted.name = text.substr(0, colon);
    }
  const auto symbol = find_variable(option, wanted.name, launch);
  if (!symbol) {
    core::Diagnostic error = symbol.error();
    error.hint = save_hint(launch) + error.hint;
    return error;
  }
  if (!(*symbol)->section.starts_with(".nv.global"))
    return wrong_argument(option, "this is a constant, which no kernel writes");
  if ((*symbol)->size % emulator::bytes_of(wanted.type) != 0)
    return wrong_argument(option, fmt::format("its {} bytes are not a multiple of an element of {}", (*symbol)->size,
                                              to_string(wanted.type)));
  wanted.name = (*symbol)->name;
  launch.wanted.push_back(std::move(wanted));
  return core::Done{};
}

}  // namespace

core::Result<core::Done> add_variables(const std::vector<std::string>& symbols, const std::vector<std::string>& wanted,
                                       emulator::Launch& launch) {
  for (const std::string& text : symbols)
    if (auto set = set_variable(text, launch); !set) return set;
  for (const std::string& text : wanted)
    if (auto noted = want_variable(text, launch); !noted) return noted;
  return core::Done{};
}

std::vector<emulator::WantedVariable> writable_variables(const emulator::Launch& launch) {
  std::vector<emulator::WantedVariable> writable;
  for (const DeviceSymbol* symbol : variables_of(launch))
    if (symbol->section.starts_with(".nv.global")) {
      const bool has_words = symbol->size % emulator::bytes_of(emulator::ElementType::u32) == 0;
      writable.push_back(
          {symbol->name, symbol->name, has_words ? emulator::ElementType::u32 : emulator::ElementType::u8});
    }
  return writable;
}

std::string source_name_of_variable(const std::string& name) {
  std::string source = demangled(name);
  constexpr std::string_view of_one_file = "_INTERNAL_";
  for (std::size_t at = source.find(of_one_file); at != std::string::npos; at = source.find(of_one_file)) {
    const std::size_t colons = source.find("::", at);
    if ((at > 0 && source[at - 1] != ':') || colons == std::string::npos) break;
    source.erase(at, colons + 2 - at);
  }
  return source;
}

}  // namespace reconverge::cli
