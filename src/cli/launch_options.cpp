#include "cli/launch_options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <optional>

#include "cli/launch_arguments.hpp"
#include "cli/output.hpp"
#include "study/support/kernel_run.hpp"

namespace reconverge::cli {
namespace {

core::Diagnostic usage(std::string message, std::string hint) {
  return {.failure = core::Failure::usage, .message = std::move(message), .hint = std::move(hint)};
}

/// The number in "R5" or "P0", if it is below `count`.
std::optional<int> numbered(std::string_view text, char letter, int count) {
  int number = 0;
  if (text.size() < 2 || text.front() != letter) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0 || number >= count) return std::nullopt;
  return number;
}

std::optional<std::uint32_t> parse_word(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Splits "name=value" at the first '='.
std::pair<std::string_view, std::string_view> split(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return {text, {}};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

core::Result<core::Done> apply_register(const std::string& text, study::SimulationSpec& spec) {
  const auto [name, value] = split(text);
  const auto index = numbered(name, 'R', sass::zero_register);
  if (!index) return usage(fmt::format("--reg '{}': '{}' is no register", text, name), "--reg R5='staircase(2)'");
  const auto values = core::parse_lane_pattern(value);
  if (!values) return values.error();
  spec.registers[*index] = *values;
  return core::Done{};
}

core::Result<core::Done> apply_predicate(const std::string& text, study::SimulationSpec& spec) {
  const auto [name, value] = split(text);
  const auto index = numbered(name, 'P', sass::true_predicate);
  const auto mask = parse_word(value);
  if (!index || !mask) return usage(fmt::format("--pred '{}' is no predicate and mask", text), "--pred P0=0x0000ffff");
  spec.predicates[*index] = core::LaneMask(*mask);
  return core::Done{};
}

}  // namespace

void LaunchOptions::add_to(CLI::App& app) {
  app.add_option("--reg", registers)->allow_extra_args(false);
  app.add_option("--pred", predicates)->allow_extra_args(false);
  app.add_option("--const", constants)->allow_extra_args(false);
  app.add_option("--lanes", lanes);
  app.add_option("--max-steps", max_steps)->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000'000'000}));
}

void LaunchOptions::add_launch_to(CLI::App& app) {
  add_to(app);
  app.add_option("--arg", arguments)->allow_extra_args(false);
  app.add_option("--block", block)->check(CLI::Range(1, 1024));
  app.add_option("--shared", shared)->check(CLI::Range(0, 256 * 1024));
  app.add_option("--stack", stack)->check(CLI::Range(16, 512 * 1024));
}

core::Result<emulator::Launch> parse_launch(const LaunchOptions& options) {
  emulator::Launch launch{.block = options.block > 0 ? options.block : core::lane_count,
                          .shared_bytes = options.shared,
                          .stack_bytes = options.stack / 16 * 16};
  for (const std::string& text : options.arguments) {
    auto argument = parse_argument(text);
    if (!argument) return argument.error();
    launch.arguments.push_back(std::move(argument).value());
  }
  return launch;
}

core::Result<emulator::Constants> parse_constants(const LaunchOptions& options) {
  emulator::Constants constants;
  for (const std::string& text : options.constants) {
    const auto failure = usage(fmt::format("--const '{}' is no constant and value", text), "--const 'c[0x0][0x30]=0x1000'");
    const auto [name, value] = split(text);
    const auto middle = name.find("][");
    if (!name.starts_with("c[") || !name.ends_with(']') || middle == std::string_view::npos) return failure;
    const auto bank = parse_word(name.substr(2, middle - 2));
    const auto offset = parse_word(name.substr(middle + 2, name.size() - middle - 3));
    const auto pattern = core::parse_lane_pattern(value);
    if (!bank || !offset || !pattern || value.find('(') != std::string_view::npos) return failure;
    constants[{static_cast<int>(*bank), static_cast<std::int64_t>(*offset)}] = pattern->front();
  }
  return constants;
}

core::Result<core::Done> apply_launch(const LaunchOptions& options, study::SimulationSpec& spec) {
  for (const std::string& text : options.registers)
    if (auto applied = apply_register(text, spec); !applied) return applied;
  for (const std::string& text : options.predicates)
    if (auto applied = apply_predicate(text, spec); !applied) return applied;
  const auto live = parse_word(options.lanes);
  if (!live || *live == 0) return usage(fmt::format("--lanes '{}' is no mask of lanes", options.lanes), "--lanes 0xffffffff");
  spec.live = core::LaneMask(*live);
  spec.limits.steps = options.max_steps;
  spec.limits.stop = &stop_flag();
  return core::Done{};
}

core::Result<core::Done> launch_on_stack(const LaunchOptions& options, const emulator::Launch& launch,
                                         const sass::Function& function, const std::string& input,
                                         emulator::Constants& constants, study::SimulationSpec& spec) {
  if (!options.launches()) return core::Done{};
  const auto abi = study::abi_of_kernel(function, input);
  if (!abi) return abi.error();
  auto of_launch = emulator::constants_of(launch, *abi);
  if (!of_launch) return of_launch.error();
  constants.merge(*of_launch);
  spec.prepare = [&launch, abi = *abi](emulator::Warp& warp) { emulator::prepare(launch, abi, warp); };
  spec.live = spec.live & study::lanes_of_block(launch.block);
  return core::Done{};
}

}  // namespace reconverge::cli
