// SPDX-License-Identifier: MIT
// Registers and predicates that are used and that no path through the code has written.

#include <fmt/core.h>

#include <algorithm>
#include <bitset>

#include "analysis/checks/checks.hpp"

namespace reconverge::analysis {
namespace {

using emulator::Slot;

/// Registers and predicates that are written on some path here.
struct Written {
  std::bitset<emulator::first_literal> slots;
  std::uint16_t predicates = 0;
};

void step(const Code& code, std::size_t index, Written& written) {
  const observers::ValueUse& use = code.uses[index];
  for (const Slot slot : use.writes) written.slots.set(slot);
  written.predicates |= use.predicate_writes;
}

std::string names_of(const Written& written, const observers::ValueUse& use) {
  std::string names;
  const auto add = [&](const std::vector<Slot>& slots) {
    for (const Slot slot : slots)
      if (!written.slots.test(slot)) names += (names.empty() ? "" : ", ") + observers::name_of_slot(slot);
  };
  if (!use.copies) add(use.reads);
  add(use.addresses);
  return names;
}

void look(const Code& code, std::size_t index, const Written& written, Lint& lint) {
  const auto& decoded = code.executable.instructions[index];
  const observers::ValueUse& use = code.uses[index];
  // A stored value may be a register that is only saved; XMAD multiplies halves, and shifts out bits that were not
  // there.
  observers::ValueUse used = use;
  if (use.stores || code.row(index).opcode() == "XMAD") used.reads.clear();
  const std::string& mnemonic = code.row(index).mnemonic;
  if (const std::string names = names_of(written, used); !names.empty())
    lint.remarks.push_back({"register-never-written", index,
                            fmt::format("{} uses {}, which nothing on any path here has written", mnemonic, names)});
  const bool has_guard = decoded.guard != sass::true_predicate && (decoded.guard & 7) != sass::true_predicate;
  if (has_guard && (written.predicates >> decoded.guard & 1) == 0)
    lint.remarks.push_back({"predicate-never-written", index,
                            fmt::format("{} is guarded by {}, which nothing on any path here has written", mnemonic,
                                        observers::name_of_predicate(decoded.guard))});
}

}  // namespace

void check_registers(const Code& code, Lint& lint) {
  const auto stops = [](const emulator::DecodedInstruction& row) { return row.stops; };
  if (!code.is_kernel || std::ranges::any_of(code.executable.instructions, stops)) return;  // what do those write?
  const auto walk = [&](std::size_t index, Written& written) { step(code, index, written); };
  Written by_launch;  // on some architectures it sets uniform registers
  for (std::size_t slot = emulator::first_uniform; slot < emulator::first_literal; ++slot) by_launch.slots.set(slot);
  const auto before = solve(
      code, by_launch, walk,
      [](Written) {
        Written all;
        all.slots.set();
        all.predicates = 0xFFFF;
        return all;
      },
      [](Written& into, const Written& from) {
        const Written old = into;
        into.slots |= from.slots;
        into.predicates |= from.predicates;
        return old.slots != into.slots || old.predicates != into.predicates;
      });
  visit(code, before, walk, [&](std::size_t index, const Written& written) { look(code, index, written, lint); });
}

}  // namespace reconverge::analysis
