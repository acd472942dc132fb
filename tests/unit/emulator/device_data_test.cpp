// SPDX-License-Identifier: MIT
// Variables of the device: where they lie, what addresses they hold, what the user sets; and the heap of malloc.
#include "emulator/launch/device_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "emulator/launch/launch.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "sass/operands/operand_forms.hpp"

namespace reconverge::emulator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::uint8_t> words(std::initializer_list<std::uint32_t> values) {
  std::vector<std::uint8_t> bytes(4 * values.size());
  std::memcpy(bytes.data(), std::data(values), bytes.size());
  return bytes;
}

/// counter and pointer (to counter + 4) in .nv.global.init, three addresses in bank 4, two words in bank 3.
DeviceData data() {
  DeviceData device;
  device.kernel = "k";
  device.functions = {{"k", 0}, {"f", 0x100}};
  device.image.symbols = {{.name = "counter", .section = ".nv.global.init", .offset = 0, .size = 8},
                          {.name = "pointer", .section = ".nv.global.init", .offset = 8, .size = 8},
                          {.name = "f", .section = ".text.f", .size = 64, .is_function = true},
                          {.name = "unlinked", .section = ".text.unlinked", .size = 64, .is_function = true},
                          {.name = "offsets", .section = ".nv.constant3", .offset = 0, .size = 8},
                          {.name = "fixed", .section = ".nv.shared.k", .offset = 8, .size = 20, .is_shared = true},
                          {.name = "dynamic", .is_shared = true}};
  device.image.sections = {
      {".nv.global.init", 8, words({7, 8, 0, 0}), {{.at = 8, .type = 4, .symbol = 0, .addend = 4}}},
      {".nv.constant3", 4, words({100, 200}), {}},
      {".nv.constant4",
       8,
       words({0, 0, 0, 0, 0x20, 0}),
       {{.at = 0, .type = 2, .symbol = 1}, {.at = 8, .type = 2, .symbol = 3}, {.at = 16, .type = 0x66, .symbol = 2}}},
      {".nv.constant2.other", 4, words({1}), {}},
      {".nv.constant2.k", 4, words({5}), {}}};
  return device;
}

Launch launch_of(DeviceData device) {
  Launch launch{.arguments = {Buffer{ElementType::i32, std::vector<std::uint8_t>(16)}}};
  launch.device = std::make_shared<DeviceData>(std::move(device));
  return launch;
}

std::uint64_t wide_at(const Constants& bank, int number, std::int64_t offset) {
  return bank.at({number, offset}) | std::uint64_t{bank.at({number, offset + 4})} << 32;
}

TEST(DeviceData, LiesBehindTheArgumentsWithItsAddressesFilledIn) {
  const Launch launch = launch_of(data());
  const auto abi = *abi_of(90);
  const auto constants = constants_of(launch, abi);
  ASSERT_TRUE(constants);
  Warp warp;
  prepare(launch, abi, warp);
  const std::uint64_t pointer = wide_at(*constants, 4, 0);
  std::uint64_t target = 0;
  ASSERT_NE(warp.global().readable(pointer, 8), nullptr);
  std::memcpy(&target, warp.global().readable(pointer, 8), 8);
  EXPECT_EQ(target, pointer - 8 + 4) << "what the relocation adds";
  EXPECT_EQ(warp.global().load(target), 8u);
  EXPECT_GT(pointer, wide_at(*constants, 0, 0x210)) << "addresses of arguments do not depend on the file";
  EXPECT_EQ(wide_at(*constants, 4, 16), 0x120u) << "without an addend what stands there counts";
  EXPECT_EQ(constants->at({3, 4}), 200u);
  EXPECT_EQ(constants->at({2, 0}), 5u) << "of this kernel alone";
}

TEST(DeviceData, GivesFunctionsThatAreNotLinkedAddressesWithoutCode) {
  const auto constants = constants_of(launch_of(data()), *abi_of(90));
  ASSERT_TRUE(constants);
  EXPECT_GE(wide_at(*constants, 4, 8), std::uint64_t{1} << 30);
}

