// SPDX-License-Identifier: MIT
// Fat binaries as nvcc packs them, made of the cubins of other tests, with tools that are scripts.

#include "toolchain/fat_binary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "toolchain/disassembly.hpp"

namespace reconverge::toolchain {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream) << path;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string bytes_of(std::uint64_t value, std::size_t width) {
  std::string bytes;
  for (std::size_t i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

constexpr std::uint64_t ptx = 1, cubin = 2;

std::string entry(std::uint64_t kind, const std::string& data) {
  constexpr std::uint64_t head = 72;
  return bytes_of(kind, 2) + bytes_of(0x101, 2) + bytes_of(head, 4) + bytes_of(data.size(), 8) +
         std::string(head - 16, '\0') + data;
}

std::string fat_binary(const std::string& entries) {
  return std::string("\x50\xED\x55\xBA\x01\x00\x10\x00", 8) + bytes_of(entries.size(), 8) + entries;
}

std::string executable(const std::string& content) {
  const std::string header = std::string(
                                 "\x7F"
                                 "ELF\x02\x01\x01",
                                 7) +
                             std::string(11, '\0') + "\x3E" + std::string(46, '\0');
  return header + "data of the host, 3 bytes:..." + content + "more of it";
}

const std::string inlined_75 = content_of(RECONVERGE_LINES "/inlined_sm_75.cubin");
const std::string inlined_90 = content_of(RECONVERGE_LINES "/inlined_sm_90.cubin");
const std::string calls_90 = content_of(RECONVERGE_CALLS "/calls_sm_90.cubin");

/// Names for the cubins above, since their bytes are long.
std::vector<std::string> names(const std::vector<std::string>& cubins) {
  std::vector<std::string> all;
  for (const std::string& content : cubins)
    all.emplace_back(content == inlined_75   ? "inlined_75"
                     : content == inlined_90 ? "inlined_90"
                     : content == calls_90   ? "calls_90"
                                             : "another");
  return all;
}

core::Result<std::vector<std::string>> is_not_asked(std::string_view) {
  ADD_FAILURE() << "nothing is compressed";
  return std::vector<std::string>();
}

std::vector<std::string> found_in(const std::string& file, const Unpack& unpack = is_not_asked) {
  auto found = cubins_in(file, unpack);
  EXPECT_TRUE(found) << found.error().message;
  return found ? names(*found) : std::vector<std::string>();
}

TEST(FatBinary, GivesItsCubinsWhereverItLies) {
  const std::string first = fat_binary(entry(ptx, ".version 8.0") + entry(cubin, inlined_75));
  const std::string second = fat_binary(entry(cubin, inlined_90) + entry(cubin, calls_90));
  EXPECT_THAT(found_in(first), ElementsAre("inlined_75"));
  EXPECT_THAT(found_in(executable(first + "gap" + second)), ElementsAre("inlined_75", "inlined_90", "calls_90"));
}

TEST(FatBinary, ThatIsCutOrBrokenIsPassedOver) {
  const std::string whole = fat_binary(entry(cubin, inlined_75));
  for (std::size_t size = 0; size < whole.size(); size += 61)
    EXPECT_THAT(found_in(whole.substr(0, size)), IsEmpty()) << size;
  std::string long_entry = whole;
  long_entry[16 + 8 + 7] = '\x7F';  // its size
  EXPECT_THAT(found_in(long_entry + whole), ElementsAre("inlined_75")) << "the one after it is read";
  std::string no_header = whole;
  no_header.replace(16 + 4, 4, std::string(4, '\0'));
  EXPECT_THAT(found_in(no_header), IsEmpty()) << "it would be read for ever";
}

TEST(FatBinary, IsUnpackedWhereACubinIsCompressed) {
  const std::string packed = fat_binary(entry(cubin, "(\xB5/\xFD") + entry(cubin, inlined_90));
  std::vector<std::string> asked;
  const auto unpack = [&](std::string_view file) -> core::Result<std::vector<std::string>> {
    asked.emplace_back(file);
    return std::vector{inlined_75, inlined_90};
  };
  EXPECT_THAT(found_in(executable(packed), unpack), ElementsAre("inlined_75", "inlined_90"));
  EXPECT_EQ(asked, std::vector{packed});
  const auto failed = cubins_in(packed, [](std::string_view) -> core::Result<std::vector<std::string>> {
    return core::Diagnostic{core::Failure::environment, "cuobjdump is not there", "", {}};
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "cuobjdump is not there");
}

TEST(FatBinary, CubinsAreChosenByArchitectureAndFunction) {
  const std::vector<std::string> all = {inlined_75, inlined_90, calls_90};
  EXPECT_THAT(names(cubins_with(all, "sm_75", "")), ElementsAre("inlined_75"));
  EXPECT_THAT(names(cubins_with(all, "sm_90", "calls")), ElementsAre("calls_90"));
  EXPECT_THAT(names(cubins_with(all, "", "foo")), ElementsAre("inlined_75", "inlined_90")) << "the name in the source";
  EXPECT_THAT(cubins_with(all, "", "missing"), IsEmpty());
}

TEST(FatBinary, LinkedCodeGoesBeforeCodeThatIsNot) {
  EXPECT_THAT(names(cubins_with({calls_90, inlined_90}, "", "")), ElementsAre("inlined_90"));
  EXPECT_THAT(names(cubins_with({calls_90}, "", "")), ElementsAre("calls_90")) << "made by -rdc=true";
}

/// A folder that is removed with the test.
class Executable : public testing::Test {
 protected:
  Executable()
      : folder_(fs::path(testing::TempDir()) /
                fs::path(testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    places_.programs.push_back({folder_, "test"});
  }
  ~Executable() override { fs::remove_all(folder_); }

  void add_tool(const std::string& name, const std::string& script) const {
    std::ofstream(folder_ / name)
        << "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'release 9.9, V9.9.1'; exit 0; fi\n"
        << script;
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }

  Disassembly listing(const std::string& file, const std::string& arch, const std::string& function) const {
    auto found = disassemble("app", file, arch, places_, {}, function);
    EXPECT_TRUE(found) << found.error().message;
    return found ? std::move(found).value() : Disassembly();
  }

  fs::path folder_;
  SearchPlaces places_;
};

const std::string three_kernels =
    executable(fat_binary(entry(cubin, inlined_75) + entry(cubin, inlined_90)) + fat_binary(entry(cubin, calls_90)));

TEST_F(Executable, IsListedAsTheCubinThatIsMeant) {
  add_tool("nvdisasm", "echo \"listing of $*\"\n");
  const Disassembly chosen = listing(three_kernels, "sm_90", "foo");
  EXPECT_THAT(names({chosen.cubin}), ElementsAre("inlined_90"));
  EXPECT_THAT(chosen.text, HasSubstr("listing of -hex -g"));
  EXPECT_TRUE(std::ranges::count(chosen.lines, "_Z3fooIfLi2EEvPT_PKi", &sass::FunctionLines::symbol));
}

TEST_F(Executable, OfSeveralCubinsHasTheLinesOfEach) {
  add_tool("cuobjdump", "echo '/*0000*/ EXIT ;'\n");
  const Disassembly all = listing(three_kernels, "", "");
  EXPECT_EQ(all.text, "/*0000*/ EXIT ;\n");
  EXPECT_TRUE(all.cubin.empty());
  for (const char* arch : {"sm_75", "sm_90"})
    EXPECT_EQ(std::ranges::count_if(all.lines,
                                    [&](const sass::FunctionLines& lines) {
                                      return lines.symbol == "_Z3fooIfLi2EEvPT_PKi" && lines.arch == arch;
                                    }),
              1)
        << arch;
}

TEST_F(Executable, ThatIsCompressedIsUnpackedByCuobjdump) {
  std::ofstream(folder_ / "inlined.cubin", std::ios::binary) << inlined_90;
  add_tool("nvdisasm", "echo \"listing of $*\"\n");
  add_tool("cuobjdump", "[ \"$1 $2\" = '-xelf all' ] && cmp -s \"$3\" " + (folder_ / "packed").string() + " && cp " +
                            (folder_ / "inlined.cubin").string() + " ./app.sm_90.cubin\n");
  const std::string packed = fat_binary(entry(cubin, "(\xB5/\xFD"));
  std::ofstream(folder_ / "packed", std::ios::binary) << packed;
  EXPECT_THAT(names({listing(executable(packed), "", "").cubin}), ElementsAre("inlined_90"));
}

}  // namespace
}  // namespace reconverge::toolchain
