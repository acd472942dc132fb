// SPDX-License-Identifier: MIT
// Loops under the token stack whose passes execute at once leave what instructions one by one leave, and are counted
// and priced alike. Rows are random; lanes leave in passes of their own, and each loop lies in another one.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "emulator/compiler/row_compiler.hpp"
#include "emulator/emulator.hpp"
#include "emulator/reconvergence/token_stack.hpp"
#include "observers/divergence_profile.hpp"
#include "observers/event_counts.hpp"
#include "observers/instruction_counts.hpp"
#include "property/scalar_case.hpp"
#include "run/thread_instructions.hpp"
#include "sass/reader.hpp"
#include "timing/cost_model.hpp"
#include "unit/emulator/one_by_one.hpp"

namespace reconverge::property {
namespace {

using core::LaneMask;

constexpr int shards = 4;
constexpr int outer_counter = 20, inner_counter = 21, outer_bound = 22, inner_bound = 23;

/// Numbers the passes that were told.
class Passes final : public emulator::Listener {
 public:
  bool wants_runs() const override { return true; }
  bool sums_up() const override { return true; }
  void issued_run(const emulator::IssuedRun& run) override {
    instructions += run.times * run.count;
    at_once += run.times > 1 ? run.times : 0;
  }
  std::uint64_t instructions = 0, at_once = 0;
};

std::size_t below(Random& random, std::size_t end) { return random.bits() % end; }

/// R0 to R9 and P1 to P3, whatever they hold.
std::string random_row(Random& random, bool is_maxwell) {
  const auto reg = [&] { return random.chance(10) ? std::string("RZ") : fmt::format("R{}", below(random, 10)); };
  const auto sign = [&] { return random.chance(20) ? "-" : ""; };
  const auto predicate = [&] { return fmt::format("P{}", 1 + below(random, 3)); };
  const auto one = [&](auto... names) {
    const std::array<std::string_view, sizeof...(names)> all{names...};
    return all[below(random, all.size())];
  };
  switch (below(random, is_maxwell ? 10 : 9)) {
    case 0: return fmt::format("IADD {}, {}{}, {}", reg(), sign(), reg(), reg());
    case 1: return fmt::format("IADD {}, {}, 0x{:x}", reg(), reg(), below(random, 1000));
    case 2: return fmt::format("MOV {}, {}", reg(), reg());
    case 3: return fmt::format("FADD {}, {}{}, {}{}", reg(), sign(), reg(), sign(), reg());
    case 4: return fmt::format("FMUL {}, {}, {}", reg(), reg(), reg());
    case 5: return fmt::format("FFMA {}, {}, {}, {}{}", reg(), reg(), reg(), sign(), reg());
    case 6:
      return fmt::format("ISETP.{}.{} {}, {}, {}, {}, {}", one("LT", "GE", "NE", "EQ"), one("AND", "OR", "XOR"),
                         predicate(), predicate(), reg(), reg(), predicate());
    case 7:
      return fmt::format("FSETP.{}.AND {}, PT, {}, {}, !{}", one("LT", "GTU", "NE"), predicate(), reg(), reg(),
                         predicate());
    case 8: return fmt::format("SEL {}, {}, {}, {}", reg(), reg(), reg(), predicate());
    default: return fmt::format("LOP3.LUT {}, {}, {}, {}, 0x{:x}", reg(), reg(), reg(), reg(), below(random, 256));
  }
}

/// Two loops, one in the other, as text. Sometimes a row that nothing compiles is among theirs.
class Loops {
 public:
  explicit Loops(Random& random, bool is_maxwell) : random_(random), is_maxwell_(is_maxwell) {
    add(fmt::format("MOV R{}, RZ", outer_counter));
    const std::size_t outer_join = add("SSY OUTER");
    const std::size_t outer = rows_.size();
    add(fmt::format("MOV R{}, RZ", inner_counter));
    add_rows(2);
    const std::size_t inner_join = add("SSY INNER");
    add_loop(rows_.size(), inner_counter, inner_bound);
    put(inner_join, "SSY", rows_.size());
    add_rows(3);
    add_loop(outer, outer_counter, outer_bound);
    put(outer_join, "SSY", rows_.size());
    add("EXIT");
  }

