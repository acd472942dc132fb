// What printf of the device makes of formats: the words are those of the C library on the host.
#include "emulator/opcodes/printf_text.hpp"

#include <gtest/gtest.h>

#include <cstring>

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

}  // namespace
}  // namespace reconverge::emulator
