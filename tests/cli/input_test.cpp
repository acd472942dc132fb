// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "cli/folder.hpp"
#include "cli/listings.hpp"
#include "cli/program.hpp"

// Listings that cannot be read or run: which status, which place, which hint.
namespace reconverge::cli_tests {
namespace {

struct BadListing {
  const char* name;
  std::string text;
  int status;
  std::vector<std::string> says;
};

void PrintTo(const BadListing& listing, std::ostream* stream) { *stream << listing.name; }

class Listing : public testing::TestWithParam<BadListing> {};

TEST_P(Listing, IsRefusedWithPlaceAndHint) {
  const Outcome outcome = run({"emulate", "-", "--max-steps", "1000"}, GetParam().text);
  EXPECT_EQ(outcome.status, GetParam().status) << outcome;
  for (const std::string& part : GetParam().says)
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << "\n" << outcome;
}

std::string garbage() {
  std::string bytes;
  for (unsigned i = 0; i < 4096; ++i) bytes += static_cast<char>((i * 2654435761u) >> 24);
  return bytes;
}

const BadListing bad_listings[] = {
    {"Empty", "", 4, {"-:1:1: the text is empty", "cuobjdump"}},
    {"Blank", " \n\t\n", 4, {"the text is empty"}},
    {"Garbage", garbage(), 4, {"error: -:1:"}},
    {"UnknownLine", listings::not_understood, 4, {"-:4:1: unknown line"}},
    {"UnknownMnemonic", listings::unknown_mnemonic, 4, {"-:4:", "'FROBNICATE'", "reconverge list opcodes"}},
    {"UnresolvedTarget", listings::unresolved_target, 4, {"-:3:", "0x990", "BRA"}},
    {"Gap", listings::reaches_a_gap, 4, {"-:4:", "gap", "complete listing"}},
    {"Underflow", listings::underflow, 5, {"-:3:", "SYNC", "re-convergence stack", "pc 0x8"}},
    {"EndlessLoop", listings::endless_loop, 5, {"no end after 1000 instructions", "--max-steps", "active 0xffffffff"}},
    {"EndlessBesideLanesThatWait",
     listings::endless_beside_warpsync,
     5,
     {"no end after 1000 instructions", "lanes 0x00000001 wait at WARPSYNC (0x30) for lanes 0xfffffffe",
      "a loop that waits for"}},
    {"TwoFunctions", listings::two_functions, 2, {"2 functions fit", "--function", "first", "second"}},
};

INSTANTIATE_TEST_SUITE_P(Bad, Listing, testing::ValuesIn(bad_listings),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Input, ThatIsMissingIsAnEnvironmentError) {
  const Folder folder;
  const Outcome outcome = run({"emulate", folder / "missing.sass"});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_NE(outcome.err.find("missing.sass"), std::string::npos) << outcome;
  EXPECT_NE(outcome.err.find("single_loop"), std::string::npos) << outcome;
}

void expect_unreadable(const std::string& path, const char* why) {
  for (const Arguments& command : {Arguments{"emulate", path}, {"report", path}, {"inspect", path}}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 3) << outcome;
    EXPECT_NE(outcome.err.find("cannot read '" + path + "': " + why), std::string::npos) << outcome;
  }
}

TEST(Input, ThatHasNoEndIsAnEnvironmentError) {
  const Folder folder;
  expect_unreadable(folder.path().string(), "it is a folder");
  expect_unreadable("/dev/zero", "it is a device");
  const std::string path = folder / "socket";
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  expect_unreadable(path, "it is a socket");
  ::close(socket);
  EXPECT_EQ(run({"emulate", "/dev/null"}).status, 4) << "it is empty";
}

/// It would wait for ever.
TEST(Input, ThatIsAPipeNobodyWritesIntoIsAnEnvironmentError) {
  const Folder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const Outcome outcome = run({"emulate", path});
  EXPECT_EQ(outcome.status, 3) << outcome;
  EXPECT_NE(outcome.err.find("it is a pipe, and nothing has opened it for writing"), std::string::npos) << outcome;
}

TEST(Input, MayComeThroughAPipe) {
  const Outcome expected = run({"inspect", "-"}, listings::two_functions);
  const Folder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  Running reader({"inspect", path});
  int pipe = -1;
  for (int i = 0; i < 1000 && pipe < 0; ++i) {
    pipe = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);  // fails until the reader is there
    if (pipe < 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_GE(pipe, 0);
  const std::string text = listings::two_functions;
  for (const std::string& part : {text.substr(0, 30), text.substr(30)})
    EXPECT_EQ(::write(pipe, part.data(), part.size()), static_cast<ssize_t>(part.size()));
  ::close(pipe);
  EXPECT_EQ(reader.finish().out, expected.out);
  EXPECT_EQ(run({"inspect", "/dev/stdin"}, listings::two_functions).out, expected.out) << "as <(command) is";
}

/// `diff` looks at the new build twice, and of a pipe there is no second time.
TEST(Input, ThroughAPipeServesAllThatReadIt) {
  const Folder folder;
  const std::string text = listings::hopper, path = folder.write("old.sass", text);
  const Outcome expected = run({"diff", path, folder.write("new.sass", text)});
  EXPECT_EQ(expected.status, 0) << expected;
  EXPECT_EQ(run({"diff", path, "-"}, text).out, expected.out);
  EXPECT_EQ(run({"diff", path, "/dev/stdin"}, text).out, expected.out);
}

TEST(Input, FromAFileAndFromStandardInputGivesTheSameResult) {
  const Folder folder;
  const std::string path = folder.write("two.sass", listings::two_functions);
  const Outcome from_file = run({"emulate", path, "--function", "second"});
  const Outcome from_input = run({"emulate", "-", "--function", "second"}, listings::two_functions);
  EXPECT_EQ(from_file.status, 0) << from_file;
  EXPECT_EQ(from_file.out, from_input.out);
  EXPECT_NE(from_file.out.find("second"), std::string::npos) << from_file;
}

TEST(Input, NamedLikeAKernelIsTheFileIfThereIsOne) {
  const Folder folder;
  const std::string path = folder.write("single_loop", listings::unknown_mnemonic);
  EXPECT_EQ(run({"emulate", path}).status, 4);
}

TEST(Input, IsListedOnlyAsFarAsItIsChosen) {
  const Outcome outcome = run({"inspect", "-", "--functions", "--function", "second"}, listings::two_functions);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.out.find("first"), std::string::npos) << outcome;
  EXPECT_NE(outcome.out.find("second"), std::string::npos) << outcome;
  EXPECT_EQ(run({"inspect", "-", "--functions", "--function", "third"}, listings::two_functions).status, 2);
  EXPECT_EQ(run({"inspect", "-", "--functions", "--arch", "sm_35"}, listings::two_functions).status, 2);
}

TEST(Input, OfAnotherFunctionListsWhatThereIs) {
  const Outcome outcome = run({"emulate", "-", "--function", "third"}, listings::two_functions);
  EXPECT_EQ(outcome.status, 2) << outcome;
  EXPECT_NE(outcome.err.find("first"), std::string::npos) << outcome;
}

TEST(Input, MessagesHoldNoControlCharacter) {
  const Outcome outcome = run({"emulate", "-"}, "\033[2J\a\n");
  EXPECT_EQ(outcome.status, 4);
  EXPECT_EQ(outcome.err.find_first_of("\033\a"), std::string::npos) << outcome;
}

// Names are taken from the input as they are, so they may hold what a terminal obeys.
const char* const hostile_names =
    "code for sm_20\n"
    "\tFunction : red\033[31m\xff\n"
    "/*0000*/         BRA 0x8;\n"
    "/*0008*/         EXIT;\n"
    "\tFunction : title\033]0;x\a\xc2\x9b\n"
    "/*0000*/         EXIT;\n";

bool is_shown_safely(const std::string& text) {
  return text.find_first_of("\033\a\xff") == std::string::npos && text.find("\xc2\x9b") == std::string::npos;
}

TEST(Input, OfHostileNamesReachesNoTerminal) {
  const Folder folder;
  const std::string path = folder.write("hostile.sass", hostile_names);
  const std::string red = "red\033[31m\xff";
  const Arguments uses[] = {{"emulate", path},
                            {"emulate", path, "--function", "none\033[31m"},
                            {"emulate", path, "--function", red, "--trace"},
                            {"emulate", path, "--function", red, "--csv", "-"},
                            {"emulate", path, "--function", red, "--json", "-"},
                            {"inspect", path},
                            {"inspect", path, "--functions"},
                            {"inspect", path, "--function", red, "--cfg", "dot", "-"},
                            {"inspect", path, "--function", red, "--cfg", "svg", "-"},
                            {"predict", path, "--function", red, "-g", "kepler"},
                            {"emulate", folder / "missing\033[31m\xff"}};
  for (const Arguments& arguments : uses) {
    const Outcome outcome = run(arguments);
    EXPECT_FALSE(outcome.out.empty() && outcome.err.empty());
    EXPECT_TRUE(is_shown_safely(outcome.out)) << arguments[0] << "\n" << outcome;
    EXPECT_TRUE(is_shown_safely(outcome.err)) << arguments[0] << "\n" << outcome;
  }
}

}  // namespace
}  // namespace reconverge::cli_tests
