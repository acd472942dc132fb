// SPDX-License-Identifier: MIT
#include "property/structured_program.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace reconverge::property {
namespace {

// Generation
// ---------------------------------------------------------------------------------------

/// What the place of a statement allows.
struct Place {
  int function = 0;
  int depth = 0;       ///< nesting of blocks
  int iterations = 1;  ///< at most so often does the place run in one call
  bool in_loop = false;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program run() {
    const int functions = 1 + std::max(0, random_.between(-2, 2));
    program_.functions.resize(static_cast<std::size_t>(functions));
    budget_ = random_.between(6, 60);
    for (int function = functions - 1; function > 0; --function)
      program_.functions[static_cast<std::size_t>(function)] = block({.function = function}, 3);
    program_.functions[0] = block({}, 9);
    return std::move(program_);
  }

 private:
  int variable() { return random_.between(0, variable_count - 1); }
  int any_source() { return random_.between(0, first_bound + bound_count - 1); }

  Data data() {
    Data made;
    made.operation = static_cast<Operation>(random_.between(0, operation_count - 1));
    made.d = made.operation == Operation::add_wide ? random_.between(0, variable_count - 2) : variable();
    made.a = any_source();
    made.b = any_source();
    made.c = any_source();
    made.immediate = random_.chance(50) ? random_.bits() % 16 : random_.bits();
    return made;
  }

  Condition condition() {
    Condition made;
    made.relation = static_cast<Relation>(random_.between(0, 3));
    made.is_unsigned = random_.chance(25);
    made.a = any_source();
    if (random_.chance(50)) made.b = any_source();
    else made.immediate = random_.between(-2, 6);
    return made;
  }

  Block block(const Place& place, int at_most) {
    Block made;
    const int wanted = random_.between(1, at_most);
    while (static_cast<int>(made.size()) < wanted) {
      made.push_back(statement(place));
      const Statement& last = made.back();
      if (!falls_out(made) && last.kind != Kind::data) break;  // what follows would be dead
    }
    return made;
  }

  Statement statement(const Place& place) {
    --budget_;
    const bool may_nest = budget_ > 0 && place.depth < 4;
    const int draw = random_.between(0, 99);
    if (may_nest && draw < 25) return choice(place);
    if (may_nest && draw < 40 && place.iterations <= 16) return loop(place);
    if (may_nest && draw < 46) return selection(place);
    if (place.in_loop && draw < 58) return leaving(random_.chance(50) ? Kind::leave_loop : Kind::next_iteration);
    if (may_nest && draw < 50 && place.function > 0 && !place.in_loop) return recursion(place);
    if (draw < 64) return call_or_data(place);
    if (place.function > 0 && draw < 70) return leaving(Kind::give_back);
    if (place.depth > 0 && draw < 73) return leaving(Kind::exit);
    return {.kind = Kind::data, .data = data()};
  }

  /// `break;` or `if (...) break;` and the like.
  Statement leaving(Kind kind) {
    Statement made{.kind = kind};
    made.conditional = random_.chance(65);
    if (made.conditional) made.condition = condition();
    return made;
  }

  Statement call_or_data(const Place& place) {
    const int last = static_cast<int>(program_.functions.size()) - 1;
    if (place.function >= last || place.iterations > 6) return {.kind = Kind::data, .data = data()};
    Statement made = leaving(Kind::call);
    made.function = random_.between(place.function + 1, last);
    return made;
  }

  /// if (depth < bound) { ++depth; this function; --depth; }
  Statement recursion(const Place& place) {
    const auto count_depth = [](std::uint32_t by) {
      return Statement{
          .kind = Kind::data,
          .data = {.operation = Operation::add_immediate, .d = depth_register, .a = depth_register, .immediate = by}};
    };
    Statement made{.kind = Kind::choice};
    made.condition = {.relation = Relation::less, .is_unsigned = true, .a = depth_register, .b = first_bound};
    made.blocks = {{count_depth(1), {.kind = Kind::call, .function = place.function}, count_depth(0u - 1)}, {}};
    return made;
  }

  Statement choice(Place place) {
    ++place.depth;
    Statement made{.kind = Kind::choice};
    made.condition = condition();
    made.blocks.push_back(block(place, 3));
    made.blocks.push_back(random_.chance(50) ? block(place, 3) : Block{});
    return made;
  }

