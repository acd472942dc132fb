// SPDX-License-Identifier: MIT
// What printf of the device makes of formats: the words are those of the C library on the host.
#include "emulator/opcodes/printf_text.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "emulator/memory/device_runtime.hpp"
#include "unit/emulator/data_row.hpp"

namespace reconverge::emulator {
namespace {

/// A buffer of arguments as compilers lay it out.
class Arguments {
 public:
  template <typename Value> Arguments& add(Value value) {
    const std::size_t place = (bytes_.size() + sizeof value - 1) / sizeof value * sizeof value;
    bytes_.resize(place + sizeof value);
    std::memcpy(bytes_.data() + place, &value, sizeof value);
    return *this;
  }
  PrintedText print(const std::string& format) const {
    return format_printf(
        format,
        [&](std::uint64_t offset, unsigned bytes) -> std::optional<std::uint64_t> {
          std::uint64_t value = 0;
          if (offset + bytes > bytes_.size()) return std::nullopt;
          std::memcpy(&value, bytes_.data() + offset, bytes);
          return value;
        },
        [](std::uint64_t address) { return address == 1 ? std::optional<std::string>("text") : std::nullopt; });
  }

 private:
  std::vector<unsigned char> bytes_;
};

TEST(Printf, FormatsAsCDoes) {
  const auto printed =
      Arguments().add(-5).add(7u).add(0xABCDu).add(1.5).add<std::uint64_t>(1).print("%d|%5u|%#x|%8.3f|%-6s|100%%");
  EXPECT_EQ(printed.text, "-5|    7|0xabcd|   1.500|text  |100%");
  EXPECT_EQ(printed.arguments, 5);
}

TEST(Printf, TakesWideIntegersAndAlignsThem) {
  const auto printed =
      Arguments().add(1).add<long long>(-2).add('c' + 0).add<std::uint64_t>(0x7F00'0000'0010).print("%i %lld %c %p");
  EXPECT_EQ(printed.text, "1 -2 c 0x7f0000000010");
  EXPECT_EQ(Arguments().add<unsigned long>(~0ul).add(~0u).print("%lu %u").text, "18446744073709551615 4294967295");
  EXPECT_EQ(Arguments().add(0xFFFF'FFFFu).print("%d").text, "-1");
}

TEST(Printf, TakesWidthAndPrecisionFromTheArguments) {
  const auto printed = Arguments().add(8).add(2).add(3.14159).print("[%*.*f]");
  EXPECT_EQ(printed.text, "[    3.14]");
  EXPECT_EQ(printed.arguments, 3);
}

TEST(Printf, PrintsWhatItDoesNotKnowAsItStands) {
  EXPECT_EQ(Arguments().print("%y %").text, "%y %");
  EXPECT_EQ(Arguments().print("").text, "");
  EXPECT_EQ(Arguments().add<std::uint64_t>(2).print("%s").text, "(cannot be read)");
}

/// Operations on registers as a call leaves them.
TEST(RuntimeOperations, TakeLanesInTheirOrder) {
  const auto runtime = std::make_shared<DeviceRuntime>(64);
  runtime->begin(0x1000);
  testing::DataRow malloc_row("MALLOC R4, R4");
  malloc_row.warp.global().runtime = runtime;
  malloc_row.set_pair(4, 20).execute();
  const auto address = [&](std::size_t lane) { return malloc_row.warp.values[4][lane]; };
  EXPECT_EQ(address(0), 0x1000u);
  EXPECT_EQ(address(1), 0x1020u);
  EXPECT_EQ(address(2), 0u) << "64 bytes hold two blocks of 32";
  testing::DataRow free_row("FREE R4");
  free_row.warp.global().runtime = runtime;
  free_row.set_pair(4, 0x1020).execute();
  EXPECT_EQ(runtime->allocate(32), 0x1020u);
}

TEST(RuntimeOperations, KeepTheOutputAndFailedAssertions) {
  const auto runtime = std::make_shared<DeviceRuntime>(64);
  runtime->begin(0);
  testing::DataRow print_row("VPRINTF R4, R4, R6");
  print_row.warp.global().runtime = runtime;
  print_row.warp.global().store(0x100, 0x000A6425);  // "%d\n"
  print_row.warp.global().store(0x200, 7);
  print_row.set_pair(4, 0x100).set_pair(6, 0x200).execute(core::LaneMask(0x3));
  EXPECT_EQ(runtime->printed(), "7\n7\n");
  EXPECT_EQ(print_row.word(4), 1u);
  print_row.set_pair(4, 0).execute(core::LaneMask(0x1));
  EXPECT_EQ(print_row.word(4), 0xFFFF'FFFFu) << "no format";
  testing::DataRow assert_row("ASSERTFAIL R4, R6, R8, R10, R20");
  assert_row.warp.global().runtime = runtime;
  assert_row.warp.global().store(0x300, 0x00783E6E);  // "n>x"
  assert_row.set_pair(4, 0x300).set_pair(6, 0x300).set(8, 12).set_pair(10, 0x300).set_pair(20, 0x40);
  assert_row.execute(core::LaneMask(0x6));
  ASSERT_EQ(runtime->failed().size(), 1u);
  EXPECT_EQ(to_string(runtime->failed()[0]), "n>x:12: n>x: assertion `n>x` failed");
  EXPECT_EQ(runtime->failed()[0].lanes, core::LaneMask(0x6));
  EXPECT_EQ(runtime->failed()[0].return_address, 0x40u);
}

}  // namespace
}  // namespace reconverge::emulator
