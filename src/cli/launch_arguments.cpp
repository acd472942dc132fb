// SPDX-License-Identifier: MIT
#include "cli/launch_arguments.hpp"

#include <fmt/core.h>

#include <string>

#include "cli/buffer_text.hpp"
#include "cli/element_text.hpp"
#include "cli/input.hpp"
#include "cli/npy.hpp"
#include "cli/structure_text.hpp"

namespace reconverge::cli {
namespace {

using core::Result;
using emulator::Argument;

Result<Argument> array_of_file(const std::string& path, std::string_view argument) {
  if (!is_npy(path))
    return wrong_argument(argument, "only a .npy file says what its elements are: TYPE[]=@FILE for others");
  const auto content = read_input(path);
  if (!content) return content.error();
  auto buffer = read_npy(*content, path);
  if (!buffer) return buffer.error();
  return Argument(std::move(buffer).value());
}

}  // namespace

Result<Argument> parse_value(std::string_view text, std::string_view argument) {
  if (text.starts_with('@')) return array_of_file(std::string(text.substr(1)), argument);
  if (is_structure(text)) {
    auto structure = parse_structure(text, argument);
    if (!structure) return structure.error();
    return Argument(std::move(structure).value());
  }
  const auto name_end = text.find_first_of(":[");
  const auto type = emulator::find_element_type(text.substr(0, name_end));
  if (!type) return wrong_argument(argument, no_type(text.substr(0, name_end)));
  if (name_end == std::string_view::npos) return wrong_argument(argument, "a value is missing");
  if (text[name_end] == ':') {
    const std::string_view value = text.substr(name_end + 1);
    const auto bits = element_in(value, *type);
    if (!bits) return wrong_argument(argument, fmt::format("'{}' is not a valid {}", value, to_string(*type)));
    return Argument(emulator::Scalar{*type, *bits});
  }
  auto buffer = parse_buffer(text, argument);
  if (!buffer) return buffer.error();
  return Argument(std::move(buffer).value());
}

Result<Argument> parse_argument(std::string_view text) { return parse_value(text, fmt::format("--arg '{}'", text)); }

Result<core::Done> check_pointers(const emulator::Structure& structure, std::string_view owner,
                                  const emulator::Launch& launch) {
  for (const emulator::Pointer& pointer : structure.pointers) {
    if (pointer.buffer) continue;
    const auto* target = pointer.argument < launch.arguments.size()
                             ? std::get_if<emulator::Buffer>(&launch.arguments[pointer.argument])
                             : nullptr;
    if (target == nullptr)
      return wrong_argument(owner, fmt::format("&{} points into an argument that is not a buffer", pointer.argument));
    if (pointer.offset > target->bytes.size())
      return wrong_argument(owner, fmt::format("&{}+{} points past the end of a buffer of {} bytes", pointer.argument,
                                               pointer.offset, target->bytes.size()));
  }
  return core::Done{};
}

Result<core::Done> check_pointers(const emulator::Launch& launch) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* structure = std::get_if<emulator::Structure>(&launch.arguments[i]);
    if (structure == nullptr) continue;
    if (auto checked = check_pointers(*structure, fmt::format("argument {}", i), launch); !checked) return checked;
  }
  return core::Done{};
}

}  // namespace reconverge::cli