  Statement loop(Place place) {
    Statement made{.kind = Kind::loop};
    made.tests_first = random_.chance(50);
    made.counter = first_counter + program_.counters++;
    constexpr std::array<int, bound_count> most = {3, 5, 31, 2};
    // The long loop stands outermost and alone: it is there for the depth of the stack.
    const bool may_be_long = place.iterations == 1 && place.function == 0;
    int choice = random_.between(0, bound_count - 1);
    if (choice == 2 && !may_be_long) choice = 0;
    if (may_be_long && random_.chance(30)) choice = 2;
    made.bound = first_bound + choice;
    place.iterations *= most[static_cast<std::size_t>(choice)];
    ++place.depth;
    place.in_loop = true;
    made.blocks.push_back(block(place, 4));
    return made;
  }

  Statement selection(Place place) {
    ++place.depth;
    Statement made{.kind = Kind::selection};
    made.selector = random_.chance(80) ? first_bound + random_.between(0, 1) : any_source();
    const int cases = random_.between(2, 5);
    for (int i = 0; i < cases; ++i) {
      made.blocks.push_back(block(place, 2));
      made.falls_through.push_back(i + 1 < cases && random_.chance(25));
    }
    return made;
  }

  Random random_;
  Program program_;
  int budget_ = 0;
};

// Meaning
// ------------------------------------------------------------------------------------------

enum class Signal : std::uint8_t { none, leave_loop, next_iteration, give_back, exit };

std::uint32_t float_bits(float value) { return value != value ? 0x7FFF'FFFFu : std::bit_cast<std::uint32_t>(value); }

class Lane {
 public:
  Lane(const Program& program, Registers registers, std::uint32_t lane)
      : program_(program), registers_(std::move(registers)), lane_(lane) {}

  Registers run() {
    run_block(program_.functions[0]);
    return std::move(registers_);
  }

 private:
  std::uint32_t& reg(int index) { return registers_[static_cast<std::size_t>(index)]; }
  float real(int index) { return std::bit_cast<float>(reg(index)); }

  void compute(const Data& data) {
    const std::uint32_t a = reg(data.a), b = reg(data.b), c = reg(data.c);
    const auto wide_signed = static_cast<std::int64_t>(static_cast<std::int32_t>(a)) * static_cast<std::int32_t>(b);
    const std::uint64_t wide_unsigned = std::uint64_t{a} * b;
    switch (data.operation) {
      case Operation::add: reg(data.d) = a + b; break;
      case Operation::subtract: reg(data.d) = a - b; break;
      case Operation::add_immediate: reg(data.d) = a + data.immediate; break;
      case Operation::multiply_add: reg(data.d) = a * b + c; break;
      case Operation::multiply_high:
        reg(data.d) = static_cast<std::uint32_t>(static_cast<std::uint64_t>(wide_signed) >> 32) + c;
        break;
      case Operation::multiply_high_unsigned: reg(data.d) = static_cast<std::uint32_t>(wide_unsigned >> 32) + c; break;
      case Operation::scaled_add: reg(data.d) = (a << (data.immediate % 32)) + b; break;
      case Operation::copy: reg(data.d) = a; break;
      case Operation::constant: reg(data.d) = data.immediate; break;
      case Operation::float_add: reg(data.d) = float_bits(real(data.a) + real(data.b)); break;
      case Operation::float_multiply: reg(data.d) = float_bits(real(data.a) * real(data.b)); break;
      case Operation::select: reg(data.d) = static_cast<std::int32_t>(c) < 0 ? a : b; break;
      case Operation::lane_id: reg(data.d) = lane_; break;
      case Operation::add_wide: {
        const std::uint64_t low = std::uint64_t{a} + b;
        reg(data.d) = static_cast<std::uint32_t>(low);
        reg(data.d + 1) = reg(data.b) + reg(data.c) + static_cast<std::uint32_t>(low >> 32);
        break;
      }
    }
  }

  bool holds(const Condition& condition) {
    const std::uint32_t a = reg(condition.a);
    const std::uint32_t b = condition.b < 0 ? static_cast<std::uint32_t>(condition.immediate) : reg(condition.b);
    const bool less = condition.is_unsigned ? a < b : static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
    switch (condition.relation) {
      case Relation::less: return less;
      case Relation::less_equal: return less || a == b;
      case Relation::equal: return a == b;
      case Relation::not_equal: return a != b;
    }
    return false;
  }

  Signal run_block(const Block& block) {
    for (const Statement& statement : block) {
      const Signal signal = run_statement(statement);
      if (signal != Signal::none) return signal;
    }
    return Signal::none;
  }

  Signal run_loop(const Statement& loop) {
    reg(loop.counter) = 0;
    if (loop.tests_first && reg(loop.bound) == 0) return Signal::none;
    do {
      const Signal signal = run_block(loop.blocks[0]);
      if (signal == Signal::leave_loop) return Signal::none;
      if (signal == Signal::give_back || signal == Signal::exit) return signal;
      ++reg(loop.counter);
    } while (reg(loop.counter) < reg(loop.bound));
    return Signal::none;
  }

  Signal run_selection(const Statement& selection) {
    std::size_t chosen = std::min<std::size_t>(reg(selection.selector), selection.blocks.size() - 1);
    while (true) {
      const Signal signal = run_block(selection.blocks[chosen]);
      if (signal != Signal::none || !selection.falls_through[chosen]) return signal;
      ++chosen;
    }
  }

  Signal run_statement(const Statement& statement) {
    if (++statements_ > 1'000'000) throw std::runtime_error("the program does not end");
    if (statement.conditional && !holds(statement.condition)) return Signal::none;
    switch (statement.kind) {
      case Kind::data: compute(statement.data); return Signal::none;
      case Kind::choice: return run_block(statement.blocks[holds(statement.condition) ? 0 : 1]);
      case Kind::loop: return run_loop(statement);
      case Kind::selection: return run_selection(statement);
      case Kind::leave_loop: return Signal::leave_loop;
      case Kind::next_iteration: return Signal::next_iteration;
      case Kind::call: {
        const Signal signal = run_block(program_.functions[static_cast<std::size_t>(statement.function)]);
        return signal == Signal::exit ? Signal::exit : Signal::none;
      }
      case Kind::give_back: return Signal::give_back;
      case Kind::exit: return Signal::exit;
    }
    return Signal::none;
  }

  const Program& program_;
  Registers registers_;
  std::uint32_t lane_;
  int statements_ = 0;
};

void count_in(const Block& block, std::array<int, kind_count>& counts) {
  for (const Statement& statement : block) {
    ++counts[static_cast<std::size_t>(statement.kind)];
    for (const Block& inner : statement.blocks) count_in(inner, counts);
  }
}

}  // namespace

Program generate(std::uint64_t seed) { return Generator(seed).run(); }

bool falls_out(const Block& block) {
  if (block.empty()) return true;
  const Statement& last = block.back();
  switch (last.kind) {
    case Kind::leave_loop:
    case Kind::next_iteration:
    case Kind::give_back:
    case Kind::exit: return last.conditional;
    case Kind::choice: return falls_out(last.blocks[0]) || falls_out(last.blocks[1]);
    default: return true;
  }
}

bool contains_for_this_loop(const Block& body, Kind kind) {
  return std::ranges::any_of(body, [kind](const Statement& statement) {
    if (statement.kind == kind) return true;
    if (statement.kind == Kind::loop) return false;
    return std::ranges::any_of(statement.blocks,
                               [kind](const Block& inner) { return contains_for_this_loop(inner, kind); });
  });
}

bool calls_itself(const Program& program, std::size_t function) {
  const auto calls = [&](const auto& self, const Block& block) -> bool {
    return std::ranges::any_of(block, [&](const Statement& statement) {
      if (statement.kind == Kind::call && statement.function == static_cast<int>(function)) return true;
      return std::ranges::any_of(statement.blocks, [&](const Block& inner) { return self(self, inner); });
    });
  };
  return calls(calls, program.functions[function]);
}

std::array<int, kind_count> count_kinds(const Program& program) {
  std::array<int, kind_count> counts{};
  for (const Block& function : program.functions) count_in(function, counts);
  return counts;
}

std::array<core::LaneValues, first_bound + bound_count> initial_registers(std::uint64_t seed) {
  Random random(seed ^ 0x5EED'0000'0000'0000u);
  std::array<core::LaneValues, first_bound + bound_count> registers{};
  for (std::size_t index = 0; index < registers.size(); ++index) {
    const bool small = random.chance(50);
    for (auto& value : registers[index]) value = small ? random.bits() % 8 : random.bits();
  }
  for (auto& value : registers[first_bound]) value = random.bits() % 4;
  for (auto& value : registers[first_bound + 1]) value = random.bits() % 6;
  // Half of the long loops retire one lane an iteration, as the paper's do: the deepest stack.
  const auto staircase = core::staircase(31);
  const bool stairs = random.chance(50);
  for (std::size_t lane = 0; lane < staircase.size(); ++lane)
    registers[first_bound + 2][lane] = stairs ? staircase[lane] - 1 : random.bits() % 32;
  registers[first_bound + 3].fill(2);
  return registers;
}

Registers run_scalar(const Program& program, Registers registers, std::uint32_t lane) {
  return Lane(program, std::move(registers), lane).run();
}

}  // namespace reconverge::property
