// SPDX-License-Identifier: MIT
#include "run/contested_words.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "emulator/memory/global_memory.hpp"

namespace reconverge::run {
namespace {

using emulator::GlobalMemory;

/// Blocks that each write one byte of a buffer, one after another.
class Blocks {
 public:
  Blocks() : address_(memory_.allocate("argument 0", std::vector<std::uint8_t>(64))) {
    function_.instructions.resize(2);
    function_.instructions[1].mnemonic = "STG.E.U8";
  }

  void write(std::uint64_t block, std::uint64_t offset, std::uint8_t value, bool atomically = false) {
    GlobalMemory own = GlobalMemory::view_of(memory_);
    *own.writable(address_ + offset, 1, atomically) = value;
    emulator::Access access{.reads = atomically, .writes = true, .bytes = 1, .lanes = core::LaneMask::lane(0)};
    access.address[0] = address_ + offset;
    own.view()->note_store(access, 1);
    words_.add(block, *own.view(), function_);
    memory_.commit(*own.view());
  }
  std::size_t found() const { return words_.findings().empty() ? 0 : words_.findings().front().count; }

 private:
  GlobalMemory memory_;
  std::uint64_t address_;
  sass::Function function_;
  ContestedWords words_;
};

TEST(ContestedWords, AreThoseThatTwoBlocksStoreDifferently) {
  Blocks blocks;
  blocks.write(0, 4, 1);
  blocks.write(0, 4, 2);
  EXPECT_EQ(blocks.found(), 0u) << "one block alone";
  blocks.write(1, 4, 2);
  EXPECT_EQ(blocks.found(), 0u) << "the same value";
  blocks.write(2, 5, 9);
  EXPECT_EQ(blocks.found(), 0u) << "another byte of the word";
  blocks.write(3, 5, 8);
  EXPECT_EQ(blocks.found(), 1u);
}

TEST(ContestedWords, MayBeTheLastOfABuffer) {
  Blocks blocks;
  blocks.write(0, 63, 1);
  blocks.write(1, 63, 2);
  EXPECT_EQ(blocks.found(), 1u);
}

TEST(Commit, WritesJustTheBytesThatTheBlockHasWritten) {
  constexpr std::size_t size = 100;
  GlobalMemory memory;
  const std::uint64_t begin = memory.allocate("argument 0", std::vector<std::uint8_t>(size, 1));
  GlobalMemory own = GlobalMemory::view_of(memory);
  std::vector<std::uint8_t> expected(size, 1);
  for (const std::size_t at : {0, 1, 2, 5, 30, 31, 32, 62, 63, 64, 65, 98, 99}) {
    *own.writable(begin + at, 1) = 2;
    expected[at] = 2;
  }
  memory.store(begin + 40, 0x0303'0303);  // another block, meanwhile
  std::fill_n(expected.begin() + 40, 4, std::uint8_t{3});
  memory.commit(*own.view());
  EXPECT_EQ(memory.allocations().front().bytes, expected);
}

TEST(ContestedWords, AreNotThoseOfAtomics) {
  Blocks blocks;
  blocks.write(0, 4, 1, true);
  blocks.write(1, 4, 2, true);
  blocks.write(2, 4, 3);
  EXPECT_EQ(blocks.found(), 0u);
}

}  // namespace
}  // namespace reconverge::run
