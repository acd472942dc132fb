// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "observers/finding.hpp"

namespace reconverge::observers {

/// Which warps of a block used each word of its shared memory since the last block barrier; one for all of its warps.
/// The number of block barriers that a warp has passed is its phase: all warps pass the same ones.
struct SharedUse {
  /// When: 64 times the phase of the warp, from 1, and its number in the block; 0: never.
  using Tag = std::uint32_t;
  /// A bit for each warp of the block.
  using Warps = std::uint32_t;
  struct Word {
    std::uint32_t phase = 0;  ///< of what follows; 0: of none
    Warps writers = 0;
    Warps readers = 0;                  ///< that had not written it before
    std::uint32_t written_by : 31 = 0;  ///< row, the last
    std::uint32_t has_several : 1 = 0;  ///< values were written
    std::uint32_t read_by = 0;          ///< row, the last
  };
  /// 32 words, as long as one warp alone uses them between two barriers: then their own entries are older.
  struct Line {
    Tag owner = 0;
    std::uint32_t written = 0, read = 0, several = 0;  ///< words, a bit each, as in Word
    /// Rows, the last of the word; of the line, as long as it is only used word by word in the order of the lanes.
    std::array<std::uint32_t, 32> written_by{}, read_by{};
    bool is_by_word = false;
  };
  /// Use of a word by which warps tell each other something.
  struct Signal {
    Tag given = 0;  ///< written behind an instruction that orders warps
    Tag read = 0;
  };
  std::vector<Word> words;             ///< by address / 4, from the first access on
  std::vector<Line> lines;             ///< by address / 128
  std::vector<std::uint32_t> values;   ///< of the words after the last write
  std::vector<Signal> signals;         ///< by address / 4; empty: no code orders warps
  std::set<std::uint32_t> signalled;   ///< phases in which a warp read what another gave
  std::set<std::uint32_t> unfollowed;  ///< rows behind which a warp used shared memory, up to the next block barrier
  bool is_blind = false;               ///< more barriers than can be counted
};

/// Accesses to a word of shared memory by two warps of a block, one of them a write, with no block barrier between:
/// their order is not defined (compute-sanitizer calls it a hazard, too). Whether there is one does not depend on the
/// order in which the emulator runs the warps.
///
/// Only what is plain: atomics, accesses of less than a word, and writes of one value by warps that read no other are
/// left out. Behind an instruction that can order some of the warps (a fence, compare and swap, a barrier for some of
/// them or in memory) a warp is not followed up to the next block barrier: until it has executed one, nothing that
/// another did since the last block barrier can come before or after what it did. Where a warp reads shared memory that
/// another wrote behind such an instruction, nothing is found between these two block barriers: a load alone can wait.
class SharedRaces final : public emulator::Listener {
 public:
  /// What in a function orders warps, by row.
  struct Code {
    std::vector<std::uint32_t> next;  ///< row from each one on that does, beyond the last: none; empty: none does
    bool arrives = false;             ///< BAR.ARV: only barrier 0 is for all threads
  };
  static std::shared_ptr<const Code> code_of(const sass::Function& function);

  /// @param use     of the block
  /// @param number  of the warp in the block
  SharedRaces(const emulator::Executable& executable, emulator::Warp& warp, SharedUse& use, int number,
              std::shared_ptr<const Code> code);

  bool wants_runs() const override { return !code_->next.empty(); }
  emulator::EventKinds hears() const override { return emulator::heard_by<SharedRaces>(); }
  void issued_run(const emulator::IssuedRun& run) override;
  void accessed(const emulator::Accessed& event) override;
  void transferred(const emulator::Transferred& event) override;

  /// One for each row whose access came later, in their order. Complete once all warps have ended.
  std::vector<Finding> findings() const;
  /// Rows behind which a warp of the block was not followed although it used shared memory.
  const std::set<std::uint32_t>& unfollowed() const { return use_.unfollowed; }

  /// "MEMBAR at 0x110 (reduce.cu:7)"; without lines, "MEMBAR at 0x110".
  static std::string place_of(const sass::Function& function, std::uint32_t index);

 private:
  static constexpr SharedUse::Tag owners = 64, several = owners - 1;
  struct Race {
    core::LaneMask lanes;
    SharedUse::Word other;  ///< before, of the first of them
  };

  std::uint32_t phase() const { return now_ / owners; }
  SharedUse::Warps own() const { return SharedUse::Warps{1} << now_ % 32; }
  SharedUse::Tag several_now() const { return now_ / owners * owners + several; }
  bool is_of_another(SharedUse::Tag tag) const { return tag != now_ && tag / owners == now_ / owners; }
  std::uint32_t value_of(std::size_t word) const;
  std::optional<std::uint32_t> ordered_before(emulator::Moment at) const;
  bool is_for_all(const emulator::Transferred& event) const;
  void use_signals(const emulator::Accessed& event, bool is_ordered);
  void use_words(const emulator::Accessed& event, std::size_t lane, std::size_t first, std::size_t count, Race& race);
  /// Some words of a line, a bit each.
  struct LineWords {
    std::size_t line = 0;
    std::uint32_t words = 0;
  };
  void use_row_of_words(const emulator::Accessed& event, Race& race);
  void use_single_words(const emulator::Accessed& event, Race& race);
  bool use_line(const emulator::Accessed& event, LineWords here, bool by_word);
  void part(std::size_t line);
  void report(const emulator::Accessed& event, const Race& race);

  using Found = std::map<std::uint32_t, Finding>;
  void settle(Found& found) const;

  const emulator::Executable& executable_;
  emulator::Warp& warp_;
  SharedUse& use_;
  SharedUse::Tag now_;
  std::shared_ptr<const Code> code_;
  std::optional<std::uint32_t> ordered_by_;  ///< row executed since the last block barrier, the first
  std::uint64_t told_ = 0;                   ///< step of the last instruction that issued_run told of
  Found found_;
  Found pending_;  ///< of one phase, in which a warp may still read what another gives
  std::uint32_t pending_phase_ = 0;
};

}  // namespace reconverge::observers
