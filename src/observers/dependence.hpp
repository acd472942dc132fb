// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "observers/undefined_values.hpp"
#include "observers/value_use.hpp"

namespace reconverge::observers {

/// The results of an instruction that depend on values that nothing has written.
struct DependentResult {
  std::vector<emulator::LaneVector> bits;     ///< undefined bits, one vector for each of ValueUse::writes
  std::array<core::LaneMask, 16> predicates;  ///< lanes in which a predicate is undefined

  /// Whether any result depends on it in some of the lanes; where lanes look at each other, in any.
  bool any() const { return lanes().any(); }
  core::LaneMask lanes() const;
};

/// Finds the results of an instruction that depend on undefined bits of its sources: it is executed outside the run
/// with several values in their place. So irrelevant bits (the other side of a selection, bits that are masked off,
/// lanes that are not read) are left out, without a rule for each opcode.
class Dependence {
 public:
  explicit Dependence(const emulator::Executable& executable) : executable_(executable) {}

  /// @param chosen  the lanes that are going to execute the row, which accesses no memory
  DependentResult of(std::uint32_t row, const ValueUse& use, const emulator::Warp& warp,
                     const UndefinedValues& undefined, core::LaneMask chosen);

 private:
  void start(const emulator::Warp& warp);
  void prepare(const ValueUse& use, const emulator::Warp& warp, const UndefinedValues& undefined,
               std::uint32_t variant);
  void add_comparison(std::uint32_t row, const ValueUse& use, const emulator::Warp& warp,
                      const UndefinedValues& undefined, core::LaneMask chosen, DependentResult& result) const;

  const emulator::Executable& executable_;
  std::unique_ptr<emulator::Warp> scratch_;  ///< made when it is first needed
};

}  // namespace reconverge::observers