TEST(DeviceData, IsSetByTheUser) {
  Launch launch = launch_of(data());
  launch.symbols = {{"counter", {.bytes = words({1, 2})}},
                    {"pointer", {.bytes = std::vector<std::uint8_t>(8), .pointers = {{.argument = 0, .offset = 12}}}},
                    {"offsets", {.bytes = words({3, 4})}}};
  launch.wanted = {{"counter", "counters::counter", ElementType::i32}};
  const auto abi = *abi_of(90);
  const auto constants = constants_of(launch, abi);
  ASSERT_TRUE(constants);
  EXPECT_EQ(constants->at({3, 4}), 4u);
  Warp warp;
  prepare(launch, abi, warp);
  const std::uint64_t pointer = wide_at(*constants, 4, 0);
  EXPECT_EQ(warp.global().load(pointer), static_cast<std::uint32_t>(wide_at(*constants, 0, 0x210) + 12));
  warp.global().store(pointer - 8, 9);
  const auto after = buffers_after(launch, warp.global());
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[1].name(), "counters::counter");
  EXPECT_EQ(after[1].buffer.bytes, words({9, 2}));
}

TEST(DeviceData, HasConstantsForGenericPointersToo) {
  const std::pair<int, std::int64_t> windows[] = {{75, 0x50}, {86, 0x50}, {90, 0xd0}, {120, 0x120}};
  for (const auto& [architecture, place] : windows) {
    Launch launch = launch_of(data());
    launch.symbols = {{"offsets", {.bytes = words({3, 4})}}};
    const auto constants = constants_of(launch, *abi_of(architecture));
    ASSERT_TRUE(constants);
    Warp warp;
    prepare(launch, *abi_of(architecture), warp);
    EXPECT_EQ(warp.global().load(wide_at(*constants, 0, place) + 4), 4u) << architecture;
  }
}

