// SPDX-License-Identifier: MIT
#include "cli/launch_options.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>

#include "cli/launch_arguments.hpp"
#include "cli/output.hpp"
#include "core/usage_error.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "run/kernel_run.hpp"
#include "sass/names.hpp"

namespace reconverge::cli {
namespace {

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

/// An operand names a bank by 5 bits and a word of its 64 KiB.
constexpr std::uint32_t constant_banks = 32;
constexpr std::uint32_t constant_bank_bytes = 64 * 1024;

/// Splits "name=value" at the first '='.
std::pair<std::string_view, std::string_view> split(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return {text, {}};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

/// The most that an instruction reads through an operand that names a constant. Sums, products and comparisons of
/// pairs do not always say so in their names.
std::int64_t constant_bytes(const sass::Instruction& row) {
  if (row.opcode() == "MOV" && !row.has_modifier("64")) return 4;
  if (row.opcode().find("LDC") == std::string_view::npos) return 8;
  return row.has_modifier("128") ? 16 : row.has_modifier("64") ? 8 : 4;
}

core::Result<core::Done> apply_register(const std::string& text, run::WarpStart& start) {
  const auto [name, value] = split(text);
  const auto index = numbered(name, 'R', sass::zero_register);
  if (!index)
    return core::usage_error(fmt::format("--reg '{}': '{}' is not a register", text, name), "--reg R5='staircase(2)'");
  const auto values = core::parse_lane_pattern(value);
  if (!values) return values.error();
  start.registers[*index] = *values;
  return core::Done{};
}

core::Result<core::Done> apply_predicate(const std::string& text, run::WarpStart& start) {
  const auto [name, value] = split(text);
  const auto index = numbered(name, 'P', sass::true_predicate);
  const auto mask = parse_word(value);
  if (!index || !mask)
    return core::usage_error(fmt::format("--pred '{}' is not of the form PREDICATE=MASK", text),
                             "--pred P0=0x0000ffff");
  start.predicates[*index] = core::LaneMask(*mask);
  return core::Done{};
}

}  // namespace

void LaunchOptions::add_to(CLI::App& app) {
  app.add_option("--reg", registers)->allow_extra_args(false);
  app.add_option("--pred", predicates)->allow_extra_args(false);
  app.add_option("--const", constants)->allow_extra_args(false);
  app.add_option("--lanes", lanes);
  app.add_option("--max-steps", max_steps)
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000'000'000}));
}

void LaunchOptions::add_launch_to(CLI::App& app) {
  add_to(app);
  app.add_option("--arg", arguments)->allow_extra_args(false);
  app.add_option("--symbol", symbols)->allow_extra_args(false);
  shape.add_to(app);
  app.add_option("--shared", shared)->check(CLI::Range(0, 256 * 1024));
  app.add_option("--heap", heap)->check(CLI::Range(std::uint64_t{16}, std::uint64_t{1} << 30));
  app.add_option("--stack", stack)->check(CLI::Range(16, 512 * 1024));
}

core::Result<emulator::Launch> parse_launch(const LaunchOptions& options) {
  emulator::Launch launch{.shared_bytes = options.shared.value_or(emulator::Launch{}.shared_bytes),
                          .stack_bytes = options.stack / 16 * 16};
  if (auto shaped = apply_shape(options.shape, launch); !shaped) return shaped.error();
  for (const std::string& text : options.arguments) {
    auto argument = parse_argument(text);
    if (!argument) return argument.error();
    launch.arguments.push_back(std::move(argument).value());
  }
  if (auto checked = check_pointers(launch); !checked) return checked.error();
  return launch;
}

std::string pattern_of(const LaunchOptions& options) {
  std::vector<std::string> given = options.arguments;
  if (!options.shape.grid.empty()) given.push_back("grid " + options.shape.grid);
  given.insert(given.end(), options.registers.begin(), options.registers.end());
  given.insert(given.end(), options.predicates.begin(), options.predicates.end());
  return given.empty() ? "all registers 0" : fmt::format("{}", fmt::join(given, ", "));
}

