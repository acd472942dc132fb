#pragma once

#include <array>
#include <map>
#include <vector>

#include "emulator/lane_vector.hpp"
#include "emulator/listener.hpp"
#include "observers/finding.hpp"
#include "sass/program.hpp"

namespace reconverge::observers {

/// Which instructions use a register in lanes that never wrote it.
///
/// Compilers copy and save registers that hold nothing yet, and never use the copy: a move, a
/// selection, or a store to the stack is no use, but a copy of nothing is nothing too.
class UninitialisedReads final : public emulator::Listener {
 public:
  /// @param given  registers that the user has set
  UninitialisedReads(const sass::Function& function, const std::vector<int>& given);

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override;

  /// One for each row and register, in the order of the rows.
  std::vector<Finding> findings() const;

 private:
  struct Row {
    std::vector<int> reads;
    std::vector<int> writes;
    bool copies = false;
    bool shuffles = false;
  };

  core::LaneMask undefined_lanes(const Row& row, core::LaneMask lanes) const;

  std::vector<Row> rows_;
  std::array<core::LaneMask, 256> written_{};
  std::map<std::pair<std::uint32_t, int>, Finding> found_;
};

}  // namespace reconverge::observers
