#include <algorithm>
#include <array>

#include "emulator/opcodes/opcode.hpp"

namespace reconverge::emulator {

std::span<const std::span<const Opcode>> opcode_families() {
  // clang-format off
  static const std::array families = {
      integer_carry_opcodes(), integer_add_opcodes(), integer_multiply_opcodes(), xmad_opcodes(),
      integer_compare_opcodes(), minmax_opcodes(), logic_opcodes(), bits_opcodes(), move_opcodes(), warp_wide_opcodes(),
      float_opcodes(), float_compare_opcodes(), double_opcodes(), half_opcodes(), conversion_opcodes(),
      multi_function_opcodes(), memory_opcodes(), atomic_opcodes(), constant_opcodes(), memory_order_opcodes(),
      block_barrier_opcodes(), special_opcodes(), video_opcodes(), matrix_opcodes(), matrix_float_opcodes(),
      async_copy_opcodes(), device_runtime_opcodes()};
  // clang-format on
  return families;
}

std::vector<const Opcode*> opcodes_named(std::string_view name, int architecture) {
  std::vector<const Opcode*> found;
  for (const auto family : opcode_families())
    for (const Opcode& opcode : family)
      if (opcode.name == name && opcode.architectures.contain(architecture)) found.push_back(&opcode);
  return found;
}

}  // namespace reconverge::emulator
