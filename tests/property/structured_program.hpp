// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/lane_pattern.hpp"

/// Random structured programs, and what they mean for one lane. A mechanism's lowering turns a
/// program into SASS; nothing here knows of warps.
namespace reconverge::property {

/// The same numbers on every platform from one seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [low, high].
  int between(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  std::uint32_t bits() { return static_cast<std::uint32_t>(engine_() >> 16); }

 private:
  std::mt19937_64 engine_;
};

/// Registers of a program. Variables are read and written; bounds are read only, so that every loop
/// ends; each loop has its own counter.
inline constexpr int variable_count = 8;  ///< R0..R7
inline constexpr int first_bound = 8;     ///< R8: 0..3, R9: 0..5, R10: 0..31, R11: 2
inline constexpr int bound_count = 4;
inline constexpr int scratch_register = 12;  ///< and the next one: free for a lowering
inline constexpr int depth_register = 14;    ///< how deep a lane is in functions that call themselves
inline constexpr int first_counter = 16;

enum class Operation : std::uint8_t {
  add,
  subtract,
  add_immediate,
  multiply_add,
  multiply_high,
  multiply_high_unsigned,
  scaled_add,
  copy,
  constant,
  float_add,
  float_multiply,
  select,
  lane_id,
  add_wide,
};
inline constexpr int operation_count = 14;

/// d = operation(a, b, c, immediate). add_wide also writes the variable after d.
struct Data {
  Operation operation{};
  int d = 0, a = 0, b = 0, c = 0;
  std::uint32_t immediate = 0;
};

enum class Relation : std::uint8_t { less, less_equal, equal, not_equal };

/// a relation b, or a relation immediate.
struct Condition {
  Relation relation{};
  bool is_unsigned = false;
  int a = 0;
  int b = -1;  ///< -1: the immediate
  std::int32_t immediate = 0;
};

enum class Kind : std::uint8_t { data, choice, loop, selection, leave_loop, next_iteration, call, give_back, exit };
inline constexpr int kind_count = 9;

struct Statement;
using Block = std::vector<Statement>;

/// One statement; which members count depends on its kind.
struct Statement {
  Kind kind{};
  Data data = {};
  bool conditional = false;        ///< leave_loop, next_iteration, call, give_back, exit: only if `condition`
  Condition condition = {};        ///< choice too
  std::vector<Block> blocks = {};  ///< choice: then, else; loop: body; selection: one a case, the last is the default
  std::vector<bool> falls_through = {};  ///< selection: the case goes on into the next one
  bool tests_first = false;              ///< loop: while, otherwise do while
  int counter = 0;                       ///< loop: from 0 up ...
  int bound = 0;                         ///< ... while below this register
  int selector = 0;                      ///< selection: register that is compared with 0, 1, ...
  int function = 0;                      ///< call
};

struct Program {
  std::vector<Block> functions;  ///< [0] is the kernel; functions call later ones, and themselves
  int counters = 0;              ///< first_counter .. first_counter + counters - 1
};

Program generate(std::uint64_t seed);

/// Whether a function calls itself: each lane as deep as its R8 says.
bool calls_itself(const Program& program, std::size_t function);
/// Whether control can reach the end of a block.
bool falls_out(const Block& block);
/// Whether a loop body leaves or continues this very loop.
bool contains_for_this_loop(const Block& body, Kind kind);
/// How often each kind of statement stands in a program.
std::array<int, kind_count> count_kinds(const Program& program);

/// Registers R0.. of one lane.
using Registers = std::vector<std::uint32_t>;

/// What every lane starts with; the rest is zero.
std::array<core::LaneValues, first_bound + bound_count> initial_registers(std::uint64_t seed);

/// Runs a program for one lane, statement by statement.
Registers run_scalar(const Program& program, Registers registers, std::uint32_t lane);

}  // namespace reconverge::property
