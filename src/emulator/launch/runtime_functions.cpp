// SPDX-License-Identifier: MIT
#include "emulator/launch/runtime_functions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "sass/reader.hpp"

namespace reconverge::emulator {
namespace {

/// Where a call finds what: pointers in R4:R5, R6:R7, ..., results in R4 or R4:R5, the return address in R20:R21, as
/// the code of CUDA 12.4 and 13 for sm_50 to sm_121 leaves them.
struct RuntimeFunction {
  std::string_view name;
  std::string_view operation;
};
constexpr std::array functions = {
    RuntimeFunction{"vprintf", "VPRINTF R4, R4, R6"},
    RuntimeFunction{"__assertfail", "ASSERTFAIL R4, R6, R8, R10, R20"},
    RuntimeFunction{"malloc", "MALLOC R4, R4"},
    RuntimeFunction{"free", "FREE R4"},
};

}  // namespace

std::optional<sass::Function> runtime_function(std::string_view name, const std::string& arch) {
  const auto row = std::ranges::find(functions, name, &RuntimeFunction::name);
  if (row == functions.end()) return std::nullopt;
  const int number = sass::arch_number(arch).value_or(0);
  const std::string_view back = number >= 70 ? "RET.ABS.NODEC R20 0x0" : "RET";
  const std::string_view last = name == "__assertfail" ? "BPT.TRAP 0x1" : back;
  const int first = sass::is_place_of_control_word(number, 0) ? 8 : 0;
  const std::string text = fmt::format("code for {}\nFunction : {}\n/*{:04x}*/ {} ;\n/*{:04x}*/ {} ;\n", arch, name,
                                       first, row->operation, first + sass::instruction_bytes(number), last);
  auto function = sass::read_function(text, std::string(name));
  if (!function) return std::nullopt;
  // Nothing is known of their time; that they lack a control word says nothing of the kernel's rows.
  for (sass::Instruction& each : function->instructions) {
    each.control = sass::ControlWord{};
    each.line = 0;
  }
  return std::move(function).value();
}

sass::Function missing_function(std::string_view name, const std::string& arch) {
  sass::Function function{.name = std::string(name), .arch = arch, .instructions = {}, .source_notes = {}};
  sass::Instruction& row = function.instructions.emplace_back();
  row.mnemonic = name;
  row.control = sass::ControlWord{};
  return function;
}

}  // namespace reconverge::emulator
