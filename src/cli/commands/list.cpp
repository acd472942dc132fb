// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/suggestion.hpp"
#include "cli/terminal.hpp"
#include "core/usage_error.hpp"
#include "emulator/opcodes/opcode.hpp"
#include "emulator/reconvergence/convergence_barriers.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "study/study.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/generation.hpp"

namespace reconverge::cli {
namespace {

void print_row(std::string_view name, std::string_view description) {
  print(hanging(fmt::format("  {:25} ", name), description, terminal_width()));
}

void list_kernels() {
  for (const auto* kernel : study::paper_kernels()) {
    std::string bounds;
    for (const int index : kernel->bound_registers) bounds += fmt::format(" R{}", index);
    print_row(kernel->name, fmt::format("{} of the paper; loop bounds in{}", kernel->title, bounds));
  }
}

std::string costs_known(const timing::Generation& generation) {
  if (generation.instructions != nullptr)
    return fmt::format("cycles of {} operations known", generation.instructions->operations.size());
  const std::size_t count = generation.costs.size();
  if (count == 0) return "no cost known";
  return fmt::format("{} cost{} known", count, count == 1 ? "" : "s");
}

void list_generations() {
  for (const auto& generation : timing::generations())
    print_row(generation.name,
              fmt::format("{}: {}, {}", generation.title, to_string(generation.mechanism), costs_known(generation)));
}

void list_mechanisms() {
  print_row(emulator::TokenStack().name(), "stack of tokens, sm_20 to sm_62");
  print_row(emulator::ConvergenceBarriers().name(), "convergence barriers, sm_70 and later");
}

void list_spill_rules() {
  for (const auto& rule : emulator::spill_rules()) print_row(rule.name, rule.description);
}

void list_carrier_orders() {
  for (const auto& order : emulator::carrier_orders()) print_row(order.name, order.description);
}

void list_studies() {
  for (const auto& study : study::studies()) print_row(study.id, study.title);
}

std::string described(const emulator::Opcode& opcode) {
  std::string text = opcode.layout.empty() ? "no operands" : fmt::format("operands {}", opcode.layout);
  if (opcode.architectures.first > 0) text += fmt::format(", from sm_{}", opcode.architectures.first);
  if (opcode.architectures.last < emulator::every_architecture.last)
    text += fmt::format(", up to sm_{}", opcode.architectures.last);
  if (opcode.has(emulator::approximate)) text += ", last bits not known";
  return text;
}

void list_opcodes() {
  for (const auto family : emulator::opcode_families())
    for (const auto& opcode : family) print_row(opcode.name, described(opcode));
}

struct Listed {
  std::string_view name;
  void (*print)();
};

constexpr std::array kinds = {Listed{"kernels", list_kernels},
                              Listed{"generations", list_generations},
                              Listed{"mechanisms", list_mechanisms},
                              Listed{"spill-rules", list_spill_rules},
                              Listed{"carrier-orders", list_carrier_orders},
                              Listed{"studies", list_studies},
                              Listed{"opcodes", list_opcodes}};

int list(const std::string& wanted, const Session& session) {
  bool found = false;
  for (const auto& kind : kinds) {
    if (!wanted.empty() && kind.name != wanted) continue;
    found = true;
    print(fmt::format("{}\n", kind.name));
    kind.print();
  }
  if (found) return exit_done;
  return session.report(core::usage_error(fmt::format("there is nothing to list under '{}'", wanted),
                                          nearest_first(wanted, names_of(kinds))));
}

}  // namespace

void add_list(CLI::App& app, Session& session) {
  auto wanted = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("list", "");
  verb->add_option("KIND", *wanted);
  verb->callback([wanted, &session] { session.run = [wanted, &session] { return list(*wanted, session); }; });
}

}  // namespace reconverge::cli
