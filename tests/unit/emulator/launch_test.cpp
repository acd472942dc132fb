// SPDX-License-Identifier: MIT
// A launch: where its arguments lie, what code finds in constant bank 0, what its memory holds.

#include "emulator/launch/launch.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "emulator/launch/driver_words.hpp"
#include "emulator/memory/windows.hpp"

namespace reconverge::emulator::testing {
namespace {

Abi abi(int architecture) {
  const auto found = abi_of(architecture);
  EXPECT_TRUE(found) << architecture;
  return found.value_or(Abi{});
}

Constants constants(const Launch& launch, int architecture) {
  auto result = constants_of(launch, abi(architecture));
  EXPECT_TRUE(result);
  return result ? std::move(result).value() : Constants();
}

TEST(Abi, IsKnownForEveryArchitectureThatIsCompiledFor) {
  for (const int architecture : {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 103, 120, 121})
    EXPECT_TRUE(abi_of(architecture)) << architecture;
  for (const int architecture : {0, 20, 35, 63, 99, 130}) EXPECT_FALSE(abi_of(architecture)) << architecture;
}

TEST(Launch, ParametersBeginWhereTheGenerationPutsThem) {
  const Launch launch{.arguments = {Scalar{ElementType::i32, 5}}};
  for (const auto& [architecture, offset] : {std::pair{61, 0x140}, {75, 0x160}, {89, 0x160}, {90, 0x210}, {120, 0x380}})
    EXPECT_EQ(constants(launch, architecture).at({0, offset}), 5u) << architecture;
}

TEST(Launch, ArgumentsAreNaturallyAligned) {
  const Launch launch{.arguments = {Scalar{ElementType::i8, 0xFF}, Scalar{ElementType::i16, 0x1234},
                                    Scalar{ElementType::u8, 7}, Scalar{ElementType::f64, 0x4000'0000'0000'0001},
                                    Scalar{ElementType::i32, 9},
                                    Buffer{ElementType::i32, std::vector<std::uint8_t>(8)}}};
  const Constants bank = constants(launch, 90);
  EXPECT_EQ(bank.at({0, 0x210}), 0x1234'00FFu);
  EXPECT_EQ(bank.at({0, 0x214}), 7u);
  EXPECT_EQ(bank.at({0, 0x218}), 1u);
  EXPECT_EQ(bank.at({0, 0x21c}), 0x4000'0000u);
  EXPECT_EQ(bank.at({0, 0x220}), 9u);
  EXPECT_EQ(bank.at({0, 0x22c}), 2u) << "a pointer, aligned to 8, above 4 GiB";
}

std::uint64_t wide_at(const Constants& bank, std::int64_t offset) {
  return bank.at({0, offset}) | std::uint64_t{bank.at({0, offset + 4})} << 32;
}

Structure pointing_structure() {
  return {.bytes = std::vector<std::uint8_t>(24, 9),
          .alignment = 8,
          .pointers = {{.at = 8, .argument = 1, .offset = 4, .member = "1"},
                       {.at = 16, .buffer = Buffer{ElementType::u8, {5}}, .member = "2"}}};
}

TEST(Launch, PointersInStructuresAreAddressesOfTheLaunch) {
  const Launch launch{.arguments = {pointing_structure(), Buffer{ElementType::i32, std::vector<std::uint8_t>(8)}}};
  const Constants bank = constants(launch, 90);
  EXPECT_EQ(wide_at(bank, 0x210), 0x0909'0909'0909'0909u);
  const std::uint64_t buffer = wide_at(bank, 0x228), own = wide_at(bank, 0x220);
  EXPECT_EQ(wide_at(bank, 0x218), buffer + 4);
  Warp warp;
  prepare(launch, abi(90), warp);
  ASSERT_NE(warp.global().readable(own, 1), nullptr);
  EXPECT_EQ(*warp.global().readable(own, 1), 5);
  const auto after = buffers_after(launch, warp.global());
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[0].name(), "1");
  EXPECT_EQ(after[1].name(), "0.2");
  EXPECT_EQ(after[1].buffer.bytes, std::vector<std::uint8_t>{5});
  EXPECT_EQ(names_of_buffers(launch), (std::vector<std::string>{"1", "0.2"}));
}

TEST(Launch, PlacesOfTheKernelWinOverNaturalAlignment) {
  const Launch launch{.arguments = {Scalar{ElementType::i32, 1}, Structure{.bytes = {2, 0, 0, 0}, .alignment = 4}},
                      .places = {0, 16}};
  const Constants bank = constants(launch, 90);
  EXPECT_EQ(bank.at({0, 0x214}), 0u);
  EXPECT_EQ(bank.at({0, 0x220}), 2u);
}

TEST(Launch, TooManyArgumentsAreRefused) {
  const Launch launch{.arguments = std::vector<Argument>(600, Scalar{ElementType::i64, 0})};
  EXPECT_FALSE(constants_of(launch, abi(90)));
}

TEST(Launch, TellsTheSizeOfBlockAndGrid) {
  const Launch launch{.block = 20};
  EXPECT_EQ(constants(launch, 61).at({0, 0x8}), 20u);
  EXPECT_EQ(constants(launch, 90).at({0, 0x0}), 20u);
  EXPECT_EQ(constants(launch, 90).at({0, 0x4}), 1u);
  EXPECT_EQ(constants(launch, 90).at({0, 0xc}), 1u);
  EXPECT_EQ(constants(launch, 100).at({0, 0x360}), 20u);
  EXPECT_EQ(constants(launch, 100).at({0, 0x370}), 1u);
}

TEST(Launch, StacksBeginAtTheEndOfLocalMemory) {
  const Launch launch{.stack_bytes = 4096};
  Warp warp;
  prepare(launch, abi(90), warp);
  const auto top = constants(launch, 90).at({0, 0x28});
  EXPECT_NE(warp.local.find(0, top - 4, 4), nullptr);
  EXPECT_EQ(warp.local.find(0, top, 4), nullptr);
}

/// data/measured/h200/reserved_shared.csv
TEST(Launch, SaysWhereReservedSharedMemoryLiesWhereItWasMeasured) {
  EXPECT_EQ(constants({}, 90).at({0, 0x68}), 288u);
  EXPECT_EQ(constants({}, 90).at({0, 0x6c}), 0u);
  EXPECT_EQ(constants({}, 86).at({0, 0x124}), not_known_word);
  EXPECT_EQ(constants({}, 103).at({0, 0x1dc}), not_known_word);
  EXPECT_FALSE(constants({}, 75).contains({0, 0x124}));
}

/// data/measured/h200/shared_size.csv
TEST(Launch, HasTheSharedMemoryThatIsDeclaredRoundedUpAsOnTheCard) {
  const auto bytes_of = [](std::uint64_t declared, int architecture) {
    Launch launch;
    declare_shared(declared, abi(architecture), launch);
    EXPECT_EQ(launch.declared_shared, declared);
    return launch.shared_bytes;
  };
  EXPECT_EQ(bytes_of(0, 90), 0u);
  EXPECT_EQ(bytes_of(1, 90), 128u);
  EXPECT_EQ(bytes_of(256, 90), 256u);
  EXPECT_EQ(bytes_of(257, 90), 384u);
  EXPECT_EQ(bytes_of(256, 80), 48u * 1024) << "not measured";
  EXPECT_EQ(bytes_of(64 * 1024, 80), 64u * 1024);
}

TEST(Launch, SharedMemoryOfHopperBeginsAfterTheSystemsKilobyte) {
  Warp warp;
  prepare({.shared_bytes = 16}, abi(90), warp);
  EXPECT_EQ(warp.shared().find(0x3fc, 4), nullptr);
  EXPECT_NE(warp.shared().find(0x40c, 4), nullptr);
  EXPECT_EQ(warp.shared().find(0x410, 4), nullptr);
  EXPECT_FALSE(constants({}, 90).contains({0, 0x18}));
  EXPECT_EQ(constants({}, 80).at({0, 0x1c}), Windows().shared >> 32);
  EXPECT_EQ(constants({}, 61).at({0, 0x100}), Windows().shared >> 32);
}

TEST(Launch, WindowsOfMaxwellLieBelow4GiB) {
  EXPECT_EQ(constants({}, 52).at({0, 0x0}), windows_below_4_gib.shared);
  EXPECT_EQ(constants({}, 52).at({0, 0x4}), windows_below_4_gib.local);
  EXPECT_FALSE(constants({}, 52).contains({0, 0x100}));
  Warp warp;
  prepare({}, abi(52), warp);
  const auto space = [&](std::uint64_t address) { return warp.windows.place_of(address).space; };
  EXPECT_EQ(space(windows_below_4_gib.shared + 8), Space::shared);
  EXPECT_EQ(space(windows_below_4_gib.local + windows_below_4_gib.bytes - 1), Space::local);
  EXPECT_EQ(space(windows_below_4_gib.local + windows_below_4_gib.bytes), Space::global);
  EXPECT_EQ(space(Windows().shared), Space::global);
}

TEST(Launch, BuffersComeBackAsTheRunLeftThem) {
  const Launch launch{.arguments = {Buffer{ElementType::i32, {1, 0, 0, 0, 2, 0, 0, 0}}, Scalar{ElementType::i32, 3},
                                    Buffer{ElementType::f32, std::vector<std::uint8_t>(4)}}};
  Warp warp;
  prepare(launch, abi(90), warp);
  const Constants bank = constants(launch, 90);
  const std::uint64_t second = bank.at({0, 0x220}) | std::uint64_t{bank.at({0, 0x224})} << 32;
  warp.global().store(second, 0x3F80'0000);
  const auto after = buffers_after(launch, warp.global());
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[0].index, 0u);
  EXPECT_EQ(after[0].buffer.bytes[4], 2);
  EXPECT_EQ(after[1].index, 2u);
  EXPECT_EQ(after[1].buffer.bytes[3], 0x3F);
}

}  // namespace
}  // namespace reconverge::emulator::testing