core::Result<emulator::Constants> parse_constants(const LaunchOptions& options) {
  emulator::Constants constants;
  for (const std::string& text : options.constants) {
    const auto failure = [&](std::string_view why) {
      return core::usage_error(fmt::format("--const '{}': {}", text, why), "--const 'c[0x0][0x30]=0x1000'");
    };
    const auto [name, value] = split(text);
    const auto middle = name.find("][");
    if (!name.starts_with("c[") || !name.ends_with(']') || middle == std::string_view::npos)
      return failure("not of the form c[BANK][OFFSET]=VALUE");
    const auto bank = parse_word(name.substr(2, middle - 2));
    const auto offset = parse_word(name.substr(middle + 2, name.size() - middle - 3));
    const auto pattern = core::parse_lane_pattern(value);
    if (!bank || *bank >= constant_banks) return failure(fmt::format("a bank is 0 to {}", constant_banks - 1));
    if (!offset || *offset % 4 != 0 || *offset >= constant_bank_bytes)
      return failure(fmt::format("an offset is a multiple of 4 below 0x{:x}", constant_bank_bytes));
    if (!pattern || value.find('(') != std::string_view::npos) return failure("the value is one number of 32 bits");
    constants[{static_cast<int>(*bank), static_cast<std::int64_t>(*offset)}] = pattern->front();
  }
  return constants;
}

void note_unread_constants(const emulator::Constants& given, const sass::Function& function, const Session& session) {
  std::string names;
  for (const auto& [place, value] : given) {
    const auto [bank, offset] = place;
    const auto reads = [bank = bank, offset = offset](const sass::Operand& operand, std::int64_t bytes) {
      if (operand.kind != sass::OperandKind::constant || (operand.index >= 0 && operand.index != bank)) return false;
      const bool is_computed = operand.index < 0 || !operand.address || operand.address->reads_register();
      return is_computed || (offset + 4 > operand.value && offset < operand.value + bytes);
    };
    const bool is_read = std::ranges::any_of(function.instructions, [&](const sass::Instruction& row) {
      return std::ranges::any_of(row.operands,
                                 [&](const sass::Operand& operand) { return reads(operand, constant_bytes(row)); });
    });
    if (!is_read) names += fmt::format("{}c[0x{:x}][0x{:x}]", names.empty() ? "" : ", ", bank, offset);
  }
  if (!names.empty())
    session.note(fmt::format("note: --const has no effect where no instruction of {} reads it: {}",
                             function.name.empty() ? "the code" : sass::demangled(function.name), names));
}

core::Result<run::WarpStart> parse_start(const LaunchOptions& options) {
  run::WarpStart start;
  for (const std::string& text : options.registers)
    if (auto applied = apply_register(text, start); !applied) return applied.error();
  for (const std::string& text : options.predicates)
    if (auto applied = apply_predicate(text, start); !applied) return applied.error();
  const auto live = parse_word(options.lanes);
  if (!live || *live == 0)
    return core::usage_error(fmt::format("--lanes '{}' is not a lane mask", options.lanes), "--lanes 0xffffffff");
  start.live = core::LaneMask(*live);
  return start;
}

emulator::RunLimits limits_of(const LaunchOptions& options) {
  return {.steps = options.max_steps, .stop = &stop_flag()};
}

void add_device_data(const LaunchOptions& options, std::shared_ptr<const emulator::DeviceData> device,
                     emulator::Launch& launch) {
  launch.device = std::move(device);
  if (launch.device) launch.runtime = std::make_shared<emulator::DeviceRuntime>(options.heap / 16 * 16);
}

core::Result<core::Done> launch_on_stack(const LaunchOptions& options, const emulator::Launch& launch,
                                         sass::Function& function, const std::string& input,
                                         emulator::Constants& constants, run::SimulationSpec& spec) {
  if (!options.launches() && !launch.device) return core::Done{};
  if (launch.grid.count() > 1 || launch.block.count() > core::lane_count || !options.shape.blocks.empty())
    return core::usage_error(fmt::format("{}: code for the token stack runs on one warp", function.arch),
                             "--block with at most 32 threads and no --grid; code for sm_70 and later runs in grids");
  const auto abi = run::abi_of_kernel(function, input);
  if (!abi) return abi.error();
  auto of_launch = emulator::constants_of(launch, *abi);
  if (!of_launch) return of_launch.error();
  constants.merge(*of_launch);
  emulator::settle_names(launch, *abi, function);
  spec.prepare = [launch, abi = *abi, bounded = options.launches()](emulator::Warp& warp) {
    emulator::prepare(launch, abi, warp, bounded);
  };
  spec.start.live = spec.start.live & run::lanes_of_block(static_cast<int>(launch.block.count()));
  return core::Done{};
}

}  // namespace reconverge::cli