  std::string text() const {
    std::string text = fmt::format("code for {}\nFunction : loops\n", is_maxwell_ ? "sm_50" : "sm_20");
    for (std::size_t i = 0; i < rows_.size(); ++i) text += fmt::format("/*{:04x}*/ {} ;\n", address_of(i), rows_[i]);
    return text;
  }

 private:
  /// A word of control stands before each three instructions of Maxwell.
  std::size_t address_of(std::size_t row) const { return 8 * (is_maxwell_ ? row + row / 3 + 1 : row); }
  std::size_t add(std::string row) {
    rows_.push_back(std::move(row));
    return rows_.size() - 1;
  }
  void add_rows(unsigned most) {
    for (auto count = below(random_, most + 1); count > 0; --count) add(random_row(random_, is_maxwell_));
  }
  void put(std::size_t row, std::string_view opcode, std::size_t target) {
    rows_[row] = fmt::format("{} 0x{:x}", opcode, address_of(target));
  }
  /// Rows, with a counter among them, a branch back to the head, and what ends the loop.
  void add_loop(std::size_t head, int counter, int bound) {
    add_rows(3);
    add(fmt::format("IADD R{0}, R{0}, 0x1", counter));
    add_rows(3);
    if (random_.chance(10)) add("@P1 MOV R1, R2");
    const bool leaves_if = random_.chance(30);
    add(fmt::format("ISETP.{}.AND P0, PT, R{}, R{}, PT", leaves_if ? "GE" : "LT", counter, bound));
    if (random_.chance(30)) add_rows(2);
    put(add("BRA"), leaves_if ? "@!P0 BRA" : "@P0 BRA", head);
    add(is_maxwell_ ? "SYNC" : random_.chance(50) ? "NOP.S" : "MOV.S R9, R8");
  }

