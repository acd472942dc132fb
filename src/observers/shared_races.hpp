// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "observers/finding.hpp"

namespace reconverge::observers {

/// Which warps of a block used each word of its shared memory since the last block barrier; one for all of its warps.
struct SharedUse {
  /// When: 64 times the number of block barriers that the warp had passed, and its number in the block; 0: never.
  using Tag = std::uint32_t;
  struct Word {
    Tag written = 0, read = 0;                  ///< last
    std::uint32_t written_by = 0, read_by = 0;  ///< rows
  };
  /// 32 words, as long as one warp alone uses them between two barriers: then their own entries are older.
  struct Line {
    Tag owner = 0;
    std::uint32_t written = 0, read = 0;        ///< words, a bit each
    std::uint32_t written_by = 0, read_by = 0;  ///< rows, the last
  };
  std::vector<Word> words;            ///< by address / 4, from the first access on
  std::vector<Line> lines;            ///< by address / 128
  std::vector<std::uint32_t> values;  ///< of the words after the last write
  bool is_blind = false;              ///< warps met otherwise than all together: their order is not known any more
};

/// Accesses to a word of shared memory by two warps of a block, one of them a write, with no block barrier between:
/// their order is not defined (compute-sanitizer calls it a hazard, too). It does not depend on the order in which the
/// emulator runs the warps.
///
/// Only what is plain: atomics, accesses of less than a word, and two writes of one value are left out. After a barrier
/// for some of the warps nothing more is found, and code that has other means to order warps (fences, compare and swap,
/// barriers in memory, BAR.ARV) is not followed at all.
class SharedRaces final : public emulator::Listener {
 public:
  /// Whether block barriers alone order the warps that run a function.
  static bool can_follow(const sass::Function& function);

  /// @param use     of the block
  /// @param number  of the warp in the block
  SharedRaces(const emulator::Executable& executable, emulator::Warp& warp, SharedUse& use, int number);

  emulator::EventKinds hears() const override { return emulator::heard_by<SharedRaces>(); }
  void accessed(const emulator::Accessed& event) override;
  void transferred(const emulator::Transferred& event) override;

  /// One for each row whose access came later, in their order.
  std::vector<Finding> findings() const;

 private:
  static constexpr SharedUse::Tag owners = 64, several = owners - 1;
  struct Race {
    core::LaneMask lanes;
    SharedUse::Word other;  ///< before, of the first of them
  };

  SharedUse::Tag several_now() const { return now_ / owners * owners + several; }
  bool is_of_another(SharedUse::Tag tag) const { return tag != now_ && tag / owners == now_ / owners; }
  void use_words(const emulator::Accessed& event, std::size_t lane, std::size_t first, std::size_t count, Race& race);
  void use_row_of_words(const emulator::Accessed& event, Race& race);
  bool use_line(const emulator::Accessed& event, std::size_t line, std::uint32_t words);
  void part(std::size_t line);
  void report(const emulator::Accessed& event, const Race& race);

  const emulator::Executable& executable_;
  emulator::Warp& warp_;
  SharedUse& use_;
  SharedUse::Tag now_;
  std::map<std::uint32_t, Finding> found_;
};

}  // namespace reconverge::observers
