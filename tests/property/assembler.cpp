// SPDX-License-Identifier: MIT
#include "property/assembler.hpp"

#include <fmt/core.h>

#include <limits>
#include <stdexcept>

#include "sass/program.hpp"

namespace reconverge::property {

Label Assembler::make_label() {
  labels_.push_back(std::numeric_limits<std::size_t>::max());
  return {static_cast<int>(labels_.size()) - 1};
}

void Assembler::bind(Label label) {
  labels_[static_cast<std::size_t>(label.number)] = rows_.size();
  label_here_ = true;
}

void Assembler::row(RowGuard guard, std::string mnemonic, std::string operands, Label target) {
  rows_.push_back({guard, std::move(mnemonic), std::move(operands), target.number});
  label_here_ = false;
}

std::string* Assembler::last_mnemonic_if_alone() {
  if (label_here_ || rows_.back().guard.predicate >= 0) return nullptr;
  return &rows_.back().mnemonic;
}

std::string Assembler::text() const {
  const int arch = sass::arch_number(arch_).value_or(0);
  const auto bytes = static_cast<std::uint64_t>(sass::instruction_bytes(arch));
  std::vector<std::uint64_t> addresses;
  std::uint64_t address = 0;
  for (std::size_t i = 0; i <= rows_.size(); ++i) {
    if (sass::is_place_of_control_word(arch, address)) address += 8;
    addresses.push_back(address);
    address += bytes;
  }
  std::string text = fmt::format("code for {}\n\tFunction : generated\n", arch_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    std::string guard;
    if (row.guard.predicate >= 0) guard = fmt::format("@{}P{} ", row.guard.negated ? "!" : "", row.guard.predicate);
    std::string operands = row.operands;
    if (row.target == end_of_row.number)
      operands = fmt::format(fmt::runtime(operands), fmt::format("0x{:x}", addresses[i] + bytes));
    if (row.target >= 0) {
      const std::size_t before = labels_[static_cast<std::size_t>(row.target)];
      if (before >= addresses.size()) throw std::logic_error("a label was never bound");
      operands = fmt::format(fmt::runtime(operands), fmt::format("0x{:x}", addresses[before]));
    }
    text += fmt::format("        /*{:04x}*/ {:>6}{}{}{};\n", addresses[i], guard, row.mnemonic,
                        operands.empty() ? "" : " ", operands);
  }
  return text;
}

}  // namespace reconverge::property
