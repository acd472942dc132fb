// SPDX-License-Identifier: MIT
#include "unit/emulator/data_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sass/reader.hpp"
#include "unit/emulator/scene.hpp"

namespace reconverge::emulator::testing {

DataRow::DataRow(const std::string& row, std::string_view arch) : text_(row) {
  const auto function = sass::read_function(listing(row, arch), "test.sass");
  if (!function) {
    ADD_FAILURE() << row << ": " << to_string(function.error());
    return;
  }
  const Constants constants = {{{0, 0x210}, 0x1111'2222}, {{0, 0x214}, 0x3333'4444}};
  std::vector<LaneVector> literals;
  LiteralPool pool(literals);
  const DataContext context{constants, pool, sass::arch_number(arch).value_or(0)};
  problem_ = decode_data_part(function->instructions.front(), false, context, decoded_);
  warp.values.insert(warp.values.end(), literals.begin(), literals.end());
}

DataRow& DataRow::set(int index, std::uint32_t value) {
  warp.set_register(index, same(value));
  return *this;
}

DataRow& DataRow::set_pair(int index, std::uint64_t value) {
  return set(index, static_cast<std::uint32_t>(value)).set(index + 1, static_cast<std::uint32_t>(value >> 32));
}

DataRow& DataRow::set_uniform(int index, std::uint32_t value) { return set(first_uniform + index, value); }

DataRow& DataRow::set_predicate(int index, bool holds) {
  warp.predicates[static_cast<std::size_t>(index)] = holds ? core::LaneMask::all() : core::LaneMask::none();
  return *this;
}

DataRow& DataRow::execute(core::LaneMask chosen) {
  if (problem_) {
    ADD_FAILURE() << text_ << ": " << problem_->message;
    return *this;
  }
  decoded_.execute(warp, decoded_, decoded_.uniform ? core::LaneMask::all() : chosen);
  return *this;
}

std::uint32_t result_of_row(const std::string& row, std::uint32_t r1, std::uint32_t r2, std::uint32_t r3,
                            std::string_view arch) {
  DataRow data(row, arch);
  data.set(1, r1).set(2, r2).set(3, r3).execute();
  const LaneVector& result = data.warp.register_value(0);
  EXPECT_TRUE(std::ranges::all_of(result.lane, [&](std::uint32_t value) { return value == result[0]; })) << row;
  return result[0];
}

std::uint64_t pair_result_of_row(const std::string& row, std::uint64_t r2, std::uint64_t r4, std::uint64_t r6,
                                 std::string_view arch) {
  return DataRow(row, arch).set_pair(2, r2).set_pair(4, r4).set_pair(6, r6).execute().pair(0);
}

bool can_execute(const std::string& row, std::string_view arch) { return !DataRow(row, arch).problem(); }

}  // namespace reconverge::emulator::testing
