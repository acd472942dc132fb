// SPDX-License-Identifier: MIT
// Rows under guards and words of shared memory that are compiled with the rows around them leave what they leave one by
// one: registers, predicates, memory, counts, and where a run stops.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "emulator/compiler/row_compiler.hpp"
#include "emulator/emulator.hpp"
#include "emulator/reconvergence/control_recall.hpp"
#include "observers/divergence_profile.hpp"
#include "observers/event_counts.hpp"
#include "observers/instruction_counts.hpp"
#include "property/scalar_case.hpp"
#include "run/thread_instructions.hpp"
#include "sass/reader.hpp"

namespace reconverge::property {
namespace {

using emulator::SharedAccesses;

constexpr int shards = 4, warps = 6;
constexpr std::uint32_t shared_begin = 1024, shared_bytes = 1000;  // not a multiple of 32 words
constexpr int passes = 4;
constexpr int addresses = 4;  // R20 and those behind it, RZ the same
constexpr std::string_view counter = "R30";

/// A program of rows that are compiled, some with guards, in a loop that all lanes leave together.
class AccessProgram {
 public:
  explicit AccessProgram(std::uint64_t seed) : random_(seed) {
    add(fmt::format("MOV {}, RZ", counter));
    const int first = rows_;
    for (int i = 0; i < 14; ++i) add(guard() + row());
    add(fmt::format("IADD3 {}, {}, 0x1, RZ", counter, counter));
    add(fmt::format("ISETP.LT.AND P6, PT, {}, {:#x}, PT", counter, passes));
    add(fmt::format("@P6 BRA {:#x}", 16 * first));
    for (int i = 0; i < 5; ++i) add(guard() + row());
    add("EXIT");
  }

  emulator::Executable executable() const {
    return emulator::decode(sass::read_function("code for sm_90\nFunction : accesses\n" + text_, "generated").value(),
                            emulator::ConvergenceBarriers(), {}, "generated")
        .value();
  }
  const std::string& text() const { return text_; }

 private:
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }
  std::string any(const char* name, std::uint32_t count) { return fmt::format("{}{}", name, below(count)); }
  std::string word() { return any("R", 6); }
  std::string guard() {
    const std::uint32_t what = below(6);
    return what < 3 ? "" : fmt::format("@{}P{} ", what == 3 ? "!" : "", below(2));
  }
  /// Now and then beyond the end or misaligned: then the run stops there.
  std::string address() {
    const std::uint32_t what = below(60);
    const std::string offset = what == 0 ? "+0x2" : what == 1 ? "+0x400" : what < 20 ? "+0x40" : "";
    const std::string base = fmt::format("R{}", 20 + below(addresses));
    return fmt::format("[{}{}{}]", base, what % 3 == 0 ? "+UR4" : "", offset);
  }
  std::string row() {
    switch (below(8)) {
      case 0:
      case 1: return fmt::format("LDS {}, {}", word(), address());
      case 2:
      case 3: return fmt::format("STS {}, {}", address(), below(8) == 0 ? "RZ" : word());
      case 4: return fmt::format("IADD3 {}, {}, -{}, {}", word(), word(), word(), word());
      case 5: return fmt::format("FADD {}, {}, -{}", word(), word(), word());
      case 6: return fmt::format("SEL {}, {}, {}, P{}", word(), word(), word(), below(2));
      default: return fmt::format("ISETP.GT.AND P{}, PT, {}, {}, P{}", below(2), word(), word(), below(2));
    }
  }
  void add(const std::string& row) { text_ += fmt::format("/*{:04x}*/ {} ;\n", 16 * rows_++, row); }

  std::mt19937_64 random_;
  int rows_ = 0;
  std::string text_;
};

/// Words in the patterns that are accessed in ways of their own.
std::uint32_t address_of(std::uint32_t pattern, std::uint32_t lane, std::uint32_t chance) {
  switch (pattern % 6) {
    case 0: return 4 * lane;
    case 1: return 4 * (lane ^ 5);
    case 2: return 128 + 4 * (31 - lane);
    case 3: return 60 + 4 * lane;
    case 4: return 4 * (lane / 2);
    default: return 4 * (chance % 200);
  }
}

emulator::Warp warp_of(std::uint64_t seed) {
  emulator::Warp warp;
  std::mt19937_64 random(seed);
  warp.shared().resize(shared_begin, shared_bytes);
  for (std::size_t i = 0; i < shared_bytes; ++i) warp.shared().all()[i] = static_cast<std::uint8_t>(random());
  for (int index = 0; index < 6; ++index) {
    core::LaneValues values{};
    for (auto& value : values) value = random() % 4 == 0 ? 0x7FC0'1234u : static_cast<std::uint32_t>(random());
    warp.set_register(index, values);
  }
  for (int index = 0; index < addresses; ++index) {
    const auto pattern = static_cast<std::uint32_t>(random());
    core::LaneValues values{};
    for (std::uint32_t lane = 0; lane < values.size(); ++lane)
      values[lane] = shared_begin + address_of(pattern, lane, static_cast<std::uint32_t>(random()));
    warp.set_register(20 + index, values);
  }
  warp.values[emulator::first_uniform + 4] = emulator::broadcast(4);
  for (std::size_t i = 0; i < 2; ++i) warp.predicates[i] = core::LaneMask(static_cast<std::uint32_t>(random()));
  return warp;
}

/// What warps leave, one after another, each run in some way of its own.
struct Left {
  std::vector<std::string> ends;
  std::vector<emulator::Warp> of;
  std::vector<std::vector<std::uint8_t>> shared;
  observers::InstructionCounts counts;
  std::uint64_t lanes_off = 0;
  std::uint64_t recalled = 0;  ///< instructions
};

/// Wants to hear of accesses to shared memory.
class HearsOfShared final : public emulator::Listener {
 public:
  emulator::EventKinds hears() const override { return emulator::heard_by<HearsOfShared>(); }
  void accessed(const emulator::Accessed& event) override { accesses_ += event.access.lanes.any() ? 1 : 0; }
  int accesses() const { return accesses_; }

