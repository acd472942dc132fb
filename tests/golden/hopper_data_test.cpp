// SPDX-License-Identifier: MIT
// The first measurements on Hopper, data/measured/h100/first, by the SASS that ran: every warm row of the paper's
// kernels, and of the detailed loop what is measured once its code is warm.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "core/lane_pattern.hpp"
#include "golden/table.hpp"
#include "sass/reader.hpp"
#include "study/replay/replay.hpp"

namespace reconverge::golden {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Table table_of(const std::string& name) { return Table(text_of(RECONVERGE_MEASURED "/h100/first/" + name)); }

std::vector<std::int32_t> staircase(int n) {
  std::vector<std::int32_t> limits;
  for (int lane = 0; lane < core::lane_count; ++lane) limits.push_back(lane < 32 - n ? 32 : 63 - n - lane);
  return limits;
}

/// One kernel of the sample file.
class Sample {
 public:
  explicit Sample(const std::string& function) {
    const std::string source = RECONVERGE_LISTINGS "/samples/paper_kernels_sm_90.sass";
    auto read = sass::read_function(text_of(source), source, {.function = function, .arch = ""});
    if (!read) throw std::runtime_error(core::to_string(read.error()));
    const auto launch = study::benchmark_launch(staircase(0), 1);
    auto decoded = run::decode_kernel(std::move(read).value(), launch, {}, source);
    if (!decoded) throw std::runtime_error(core::to_string(decoded.error()));
    executable_ = std::move(decoded).value();
  }

  gpu::LaunchResult run(int n, gpu::TimerLayout layout) const {
    auto launch = study::benchmark_launch(staircase(n), 1);
    const auto run = run::run_kernel({.executable = executable_, .launch = launch});
    auto times = study::timed_cycles(run, layout);
    EXPECT_TRUE(times) << to_string(times.error());
    return times ? *times : gpu::LaunchResult{};
  }

 private:
  run::SharedExecutable executable_;
};

/// One limit a lane; this double loop has one for both of its loops.
const std::map<std::string, std::string> kernels = {{"single", "_Z11single_loopILi1EEvPKiPfPx"},
                                                    {"single_sync", "_Z16single_loop_syncILi1EEvPKiPfPx"},
                                                    {"double", "_Z12double_loopsILi1EEvPKiPfPx"},
                                                    {"ifelse", "_Z6ifelseILi1EEvPKiPfPx"}};

TEST(HopperData, EveryWarmRowOfThePapersKernelsIsExact) {
  const Table table = table_of("paper_kernels.csv");
  std::map<std::string, Sample> samples;
  for (const auto& [name, function] : kernels) samples.try_emplace(name, function);
  int exact = 0, cold = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string& name = table.word(row, "kernel");
    if (table.count(row, "preheat") == 0) {  // a first pass: its code comes into the caches while it runs
      ++cold;
      continue;
    }
    const int n = static_cast<int>(table.count(row, "n"));
    const auto cycles = samples.at(name).run(n, gpu::TimerLayout::spans).cycles;
    EXPECT_EQ(table.real(row, "min_cycles"), static_cast<double>(cycles)) << name << ", n = " << n;
    EXPECT_EQ(table.real(row, "max_cycles"), static_cast<double>(cycles)) << name << ", n = " << n;
    ++exact;
  }
  EXPECT_EQ(exact, 4 * 32);
  EXPECT_EQ(cold, 32);
}

/// What the rules say of cold code is less than the card takes, and not by the same amount: it is no prediction.
TEST(HopperData, FirstPassesTakeLongerThanWarmCode) {
  const Table table = table_of("paper_kernels.csv");
  const Sample cold("_Z11single_loopILi0EEvPKiPfPx");
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.count(row, "preheat") != 0) continue;
    const int n = static_cast<int>(table.count(row, "n"));
    EXPECT_GT(table.real(row, "min_cycles"), static_cast<double>(cold.run(n, gpu::TimerLayout::spans).cycles) + 200)
        << n;
  }
}

/// The detailed loop has no warm pass: its first interval and the second, the first round, are cold. So
/// is the last, the way out of the loop.
TEST(HopperData, EveryIntervalOfTheDetailedLoopIsKnownOnceItsCodeIsWarm) {
  const Table table = table_of("detailed_lane0.csv");
  const Sample sample("_Z19single_loop_precisePKiPfPx");
  std::map<int, gpu::LaunchResult> launches;
  int compared = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const int n = static_cast<int>(table.count(row, "n"));
    const auto stamp = static_cast<std::size_t>(table.count(row, "stamp"));
    if (!launches.contains(n)) launches.emplace(n, sample.run(n, gpu::TimerLayout::stamps));
    if (stamp < 3 || stamp > 32) continue;
    const auto& stamps = launches.at(n).stamps;
    EXPECT_EQ(table.real(row, "cycles_since_previous_stamp"),
              static_cast<double>(stamps[stamp][0] - stamps[stamp - 1][0]))
        << "n = " << n << ", stamp " << stamp;
    ++compared;
  }
  EXPECT_EQ(compared, 9 * 30);
}

}  // namespace
}  // namespace reconverge::golden
