#include <gtest/gtest.h>

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

void PrintTo(const BadListing& listing, std::ostream* stream) {
  *stream << listing.name;
}

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
    {"UnknownMnemonic",
     listings::unknown_mnemonic,
     4,
     {"-:4:", "'FROBNICATE'", "reconverge list opcodes"}},
    {"UnresolvedTarget", listings::unresolved_target, 4, {"-:3:", "0x990", "BRA"}},
    {"Gap", listings::reaches_a_gap, 4, {"-:4:", "gap", "complete listing"}},
    {"Underflow", listings::underflow, 5, {"-:3:", "SYNC", "re-convergence stack", "pc 0x8"}},
    {"EndlessLoop",
     listings::endless_loop,
     5,
     {"no end after 1000 instructions", "--max-steps", "active 0xffffffff"}},
    {"TwoFunctions",
     listings::two_functions,
     4,
     {"2 functions fit", "--function", "first", "second"}},
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

TEST(Input, ThatIsAFolderIsAnEnvironmentError) {
  const Folder folder;
  EXPECT_EQ(run({"emulate", folder.path().string()}).status, 3);
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

TEST(Input, OfAnotherFunctionListsWhatThereIs) {
  const Outcome outcome = run({"emulate", "-", "--function", "third"}, listings::two_functions);
  EXPECT_EQ(outcome.status, 4) << outcome;
  EXPECT_NE(outcome.err.find("first"), std::string::npos) << outcome;
}

TEST(Input, MessagesHoldNoControlCharacter) {
  const Outcome outcome = run({"emulate", "-"}, "\033[2J\a\n");
  EXPECT_EQ(outcome.status, 4);
  EXPECT_EQ(outcome.err.find_first_of("\033\a"), std::string::npos) << outcome;
}

TEST(Trace, OfConvergenceBarriersIsRefused) {
  const Outcome outcome = run({"trace", "-", "--json", "-"}, listings::hopper);
  EXPECT_EQ(outcome.status, 4) << outcome;
  for (const char* part : {"sm_90", "convergence barriers", "sm_20 to sm_62"})
    EXPECT_NE(outcome.err.find(part), std::string::npos) << part << "\n" << outcome;
}

TEST(Support, SaysWhichInstructionsCanBeExecuted) {
  const std::string listing =
      "code for sm_90\nFunction : f\n/*0000*/ MUFU.RCP R0, R1 ;\n/*0010*/ IADD3 R0, R1, R2, RZ ;\n"
      "/*0020*/ FROB.X R0 ;\n/*0030*/ EXIT ;\n";
  const Outcome text = run({"inspect", "-", "--support"}, listing);
  EXPECT_EQ(text.status, 0) << text;
  EXPECT_NE(text.out.find("sm_90 f: 3 of 4 instructions can be executed"), std::string::npos) << text;
  EXPECT_NE(text.out.find("FROB.X                       no     line 5: 'FROB.X' cannot be executed"), std::string::npos) << text;
  EXPECT_NE(text.out.find("MUFU.RCP                     about"), std::string::npos) << text;
  const Outcome json = run({"inspect", "-", "--support", "--json", "-"}, listing);
  EXPECT_EQ(json.status, 0) << json;
  EXPECT_NE(json.out.find("\"executable_count\": 3"), std::string::npos) << json;
  EXPECT_NE(json.out.find("\"approximate\": true"), std::string::npos) << json;
}

}  // namespace
}  // namespace reconverge::cli_tests
