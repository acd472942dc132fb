// SPDX-License-Identifier: MIT
#include "run/contested_words.hpp"

#include <gmock/gmock.h>

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

TEST(ContestedWords, AreNotThoseOfAtomics) {
  Blocks blocks;
  blocks.write(0, 4, 1, true);
  blocks.write(1, 4, 2, true);
  blocks.write(2, 4, 3);
  EXPECT_EQ(blocks.found(), 0u);
}

}  // namespace
}  // namespace reconverge::run
