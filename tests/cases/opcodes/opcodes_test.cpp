// Ordinary code that once did not run. Listings without encodings are as the tools of their time printed them.

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace reconverge::cli_tests {
namespace {

using Json = nlohmann::ordered_json;

Json result_of(std::vector<std::string> arguments, const std::string& file) {
  arguments.insert(arguments.begin() + 1, std::string(RECONVERGE_CASES) + "/" + file);
  arguments.insert(arguments.end(), {"--json", "-"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return Json::parse(outcome.out, nullptr, false);
}

/// Why rows of a file cannot be executed, by mnemonic.
std::map<std::string, std::string> reasons(const std::string& file, int rows) {
  const Json function = result_of({"inspect", "--support"}, file).at("functions").at(0);
  EXPECT_EQ(function.at("instruction_count"), rows);
  std::map<std::string, std::string> reasons;
  for (const Json& opcode : function.at("opcodes"))
    if (!opcode.at("executable").get<bool>()) reasons[opcode.at("mnemonic")] = opcode.at("reason");
  return reasons;
}

using Reasons = std::map<std::string, std::string>;

TEST(Opcodes, OrdinaryRowsAreExecutable) {
  EXPECT_EQ(reasons("subtraction_sm_35.sass", 6), Reasons());
  EXPECT_EQ(reasons("comparison_of_cuda_9_sm_70.sass", 4), Reasons());
  EXPECT_EQ(reasons("integer_forms_sm_120.sass", 5), Reasons());
  EXPECT_EQ(reasons("generic_memory_sm_20.sass", 6), Reasons());
  EXPECT_EQ(reasons("condition_code_sm_50.sass", 4), Reasons());
}

TEST(Opcodes, ReasonsSayWhatIsMissing) {
  EXPECT_EQ(reasons("special_registers_sm_103.sass", 3), Reasons({{"S2R", "special register SR_LMEMHIOFF of S2R is not known"}}));
  EXPECT_EQ(reasons("nan_without_encoding_sm_70.sass", 3), Reasons({{"FSEL", "an operand of FSEL is a NaN, whose bits are not in the text"}}));
}

TEST(Opcodes, KeplerSubtracts) {
  const Json registers = result_of({"emulate"}, "subtraction_sm_35.sass").at("registers");
  EXPECT_EQ(registers.at("R3").at(0), 5u);
  EXPECT_EQ(registers.at("R4").at(0), 0xFFFF'FFFBu);
  EXPECT_EQ(registers.at("R5").at(0), 0xFFFF'FFFFu);
}

}  // namespace
}  // namespace reconverge::cli_tests
