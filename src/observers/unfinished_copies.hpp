// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "observers/finding.hpp"

namespace reconverge::observers {

/// The bytes of a block's shared memory that asynchronous copies may still be filling; one for all of its warps. Takes
/// no memory until there is a copy.
class PendingCopies {
 public:
  /// A copy that the instruction of a row has started.
  void start(std::uint64_t address, std::size_t bytes, std::uint32_t row);
  /// It is over. Bytes that another row fills by now stay pending.
  void finish(std::uint64_t address, std::size_t bytes, std::uint32_t row);
  /// The row of a copy that may be filling one of these bytes.
  std::optional<std::uint32_t> row_at(std::uint64_t address, std::size_t bytes) const;

 private:
  std::vector<std::uint32_t> rows_;  ///< by address: a row and 1; 0: no copy
};

/// Reads of shared memory that an asynchronous copy (LDGSTS, cp.async) may not have filled yet.
///
/// Each thread puts the copies that it has started into groups (LDGDEPBAR, cp.async.commit_group) and waits until all
/// but the last n groups are over (DEPBAR, cp.async.wait_group n). Until then no thread may read what they fill. That a
/// block barrier has to follow before other threads read is not checked here. Copies whose end a barrier in memory
/// signals (ARRIVES) are not followed: code with such barriers is not checked.
class UnfinishedCopies final : public emulator::Listener {
 public:
  /// Properties of the rows of a function, computed once for all warps that run it.
  struct Code {
    enum class Step : std::uint8_t { none, copies, groups, waits };
    struct Row {
      Step step = Step::none;
      std::uint32_t left = 0;  ///< groups that a wait leaves alone
    };
    std::vector<Row> rows;
    std::vector<std::uint32_t> next;  ///< by row: from it on, the next that makes a group or waits
  };
  /// Null if there is nothing to follow.
  static std::shared_ptr<const Code> code_of(const emulator::Executable& executable);

  UnfinishedCopies(const emulator::Executable& executable, PendingCopies& pending, std::shared_ptr<const Code> code)
      : executable_(executable), pending_(pending), code_(std::move(code)) {}

  bool wants_issued() const override { return true; }
  std::uint32_t rows_at_once(std::uint32_t first, core::LaneMask) override { return code_->next[first] - first; }
  emulator::EventKinds hears() const override { return emulator::heard_by<UnfinishedCopies>(); }
  void issued(const emulator::Issued& event) override;
  void accessed(const emulator::Accessed& event) override;

  /// One for each row that reads, in their order.
  std::vector<Finding> findings() const;

 private:
  struct Copy {
    std::uint64_t address = 0;
    std::size_t bytes = 0;
    std::uint32_t row = 0;
  };
  using Group = std::vector<Copy>;
  /// Copies that one thread has started.
  struct Thread {
    Group open;
    std::deque<Group> groups;
  };

  void wait(Thread& thread, std::size_t left);

  const emulator::Executable& executable_;
  PendingCopies& pending_;
  std::shared_ptr<const Code> code_;
  std::array<Thread, emulator::lanes> threads_;
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
