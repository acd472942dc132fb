// SPDX-License-Identifier: MIT
#include "analysis/code.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "emulator/support.hpp"
#include "sass/control_flow/graph.hpp"
#include "timing/generation.hpp"

namespace reconverge::analysis {
namespace {

using sass::ControlRole;
using sass::EdgeKind;

/// Whether a row makes an address of code, so that control can come there through a register.
bool makes_code_address(const sass::Instruction& row, ControlRole role) {
  if (role != ControlRole::none) return false;
  return std::ranges::any_of(row.operands, [](const sass::Operand& operand) {
    return operand.text.find("32@") != std::string::npos || operand.text.find("@srel") != std::string::npos ||
           operand.text.find("@(") != std::string::npos;
  });
}

std::string why_unknown(const Code& code) {
  const auto at = [&](const sass::Edge& edge) { return code.row(code.flow.blocks[edge.from].last).address; };
  for (const sass::Edge& edge : code.flow.edges) {
    if (!code.flow.blocks[edge.from].reached) continue;
    if (edge.to || edge.kind == EdgeKind::returns || edge.kind == EdgeKind::exit || edge.kind == EdgeKind::call)
      continue;
    if (edge.kind == EdgeKind::indirect)
      return fmt::format("the targets of the branch at 0x{:x} are not known", at(edge));
    if (edge.kind == EdgeKind::gap)
      return fmt::format("control can run past 0x{:x}, after which there is no row", at(edge));
    return fmt::format("the branch at 0x{:x} leaves the function", at(edge));
  }
  for (std::size_t i = 0; i < code.size(); ++i)
    if (makes_code_address(code.row(i), code.roles[i]))
      return fmt::format("0x{:x} makes an address of code", code.row(i).address);
  return "";
}

/// Whether control reaches a RET other than through a call.
bool returns_by_itself(const Code& code) {
  std::vector<bool> seen(code.flow.blocks.size(), false);
  std::vector<std::size_t> work{0};
  while (!work.empty()) {
    const std::size_t block = work.back();
    work.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    for (const std::size_t e : code.out[block]) {
      const sass::Edge& edge = code.flow.edges[e];
      if (edge.kind == EdgeKind::returns) return true;
      if (edge.to && edge.kind != EdgeKind::call) work.push_back(*edge.to);
    }
  }
  return false;
}

}  // namespace

bool Code::has_control_words() const {
  return std::ranges::all_of(executable.function.instructions,
                             [](const sass::Instruction& row) { return row.control.has_value(); });
}

bool Code::calls() const { return std::ranges::find(roles, ControlRole::call) != roles.end(); }

core::Result<Code> code_of(const sass::Function& function, const std::string& source_name) {
  auto executable = emulator::decode_to_inspect(function, source_name);
  if (!executable) return executable.error();
  Code code{.executable = std::move(executable).value(),
            .flow = sass::analyse_control_flow(function),
            .roles = sass::control_roles(function),
            .uses = {},
            .out = {},
            .architecture = sass::arch_number(function.arch).value_or(0),
            .record = nullptr,
            .unknown_flow = {},
            .is_kernel = false};
  for (std::uint32_t i = 0; i < code.size(); ++i) code.uses.push_back(observers::value_use(code.executable, i));
  code.out.resize(code.flow.blocks.size());
  for (std::size_t e = 0; e < code.flow.edges.size(); ++e) code.out[code.flow.edges[e].from].push_back(e);
  if (const auto* generation = timing::find_generation(code.architecture)) code.record = generation->instructions;
  code.unknown_flow = why_unknown(code);
  code.is_kernel = code.size() > 0 && code.unknown_flow.empty() && !returns_by_itself(code);
  return code;
}

int operand_index(const sass::Instruction& row, sass::OperandKind kind) {
  const auto operand = std::ranges::find(row.operands, kind, &sass::Operand::kind);
  return operand == row.operands.end() ? -1 : operand->index;
}

}  // namespace reconverge::analysis
