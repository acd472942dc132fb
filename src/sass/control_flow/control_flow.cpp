// SPDX-License-Identifier: MIT
#include "sass/control_flow/control_flow.hpp"

#include <algorithm>

#include "sass/control_flow/graph.hpp"

namespace reconverge::sass {

std::string_view to_string(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::fall_through: return "fall_through";
    case EdgeKind::branch: return "branch";
    case EdgeKind::indirect: return "indirect";
    case EdgeKind::call: return "call";
    case EdgeKind::returns: return "return";
    case EdgeKind::exit: return "exit";
    case EdgeKind::reconverge: return "reconverge";
    case EdgeKind::gap: return "gap";
  }
  return "unknown";
}

std::string_view to_string(RegionKind kind) {
  switch (kind) {
    case RegionKind::sync: return "SSY";
    case RegionKind::break_out: return "PBK";
    case RegionKind::continue_loop: return "PCNT";
    case RegionKind::barrier: return "BSSY";
  }
  return "unknown";
}

std::vector<ControlRole> control_roles(const Function& function) {
  const int arch = arch_number(function.arch).value_or(0);
  std::vector<ControlRole> roles(function.instructions.size());
  std::ranges::transform(function.instructions, roles.begin(),
                         [arch](const Instruction& row) { return control_role(row, arch); });
  return roles;
}

ControlFlow analyse_control_flow(const Function& function) {
  ControlFlow flow;
  if (function.instructions.empty()) return flow;
  const std::vector<ControlRole> roles = control_roles(function);
  find_blocks(function, roles, flow);
  find_regions(function, roles, flow);
  find_loops(flow);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (can_diverge(function.instructions[i], roles[i])) flow.divergent.push_back(i);
  }
  return flow;
}

}  // namespace reconverge::sass
