// SPDX-License-Identifier: MIT
#include "emulator/support.hpp"

#include <map>
#include <memory>
#include <utility>

#include "emulator/decoding/decode_rows.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "sass/architecture.hpp"

namespace reconverge::emulator {
namespace {

std::unique_ptr<Mechanism> mechanism_for(const sass::Function& function) {
  if (sass::has_convergence_barriers(function)) return std::make_unique<ConvergenceBarriers>();
  return std::make_unique<TokenStack>();
}

/// A value for every constant that a function names.
Constants all_constants(const sass::Function& function) {
  constexpr std::int64_t widest = 16;
  Constants constants;
  for (const auto& row : function.instructions)
    for (const auto& operand : row.operands)
      if (operand.kind == sass::OperandKind::constant)
        for (std::int64_t byte = 0; byte < widest; byte += 4) constants[{operand.index, operand.value + byte}] = 0;
  return constants;
}

}  // namespace

core::Result<Executable> decode_to_inspect(const sass::Function& function, const std::string& source_name) {
  return decode_rows(function, *mechanism_for(function), all_constants(function), source_name);
}

core::Result<std::vector<MnemonicSupport>> support_of(const sass::Function& function, const std::string& source_name) {
  const auto executable = decode_to_inspect(function, source_name);
  if (!executable) return executable.error();
  std::map<std::pair<std::string, std::string>, MnemonicSupport> found;
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const auto& row = function.instructions[i];
    const auto problem = executable->problems.find(i);
    const std::string reason = problem == executable->problems.end() ? "" : problem->second.message;
    MnemonicSupport& entry = found[{row.mnemonic, reason}];
    if (entry.count++ == 0) entry = {row.mnemonic, 1, reason, row.line, executable->instructions[i].approximate};
  }
  std::vector<MnemonicSupport> support;
  for (auto& [key, entry] : found) support.push_back(std::move(entry));
  return support;
}

}  // namespace reconverge::emulator
