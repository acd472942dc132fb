// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

#include "emulator/memory/global_memory.hpp"
#include "unit/run/grid_kernels.hpp"

/// Atomic operations whose old value nobody reads wait until their block is committed.
namespace reconverge::run {
namespace {

using emulator::GlobalMemory;
using emulator::MemoryView;
using emulator::Reduction;

std::uint64_t sum_of_words(std::uint64_t old, std::uint64_t operand) { return (old + operand) & 0xFFFF'FFFFu; }
std::uint64_t sum(std::uint64_t old, std::uint64_t operand) { return old + operand; }
std::uint64_t times_ten_and(std::uint64_t old, std::uint64_t operand) { return 10 * old + operand; }
constexpr Reduction add_word{.bytes = 4, .combine = sum_of_words, .folds = true};
constexpr Reduction add_wide{.bytes = 8, .combine = sum, .folds = true};
constexpr Reduction append{.bytes = 4, .combine = times_ten_and};

class Memory {
 public:
  Memory() : begin(below.allocate("argument 0", std::vector<std::uint8_t>(2048))) {}

  GlobalMemory below;
  std::uint64_t begin;
};

void reduce(GlobalMemory& view, std::uint64_t address, const Reduction& reduction, std::uint64_t operand) {
  std::uint8_t* const place = view.reducible(address, reduction.bytes);
  ASSERT_NE(place, nullptr);
  if (place == MemoryView::waits()) return view.view()->defer(address, reduction, operand);
  std::uint64_t value = 0;
  std::memcpy(&value, place, reduction.bytes);
  value = reduction.combine(value, operand);
  std::memcpy(place, &value, reduction.bytes);
}

TEST(Reductions, AreNoReadsAndAreCarriedOutOnWhatIsThereThen) {
  Memory memory;
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  reduce(view, memory.begin + 8, add_word, 3);
  reduce(view, memory.begin + 8, add_word, 4);
  reduce(view, memory.begin + 1032, add_wide, std::uint64_t{1} << 40);
  emulator::Sectors written{{memory.begin / MemoryView::page_bytes, 1u}};
  EXPECT_FALSE(view.view()->has_read(written));
  emulator::Sectors own;
  view.view()->add_written(own);
  EXPECT_EQ(own.at(memory.begin / MemoryView::page_bytes), 1u);
  EXPECT_EQ(own.at(memory.begin / MemoryView::page_bytes + 1), 1u);
  memory.below.store(memory.begin + 8, 100);
  memory.below.commit(*view.view());
  EXPECT_EQ(memory.below.load(memory.begin + 8), 107u);
  EXPECT_EQ(memory.below.load(memory.begin + 1036), 256u);
}

TEST(Reductions, KeepTheirOrderWhereItMatters) {
  Memory memory;
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  for (const std::uint64_t digit : {1u, 2u, 3u}) reduce(view, memory.begin, append, digit);
  reduce(view, memory.begin, add_word, 1000);
  reduce(view, memory.begin, append, 4);
  memory.below.store(memory.begin, 9);
  memory.below.commit(*view.view());
  EXPECT_EQ(memory.below.load(memory.begin), (9123u + 1000) * 10 + 4);
}

TEST(Reductions, AreSeenByTheirBlockWhichHasReadThen) {
  Memory memory;
  memory.below.store(memory.begin + 36, 5);
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  reduce(view, memory.begin + 36, add_word, 2);
  const emulator::Sectors second{{memory.begin / MemoryView::page_bytes, 2u}};
  EXPECT_EQ(view.load(memory.begin + 32), 0u);
  EXPECT_TRUE(view.view()->has_read(second)) << "its neighbour, which is of the same sector";
  EXPECT_EQ(view.load(memory.begin + 36), 7u);
  reduce(view, memory.begin + 36, add_word, 1);
  EXPECT_EQ(view.load(memory.begin + 36), 8u) << "at once, now that the value is known";
  memory.below.commit(*view.view());
  EXPECT_EQ(memory.below.load(memory.begin + 36), 8u);
}

TEST(Reductions, OfWhatTheBlockHasStoredAreNoReads) {
  Memory memory;
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  view.store(memory.begin, 1);
  reduce(view, memory.begin, add_word, 2);
  EXPECT_EQ(view.load(memory.begin), 3u);
  EXPECT_FALSE(view.view()->has_read({{memory.begin / MemoryView::page_bytes, 1u}}));
  reduce(view, memory.begin + 4, add_word, 2);
  view.store(memory.begin + 4, 1);
  memory.below.commit(*view.view());
  EXPECT_EQ(memory.below.load(memory.begin + 4), 1u) << "a store after a reduction";
}

TEST(Reductions, OfTwoWidthsAreCarriedOutInTheirOrder) {
  Memory memory;
  memory.below.store(memory.begin + 4, 1);
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  reduce(view, memory.begin, add_wide, std::uint64_t{2} << 32 | 1);
  reduce(view, memory.begin + 4, append, 7);
  reduce(view, memory.begin + 12, append, 8);
  reduce(view, memory.begin + 8, add_wide, 1);
  memory.below.commit(*view.view());
  EXPECT_EQ(memory.below.load(memory.begin), 1u);
  EXPECT_EQ(memory.below.load(memory.begin + 4), 37u);
  EXPECT_EQ(memory.below.load(memory.begin + 8), 1u);
  EXPECT_EQ(memory.below.load(memory.begin + 12), 8u);
}

TEST(Reductions, OutOfBoundsHaveNoPlace) {
  Memory memory;
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  EXPECT_EQ(view.reducible(memory.begin + 2048, 4), nullptr);
  EXPECT_EQ(view.reducible(memory.begin + 2044, 8), nullptr);
}

TEST(Reductions, ThatCannotBePutTogetherAreKeptUpToALimit) {
  Memory memory;
  GlobalMemory view = GlobalMemory::view_of(memory.below);
  for (int i = 0; i < 1 << 16; ++i) reduce(view, memory.begin, append, 1);
  EXPECT_FALSE(view.view()->has_read({{memory.begin / MemoryView::page_bytes, 1u}}));
  reduce(view, memory.begin, append, 1);
  EXPECT_TRUE(view.view()->has_read({{memory.begin / MemoryView::page_bytes, 1u}}));
}

emulator::Launch reductions(std::uint32_t block, std::uint32_t blocks) {
  return {.block = block,
          .grid = blocks,
          .arguments = {buffer_of(std::vector<std::uint32_t>{0, 0, 0, ~0u, 0, ~0u, 0, 0, 0, 0}),
                        buffer_of(std::vector<float>(4)), buffer_of(std::vector<std::uint64_t>(1)),
                        buffer_of(std::vector<double>(1))}};
}

TEST(Reductions, OfAGridComeInTheOrderOfItsBlocks) {
  constexpr std::uint32_t blocks = 70;
  std::vector<std::uint32_t> words{0, 0, 0, ~0u, 0, ~0u, 0, 0, 0, 0};
  std::vector<float> sums(4);
  std::uint64_t wide = 0;
  double doubles = 0;
  for (std::uint32_t i = 0; i < 32 * blocks; ++i) {
    const std::uint32_t k = i * 2654435761u;
    words[0] += k;
    words[1] = static_cast<std::uint32_t>(std::min(static_cast<std::int32_t>(words[1]), static_cast<std::int32_t>(k)));
    words[2] = static_cast<std::uint32_t>(std::max(static_cast<std::int32_t>(words[2]), static_cast<std::int32_t>(k)));
    words[3] = std::min(words[3], k);
    words[4] = std::max(words[4], k);
    words[5] &= k | 0xff00ff;
    words[6] |= k & 0x1010101;
    words[7] ^= k;
    words[8] = k;
    words[9] = words[9] >= 1000 ? 0 : words[9] + 1;
    sums[i & 3] += 1.0f / static_cast<float>(1 + (k & 1023));
    wide += std::uint64_t{k} << 7;
    doubles += 1.0 / (1 + (k & 1023));
  }
  for (const int jobs : {1, 2, 7}) {
    KernelSpec spec = grid_kernel("reductions", reductions(32, blocks));
    spec.jobs = jobs;
    const auto run = run_kernel(spec);
    ASSERT_FALSE(run.run.diagnostic) << to_string(*run.run.diagnostic);
    EXPECT_EQ(elements_of<std::uint32_t>(run, 0), words) << jobs;
    EXPECT_EQ(elements_of<float>(run, 1), sums) << jobs;
    EXPECT_THAT(elements_of<std::uint64_t>(run, 2), testing::ElementsAre(wide));
    EXPECT_THAT(elements_of<double>(run, 3), testing::ElementsAre(doubles)) << jobs;
    EXPECT_THAT(run.findings, testing::IsEmpty());
  }
}

TEST(Reductions, AreTheSameForEveryNumberOfJobs) {
  KernelSpec spec = grid_kernel("reductions", reductions(96, 90));
  spec.jobs = 1;
  const auto one = run_kernel(spec);
  for (const int jobs : {2, 5}) {
    spec.jobs = jobs;
    const auto run = run_kernel(spec);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(elements_of<std::uint8_t>(run, i), elements_of<std::uint8_t>(one, i));
    EXPECT_EQ(run.warp_cycles, one.warp_cycles);
  }
}

TEST(Reductions, ThatABlockLooksAtAreThoseOfAllBlocksBefore) {
  constexpr std::uint32_t blocks = 60;
  for (const int jobs : {1, 2, 7}) {
    KernelSpec spec = grid_kernel("count_and_look",
                                  {.block = 64,
                                   .grid = blocks,
                                   .arguments = {buffer_of(std::vector<int>(1)), buffer_of(std::vector<int>(blocks))}});
    spec.jobs = jobs;
    const auto seen = elements_of<int>(run_kernel(spec), 1);
    for (std::uint32_t i = 0; i < blocks; ++i) EXPECT_EQ(seen[i], 64 * static_cast<int>(i + 1)) << jobs;
  }
}

}  // namespace
}  // namespace reconverge::run
