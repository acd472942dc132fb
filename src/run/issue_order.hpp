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
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  struct Candidate {
    std::size_t number = 0;
    std::uint64_t cycle = 0;
  };
  std::uint64_t earliest_of(std::size_t number) const;
  std::optional<Candidate> earliest() const;
  std::uint64_t issue_ahead(const BlockWarp& warp, std::uint64_t cycle);
  bool is_contested(std::size_t number, std::uint64_t cycle) const;

  const std::vector<BlockWarp>& warps_;
  timing::Multiprocessor& multiprocessor_;
  /// By warp: it cannot issue before. Other warps make it later, never earlier. `never`: it does not run.
  std::vector<std::uint64_t> known_;
};

}  // namespace reconverge::run