TEST(DeviceData, CanBeReadWhereEveryAddressCan) {
  const Launch launch = launch_of(data());
  Warp warp;
  prepare(launch, *abi_of(90), warp, false);
  const auto constants = constants_of(launch, *abi_of(90));
  EXPECT_EQ(warp.global().load(wide_at(*constants, 4, 0) - 8), 7u);
  EXPECT_NE(warp.global().readable(0x1234'5678, 4), nullptr);
}

TEST(DeviceData, PlacesSharedVariablesInTheOrderOfTheCode) {
  const Launch launch = launch_of(data());
  sass::Function function{.name = "k", .arch = "sm_90", .instructions = {}, .source_notes = {}};
  sass::Instruction& row = function.instructions.emplace_back();
  row.mnemonic = "UMOV";
  row.operands = {sass::parse_operand("[UR4+`(dynamic)]"), sass::parse_operand("[UR4+`(fixed)]"),
                  sass::parse_operand("c[`(offsets)]"), sass::parse_operand("32@lo(f)")};
  settle_names(launch, *abi_of(90), function);
  const auto& operands = function.instructions[0].operands;
  EXPECT_EQ(operands[1].value, 0x400) << "aligned to 8";
  EXPECT_EQ(operands[0].value, 0x420) << "after all that have a size, aligned to 16";
  EXPECT_EQ(operands[2].value, 0);
  EXPECT_EQ(operands[3].value, 0x100);
}

TEST(DeviceData, WhoseAddressesLieBehindItsEndIsRefused) {
  DeviceData device = data();
  EXPECT_TRUE(check_device_data(device.image, "k.cubin"));
  sass::Relocation& relocation = device.image.sections[0].relocations[0];
  relocation.at = device.image.sections[0].bytes.size() - 4;
  const auto refused = check_device_data(device.image, "k.cubin");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr(".nv.global.init has an address of 'counter' at byte 12"));
  relocation.type = 77;
  EXPECT_TRUE(check_device_data(device.image, "k.cubin")) << "a byte of an address";
  relocation.at = device.image.sections[0].bytes.size() + 1;
  EXPECT_FALSE(check_device_data(device.image, "k.cubin"));
}

/// As compilers write a pointer in a packed structure.
TEST(DeviceData, TakesAddressesByteByByte) {
  const std::uint32_t first_types[] = {0x4C, 0x54, 0x68};
  for (const std::uint32_t first : first_types) {
    DeviceData device = data();
    auto& relocations = device.image.sections[0].relocations;
    relocations.clear();
    for (std::uint32_t i = 0; i < 8; ++i)
      relocations.push_back({.at = 7 + i, .type = first + i, .symbol = 0, .addend = 0x1'0000'0004});
    const Launch launch = launch_of(device);
    const auto constants = constants_of(launch, *abi_of(90));
    ASSERT_TRUE(constants);
    Warp warp;
    prepare(launch, *abi_of(90), warp);
    const std::uint64_t counter = wide_at(*constants, 4, 0) - 8;
    std::uint64_t pointer = 0;
    for (unsigned i = 0; i < 8; ++i) pointer |= std::uint64_t{*warp.global().readable(counter + 7 + i, 1)} << 8 * i;
    EXPECT_EQ(pointer, counter + 0x1'0000'0004) << first;
  }
}

TEST(DeviceData, WithAnAddressOfAnotherFormHasNoValue) {
  for (const bool bounded : {true, false}) {
    DeviceData device = data();
    device.image.sections[0].relocations[0].type = 0x77;
    device.image.sections[1].relocations.push_back({.at = 0, .type = 0x77, .symbol = 0});
    Launch launch = launch_of(device);
    const auto constants = constants_of(launch, *abi_of(90));
    ASSERT_TRUE(constants);
    EXPECT_FALSE(constants->contains({3, 0})) << "of constants that variable has none";
    EXPECT_EQ(constants->at({2, 0}), 5u);
    Warp warp;
    prepare(launch, *abi_of(90), warp, bounded);
    const std::uint64_t pointer = wide_at(*constants, 4, 0);
    EXPECT_EQ(warp.global().load(pointer - 8), 7u) << "the variable beside it";
    EXPECT_EQ(warp.global().readable(pointer, 4), nullptr);
    EXPECT_EQ(warp.global().readable(pointer - 4, 16), nullptr);
    EXPECT_EQ(warp.global().writable(pointer + 7, 1), nullptr);
    ASSERT_NE(warp.global().withheld(pointer, 8), nullptr);
    EXPECT_THAT(warp.global().withheld(pointer, 8)->why,
                HasSubstr("'pointer' holds the address of 'counter' in a form"));
    GlobalMemory view = GlobalMemory::view_of(warp.global());
    EXPECT_EQ(view.load(pointer - 4), 8u);
    EXPECT_EQ(view.readable(pointer, 8), nullptr);
    EXPECT_EQ(view.writable(pointer + 4, 4), nullptr);
    EXPECT_EQ(view.reducible(pointer, 4), nullptr);
    launch.wanted = {{"pointer", "pointer", ElementType::i32}};
    if (!bounded) continue;
    const auto after = buffers_after(launch, warp.global());
    ASSERT_EQ(after.size(), 2u);
    EXPECT_FALSE(after[1].is_known(0)) << "nothing stands for what is not known";
    EXPECT_THAT(after[1].unknown_because, HasSubstr("relocation 119"));
    launch.symbols = {{"pointer", {.bytes = words({1, 2})}}};
    Warp set;
    prepare(launch, *abi_of(90), set, bounded);
    EXPECT_EQ(set.global().load(pointer), 1u) << "what the user gives stands";
  }
}

TEST(DeviceData, HoldsNoAddressOfAVariableIn32Bits) {
  DeviceData device = data();
  device.image.sections[0].relocations[0] = {.at = 8, .type = 1, .symbol = 2};
  const auto reads = [&] {
    const Launch launch = launch_of(device);
    Warp warp;
    prepare(launch, *abi_of(90), warp);
    return warp.global().readable(wide_at(*constants_of(launch, *abi_of(90)), 4, 0), 4) != nullptr;
  };
  EXPECT_TRUE(reads()) << "32 bits hold the address of a function";
  device.image.sections[0].relocations[0].symbol = 0;
  EXPECT_FALSE(reads()) << "and not that of a variable";
}

TEST(DeviceData, NamesTheFunctionsItPointsTo) {
  EXPECT_THAT(pointed_functions(data().image), ElementsAre("unlinked", "f"));
}

TEST(Heap, GivesTheFirstPlaceThatIsLargeEnough) {
  DeviceRuntime runtime(64);
  runtime.begin(0x1000);
  EXPECT_EQ(runtime.allocate(1), 0x1000u);
  EXPECT_EQ(runtime.allocate(17), 0x1010u);
  EXPECT_EQ(runtime.allocate(17), 0u) << "16 bytes are left";
  EXPECT_EQ(runtime.allocate(16), 0x1030u);
  EXPECT_TRUE(runtime.release(0x1010));
  EXPECT_FALSE(runtime.release(0x1010)) << "it is free already";
  EXPECT_EQ(runtime.allocate(16), 0x1010u);
  EXPECT_EQ(runtime.allocate(~std::uint64_t{0}), 0u);
  runtime.begin(0x2000);
  EXPECT_EQ(runtime.allocate(64), 0x2000u);
}

TEST(Output, IsKeptUpToALimit) {
  DeviceRuntime runtime(64);
  runtime.begin(0);
  const std::string part(std::size_t{1} << 23, 'x');
  for (int i = 0; i < 2; ++i) runtime.print(part);
  runtime.print("more");
  EXPECT_EQ(runtime.printed().size(), std::size_t{1} << 24);
  EXPECT_EQ(runtime.bytes_not_kept(), 4u);
}

}  // namespace
}  // namespace reconverge::emulator