  Random& random_;
  bool is_maxwell_;
  std::vector<std::string> rows_;
};

/// Floats of common size, NaN among them; bounds of loops.
emulator::Warp start(Random& random) {
  emulator::Warp warp;
  for (int index = 0; index < 10; ++index) {
    core::LaneValues values{};
    for (auto& value : values)
      value = random.chance(3)    ? 0x7FC0'1234u
              : random.chance(50) ? 0x3F80'0000u + random.bits() % 0x0100'0000u
                                  : random.bits() % 64;
    warp.set_register(index, values);
  }
  for (const int bound : {outer_bound, inner_bound}) {
    core::LaneValues values{};
    const std::uint32_t most = 1 + random.bits() % 24;
    const bool is_same = random.chance(25);
    for (auto& value : values) value = is_same ? most : random.bits() % (most + 1);
    warp.set_register(bound, values);
  }
  for (std::size_t p = 1; p < 4; ++p) warp.predicates[p] = LaneMask(random.bits());
  return warp;
}

struct Left {
  emulator::RunResult result;
  emulator::Warp warp;
  std::string waiting;
  observers::EventCounts counts;
  observers::DivergenceProfile profile;
  observers::InstructionCounts instructions;
  std::uint64_t threads = 0;
  double cycles = 0;
  Passes passes;
};

struct Setting {
  emulator::SpillSettings spill;
  LaneMask live = LaneMask::all();
  std::uint64_t steps = 0;
};

Left run(const emulator::Executable& executable, emulator::Warp warp, const Setting& setting, bool one_by_one) {
  Left left{.result = {},
            .warp = std::move(warp),
            .waiting = {},
            .counts = {},
            .profile = {},
            .instructions = {},
            .passes = {}};
  emulator::TokenStack stack(setting.spill);
  observers::InstructionCounter counter(executable.instructions.size(), setting.live, left.instructions);
  run::ThreadInstructions threads(executable);
  timing::CostModel costs(timing::kepler());
  emulator::testing::OneByOne each;
  std::vector<emulator::Listener*> listeners{&left.counts, &left.profile, &counter, &threads, &costs, &left.passes};
  if (one_by_one) listeners.push_back(&each);
  const emulator::Events events(listeners);
  left.result = emulator::Run({executable, left.warp, stack, events, nullptr, "generated"}, setting.live)
                    .go_on({.steps = setting.steps});
  events.run_ended();
  left.warp.values[emulator::discard_slot] = {};  // compiled rows write nothing to RZ
  left.waiting = stack.describe();
  left.threads = threads.count;
  left.cycles = costs.divergence_cycles().value();
  return left;
}

std::array<std::uint64_t, 12> numbers_of(const observers::EventCounts& counts) {
  return {counts.depth,     counts.pushes,          counts.pops,    counts.branches,         counts.divergent_branches,
          counts.spills,    counts.spilled_entries, counts.reloads, counts.reloaded_entries, counts.first_step,
          counts.last_step, counts.instructions()};
}

std::vector<std::array<std::uint64_t, 7>> numbers_of(const observers::DivergenceProfile& profile) {
  std::vector<std::array<std::uint64_t, 7>> all;
  for (const auto& [index, row] : profile.rows())
    all.push_back({index, row.executed, row.divergent, row.lanes_taken, row.lanes_not_taken, row.spills, row.reloads});
  return all;
}

void expect_the_same(const Left& together, const Left& single) {
  EXPECT_EQ(together.result.steps, single.result.steps);
  EXPECT_EQ(together.passes.instructions, single.result.steps);
  EXPECT_EQ(together.result.ending, single.result.ending);
  EXPECT_EQ(together.result.row, single.result.row);
  const core::Diagnostic none{.message = ""};
  EXPECT_EQ(to_string(together.result.diagnostic.value_or(none)), to_string(single.result.diagnostic.value_or(none)));
  EXPECT_EQ(together.warp.values, single.warp.values);
  EXPECT_EQ(together.warp.predicates, single.warp.predicates);
  EXPECT_EQ(together.warp.clock, single.warp.clock);
  EXPECT_EQ(together.waiting, single.waiting);
  EXPECT_EQ(numbers_of(together.counts), numbers_of(single.counts));
  EXPECT_EQ(numbers_of(together.profile), numbers_of(single.profile));
  EXPECT_EQ(together.instructions.rows, single.instructions.rows);
  EXPECT_EQ(together.threads, single.threads);
  EXPECT_EQ(together.cycles, single.cycles);
}

class TokenLoops : public testing::TestWithParam<int> {};

TEST_P(TokenLoops, LeaveWhatSinglePassesLeave) {
  const std::uint64_t programs = programs_a_shard(150);
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  std::uint64_t at_once = 0, spilled = 0, all = 0;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    Random random(seed);
    const std::string text = Loops(random, seed % 2 == 0).text();
    SCOPED_TRACE(fmt::format("program {}\n{}", seed, text));
    auto function = sass::read_function(text, "generated");
    ASSERT_TRUE(function) << to_string(function.error());
    const auto executable = emulator::decode(std::move(function).value(), emulator::TokenStack(), {}, "generated");
    ASSERT_TRUE(executable) << to_string(executable.error());
    ASSERT_TRUE(executable.value().problems.empty()) << to_string(executable.value().problems.begin()->second);
    const auto& rules = emulator::spill_rules();
    for (const std::uint64_t steps : {std::uint64_t{1'000'000}, std::uint64_t{1 + random.bits() % 2000}}) {
      const Setting setting{{.capacity = random.chance(20) ? std::optional<int>() : std::optional(8),
                             .rule = &rules[seed % rules.size()]},
                            random.chance(30) ? LaneMask(random.bits() | 1u) : LaneMask::all(),
                            steps};
      Random numbers(seed ^ 0x5EED);
      const Left together = run(executable.value(), start(numbers), setting, false);
      Random again(seed ^ 0x5EED);
      const Left single = run(executable.value(), start(again), setting, true);
      expect_the_same(together, single);
      EXPECT_EQ(single.passes.at_once, 0u);
      at_once += together.passes.at_once;
      spilled += together.counts.spills;
      all += together.result.steps;
    }
  }
  fmt::print("programs {} to {}: {} instructions, {} passes at once, {} spills\n", first, first + programs - 1, all,
             at_once, spilled);
  EXPECT_GE(at_once, emulator::can_compile_rows() ? programs : 0);
  EXPECT_GT(spilled, programs / 4);
}

INSTANTIATE_TEST_SUITE_P(Shard, TokenLoops, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
