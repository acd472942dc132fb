// Every lane of every benchmark must end with the very bits that the card gave: the SASS that ran on
// the card, run here with the same limits.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "sass/reader.hpp"
#include "study/support/kernel_run.hpp"
#include "study/support/replay.hpp"

namespace reconverge::golden {
namespace {

using Json = nlohmann::json;

std::vector<std::string> measured_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RECONVERGE_MEASURED))
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

/// indirect_call keeps its four functions in a table in global memory, of which a result does not tell.
/// They stand in the order of the source: each ends with a RET and begins behind what never falls through.
std::vector<std::uint64_t> functions_of_table(const sass::Function& function) {
  std::vector<std::uint64_t> starts;
  std::uint64_t start = 0;
  for (const auto& row : function.instructions) {
    if (row.opcode() == "RET") starts.push_back(start);
    if (row.opcode() == "RET" || row.opcode() == "BRA" || row.opcode() == "EXIT") start = row.address + 16;
  }
  return starts;
}

/// Runs one state; the message is empty if every lane's result is the card's.
class Replay {
 public:
  Replay(const Json& benchmark, const std::string& file) : benchmark_(benchmark), file_(file) {}

  std::string check(const Json& state) {
    const auto limits = state.at("values").get<std::vector<std::int32_t>>();
    auto launch = study::benchmark_launch(limits, benchmark_.at("limits_per_lane").get<int>());
    if (!executable_)
      if (auto problem = decode(launch); !problem.empty()) return problem;
    if (!table_.bytes.empty()) launch.arguments.push_back(table_);
    const auto run = study::run_kernel({.executable = &*executable_, .source_name = file_, .launch = &launch});
    if (run.run.diagnostic) return to_string(*run.run.diagnostic);
    for (const auto& finding : run.findings)
      if (finding.kind == "uninitialised-register") return fmt_finding(finding);
    return compare(study::lane_results(run.buffers.at(1)), state.at("lane_results"));
  }

 private:
  std::string decode(emulator::Launch launch) {
    auto function = sass::read_function(benchmark_.at("sass").at("text").get<std::string>(), file_);
    if (!function) return to_string(function.error());
    emulator::Constants given;
    if (benchmark_.at("name") == "indirect_call") given = place_table(functions_of_table(*function), launch);
    auto decoded = study::decode_kernel(std::move(function).value(), launch, given, file_);
    if (!decoded) return to_string(decoded.error());
    executable_ = std::move(decoded).value();
    return {};
  }

  /// Adds the table as one more buffer, and a pointer to it in bank 4, where the code looks for it.
  emulator::Constants place_table(const std::vector<std::uint64_t>& functions, emulator::Launch& launch) {
    table_ = {emulator::ElementType::u64, std::vector<std::uint8_t>(8 * functions.size())};
    std::memcpy(table_.bytes.data(), functions.data(), table_.bytes.size());
    launch.arguments.push_back(table_);
    const auto constants = emulator::constants_of(launch, *emulator::abi_of(90));
    return {{{4, 0}, constants->at({0, 0x228})}, {{4, 4}, constants->at({0, 0x22c})}};
  }

  static std::string fmt_finding(const observers::Finding& finding) {
    return "row " + std::to_string(finding.index) + ": " + finding.message + " in " + to_string(finding.lanes);
  }

  static std::string compare(const std::vector<std::uint32_t>& ours, const Json& card) {
    for (std::size_t lane = 0; lane < card.size(); ++lane) {
      if (card[lane].is_null() && std::isnan(std::bit_cast<float>(ours[lane]))) continue;
      const float expected = card[lane].is_null() ? NAN : card[lane].get<float>();
      if (std::bit_cast<std::uint32_t>(expected) != ours[lane])
        return "lane " + std::to_string(lane) + ": " + std::to_string(std::bit_cast<float>(ours[lane])) + ", the card has " +
               std::to_string(expected);
    }
    return {};
  }

  const Json& benchmark_;
  const std::string& file_;
  std::optional<emulator::Executable> executable_;
  emulator::Buffer table_;
};

class CardResults : public ::testing::TestWithParam<std::string> {};

TEST_P(CardResults, AreOursBitForBit) {
  const Json record = Json::parse(std::ifstream(GetParam()));
  std::set<std::string> done;  // cards of one kind run the same code on the same limits
  std::size_t states = 0;
  for (const Json& benchmark : record.at("benchmarks")) {
    if (benchmark.at("sass").is_null() || benchmark.at("sass").at("text").is_null()) continue;
    const std::string which = benchmark.at("name").get<std::string>() + " " + benchmark.at("sass").at("sha256").get<std::string>();
    Replay replay(benchmark, GetParam());
    for (const Json& state : benchmark.at("states")) {
      if (state.at("status") != "ok" || !done.insert(which + state.at("values").dump()).second) continue;
      const std::string problem = replay.check(state);
      ++states;
      if (problem.empty()) continue;
      ADD_FAILURE() << which << ", n = " << state.at("n") << ": " << problem;
      break;  // the other states of the kernel would say the same
    }
  }
  EXPECT_GT(states, 0u);
  RecordProperty("states", static_cast<int>(states));
}

INSTANTIATE_TEST_SUITE_P(Measured, CardResults, ::testing::ValuesIn(measured_files()), [](const auto& instance) {
  return std::filesystem::path(instance.param).stem().string();
});

}  // namespace
}  // namespace reconverge::golden
