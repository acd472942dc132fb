// SPDX-License-Identifier: MIT
#include "study/replay/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "sass/reader.hpp"

namespace reconverge::study {
namespace {

/// On a multiprocessor of a card whose code is followed.
constexpr std::size_t sub_partitions = 4;
/// Launches of a state that are replayed: two on each sub-partition.
constexpr std::size_t most_replayed = 8;

template <typename Element>
emulator::Buffer buffer_of(emulator::ElementType type, const std::vector<Element>& elements) {
  emulator::Buffer buffer{type, std::vector<std::uint8_t>(elements.size() * sizeof(Element))};
  if (!elements.empty()) std::memcpy(buffer.bytes.data(), elements.data(), buffer.bytes.size());
  return buffer;
}

/// Where code looks for tables of its own: the first words of bank 4 hold a pointer to one.
constexpr int table_bank = 4;

bool reads_table(const sass::Function& function) {
  const auto reads = [](const sass::Operand& operand) {
    return operand.kind == sass::OperandKind::constant && operand.index == table_bank;
  };
  return std::ranges::any_of(function.instructions,
                             [&](const sass::Instruction& row) { return std::ranges::any_of(row.operands, reads); });
}

/// A kernel that calls through a table has it in global memory, which is not in a result. Its
/// functions are in the order of the source: each ends with a RET and begins after what never falls
/// through.
emulator::Buffer table_of_functions(const sass::Function& function) {
  std::vector<std::uint64_t> starts;
  std::uint64_t start = 0;
  for (const auto& row : function.instructions) {
    const std::string_view opcode = row.opcode();
    if (opcode == "RET") starts.push_back(start);
    if (opcode == "RET" || opcode == "BRA" || opcode == "EXIT") start = row.address + 16;
  }
  return buffer_of(emulator::ElementType::u64, starts);
}

/// Far more than any benchmark runs: lanes that wait for each other in a loop spin for ever here.
constexpr std::uint64_t most_steps = 4'000'000;
constexpr std::size_t data_argument = 1, timer_argument = 2, table_argument = 3;

core::Diagnostic without_listing(const measurements::BenchRun& run, const std::string& source) {
  const bool is_lost = !run.missing_file.empty();
  return {.failure = core::Failure::input,
          .message = is_lost ? fmt::format("{}, which holds its code, is not beside it", run.missing_file)
                             : "its code is not stored",
          .hint = is_lost ? "keep the folder code/ together with the result" : "",
          .where = {source}};
}

}  // namespace

emulator::Launch benchmark_launch(std::span<const std::int32_t> limits, int limits_per_lane, int warps) {
  std::vector<std::int32_t> repeated;
  for (const std::int32_t limit : limits)
    repeated.insert(repeated.end(), static_cast<std::size_t>(limits_per_lane), limit);
  const std::vector<float> data(gpu::Launcher::data_count, 1.0f);
  const std::vector<std::int64_t> timer(gpu::Launcher::timer_words * static_cast<std::size_t>(warps));
  return {.block = warps * core::lane_count,
          .arguments = {buffer_of(emulator::ElementType::i32, repeated), buffer_of(emulator::ElementType::f32, data),
                        buffer_of(emulator::ElementType::i64, timer)}};
}

std::vector<std::uint32_t> words_of(const emulator::BufferAfter& buffer) {
  std::vector<std::uint32_t> words(buffer.buffer.bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), buffer.buffer.bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

core::Result<gpu::LaunchResult> timed_cycles(const run::KernelRun& run, gpu::TimerLayout layout, int warps) {
  if (run.run.diagnostic) return *run.run.diagnostic;
  const auto& bytes = run.buffers.at(timer_argument).buffer.bytes;
  std::vector<std::int64_t> timer(bytes.size() / sizeof(std::int64_t));
  std::memcpy(timer.data(), bytes.data(), bytes.size());
  auto times = gpu::read_timer(timer, layout, warps);
  if (times)
    std::ranges::copy_n(words_of(run.buffers.at(data_argument)).begin(), core::lane_count, times->data.begin());
  return times;
}

EmulatedBenchmark::EmulatedBenchmark(run::SharedExecutable executable, std::optional<emulator::Buffer> table,
                                     gpu::TimerLayout layout, int limits_per_lane, int warps, std::string source)
    : executable_(std::move(executable)),
      table_(std::move(table)),
      layout_(layout),
      limits_per_lane_(limits_per_lane),
      warps_(warps),
      source_(std::move(source)) {}

core::Result<EmulatedBenchmark> EmulatedBenchmark::open(const measurements::BenchRun& run, const std::string& source) {
  if (run.listing.empty()) return without_listing(run, source);
  auto function = sass::read_function(run.listing, source);
  if (!function) return function.error();
  const std::vector<std::int32_t> no_limits(core::lane_count);
  auto launch = benchmark_launch(no_limits, run.limits_per_lane);
  emulator::Constants given;
  for (const auto& [bank, words] : run.constants) emulator::put_words(bank, words, given);
  std::optional<emulator::Buffer> table;
  if (reads_table(*function)) {
    table = table_of_functions(*function);
    launch.arguments.emplace_back(*table);
    const auto abi = run::abi_of_kernel(*function, source);
    if (!abi) return abi.error();
    const auto constants = emulator::constants_of(launch, *abi);
    if (!constants) return constants.error();
    const int pointer = abi->parameters + 8 * static_cast<int>(table_argument);
    for (const int half : {0, 4}) given[{table_bank, half}] = constants->at({0, pointer + half});
  }
  auto executable = run::decode_kernel(std::move(function).value(), launch, given, source);
  if (!executable) return executable.error();
  const auto layout = run.stamps_rounds() ? gpu::TimerLayout::stamps : gpu::TimerLayout::spans;
  EmulatedBenchmark benchmark(std::move(executable).value(), std::move(table), layout, run.limits_per_lane, run.warps,
                              source);
  benchmark.warms_its_code_ = run.warmup == "same-code";
  return benchmark;
}

ReplayedState EmulatedBenchmark::run(const measurements::BenchState& state, const ReplayOptions& options) const {
  auto launch = benchmark_launch(state.limits, limits_per_lane_, warps_);
  if (table_) launch.arguments.emplace_back(*table_);
  auto run = run::run_kernel({.executable = executable_,
                              .source_name = source_,
                              .launch = std::move(launch),
                              .limits = {.steps = most_steps},
                              .looks_for_faults = options.looks_for_faults,
                              .remembers = options.remembers,
                              .code_left = options.code_left});
  auto times = timed_cycles(run, layout_, warps_);
  return {std::move(run), std::move(times)};
}

ReplayedState ReplayedSeries::launch(const measurements::BenchState& state) {
  const auto warps = static_cast<std::size_t>(benchmark_.warps());
  const auto place_of = [&](std::size_t warp) { return (first_ + warp) % sub_partitions; };
  code_left_.resize(sub_partitions);
  std::vector<timing::HeldLines> left(warps == 1 ? 1 : sub_partitions);
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = code_left_[place_of(i)];
  ReplayedState replayed = benchmark_.run(state, {.code_left = std::move(left)});
  for (std::size_t i = 0; i < std::min(warps, replayed.run.code_left.size()); ++i)
    code_left_[place_of(i)] = replayed.run.code_left[i];
  first_ = place_of(warps % sub_partitions == 0 ? 1 : warps);
  return replayed;
}

ReplayedState ReplayedSeries::run(const measurements::BenchState& state) {
  if (!benchmark_.warms_its_code()) return benchmark_.run(state);
  std::vector<ReplayedState> launches;
  const std::size_t count = std::clamp<std::size_t>(state.samples.size(), 1, most_replayed);
  while (launches.size() < count) {
    launches.push_back(launch(state));
    if (launches.back().run.code_left.empty() || !launches.back().launch) return std::move(launches.back());
  }
  const auto middle = launches.begin() + static_cast<std::ptrdiff_t>(launches.size() / 2);
  std::ranges::nth_element(launches, middle, {}, [](const ReplayedState& one) { return one.launch->cycles; });
  return std::move(*middle);
}

}  // namespace reconverge::study
