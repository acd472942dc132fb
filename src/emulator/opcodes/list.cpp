// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/opcodes/compiled.hpp"
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
  static const auto by_name = [] {
    std::unordered_map<std::string_view, std::vector<const Opcode*>> all;
    for (const auto family : opcode_families())
      for (const Opcode& opcode : family) all[opcode.name].push_back(&opcode);
    return all;
  }();
  const auto named = by_name.find(name);
  if (named == by_name.end()) return {};
  std::vector<const Opcode*> found = named->second;
  std::erase_if(found, [&](const Opcode* opcode) { return !opcode->architectures.contain(architecture); });
  return found;
}

std::span<const std::span<const Compiled>> compiled_families() {
  static const std::array families = {compiled_carrying_sums(),
                                      compiled_integer_sums(),
                                      compiled_integer_products(),
                                      compiled_half_products(),
                                      compiled_integer_comparisons(),
                                      compiled_minmax(),
                                      compiled_logic(),
                                      compiled_bits(),
                                      compiled_moves(),
                                      compiled_floats(),
                                      compiled_float_comparisons(),
                                      compiled_accesses(),
                                      compiled_constants(),
                                      compiled_specials()};
  return families;
}

}  // namespace reconverge::emulator
