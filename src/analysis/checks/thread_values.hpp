// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "core/lane_mask.hpp"
#include "emulator/warp.hpp"
#include "sass/program.hpp"

namespace reconverge::analysis {

/// A value of 32 bits that depends on nothing but the number of the thread in the first dimension of its block: one for
/// each number that there can be. A constant is such a value too.
class ThreadValue {
 public:
  static constexpr std::size_t most_threads = 1024;
  static constexpr std::size_t warps = most_threads / core::lane_count;
  using Values = std::array<std::uint32_t, most_threads>;

  explicit ThreadValue(std::uint32_t constant) : constant_(constant) {}
  explicit ThreadValue(const Values& values);

  std::uint32_t of(std::size_t thread) const { return values_ ? (*values_)[thread] : constant_; }
  std::optional<std::uint32_t> constant() const { return values_ ? std::nullopt : std::optional(constant_); }
  /// Whether lanes of one warp have different ones.
  bool differs_in_a_warp() const;

  friend bool operator==(const ThreadValue& a, const ThreadValue& b);

 private:
  std::uint32_t constant_ = 0;
  std::shared_ptr<const Values> values_ = {};  ///< null: all are the constant
};

/// What is known of registers at a place in the code.
using ThreadValues = std::map<emulator::Slot, ThreadValue>;

/// What a row computes in its one result register: numbers of lanes and threads, moves, sums, products, shifts and
/// LOP3 of known values. Nothing: another operation, or of values that are not known. The guard is not looked at.
std::optional<ThreadValue> value_of(const sass::Instruction& row, const ThreadValues& known);

/// What ISETP or LOP3 leaves in its first predicate, as 0 and 1; nothing likewise.
std::optional<ThreadValue> predicate_of(const sass::Instruction& row, const ThreadValues& known);

}  // namespace reconverge::analysis
