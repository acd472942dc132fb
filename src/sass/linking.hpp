// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sass/program.hpp"

/// Functions of one file that call each other, in one address space: the kernel keeps the addresses of its listing,
/// what it can reach follows, each function at the next multiple of 128 bytes in the order in which it is named.
namespace reconverge::sass {

/// Which 32 bits of an address an operand takes.
enum class AddressPart : std::uint8_t { whole, low, high };

/// A name in an operand: `` `(f) ``, `32@lo((f+0x70))`, ``[R2+`(dyn)]``.
struct SymbolUse {
  std::string_view name;    ///< in the text of the operand
  std::int64_t addend = 0;  ///< bytes after it
  AddressPart part = AddressPart::whole;
  std::size_t begin = 0, end = 0;  ///< of the text that its value takes the place of
};

/// The name in an operand whose value is not known; nothing if there is none.
std::optional<SymbolUse> symbol_in(const Operand& operand);

/// A function among several that were made one.
struct FunctionPart {
  std::string name;
  std::uint64_t address = 0;  ///< of its first instruction
};

/// A function by its name; nothing if it is not defined.
using FindFunction = std::function<std::optional<Function>(std::string_view name)>;

/// Adds to a kernel all functions that its code, and theirs, names.
///
/// @param pointed  functions whose addresses are in data: added if some instruction calls through a register
/// @return what was added, in the order of the addresses
std::vector<FunctionPart> link_functions(Function& kernel, const FindFunction& find,
                                         const std::vector<std::string>& pointed);

/// Whether a row goes to an address that a register holds, other than to return.
bool calls_by_register(const Instruction& row);

/// Where a name is.
struct SymbolAddress {
  std::uint64_t address = 0;
  int bank = -1;  ///< of a constant, whose address is its offset in there
};
/// Nothing if it is not known.
using FindSymbol = std::function<std::optional<SymbolAddress>(std::string_view name)>;

/// Gives names in operands their values. Names without a value stay.
void settle_symbols(Function& function, const FindSymbol& find);

}  // namespace reconverge::sass
