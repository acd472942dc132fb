// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/diagnostic.hpp"
#include "emulator/clock.hpp"
#include "emulator/events.hpp"
#include "emulator/executable.hpp"
#include "emulator/run_use.hpp"
#include "emulator/unknown/operand_flow.hpp"

namespace reconverge::emulator {

/// Knowledge of one word: it is known (0), it is unknown, or it is a clock value of an epoch, or the negative of one.
/// Two of one epoch with opposite signs sum to a known number.
class Mark {
 public:
  enum class Kind : std::uint8_t { known, unknown, low, negative_low, high, negative_high, carry };

  constexpr Mark() = default;
  constexpr Mark(Kind kind, std::uint64_t epoch = 0) : bits_(epoch << 3 | static_cast<std::uint64_t>(kind)) {}

  constexpr Kind kind() const { return static_cast<Kind>(bits_ & 7); }
  constexpr std::uint64_t epoch() const { return bits_ >> 3; }
  constexpr bool known() const { return bits_ == 0; }
  constexpr bool is_unknown() const { return kind() == Kind::unknown; }
  /// Of the negative of the value.
  Mark negated() const;
  /// Whether the sum of both is known.
  bool cancels(Mark other) const;

 private:
  std::uint64_t bits_ = 0;
};

/// Marks of words of memory that all warps of a block share, by address divided by 4. Known words have none.
struct MarkedMemory {
  std::unordered_map<std::uint64_t, Mark> global;
  std::unordered_map<std::uint64_t, Mark> shared;

  std::unordered_set<std::uint64_t> unknown_global_words() const;
};

/// A shadow of the registers, predicates and memory of one warp, which says what depends on clock values that are
/// not known, and on words of the driver that are not (DriverWord). It costs nothing before the first such value is
/// read.
///
/// A sum of known words and clock values of one epoch that cancel is known. Whatever else depends on a marked word is
/// unknown. If control, a memory access or its address depends on one, the run stops.
class UnknownValues {
 public:
  struct Read {
    std::uint64_t times = 0;
    core::LaneMask lanes;  ///< of the first time
    std::string because;
  };

  /// Properties of the rows of an executable, computed once for all warps that run it.
  struct Code {
    std::vector<bool> reads_time;
    std::map<std::uint32_t, std::string> reads_word;  ///< rows that may read a word of the driver without a value
    std::vector<std::uint32_t> next_read;             ///< from each row on, the next that reads either
    std::vector<OperandFlow> flows;
    std::vector<RunUse> runs;
    std::vector<std::uint16_t> place;  ///< by slot: among those that any row has to do with; 0: none has
    std::size_t places = 1;
  };
  static std::shared_ptr<const Code> code_of(const Executable& executable);

  /// @param code      of the executable
  /// @param no_clock  why nothing is known of the clock; empty: the clock of the run says what is
  /// @param unreliable  called at each clock read; not empty: why the clock cannot be trusted any more
  UnknownValues(const Executable& executable, std::shared_ptr<const Code> code, std::shared_ptr<MarkedMemory> memory,
                std::string no_clock, std::function<std::string()> unreliable = {});

  /// From a row on, how many issued() need not be told of: they change no mark, and depend on none.
  std::uint32_t rows_at_once(std::uint32_t first) const;
  /// Follows an instruction that is about to execute. Returns why it may not, if it depends on what is not known.
  std::optional<core::Diagnostic> issued(const Issued& event, const Clock* clock);
  /// Why a function of the driver may not read local memory of lanes, if some of it is not known.
  std::optional<core::Diagnostic> reads_local(std::uint32_t index, core::LaneMask chosen,
                                              const std::array<std::uint64_t, lanes>& address,
                                              std::uint64_t bytes) const;
  /// Follows an access that has been made.
  void accessed(const Accessed& event);

  /// From here on marks of memory are followed, which others of the block have set.
  void follow();
  /// What a row has just loaded in these lanes is not known, for another reason than the clock.
  void mark_loaded(std::uint32_t index, core::LaneMask chosen);

  /// Whether what a row that has executed gave is not known, in some lane.
  bool gave_unknown(std::uint32_t index) const;

  /// Why the first value that is not known is not; empty if all are known.
  const std::string& because() const { return first_because_; }
  /// The rows that read clock values which are not known.
  const std::map<std::uint32_t, Read>& reads() const { return reads_; }
  /// The general registers that are not known, and in which lanes.
  std::map<int, core::LaneMask> unknown_registers() const;

 private:
  using LaneMarks = std::array<Mark, lanes>;
  static constexpr std::size_t predicate_count = 16;

  void read_word(std::uint32_t index, const std::string& name);
  core::Diagnostic refusal(std::uint32_t index) const;
  bool decides_where_to_go(const OperandFlow& flow, const Issued& event) const;
  bool any_marked(const std::vector<OperandSlots>& operands, core::LaneMask chosen) const;
  bool any_marked(const std::vector<std::uint8_t>& predicates, core::LaneMask chosen) const;
  void read_time(const OperandFlow& flow, const Issued& event, const Clock* clock);
  void write_data(const OperandFlow& flow, const Issued& event);
  LaneMarks& marks_at(std::size_t slot) { return slots_[code_->place[slot]]; }
  const LaneMarks& marks_at(std::size_t slot) const { return slots_[code_->place[slot]]; }
  bool note_results(const OperandFlow& flow);
  void write_across_lanes(const OperandFlow& flow, core::LaneMask chosen, bool uniform);
  Mark joined(const OperandFlow& flow, std::size_t lane) const;
  Mark sum(const OperandFlow& flow, std::size_t word, std::size_t lane) const;
  void write_sum(const OperandFlow& flow, std::size_t lane);
  bool accessed_together(const OperandFlow& flow, const Access& access, std::size_t words);
  /// The marks of a space that has any, and the key of a word in them.
  std::unordered_map<std::uint64_t, Mark>& marks_of(Space space);
  static std::uint64_t key_of(const Access& access, std::size_t lane, std::uint64_t address);
  void mark_memory(const Access& access, std::size_t lane, std::uint64_t address, Mark mark);
  Mark loaded(const Access& access, std::size_t lane, std::uint64_t address);
  bool depends_on_unknown_guard(const DecodedInstruction& instruction, std::size_t lane) const;

  const Executable& executable_;
  std::shared_ptr<MarkedMemory> memory_;
  std::string no_clock_;
  std::function<std::string()> unreliable_;
  std::shared_ptr<const Code> code_;
  bool active_ = false;           ///< something is marked, or was
  ValueSet marked_;               ///< registers and predicates that are, in some lane
  std::vector<LaneMarks> slots_;  ///< Code::places
  std::array<LaneMarks, predicate_count> predicates_{};
  LaneMarks condition_code_{};
  std::unordered_map<std::uint64_t, Mark> local_;  ///< by address / 4 x lanes + lane
  std::array<bool, lanes> atomic_data_{};          ///< what the atomic that executes gives is marked
  std::map<std::uint32_t, Read> reads_;
  std::string first_because_;
};

}  // namespace reconverge::emulator
