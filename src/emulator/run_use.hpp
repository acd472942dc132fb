// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/warp.hpp"

namespace reconverge::emulator {

/// A set of registers, predicates and the condition code.
class ValueSet {
 public:
  static constexpr std::size_t first_predicate = first_literal;
  static constexpr std::size_t condition_code = first_predicate + 16;

  /// Whether a value is one of the warp, not of a lane.
  static constexpr bool is_uniform(std::size_t value) {
    return value >= first_predicate ? value >= first_predicate + first_uniform_predicate : value >= first_uniform;
  }

  /// @param value  a slot below `first_literal`, `first_predicate` and the index of a predicate, or `condition_code`
  void set(std::size_t value, bool is_in = true) {
    const std::uint64_t bit = std::uint64_t{1} << value % 64;
    words_[value / 64] = is_in ? words_[value / 64] | bit : words_[value / 64] & ~bit;
  }
  bool intersects(const ValueSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) common |= words_[i] & other.words_[i];
    return common != 0;
  }
  ValueSet& operator|=(const ValueSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  ValueSet& operator-=(const ValueSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  /// Whether `holds` is true of some value that is in both.
  template <typename Holds> bool any_common(const ValueSet& other, Holds holds) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t left = words_[i] & other.words_[i]; left != 0; left &= left - 1)
        if (holds(i * 64 + static_cast<std::size_t>(std::countr_zero(left)))) return true;
    return false;
  }

 private:
  std::array<std::uint64_t, condition_code / 64 + 1> words_{};
};

/// What one row has to do with values, for a listener that may leave rows alone.
struct RowUse {
  ValueSet reads = {}, writes = {};
  bool is_guarded = false;  ///< some lanes may not write
  bool is_alone = false;    ///< it has to be told by itself
};

/// Of the rows from one on that may execute as a straight run.
struct RunUse {
  std::uint32_t rows = 0;  ///< how many, the control part behind them included; 0: the first is to be told by itself
  ValueSet reads = {},
           writes = {};  ///< values read before all active lanes have written them there; all that are written
};

/// By row of an executable.
std::vector<RunUse> run_uses(const Executable& executable, const std::function<RowUse(std::uint32_t)>& use_of);

/// By row: the first one from there on for which it holds; the number of rows if there is none.
template <typename Holds> std::vector<std::uint32_t> next_rows(std::size_t rows, Holds holds) {
  std::vector<std::uint32_t> next(rows);
  auto found = static_cast<std::uint32_t>(rows);
  for (std::size_t i = rows; i-- > 0; next[i] = found)
    if (holds(i)) found = static_cast<std::uint32_t>(i);
  return next;
}

}  // namespace reconverge::emulator
