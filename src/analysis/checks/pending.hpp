// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "analysis/code.hpp"

/// What instructions of no fixed latency still have to read or to write, at a place in the code.
namespace reconverge::analysis {

/// Units that serve instructions one after the other. What one of them sets, later ones of it set later.
enum class Queue : std::uint8_t { none, memory, conversions, doubles, shared_loads, addresses };
inline constexpr std::size_t source_queues = 4;  ///< the others are of results alone

/// What only a scoreboard can tell of a row.
struct Latency {
  bool result_varies = false;   ///< its result needs a scoreboard, its own or that of a later row of `results`
  bool sources_vary = false;    ///< likewise, until its sources are read
  Queue results = Queue::none;  ///< in which results come in order; none: in any order
  Queue sources = Queue::none;  ///< in which sources are read in order
};
/// The bit of a queue in a set of them; that of `none` is 0.
constexpr std::uint8_t queue_bit(Queue queue) {
  return queue == Queue::none ? std::uint8_t{0} : static_cast<std::uint8_t>(1u << static_cast<unsigned>(queue));
}
Latency latency_of(const sass::Instruction& row, int architecture);

/// Results that are on their way to one register or predicate.
struct Result {
  static constexpr std::uint8_t unsaid = 0x40;

  std::uint8_t boards = 0;  ///< bit i: it is there when scoreboard i is clear; `unsaid`: nothing says so
  std::uint8_t queues = 0;  ///< bit q: it comes from queue q

  friend bool operator==(const Result&, const Result&) = default;
  Result& operator|=(const Result& other);
  void wait(std::uint8_t waited);
  /// A later row of the queue sets scoreboards: they say that this is there too.
  void follow(Queue queue, std::uint8_t set);
};

/// Results of one register that come only where a predicate holds, or does not hold.
struct Guarded {
  static constexpr std::uint8_t changed = 0xFF;

  std::uint8_t guard = changed;        ///< of Warp::predicates; changed: it was written since
  std::array<Result, 2> results = {};  ///< where it holds and where not

  friend bool operator==(const Guarded&, const Guarded&) = default;
};

/// Pairs of scoreboards: bit 8 r + w, of r of the sources and w of the result (7: none) of one instruction. Either one
/// shows that the sources were read.
using Pairs = std::uint64_t;
/// All with r or w in a set of scoreboards.
Pairs pairs_of(std::uint8_t waited);

/// Instructions that still have to read one register.
struct Readers {
  static constexpr std::uint8_t no_guard = 0xFF;

  Pairs any = 0;                  ///< in which any lane may read it
  std::uint8_t guard = no_guard;  ///< of Warp::predicates
  std::array<Pairs, 2> under{};   ///< that run where the guard holds, and where not; followed to the end of a block

  friend bool operator==(const Readers&, const Readers&) = default;

  Pairs all() const { return any | under[0] | under[1]; }
  void forget_guard() { *this = {.any = all()}; }
  /// @param which  1 under a guard that is negated
  void add(Pairs pairs, bool always, std::uint8_t by, std::size_t which);
  /// Those of the lanes in which a row runs.
  Pairs beside(bool always, std::uint8_t by, std::size_t which) const;
};

/// By what is on its way on some path here.
struct Pending {
  static constexpr std::size_t slot_count = emulator::first_literal;

  std::array<Result, slot_count> results{};    ///< of registers
  std::array<Result, 16> predicate_results{};  ///< of predicates
  /// Of registers, by a guard: followed to the end of a block, where a branch may depend on the predicate.
  std::array<Guarded, slot_count> guarded{};
  /// Who still reads registers, by queue.
  std::array<std::array<Readers, emulator::first_uniform>, source_queues> readers{};
  /// What in each queue reads a register and sets no scoreboard of sources: `Result::unsaid`, and the scoreboards that
  /// show it all the same, of its result and of later rows of the queue.
  std::array<std::array<std::uint8_t, emulator::first_uniform>, source_queues> silent_readers{};
  std::uint8_t set = 0;     ///< scoreboards that something on some path here has set
  std::uint8_t unsaid = 0;  ///< queues with results that no scoreboard tells of
  std::uint8_t unread = 0;  ///< queues with silent readers

  friend bool operator==(const Pending&, const Pending&) = default;

  /// The beginning of a block: what guards exclude is no longer followed.
  void begin_block();
  void wait(std::uint8_t waited);
  void step(const Code& code, std::size_t index);
  /// @return  whether it has changed
  bool join(const Pending& from);
};

/// Uniform registers are read when the instruction issues: compilers overwrite them without a wait.
constexpr bool is_read_later(emulator::Slot slot) { return slot < emulator::first_uniform; }

/// The scoreboards that a row waits for, as bits. DEPBAR waits for scoreboards, or for all but the last few that set
/// one, which names nothing here.
std::uint8_t waited_by(const sass::Instruction& row);
/// The bit of a scoreboard; none for 7.
std::uint8_t scoreboard_bit(unsigned scoreboard);

}  // namespace reconverge::analysis
