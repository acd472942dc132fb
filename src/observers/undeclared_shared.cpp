// SPDX-License-Identifier: MIT
#include "observers/undeclared_shared.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "core/each_lane.hpp"

namespace reconverge::observers {

void UndeclaredShared::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (access.space != emulator::Space::shared) return;
  core::LaneMask beyond;
  std::uint64_t last = 0;
  core::for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::uint64_t end = access.address[lane] + access.bytes;
    if (end <= begin_ + declared_) return;
    beyond |= core::LaneMask::lane(static_cast<int>(lane));
    last = std::max(last, end - 1 - begin_);
  });
  if (beyond.empty()) return;
  Finding& finding = found_[event.at.index];
  if (finding.count++ > 0) return;
  finding.kind = "undeclared-shared-memory";
  finding.index = event.at.index;
  finding.lanes = beyond;
  finding.message = fmt::format("{} accesses byte {} of shared memory; kernel and launch declare {}",
                                executable_.function.instructions[event.at.index].mnemonic, last, declared_);
}

std::vector<Finding> UndeclaredShared::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
