// SPDX-License-Identifier: MIT
#include "emulator/run_use.hpp"

#include <utility>

namespace reconverge::emulator {
namespace {

/// Values that the rows behind read before they write them, on the way back through a run. Those that rows under one
/// guard read are kept apart up to where its predicate is written: rows under the same guard write them in these lanes.
class Exposed {
 public:
  void pass(const RowUse& row, const DecodedInstruction& instruction) {
    for (std::size_t i = 0; i < under_.size(); ++i) {
      ValueSet predicate;
      predicate.set(ValueSet::first_predicate + i / 2);
      if ((in_use_ >> i & 1) == 0 || !row.writes.intersects(predicate)) continue;
      others_ |= std::exchange(under_[i], {});
      in_use_ &= ~(1u << i);
    }
    const std::size_t own = std::size_t{instruction.guard} * 2 + (instruction.guard_negated ? 1 : 0);
    if (row.is_guarded) {
      under_[own] -= row.writes;
      under_[own] |= row.reads;
      in_use_ |= 1u << own;
      return;
    }
    for (std::size_t i = 0; i < under_.size(); ++i)
      if ((in_use_ >> i & 1) != 0) under_[i] -= row.writes;
    others_ -= row.writes;
    others_ |= row.reads;
  }

  ValueSet all() const {
    ValueSet all = others_;
    for (std::size_t i = 0; i < under_.size(); ++i)
      if ((in_use_ >> i & 1) != 0) all |= under_[i];
    return all;
  }

 private:
  std::array<ValueSet, 32> under_{};  ///< by predicate, and by whether it is negated
  std::uint32_t in_use_ = 0;          ///< a bit for each of these
  ValueSet others_;
};

}  // namespace

std::vector<RunUse> run_uses(const Executable& executable, const std::function<RowUse(std::uint32_t)>& use_of) {
  const auto& code = executable.instructions;
  std::vector<RunUse> uses(code.size());
  Exposed exposed;
  for (auto i = static_cast<std::uint32_t>(code.size()); i-- > 0;) {
    const RowUse row = use_of(i);
    if (row.is_alone || code[i].stops) continue;
    RunUse& use = uses[i];
    const bool goes_on = code[i].straight > 0 && code[i].next == i + 1 && i + 1 < code.size() && uses[i + 1].rows > 0;
    if (goes_on) use = uses[i + 1];
    else exposed = {};
    exposed.pass(row, code[i]);
    ++use.rows;
    use.reads = exposed.all();
    use.writes |= row.writes;
  }
  return uses;
}

}  // namespace reconverge::emulator
