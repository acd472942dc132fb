// SPDX-License-Identifier: MIT
#include "sass/linking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sass/operands/numbers.hpp"
#include "sass/operands/operand_forms.hpp"
#include "sass/row.hpp"

namespace reconverge::sass {
namespace {

constexpr std::uint64_t alignment = 128;

/// Takes `prefix` from the front and the bracket that closes it from the back.
bool take_wrapping(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix) || !text.ends_with(')')) return false;
  text = text.substr(prefix.size(), text.size() - prefix.size() - 1);
  return true;
}

/// "f", "(f+0x70)", "fun@unified(f)": the name and what is added to it.
void read_expression(std::string_view text, SymbolUse& use) {
  take_wrapping(text, "(");
  if (text.starts_with("fun@")) {
    const auto open = text.find('(');
    if (open != std::string_view::npos && text.ends_with(')')) text = text.substr(open + 1, text.size() - open - 2);
  }
  const auto plus = text.find('+');
  if (plus != std::string_view::npos)
    if (const auto addend = whole_integer(text.substr(plus + 1))) {
      use.addend = *addend;
      text = text.substr(0, plus);
    }
  use.name = text;
}

/// Moves a function that begins at 0 to another address. `RET.ABS R20 0x0` stays.
void move_to(std::uint64_t base, Function& function) {
  for (Instruction& row : function.instructions) {
    row.address += base;
    for (std::uint64_t& target : row.noted_targets) target += base;
    if (!row.target || row.has_modifier("ABS")) continue;
    const auto old = static_cast<std::int64_t>(*row.target);
    *row.target += base;
    for (Operand& operand : row.operands) {
      if (operand.kind != OperandKind::label || operand.value != old) continue;
      operand.value = static_cast<std::int64_t>(*row.target);
      operand.text = fmt::format("0x{:x}", *row.target);
    }
  }
}

/// One kernel while it grows.
class Linker {
 public:
  Linker(Function& kernel, const FindFunction& find) : kernel_(kernel), find_(find) { seen_.insert(kernel.name); }

  std::vector<FunctionPart> run(const std::vector<std::string>& pointed) {
    visit_new_rows();
    if (calls_by_register_)
      for (const std::string& name : pointed) add(name);
    visit_new_rows();
    return std::move(parts_);
  }

 private:
  /// Resolves the names in rows not yet visited; new functions add rows.
  void visit_new_rows() {
    for (; visited_ < kernel_.instructions.size(); ++visited_) {
      const Instruction& row = kernel_.instructions[visited_];
      calls_by_register_ = calls_by_register_ || sass::calls_by_register(row);
      std::vector<std::string> names;
      for (const Operand& operand : row.operands)
        if (const auto use = symbol_in(operand)) names.emplace_back(use->name);
      for (const std::string& name : names) add(name);
    }
  }

  void add(const std::string& name) {
    if (!seen_.insert(name).second) return;
    auto function = find_(name);
    if (!function || function->instructions.empty() || kernel_.instructions.empty()) return;
    const auto bytes = static_cast<std::uint64_t>(instruction_bytes(arch_number(kernel_.arch).value_or(0)));
    const std::uint64_t end = kernel_.instructions.back().address + bytes;
    const std::uint64_t base = (end + alignment - 1) / alignment * alignment;
    parts_.push_back({name, base});
    kernel_.instructions.back().gap_after = Gap::jump;
    move_to(base, *function);
    const auto notes = static_cast<std::int32_t>(kernel_.source_notes.size());
    for (Instruction& row : function->instructions) {
      if (row.source_note >= 0) row.source_note += notes;
      kernel_.instructions.push_back(std::move(row));
    }
    std::ranges::move(function->source_notes, std::back_inserter(kernel_.source_notes));
  }

  Function& kernel_;
  const FindFunction& find_;
  std::set<std::string> seen_;
  std::vector<FunctionPart> parts_;
  std::size_t visited_ = 0;
  bool calls_by_register_ = false;
};

void settle_operand(const SymbolAddress& symbol, const SymbolUse& use, Operand& operand, Instruction& row) {
  std::uint64_t value = symbol.address + static_cast<std::uint64_t>(use.addend);
  if (operand.kind == OperandKind::label && names_code_address(row.opcode(), row)) {
    operand.value = static_cast<std::int64_t>(value);
    operand.text = fmt::format("0x{:x}", value);
    row.target = value;
    return;
  }
  if (use.part == AddressPart::low) value &= 0xFFFF'FFFF;
  if (use.part == AddressPart::high) value >>= 32;
  const auto number = static_cast<std::int64_t>(value);
  std::string text = operand.text;
  text.replace(use.begin, use.end - use.begin,
               number < 0 ? fmt::format("-0x{:x}", 0 - value) : fmt::format("0x{:x}", value));
  constexpr std::string_view constant = "c[";  // c[`(offsets)], c[R2+`(table)]: the bank is that of the name
  if (text.starts_with(constant)) {
    if (symbol.bank < 0) return;
    text.insert(constant.size(), fmt::format("0x{:x}][", symbol.bank));
  }
  operand = parse_operand(text);
}

/// Behind the bracket that closes the one at a place; npos if it stays open.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<SymbolUse> symbol_in(const Operand& operand) {
  const std::string_view text = operand.text;
  SymbolUse use;
  if (operand.kind == OperandKind::other && (text.starts_with("32@lo(") || text.starts_with("32@hi("))) {
    use.part = text[3] == 'l' ? AddressPart::low : AddressPart::high;
    use.end = text.size();
    std::string_view inside = text;
    if (!take_wrapping(inside, text.substr(0, 6))) return std::nullopt;
    read_expression(inside, use);
  } else {
    if (operand.kind != OperandKind::label && operand.kind != OperandKind::other &&
        operand.kind != OperandKind::memory && operand.kind != OperandKind::constant)
      return std::nullopt;
    use.begin = text.find("`(");
    use.end = use.begin == std::string_view::npos ? use.begin : behind_bracket(text, use.begin + 1);
    if (use.end == std::string_view::npos) return std::nullopt;
    read_expression(text.substr(use.begin + 2, use.end - use.begin - 3), use);
  }
  if (use.name.empty() || use.name.starts_with('.') || is_digit(use.name.front())) return std::nullopt;
  return use;
}

bool calls_by_register(const Instruction& row) {
  const std::string_view opcode = row.opcode();
  const bool is_call = opcode == "CALL" || opcode == "JCAL" || opcode == "JMX" || opcode == "JMXU" || opcode == "BRX" ||
                       opcode == "BRXU";
  return is_call && row.noted_targets.empty() && std::ranges::any_of(row.operands, [](const Operand& operand) {
           return operand.kind == OperandKind::general_register || operand.kind == OperandKind::uniform_register;
         });
}

std::vector<FunctionPart> link_functions(Function& kernel, const FindFunction& find,
                                         const std::vector<std::string>& pointed) {
  return Linker(kernel, find).run(pointed);
}

void settle_symbols(Function& function, const FindSymbol& find) {
  for (Instruction& row : function.instructions)
    for (Operand& operand : row.operands)
      if (const auto use = symbol_in(operand))
        if (const auto symbol = find(use->name)) settle_operand(*symbol, *use, operand, row);
}

}  // namespace reconverge::sass
