#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "emulator/clock.hpp"
#include "emulator/executable.hpp"
#include "emulator/listener.hpp"
#include "timing/cycles/code_cache.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/issue_steps.hpp"
#include "timing/cycles/mio.hpp"
#include "timing/cycles/operand_reads.hpp"
#include "timing/cycles/register_use.hpp"
#include "timing/cycles/untimed.hpp"

namespace reconverge::timing {

/// The cycle at which each instruction of one warp issues, from the control words of the code and the
/// record of a generation. Loads hit the first level of the cache: what is not known to is not timed.
///
/// It is the emulator's clock, so a kernel reads these cycles; and a listener, because the way by which
/// control went on decides when the next instruction may issue. The same object must be both.
///
/// A copy made before the first instruction is a clock of another warp of the same code, and cheaper than a new one.
class WarpClock final : public emulator::Clock, public emulator::Listener {
 public:
  /// The record must outlive the clock.
  WarpClock(const emulator::Executable& executable, const CycleRecord& record, CodeAtStart code = CodeAtStart::warm);

  std::uint64_t issue(const emulator::Issued& event) override;
  emulator::ClockReading reading(std::uint32_t index) const override;
  void moved(const emulator::Moved& event) override;
  void accessed(const emulator::Accessed& event) override;
  void matched(const emulator::Matched& event) override;

  /// Cycle at which the last instruction issued.
  std::uint64_t now() const { return now_; }
  /// Cycle at which the next one may, before it waits for anything of its own.
  std::uint64_t ready() const { return ready_; }

  /// Writes into `steps`, from the next issue on, what each instruction waited for until when. It must outlive the
  /// clock; null: nobody asks.
  void explain(IssueSteps* steps) { steps_ = steps; }

  /// What was executed without its time being known. Cycles over it are no prediction.
  const Untimed& untimed() const { return untimed_; }
  /// How often that happened until now.
  std::uint64_t untimed_total() const { return untimed_total_; }

  /// Loads and stores of global and local memory until now.
  std::uint64_t accesses() const { return accesses_; }
  /// The first of them after which the first level of the cache is not known to hold all that they use.
  std::optional<UntimedRow> beyond_first_level() const { return beyond_first_level_; }
  /// The row with which the code is larger than that of which times are known.
  std::optional<UntimedRow> beyond_known_code() const { return beyond_known_code_; }

  /// What it costs to go on from a row in one way, if that is known.
  std::optional<std::uint64_t> cycles_of(std::uint32_t index, emulator::Passage passage) const;

 private:
  static constexpr std::size_t scoreboard_count = Mio::scoreboard_count;

  /// What the clock needs of a row, looked up once.
  struct Row {
    const OperationTiming* operation = nullptr;
    const Unit* unit = nullptr;  ///< of the operation; null if that is not known
    std::uint8_t stall = 1;
    std::uint8_t wait_mask = 0;
    std::uint8_t write_scoreboard = 7;
    std::uint8_t read_scoreboard = 7;
    bool timed = true;            ///< the operation, and the release of the scoreboards that it sets, are known
    std::string_view lacks = {};  ///< scalar number that a rule for it needs and the record does not have
    bool yields = false;
    std::int32_t penalty = 0;  ///< of StallUse::penalised
    bool before_idle = false;  ///< a BRA in front of a control word of zeroes
    bool ignores_second_issue = false;
    bool is_block_barrier = false;
    RegisterUse registers;
    MioUse mio;
    bool is_mio = false;
    bool is_arithmetic = false;
    bool ends_line = false;
    std::uint32_t line = 0;
    std::uint32_t slot = 0;  ///< of its line
    std::array<const TransferTiming*, emulator::passage_count> transfers{};
  };
  Row prepare(const sass::Instruction& instruction) const;
  std::string_view lacking_field(const Row& row) const;
  void stand_still();
  std::uint64_t pass_standstills(std::uint64_t cycle);
  void shift(const Standstill& stop);
  void read_registers(const Row& row, std::uint64_t cycle, bool executes);
  template <bool explains> std::uint64_t wait_for_scoreboards(const Row& row, std::uint64_t cycle);
  std::uint64_t wait_for_unit(const Row& row, std::uint64_t cycle);
  std::uint64_t wait_for_code(const Row& row, std::uint64_t cycle) const;
  std::uint64_t wait_for_block_barrier(const Row& row, std::uint64_t cycle);
  std::uint64_t wait_for_result(const Row& row, std::uint64_t cycle) const;
  std::uint64_t wait_for_multiplicands(const Row& row, std::uint64_t cycle) const;
  std::uint64_t wait_for_banks(const Row& row, std::uint64_t cycle) const;
  /// Twice compiled, so that a clock nobody asks does no more than before.
  template <bool explains> std::uint64_t issue_as(const emulator::Issued& event);
  template <bool explains> void note(Constraint constraint, std::uint64_t until) {
    if constexpr (explains) (*steps_)[constraint] = until;
  }
  void note_setters(const Row& row, std::uint32_t index);
  void occupy(const Row& row, std::uint64_t cycle, bool executes);
  /// Whether another instruction issued in the cycle before.
  bool follows(std::uint64_t cycle) const { return now_ + 1 == cycle; }
  std::uint64_t more_than_transfer(const Row& row, const emulator::Moved& event) const;
  void delay_by_values(std::size_t values);
  void use_first_level(std::uint32_t index, const emulator::Access& access);
  void write_registers(const Row& row, std::uint64_t cycle);
  /// @param what  a literal: what of the row it is, behind its mnemonic; empty: the operation itself
  void not_timed(std::uint32_t index, std::string_view what);

  const emulator::Executable& executable_;
  const CycleRecord& record_;
  std::shared_ptr<const std::vector<Row>> owned_rows_;  ///< which copies of the clock share
  std::span<const Row> rows_;
  std::vector<std::uint64_t> unit_free_;  ///< by unit of the record
  std::size_t chosen_unit_ = 0;           ///< of the instruction that issues
  std::uint64_t now_ = 0;
  std::uint64_t ready_ = 0;
  std::uint64_t released_ = 0;     ///< the same, without a second pass and without the fetch of a target
  std::uint64_t seen_ = 0;         ///< when the instruction had waited for all but its unit and operands
  std::uint64_t clock_ready_ = 0;  ///< the same for CS2R, which does not wait for a second pass
  CodeCache code_;
  Mio mio_;
  std::uint64_t delaying_issued_ = 0;  ///< last operation whose result delays others
  std::int32_t delays_after_ = 0;      ///< Unit::delays_result of it
  std::uint64_t landing_ = 0;          ///< when control last landed somewhere new
  std::uint32_t landing_line_ = 0;     ///< and in which line of code
  std::uint64_t barrier_from_ = 0, barrier_until_ = 0;
  bool met_ = false;        ///< the last instruction was a BSYNC that lanes passed
  bool held_long_ = false;  ///< the instruction that issues was held back by BAR, long after the last one
  RegisterAges written_;
  OperandReads reads_;
  std::unordered_set<std::uint64_t> data_lines_;  ///< of the first level, that the run has used
  std::uint64_t last_data_line_ = ~std::uint64_t{0};
  std::uint64_t held_lines_ = 0;  ///< that the first level is known to hold
  std::uint64_t accesses_ = 0;
  std::optional<UntimedRow> beyond_first_level_, beyond_known_code_;
  Untimed untimed_;
  std::uint64_t untimed_total_ = 0;
  IssueSteps* steps_ = nullptr;
  std::array<std::uint32_t, scoreboard_count> setters_{};  ///< row that set a scoreboard last; noted for `steps_`
};

}  // namespace reconverge::timing
