// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/mio_use.hpp"
#include "timing/cycles/register_use.hpp"
#include "timing/cycles/short_queue.hpp"

/// How arithmetic gets its operands out of the register file: rule 29 of docs/model.md, "hopper-cycles".
namespace reconverge::timing {

/// Nothing issues in [from, from + cycles).
struct IssueStall {
  Cycle from = 0;
  Cycle cycles = 0;
};

/// The banks of the register file, each with a buffer for each operand slot. A bank delivers one register a
/// cycle.
class OperandReads {
 public:
  explicit OperandReads(const OperandTiming& rule);

  /// Arithmetic issues and reads its registers.
  /// @param second_issue  cycles until it occupies its unit again; it keeps its registers until then
  void read(const RegisterUse& registers, Cycle cycle, std::int32_t second_issue, const Unit& unit,
            const RegisterAges& written);
  /// An instruction of the MIO requests the operand port from `wanted` on, for one register after the other. The port
  /// is assumed to serve in the order of issue; rule 24 has the exceptions.
  /// @param turnaround  cycles that it is later if another one has the port just then
  void read(const MioUse& use, Cycle wanted, std::int32_t each, std::int32_t turnaround);
  /// From here on notes when the port is to read each register: other sub-partitions may hold it up.
  void share_port() { shares_port_ = true; }
  /// The port begins `by` cycles later to read what it was to read from `from` on, one register after the other.
  void delay_port(Cycle from, Cycle by, std::int32_t each);

  /// Stalls because operands were late, without those that are over.
  std::span<const IssueStall> issue_stalls() const { return {issue_stalls_.data(), stops_}; }
  void end_issue_stall();
  Cycle stopped() const;
  /// When a scoreboard is clear that would be at `clear`, did issue not stall just before: rule 2.
  Cycle clear_behind_stalls(Cycle clear) const;

  void forget(const Horizon& horizon);
  /// See clock_state.hpp. Only of one that has forgotten what is behind `horizon`.
  void write_state(StateWriter& state, const Horizon& horizon) const;
  void read_state(StateReader& state);

 private:
  static constexpr std::size_t most_banks = 4;
  std::size_t bank_of(std::uint8_t index) const { return index & static_cast<unsigned>(rule_.banks - 1); }
  /// Holds a register from its read until its instruction leaves, and longer if it is to be reused.
  struct Buffer {
    Cycle free = 0;
    bool keeps = false;
    bool came_past = false;  ///< the last value was forwarded when it was still too young to be kept
    std::uint8_t kept = 0;
  };
  /// The reading instruction, and when registers were written.
  struct Reader {
    Cycle cycle = 0;
    std::uint8_t forwarding = 0;
    bool has_buffers = false;  ///< of its own
    bool goes_twice = false;   ///< through its unit
    const RegisterAges& written;
    std::array<Cycle, 3> age = {};  ///< of the first register of each source
  };
  Buffer& buffer_of(const Reader& reader, std::uint8_t index, std::uint8_t slot) {
    return buffers_[reader.has_buffers ? 1 : 0][bank_of(index)][slot];
  }
  Cycle fill(Buffer& buffer, const RegisterUse::Source& source, std::uint8_t index, Cycle age, const Reader& reader,
             bool is_kept) const;
  Cycle read_all(const RegisterUse& registers, const Reader& reader);
  bool is_taken(std::size_t bank, Cycle cycle) const { return taken_[bank][cycle % taken_[bank].size()] == cycle; }
  void take(std::size_t bank, Cycle cycle) {
    taken_[bank][cycle % taken_[bank].size()] = cycle;
    last_taken_[bank] = std::max(last_taken_[bank], cycle);
  }
  bool comes_past(std::uint8_t index, Cycle age, const Reader& reader) const;
  Cycle late_behind_forwarded(const RegisterUse& registers, const Reader& reader) const;
  Cycle read_one(std::size_t bank, Cycle from);
  void take_nothing();
  template <typename Self, typename State> static void exchange(Self& self, State& state);

  const OperandTiming& rule_;
  /// The cycle for which each entry was last taken; more entries than the MIO's operand port can lag.
  std::array<std::array<Cycle, 256>, most_banks> taken_{};
  std::array<Cycle, most_banks> last_taken_{};  ///< the last cycle for which one of them is, or 0
  /// Those of most units, and those of a unit that has its own.
  std::array<std::array<std::array<Buffer, 3>, most_banks>, 2> buffers_{};
  std::array<IssueStall, 4> issue_stalls_{};
  std::size_t stops_ = 0;
  ShortQueue<IssueStall> past_stalls_;  ///< the last ones that are over
  Cycle port_free_ = 0;
  struct PortRead {
    Cycle cycle = 0;
    std::size_t bank = 0;
  };
  bool shares_port_ = false;
  ShortQueue<PortRead> port_reads_;  ///< the last ones, in their order; of a warp that is alone none
};

}  // namespace reconverge::timing
