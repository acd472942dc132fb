// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "run/block_warp.hpp"
#include "timing/cycles/multiprocessor.hpp"

namespace reconverge::run {

/// Which warp of a multiprocessor issues next: the one that can earliest. Rules shared-unit and issue-choice.
class IssueOrder {
 public:
  IssueOrder(const std::vector<BlockWarp>& warps, timing::Multiprocessor& multiprocessor);

  /// Nothing: none can continue.
  std::optional<std::size_t> next();
  /// A warp has issued, or its clock was set later.
  void changed(std::size_t number) { known_[number] = warps_[number].clock->not_before(); }

 private:
  std::uint64_t earliest_of(std::size_t number) const;
  bool goes_before(std::size_t number, std::size_t other) const;
  bool is_contested(std::size_t number, std::uint64_t cycle) const;

  const std::vector<BlockWarp>& warps_;
  timing::Multiprocessor& multiprocessor_;
  std::vector<std::uint64_t> known_;  ///< by warp: it cannot issue before. Other warps make it later, never earlier
};

}  // namespace reconverge::run
