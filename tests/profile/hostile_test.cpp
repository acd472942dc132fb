// SPDX-License-Identifier: MIT
// What `--keep` left and what a capture holds is input like any other: no number in it is believed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "capture/capture.hpp"
#include "capture/sections.hpp"
#include "cli/folder.hpp"
#include "cli/program.hpp"
#include "injection/container.hpp"
#include "profile/collected.hpp"

namespace reconverge::profile_tests {
namespace {

using testing::HasSubstr;

std::string launch_line(const std::string& counts, const std::string& launch = "1", const std::string& seconds = "0.5",
                        const std::string& cubin = "00000001") {
  return R"({"kernel":"k","launch":)" + launch +
         R"(,"grid":[1,1,1],"block":[32,1,1],"dynamic_shared_bytes":0,"device":0,"seconds":)" + seconds +
         R"(,"instructions":[[")" + cubin + R"(","k",)" + counts + "]]}\n";
}

core::Result<core::Done> collect(const std::string& text, profile::Collected& collected) {
  return profile::add_process(text, "f/process-12.jsonl", collected);
}
bool is_taken(const std::string& text) {
  profile::Collected collected;
  return collect(text, collected).has_value();
}

TEST(KeptResults, HaveNumbersThatACardCanHave) {
  EXPECT_TRUE(is_taken(launch_line("16,2,40,30,1,1,0")));
  for (const char* counts : {"16,-2,40,30,1,1,0", "16,2,65,30,1,1,0", "16,2,40,41,1,1,0", "16,2.0,40,30,1,1,0",
                             "4294967296,2,40,30,1,1,0", "-1,2,40,30,1,1,0", "16,4611686018427387904,0,0,0,0,0",
                             "16,9223372036854775808,0,0,0,0,0", "16,2,40,30,1,18446744073709551615,0"})
    EXPECT_FALSE(is_taken(launch_line(counts))) << counts;
  const std::string right = "16,2,40,30,1,1,0";
  for (const char* launch : {"0", "-1", "1.5", "9223372036854775808"})
    EXPECT_FALSE(is_taken(launch_line(right, launch))) << launch;
  for (const char* seconds : {"-1e300", "1e300", "-0.5", "null"})
    EXPECT_FALSE(is_taken(launch_line(right, "1", seconds))) << seconds;
  for (const char* cubin : {"../../x", "0000000g", "1", "000000001"})
    EXPECT_FALSE(is_taken(launch_line(right, "1", "0", cubin))) << cubin;
  EXPECT_FALSE(is_taken("{\"launches\":{\"k\":-1}}\n"));
}

TEST(KeptResults, DoNotAddUpToNothing) {
  const std::string most = launch_line("16,36028797018963968,0,0,0,0,0");
  EXPECT_TRUE(is_taken(most));
  EXPECT_FALSE(is_taken(most + most));
}

TEST(KeptResults, TellWhichProcessALaunchIsOf) {
  profile::Collected collected;
  ASSERT_TRUE(collect(launch_line("16,2,40,30,1,1,0"), collected));
  EXPECT_EQ(collected.launches[0].process, 12u);
}

void add_section(std::string& file, std::string_view tag, const std::string& content) {
  injection::SectionHead head{
      .stored_bytes = content.size(), .bytes = content.size(), .checksum = injection::checksum_of(content)};
  std::memcpy(head.tag.data(), tag.data(), head.tag.size());
  file.append(reinterpret_cast<const char*>(&head), sizeof head);
  file += content;
}

struct Parts {
  std::string more_of_head = "";
  std::string before = "abcd";
  std::string after = "";
  std::string counters = "[]";
  std::string ending = R"({"completed":true})";
};

/// A capture of four bytes of memory at 0x1000.
core::Result<capture::Capture> read(const Parts& parts) {
  const std::string head = R"({"format":"reconverge.capture","kernel":"k","launch":1,"grid":[1,1,1],"block":[32,1,1],)"
                           R"("dynamic_shared_bytes":0,"static_shared_bytes":0,"local_bytes":0,"stack_bytes":1024,)"
                           R"("device":"x","parameters":[],"parameter_bytes":"","notes":[],)" +
                           parts.more_of_head + R"("memory":[{"address":4096,"bytes":4,"kind":"cuMemAlloc"}]})";
  std::string file(injection::capture_magic);
  const std::uint32_t version = injection::capture_version, zero = 0;
  file.append(reinterpret_cast<const char*>(&version), sizeof version);
  file.append(reinterpret_cast<const char*>(&zero), sizeof zero);
  add_section(file, injection::head_tag, head);
  add_section(file, injection::before_tag, parts.before);
  add_section(file, injection::after_tag, parts.after);
  add_section(file, injection::code_tag, "code");
  add_section(file, injection::counters_tag, parts.counters);
  add_section(file, injection::done_tag, parts.ending);
  return capture::read_capture(file, "k.capture");
}

std::string change(std::uint64_t address, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  std::string text(reinterpret_cast<const char*>(&address), sizeof address);
  text.append(reinterpret_cast<const char*>(&size), sizeof size);
  return text + bytes;
}

TEST(HostileCaptures, HaveCountsThatACardCanHave) {
  const auto right = read({.counters = R"([["1","k",16,2,40,30,1,1,0],["1","k",32,2,64,64,1,0,0]])"});
  ASSERT_TRUE(right) << to_string(right.error());
  ASSERT_EQ(right->counters.size(), 2u);
  EXPECT_EQ(right->counters[1].pc, 32u);
  EXPECT_EQ(right->counters[1].counts.thread_instructions, 64u);
  EXPECT_EQ(right->counters[1].function, "k");
  for (const char* row :
       {R"("1","k",16,4.9,40,30,1,1,0)", R"("1","k",4294967296,2,40,30,1,1,0)", R"("1","k",16,-2,40,30,1,1,0)",
        R"("1","k",16,2,40,30,1,18446744073709551615,0)", R"("1","k",16,2,65,30,1,1,0)", R"("1","k",16,2,40,41,1,1,0)",
        R"("1","k",16,2,40,30,1,1)", R"("1","k",16,2,40,30,1,1,0,0)", R"("1",2,16,2,40,30,1,1,0)", R"([])", R"({})",
        R"(null)", R"("1","k",16,2,40,30,1,1,[])", ""})
    EXPECT_FALSE(read({.counters = std::string("[[") + row + "]]"})) << row;
  for (const char* all : {"3", "{}", "", "[", "[[]", "[3]", "\"\""}) EXPECT_FALSE(read({.counters = all})) << all;
}

TEST(HostileCaptures, HaveNoMoreValuesThanALaunch) {
  std::string many;
  for (int i = 0; i < 1'100'000; ++i) many += "[],";
  const auto head = read({.more_of_head = "\"x\":[" + many + "[]],"});
  ASSERT_FALSE(head);
  EXPECT_THAT(head.error().message, HasSubstr("more than 1000000 values"));
  const auto large = read({.more_of_head = "\"x\":\"" + std::string(std::size_t{33} << 20, 'x') + "\","});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().failure, core::Failure::input);
}

TEST(HostileCaptures, ChangeEachByteOnce) {
  const auto right = read({.after = change(4098, "z") + change(4096, "xy")});
  ASSERT_TRUE(right) << to_string(right.error());
  EXPECT_EQ(right->changes[0].bytes, "xy");
  EXPECT_EQ(right->changes[1].bytes, "z");
  EXPECT_FALSE(read({.after = change(4096, "xy") + change(4097, "z")}));
  EXPECT_FALSE(read({.after = change(4096, "")}));
  EXPECT_FALSE(read({.after = change(4099, "xy")}));
  EXPECT_FALSE(read({.before = "abc"}));
  EXPECT_FALSE(read({.before = "abcde"}));
}

/// A capture of a card with another HEAD.
std::string with_head(const std::string& file, const std::string& head) {
  constexpr std::size_t begin = 16;
  injection::SectionHead first{};
  std::memcpy(&first, file.data() + begin, sizeof first);
  std::string changed = file.substr(0, begin);
  add_section(changed, injection::head_tag, head);
  return changed + file.substr(begin + sizeof first + first.stored_bytes);
}

TEST(HostileCaptures, WithOtherParametersAreBroken) {
  const cli_tests::Folder folder;
  const std::string file = cli_tests::read_file(RECONVERGE_CAPTURES "/branches.capture");
  const auto sections = capture::Sections::read(file, "k");
  ASSERT_TRUE(sections);
  const auto head = sections->content(injection::head_tag, file.size() * 1000);
  if (!head) GTEST_SKIP() << "built without zstd";
  auto json = nlohmann::json::parse(*head);
  json["parameters"].erase(1);
  const auto outcome = cli_tests::run({"emulate", folder.write("k.capture", with_head(file, json.dump()))});
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the parameters of the capture are not the kernel's"));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr("--arg")));
}

TEST(HostileCaptures, OfALaunchThatFailedWithoutAReason) {
  const auto failed = read({.ending = R"({"completed":false,"why":""})"});
  ASSERT_TRUE(failed) << to_string(failed.error());
  EXPECT_EQ(failed->not_completed_because, "the capture gives no reason");
}

}  // namespace
}  // namespace reconverge::profile_tests
