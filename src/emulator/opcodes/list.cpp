#include <algorithm>
#include <array>

#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {

std::span<const std::span<const Opcode>> opcode_families() {
  static const std::array families = {integer_opcodes(), float_opcodes(), predicate_opcodes(),
                                      memory_opcodes(), special_opcodes()};
  return families;
}

const Opcode* find_opcode(std::string_view name) {
  for (const auto family : opcode_families()) {
    const auto row = std::ranges::find(family, name, &Opcode::name);
    if (row != family.end()) return &*row;
  }
  return nullptr;
}

}  // namespace reconverge::emulator
