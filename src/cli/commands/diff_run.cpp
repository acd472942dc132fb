// SPDX-License-Identifier: MIT
#include "cli/commands/diff_run.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "cli/captured_launch.hpp"
#include "cli/code_input.hpp"
#include "cli/commands/diff_warps.hpp"
#include "cli/commands/kernel_bands.hpp"
#include "cli/commands/kernel_warps.hpp"
#include "cli/device_variables.hpp"
#include "cli/input.hpp"
#include "cli/launch_request.hpp"
#include "core/usage_error.hpp"
#include "emulator/unknown/operand_flow.hpp"
#include "observers/instruction_counts.hpp"
#include "observers/timeline.hpp"
#include "run/kernel_run.hpp"
#include "run/simulation.hpp"
#include "sass/names.hpp"
#include "sass/reader.hpp"
#include "study/support/explored.hpp"

namespace reconverge::cli {
namespace {

using analysis::RunCounts;

core::Result<LaunchRequest> understand(const DiffInputs& inputs, const Program& program, const Session& session,
                                       std::vector<std::string>& said) {
  auto request = parse_request(inputs.launch);
  if (!request) return request.error();
  if (!inputs.launch.saves.empty())
    return core::usage_error("--save is for one run, and diff makes two", "save the buffers by `emulate`");
  note_unread_constants(request->constants, program.function, session);
  if (auto taken = take_capture(program, inputs.launch, request->launch); !taken) return taken.error();
  if (auto added = add_program(program, inputs.launch, {}, session, *request, &said); !added) return added.error();
  return request;
}

/// Counts of each row. Cycles of rows are not known here.
std::vector<RunCounts> counts_of_rows(const observers::InstructionCounts& counts) {
  std::vector<RunCounts> rows;
  for (const observers::InstructionCounts::Row& row : counts.rows)
    rows.push_back({row.executions, row.executing_lanes, row.branches, row.divergent, std::nullopt});
  return rows;
}

/// The same of all warps of a launch, with the cycles of each by itself if all are known, or all but those of untimed
/// instructions.
std::vector<RunCounts> counts_of_rows(const run::KernelRun& run, bool has_cycles) {
  std::vector<RunCounts> rows = counts_of_rows(run.instructions);
  for (std::size_t i = 0; has_cycles && i < rows.size(); ++i) {
    rows[i].cycles = run.account.rows[i].total();
    std::ranges::copy(run.account.rows[i].cycles, rows[i].by_class.begin());
  }
  return rows;
}

/// What of the rows without a line belongs to the lines of calls.
void add_called(const run::KernelRun& run, bool has_cycles, analysis::Build& build) {
  if (!run.by_caller) return;
  const run::CallerRows& callers = *run.by_caller->rows;
  build.called_rows.resize(build.rows.size());
  for (RunCounts& none : build.called_rows) none.cycles = has_cycles ? std::optional<std::uint64_t>(0) : std::nullopt;
  for (std::size_t i = callers.code_rows(); i < run.by_caller->instructions.rows.size(); ++i) {
    const observers::InstructionCounts::Row& row = run.by_caller->instructions.rows[i];
    if (row.executions == 0) continue;
    RunCounts counts{row.executions, row.executing_lanes, row.branches, row.divergent, std::nullopt};
    if (has_cycles) {
      counts.cycles = run.by_caller->account.rows[i].total();
      std::ranges::copy(run.by_caller->account.rows[i].cycles, counts.by_class.begin());
    }
    build.called_rows[callers.code_row(static_cast<std::uint32_t>(i))].add(counts);
    const auto [sum, is_new] = build.called_from.try_emplace(callers.function().instructions[i].source_note, counts);
    if (!is_new) sum->second.add(counts);
  }
}

/// Each once, in the order of the code.
std::vector<std::string> approximate_mnemonics(const emulator::Executable& executable,
                                               const observers::InstructionCounts& counts) {
  std::vector<std::string> mnemonics;
  const std::size_t rows = std::min(executable.instructions.size(), counts.rows.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string& mnemonic = executable.function.instructions[i].mnemonic;
    if (counts.rows[i].executions > 0 && executable.instructions[i].approximate &&
        std::ranges::find(mnemonics, mnemonic) == mnemonics.end())
      mnemonics.push_back(mnemonic);
  }
  return mnemonics;
}

core::Result<std::uint64_t> cycles_of(const run::KernelRun& run) {
  if (!run.has_many_warps()) return run.cycles;
  if (run.no_warp_cycles_because.empty() && run.untimed_warps == 0) return run.warp_cycles;
  const std::string untimed = fmt::format("{} warps ran an untimed instruction", run.untimed_warps);
  return core::Diagnostic{.failure = core::Failure::check,
                          .message = run.no_warp_cycles_because.empty() ? untimed : run.no_warp_cycles_because};
}

bool reads_clock(const sass::Function& function) {
  return std::ranges::any_of(function.instructions, [](const sass::Instruction& row) {
    return emulator::time_source(row) != emulator::TimeSource::none;
  });
}

/// The buffers after a run in which no clock value is known: elements that depend on one are unknown.
std::vector<emulator::BufferAfter> buffers_without_clock(run::KernelSpec spec) {
  if (!reads_clock(spec.executable->function)) return {};
  spec.record = std::make_shared<const timing::CycleRecord>();  // times nothing
  run::KernelRun run = run::run_kernel(spec);
  return run.run.diagnostic ? std::vector<emulator::BufferAfter>() : std::move(run.buffers);
}

/// Has the run keep the variables of the device, and notes what is in them before it. The memory of a capture is not
/// compared, and so its variables are not either.
void watch_variables(emulator::Launch& launch, DiffSide& side) {
  const auto abi = emulator::abi_of(sass::arch_number(side.function.arch).value_or(0));
  if (launch.captured || !launch.device || !abi) return;
  launch.wanted = writable_variables(launch);
  emulator::Warp warp;
  emulator::prepare(launch, *abi, warp);
  for (auto& before : emulator::buffers_after(launch, warp.global()))
    if (!before.variable.empty()) side.variables_before.emplace(before.variable, std::move(before.buffer.bytes));
}

/// As for `trace`: small enough for a page.
constexpr std::uint64_t explored_steps = 1'000'000;

bool is_of_several_warps(const run::KernelSpec& spec) {
  return spec.launch.grid.count() > 1 || spec.launch.block.count() > core::lane_count;
}

/// The timeline of a warp, or of those of a block, for a page. A longer run than a page can show has none.
/// @param warp  as for `trace`; empty: the one there is
core::Result<core::Done> explore_build(const DiffInputs& inputs, const std::string& warp, DiffSide& side) {
  run::KernelSpec spec = std::move(*side.to_explore);
  side.to_explore.reset();
  spec.looks_for_faults = false;
  spec.limits.steps = std::min(spec.limits.steps, explored_steps);
  const bool has_many = is_of_several_warps(spec);
  bool whole_block = false;
  if (!warp.empty()) {
    const auto place = apply_warp(warp, spec);
    if (!place) return place.error();
    whole_block = !place->warp;
    if (has_many) side.shown = fmt::format("block {}", place->block);
    if (has_many && place->warp) side.shown = fmt::format("warp {} of {}", *place->warp, side.shown);
  }
  const std::string pattern = pattern_of(inputs.launch);
  if (whole_block) side.explored = study::explore_block(spec, pattern);
  else side.explored.push_back(study::explore_kernel(spec, pattern));
  if (!side.run.diagnostic && side.explored.front().result.diagnostic) {
    side.explored.clear();
    side.not_explored = fmt::format("a run of more than {} instructions is not shown step by step", explored_steps);
  }
  return core::Done{};
}

core::Result<core::Done> run_under_barriers(const DiffInputs& inputs, const LaunchRequest& request,
                                            const std::string& input, DiffSide& side) {
  auto spec = kernel_spec(side.function, request, inputs.launch, inputs.record, input);
  if (!spec) return spec.error();
  spec->jobs = jobs_of(inputs.launch.shape);
  watch_variables(spec->launch, side);
  run::KernelRun run = run::run_kernel(*spec);
  side.cycles = cycles_of(run);
  if (!side.cycles) side.cycles_without = missing_in_cycles(run, side.function);
  const bool is_timed = run.untimed_warps == 0 && !run.account.rows.empty();
  if (is_timed || !side.cycles_without.empty()) side.known_cycles = run.account.total();
  side.build.rows = counts_of_rows(run, side.known_cycles.has_value());
  add_called(run, side.known_cycles.has_value(), side.build);
  side.without_clock = buffers_without_clock(*spec);
  for (const auto& [ends, interval] : run.intervals)
    side.clock_reads.push_back(
        {ends.first, ends.second, interval.untimed.empty() ? std::optional(interval.last) : std::nullopt});
  side.approximate = approximate_mnemonics(*spec->executable, run.instructions);
  side.warp_instructions = run.warp_instructions;
  side.thread_instructions = run.thread_instructions;
  side.branches = run.counts.branches;
  side.divergent = run.counts.divergent_branches;
  side.has_many_warps = run.has_many_warps();
  side.buffers = std::move(run.buffers);
  side.findings = run.findings;
  side.lanes = run::sum_of(run::line_costs(side.function, {.counts = &run.instructions, .cycles = &run.account}));
  side.run = std::move(run.run);
  side.times_all_warps = has_all_warp_cycles(run);
  side.worst = std::move(run.worst);
  side.busiest = std::move(run.busiest);
  if (inputs.explores) side.to_explore = std::move(spec).value();
  return core::Done{};
}

/// Counts alone: the depth of the stack and its spills depend on the generation, what is executed does not.
core::Result<core::Done> run_on_stack(const DiffInputs& inputs, const LaunchRequest& request, const std::string& input,
                                      DiffSide& side) {
  if (inputs.record.any()) return record_without_barriers(side.function.arch);
  auto spec = stack_spec(side.function, request, inputs.launch, emulator::carrier_orders().data(), input);
  if (!spec) return spec.error();
  side.function = spec->executable->function;
  spec->follows_unknown = true;
  observers::InstructionCounts counts;
  std::vector<run::ListenerFactory> listeners{[&](const emulator::TokenStack&) {
    return std::make_unique<observers::InstructionCounter>(side.function.instructions.size(), spec->start.live, counts);
  }};
  explorer::Run explored{.pattern = pattern_of(inputs.launch),
                         .generations = {0},
                         .mechanism = std::string(emulator::TokenStack().name()),
                         .spill = spec->spill};
  if (inputs.explores)
    listeners.emplace_back([&](const emulator::TokenStack& stack) {
      return std::make_unique<observers::TimelineRecorder>(stack, explored.timeline);
    });
  run::Simulation run = run::simulate(*spec, listeners);
  side.build.rows = counts_of_rows(counts);
  side.approximate = approximate_mnemonics(*spec->executable, counts);
  side.lanes = run::sum_of(run::line_costs(side.function, {.counts = &counts}));
  side.run = std::move(run.run);
  explored.result = side.run;
  explored.counts = counts;
  explored.no_prediction = fmt::format("no instruction timings for {}", side.function.arch);
  if (inputs.explores && side.run.steps <= explored_steps) side.explored.push_back(std::move(explored));
  side.warp_instructions = side.run.steps;
  for (const RunCounts& row : side.build.rows) side.thread_instructions += row.lanes;
  side.branches = run.counts.branches;
  side.divergent = run.counts.divergent_branches;
  side.cycles = core::Diagnostic{.failure = core::Failure::check,
                                 .message = fmt::format("no instruction timings for {}", side.function.arch)};
  emulator::Launch launch = request.launch;
  watch_variables(launch, side);
  if (inputs.launch.launches())
    side.buffers = emulator::buffers_after(launch, run.warp.global(), run.unknown_words, run.unknown_because);
  return core::Done{};
}

/// The lines of a source that a listing names: by its name, or beside the input.
std::vector<std::string> source_lines(const std::string& file, const std::string& input) {
  namespace fs = std::filesystem;
  const fs::path beside = fs::path(input).parent_path() / fs::path(file).filename();
  for (const fs::path& path : {fs::path(file), beside}) {
    std::error_code unreadable;
    if (!fs::is_regular_file(path, unreadable)) continue;
    const auto text = read_input(path.string());
    if (!text) continue;
    std::vector<std::string> lines;
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }
  return {};
}

void read_sources(const std::string& input, DiffSide& side) {
  for (const sass::SourceNote& note : side.function.source_notes) {
    if (side.build.sources.contains(note.file)) continue;
    if (auto lines = source_lines(note.file, input); !lines.empty())
      side.build.sources.emplace(note.file, std::move(lines));
  }
}

/// The symbol of the function that is the counterpart of another build's.
core::Result<std::string> counterpart(const std::string& symbol, const ProgramOptions& options) {
  auto text = read_code(options.input);
  if (!text) return text.error();
  const auto listing = listing_of(options.input, std::move(text).value(), options.arch, options.compile);
  if (!listing) return listing.error();
  const auto entries = sass::list_functions(listing->text, options.input, {"", options.arch, listing->steps.empty()});
  if (!entries) return entries.error();
  std::vector<std::string> symbols;
  const bool knows_kernels = std::ranges::any_of(*entries, &sass::FunctionEntry::is_kernel);
  for (const auto& entry : *entries)  // one for several architectures is one
    if ((entry.is_kernel || !knows_kernels) && std::ranges::find(symbols, entry.name) == symbols.end())
      symbols.push_back(entry.name);
  if (const auto found = analysis::matching_function(symbol, symbols)) return symbols[*found];
  for (std::string& name : symbols) name = sass::demangled(name);
  return core::Diagnostic{.failure = core::Failure::usage,
                          .message = fmt::format("no function is the counterpart of {}; there are {}",
                                                 sass::demangled(symbol), fmt::join(symbols, ", ")),
                          .hint = "--new-function NAME",
                          .where = {options.input}};
}

/// "ns::scale" of "void ns::scale<int>(int*)": the name that builds of one function share.
std::string plain_name(const std::string& symbol) {
  const std::string name = sass::without_signature(sass::demangled(symbol));
  return name.substr(0, name.find('<'));
}

/// One capture serves both builds: the new one runs on the memory that the old one was captured with.
std::pair<Program, Program> one_capture(Program old_program, Program new_program) {
  if (!new_program.capture) new_program.capture = old_program.capture;
  if (!old_program.capture) old_program.capture = new_program.capture;
  return {std::move(old_program), std::move(new_program)};
}

}  // namespace

core::Result<std::pair<Program, Program>> read_builds(const ProgramOptions& old_build,
                                                      const ProgramOptions& new_build) {
  auto old_program = read_program(old_build);
  if (!old_program) return old_program.error();
  ProgramOptions options = new_build;
  const std::string& old_symbol = old_program->function.name;
  if (options.function.empty() && !old_symbol.empty()) {
    // Nearly always the new input has the same symbol; to list all that it has takes one more disassembly.
    options.function = old_symbol;
    if (auto same = read_program(options); same && same->function.name == old_symbol)
      return one_capture(std::move(old_program).value(), std::move(same).value());
    options.function.clear();
    auto symbol = counterpart(old_program->function.name, options);
    if (!symbol) return symbol.error();
    options.function = *symbol;
  }
  auto new_program = read_program(options);
  if (!new_program) return new_program.error();
  const bool is_asked_for_both = !old_build.function.empty() && old_build.function == new_build.function;
  const std::string &old_name = old_program->function.name, &new_name = new_program->function.name;
  if (is_asked_for_both && plain_name(old_name) != plain_name(new_name))
    return core::usage_error(fmt::format("'{}' is {} in OLD and {} in NEW, which are not one function",
                                         old_build.function, sass::demangled(old_name), sass::demangled(new_name)),
                             "--old-function NAME and --new-function NAME, or the whole name");
  return one_capture(std::move(old_program).value(), std::move(new_program).value());
}

core::Result<DiffSide> run_build(const std::string& input, Program program, const DiffInputs& inputs,
                                 const Session& session, std::vector<std::string>& said) {
  const auto request = understand(inputs, program, session, said);
  if (!request) return request.error();
  DiffSide side{.input = input, .function = std::move(program.function), .resources = program.resources};
  const bool is_kernel = uses_convergence_barriers(side.function);
  const auto ran =
      is_kernel ? run_under_barriers(inputs, *request, input, side) : run_on_stack(inputs, *request, input, side);
  if (!ran) return ran.error();
  read_sources(input, side);
  return side;
}

core::Result<core::Done> explore(const DiffInputs& inputs, DiffSide& old_side, DiffSide& new_side) {
  if (!old_side.to_explore || !new_side.to_explore) return core::Done{};
  std::string warp = inputs.warp;
  std::optional<ChangedWarp> changed;
  if (warp.empty() && is_of_several_warps(*old_side.to_explore)) {
    changed = most_changed_warp(old_side, new_side);
    warp = fmt::format("{}", changed ? changed->block : 0);
  }
  for (DiffSide* side : {&old_side, &new_side})
    if (auto done = explore_build(inputs, warp, *side); !done) return done;
  open_at_most_changed(changed, old_side, new_side);
  return core::Done{};
}

}  // namespace reconverge::cli