 private:
  int accesses_ = 0;
};

Left run(const emulator::Executable& executable, std::uint64_t seed, bool hears, emulator::ControlMemo* memo) {
  Left left;
  const std::size_t rows = executable.instructions.size();
  run::ThreadInstructions threads(executable);
  for (std::uint64_t i = 0; i < warps; ++i) {
    emulator::Warp& warp = left.of.emplace_back(warp_of(seed * warps + i));
    const core::LaneMask live = i % 2 == 0 ? core::LaneMask::all() : core::LaneMask(0x0FFF'FFF7u);
    emulator::ConvergenceBarriers mechanism;
    observers::InstructionCounter count(rows, live, left.counts);
    HearsOfShared listener;
    std::vector<emulator::Listener*> listeners{&threads, &count};
    if (hears) listeners.push_back(&listener);
    const emulator::Events events(listeners);
    std::optional<emulator::ControlRecall> recall;
    if (memo != nullptr) recall.emplace(*memo, mechanism, count, events, 2, std::span(listeners).subspan(2));
    emulator::Run run({.executable = executable,
                       .warp = warp,
                       .mechanism = mechanism,
                       .events = events,
                       .source_name = "generated",
                       .recall = recall ? &*recall : nullptr},
                      live);
    const emulator::RunResult result = run.go_on({10'000});
    events.run_ended();
    left.shared.emplace_back(warp.shared().all(), warp.shared().all() + shared_bytes);
    left.ends.push_back(fmt::format("{} {} {}", static_cast<int>(result.ending), result.steps,
                                    result.diagnostic ? to_string(*result.diagnostic) : ""));
    if (recall) left.recalled += recall->instructions();
  }
  if (memo != nullptr) {
    observers::InstructionCounter late(rows, core::LaneMask::all(), left.counts);
    emulator::Listener* const sums[] = {&threads, &late};
    const emulator::Events events(sums);
    memo->tell(memo->take_tally(), late, events);
    late.run_ended();
  }
  left.counts.order_causes();
  left.lanes_off = threads.guarded.lanes_off;
  return left;
}

void expect_same(const Left& one, const Left& other) {
  EXPECT_EQ(one.ends, other.ends);
  for (std::size_t i = 0; i < one.shared.size(); ++i) {
    const auto [at, there] = std::ranges::mismatch(one.shared[i], other.shared[i]);
    EXPECT_EQ(at, one.shared[i].end()) << "warp " << i << ", byte " << at - one.shared[i].begin();
  }
  EXPECT_EQ(one.lanes_off, other.lanes_off);
  EXPECT_EQ(one.counts.rows, other.counts.rows);
  for (std::size_t i = 0; i < one.of.size(); ++i) {
    EXPECT_EQ(one.of[i].values, other.of[i].values);
    EXPECT_EQ(one.of[i].predicates, other.of[i].predicates);
    EXPECT_EQ(one.of[i].clock, other.of[i].clock);
  }
}

class CompiledAccesses : public testing::TestWithParam<int> {};

TEST_P(CompiledAccesses, LeaveWhatTheyLeaveOneByOne) {
  if (!emulator::can_compile_rows()) GTEST_SKIP() << "no library for it, or no AVX-512";
  const std::uint64_t programs = programs_a_shard(100);
  std::uint64_t recalled = 0, stopped = 0;
  const std::uint64_t first = first_seed() + static_cast<std::uint64_t>(GetParam()) * programs;
  for (std::uint64_t seed = first; seed < first + programs && !HasFailure(); ++seed) {
    const AccessProgram program(seed);
    SCOPED_TRACE(program.text());
    const emulator::Executable compiled = program.executable();
    emulator::Executable plain = program.executable();
    for (auto& row : plain.instructions) row.compiled = {};
    for (auto& legs : plain.plain_legs) legs.assign(legs.size(), {});
    ASSERT_TRUE(compiled.compiles_accesses);
    const Left expected = run(plain, seed, false, nullptr);
    for (const bool hears : {false, true}) {
      expect_same(run(compiled, seed, hears, nullptr), expected);
      emulator::ControlMemo memo;
      run(compiled, seed, hears, &memo);  // most of it teaches the memo
      const Left looked_up = run(compiled, seed, hears, &memo);
      expect_same(looked_up, expected);
      recalled += looked_up.recalled;
    }
    for (const std::string& end : expected.ends) stopped += end.find("LDS") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(recalled, 0u);
  EXPECT_GT(stopped, 0u);
}

INSTANTIATE_TEST_SUITE_P(Shard, CompiledAccesses, testing::Range(0, shards));

}  // namespace
}  // namespace reconverge::property
