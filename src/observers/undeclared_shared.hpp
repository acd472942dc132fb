// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "observers/finding.hpp"

namespace reconverge::observers {

/// Which accesses lie beyond the shared memory that kernel and launch declare, and were executed because a block has
/// more: the card rounds up, or where its shared memory ends is not known.
class UndeclaredShared final : public emulator::Listener {
 public:
  /// @param begin     shared address of the kernel's first byte
  /// @param declared  bytes, static and dynamic
  UndeclaredShared(const emulator::Executable& executable, std::uint64_t begin, std::uint64_t declared)
      : executable_(executable), begin_(begin), declared_(declared) {}

  emulator::EventKinds hears() const override { return emulator::heard_by<UndeclaredShared>(); }
  void accessed(const emulator::Accessed& event) override;

  /// One for each row, in their order.
  std::vector<Finding> findings() const;

 private:
  const emulator::Executable& executable_;
  std::uint64_t begin_;
  std::uint64_t declared_;
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
