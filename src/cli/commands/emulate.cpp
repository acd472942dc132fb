// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <span>

#include "cli/commands/capture_report.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/emulate_outputs.hpp"
#include "cli/commands/emulation_report.hpp"
#include "cli/commands/kernel_bands.hpp"
#include "cli/commands/kernel_report.hpp"
#include "cli/commands/lane_watch.hpp"
#include "cli/commands/launch_report.hpp"
#include "cli/commands/printed_report.hpp"
#include "cli/commands/run_summary.hpp"
#include "cli/exit_status.hpp"
#include "cli/launch_request.hpp"
#include "cli/model_options.hpp"
#include "cli/program_options.hpp"
#include "cli/record_options.hpp"
#include "cli/run_record.hpp"
#include "cli/saved_buffers.hpp"
#include "cli/terminal.hpp"
#include "core/usage_error.hpp"
#include "observers/instruction_counts.hpp"
#include "observers/trace.hpp"
#include "study/support/context.hpp"

namespace reconverge::cli {
namespace {

/// The trace of the first generation's run; the stack is the same for all but for the part on chip.
std::vector<run::ListenerFactory> trace_listener(const EmulateOptions& options, const EmulationResult& result,
                                                 EmulateOutputs& outputs) {
  if (!options.trace || !result.runs.empty()) return {};
  return {[consumer = trace_consumer(options, *result.executable, outputs)](const emulator::TokenStack& stack) {
    return std::make_unique<observers::Trace>(stack, consumer);
  }};
}

std::vector<run::KernelListener> trace_listener(const EmulateOptions& options, const KernelEmulation& result,
                                                EmulateOutputs& outputs) {
  if (!options.trace) return {};
  return {[consumer = trace_consumer(options, *result.executable, outputs)](const emulator::Mechanism& mechanism) {
    return std::make_unique<observers::Trace>(mechanism, consumer);
  }};
}

/// Registers that are read first and were not given.
std::vector<int> assumed_zero(const sass::Function& function, const run::SimulationSpec& spec) {
  std::vector<int> assumed;
  for (const int index : emulator::registers_read_first(function))
    if (!spec.start.registers.contains(index)) assumed.push_back(index);
  return assumed;
}

std::string why_no_base(const study::PaperKernel* kernel, const run::Simulation& simulation) {
  if (kernel == nullptr) return "no base is known for this code; give --cost base=CYCLES";
  if (!study::base_applies(*kernel, simulation.counts))
    return "the known base belongs to loops of 32 passes; give --cost base=CYCLES";
  return {};
}

/// Runs the code once a generation, whose stacks differ, until one run is interrupted.
void run_all(const EmulateOptions& options, const std::vector<timing::Generation>& generations,
             run::SimulationSpec& spec, EmulationResult& result, EmulateOutputs& outputs) {
  for (const auto& generation : generations) {
    const auto spill = spill_settings(options.model, generation);
    spec.spill = spill.settings;
    spec.generations = {&generation};
    auto listeners = trace_listener(options, result, outputs);
    if (result.runs.empty()) {  // lanes do the same on all
      watch_lanes(spec, listeners, result.findings);
      listeners.emplace_back([&spec, &result](const emulator::TokenStack&) {
        return std::make_unique<observers::InstructionCounter>(spec.executable->function.instructions.size(),
                                                               spec.start.live, result.instructions);
      });
    }
    auto simulation = run::simulate(spec, listeners);
    result.runs.push_back({generation, spill.settings, spill.known, std::move(simulation)});
    if (stop_flag()) return;
  }
}

/// The exit status of a run whose results have been printed.
int end(const core::Diagnostic* diagnostic, const std::vector<observers::Finding>& findings,
        const EmulateOptions& options, const Session& session) {
  const bool unwanted = reader_is_gone() && options.writes_no_file() && !interrupted();
  if (diagnostic != nullptr) return unwanted ? exit_done : session.report(*diagnostic);
  const auto failed = unwanted_findings(options, findings);
  return failed ? session.report(*failed) : exit_done;
}

/// The options, parsed.
struct Request : ModelRequest {
  timing::LoadsFrom loads_from = timing::LoadsFrom::as_known;
  SavedBuffers saved;
};

/// Code for the token stack has no instruction timings, so --assume has nothing to change.
core::Result<core::Done> refuse_assumption(const std::string& assume, const std::string& arch) {
  if (assume.empty()) return core::Done{};
  return core::usage_error(fmt::format("--assume is for code that is timed by instruction, and {} is not", arch),
                           "leave it out");
}

core::Result<timing::LoadsFrom> loads_from(const std::string& assume) {
  if (assume.empty()) return timing::LoadsFrom::as_known;
  const auto found = std::ranges::find(timing::loads_from_names, assume);
  if (found != timing::loads_from_names.end())
    return static_cast<timing::LoadsFrom>(found - timing::loads_from_names.begin() + 1);
  return core::usage_error(fmt::format("'{}' is not a memory level", assume),
                           fmt::format("--assume takes {}", fmt::join(timing::loads_from_names, ", ")));
}

core::Result<Request> understand(const EmulateOptions& options) {
  Request request;
  for (const std::string& save : options.launch.saves)
    if (auto added = request.saved.add(save); !added) return added.error();
  if (auto checked = check_outputs(options, request.saved); !checked) return checked.error();
  const auto assumed = loads_from(options.assume);
  if (!assumed) return assumed.error();
  request.loads_from = *assumed;
  auto parsed = parse_request(options.program, options.model, options.launch);
  if (!parsed) return parsed.error();
  static_cast<ModelRequest&>(request) = std::move(parsed).value();
  if (auto checked = request.saved.check(request.launch); !checked) return checked.error();
  return request;
}

/// Writes the requested buffers. A failed run determines the status rather than a failed file.
int save(std::span<const emulator::BufferAfter> buffers, SavedBuffers& saved, int status, const Session& session) {
  const auto written = saved.write(buffers);
  if (written) return status;
  const int failed = session.report(written.error());
  return status == exit_done ? failed : status;
}

/// The report of a kernel's run, for every kind of result.
struct KernelResults {
  const KernelEmulation& kernel;
  LineReport lines;
  const CaptureReport& captured;
  const emulator::Launch& launch;
};

nlohmann::ordered_json record_after_trace(const KernelResults& results) {
  nlohmann::ordered_json record;
  add_to_record(results.kernel, record);
  add_account(results.lines, record);
  add_printed(results.launch, record);
  add_capture(results.captured, record);
  return record;
}

report::Table counts_of(const KernelResults& results) {
  return marked_if_incomplete(kernel_counts_table(results.kernel), results.kernel.run->run);
}
std::vector<LateList> lists_of(const KernelResults& results) { return line_lists(results.lines); }
Watched watched(const KernelResults& results) {
  const run::KernelRun& run = *results.kernel.run;
  return {results.kernel.executable->function, "convergence barriers", run.findings, run.run};
}
std::string text_of(const KernelResults& results, const std::string& summary, const std::string& lines, int width) {
  return kernel_text(results.kernel, summary, lines, width) + capture_text(results.captured, width);
}
Summary summary_of(const KernelResults& results) { return summary_of(results.kernel, results.lines); }

/// The report of runs on a token stack, for every kind of result.
struct StackResults {
  const EmulationResult& runs;
  LineReport lines;
  const emulator::Launch& launch;
};

nlohmann::ordered_json record_after_trace(const StackResults& results) {
  nlohmann::ordered_json record;
  add_to_record(results.runs, record);
  add_printed(results.launch, record);
  add_account(results.lines, record);
  return record;
}

report::Table counts_of(const StackResults& results) { return counts_table(results.runs); }
std::vector<LateList> lists_of(const StackResults&) { return {}; }
Watched watched(const StackResults& results) {
  const EmulationResult& runs = results.runs;
  return {runs.executable->function, runs.mechanism, runs.findings, runs.first().run};
}
std::string text_of(const StackResults& results, const std::string& summary, const std::string& lines, int width) {
  return emulation_text(results.runs, summary, lines, width);
}
Summary summary_of(const StackResults& results) { return summary_of(results.runs, results.lines); }

template <typename Results>
core::Result<core::Done> write_results(const Results& results, const ReadFrom& from, const Session& session,
                                       EmulateOutputs& outputs) {
  if (auto written = outputs.lines.write(results.lines); !written) return written;
  if (auto written =
          write_outputs([&] { return record_after_trace(results); }, counts_of(results), outputs, lists_of(results));
      !written)
    return written;
  return write_issues(watched(results), from, session, outputs);
}

template <typename Results> void print_results(const Results& results, const EmulateOptions& options) {
  const int width = terminal_width();
  print(printed_text(results.launch) +
        text_of(results, to_text(summary_of(results), width), lines_text(results.lines, options.lines, width), width));
}

int status_of(const KernelResults& results, const EmulateOptions& options, const Session& session) {
  const auto& diagnostic = results.kernel.run->run.diagnostic;
  const int status = end(diagnostic ? &*diagnostic : nullptr, results.kernel.run->findings, options, session);
  const bool differs = results.captured.is_checked && !results.captured.check.passes();
  return status == exit_done && differs ? exit_check_failed : status;
}

/// A kernel for sm_70 or later, under convergence barriers.
int emulate_kernel(const EmulateOptions& options, const Session& session, Request& request, Program program,
                   EmulateOutputs& outputs) {
  auto kernel =
      kernel_spec(std::move(program.function), request, options.launch, options.record, options.program.input);
  if (!kernel) return session.report(kernel.error());
  run::KernelSpec& spec = *kernel;
  spec.follows_cold_code = true;
  const run::SharedExecutable executable = spec.executable;
  KernelEmulation result{.input = options.program.input, .executable = executable, .record = options.record};
  spec.loads_from = request.loads_from;
  if (auto applied = apply_blocks(options.launch.shape, session, spec); !applied)
    return session.report(applied.error());
  result.grid = spec.launch.grid;
  result.block = spec.launch.block;
  result.chosen = options.launch.shape.blocks;
  result.run.emplace(run::run_kernel(spec, trace_listener(options, result, outputs)));
  if (const std::string why = why_assumption_has_no_effect(*result.run); !why.empty())
    session.note(fmt::format("note: --assume {} has no effect: {}", options.assume, why));
  std::ranges::copy(failed_assertions(request.launch, executable->function), std::back_inserter(result.run->findings));
  const CaptureReport captured =
      capture_report(program.capture, options.check, request.launch, executable, *result.run);
  const KernelResults results{result, line_report(result), captured, request.launch};
  if (auto written = write_results(results, {options.program.input, program.is_listing}, session, outputs); !written)
    return session.report(written.error());
  // What stopped a run comes before what little it left.
  const bool says_first = has_stopped(result.run->run);
  int status = says_first ? status_of(results, options, session) : exit_done;
  if (options.prints_text()) print_results(results, options);
  if (!says_first) status = status_of(results, options, session);
  return save(result.run->buffers, request.saved, status, session);
}

/// A function for the token stack, once a generation.
int emulate_on_stack(const EmulateOptions& options, const Session& session, Request& request, sass::Function function,
                     bool is_listing, EmulateOutputs& outputs) {
  auto prepared =
      stack_spec(std::move(function), request, options.launch, request.model.carrier_order, options.program.input);
  if (!prepared) return session.report(prepared.error());
  run::SimulationSpec& spec = *prepared;
  spec.follows_unknown = true;
  const run::SharedExecutable executable = spec.executable;
  EmulationResult result{.input = options.program.input,
                         .executable = executable,
                         .mechanism = std::string(emulator::TokenStack().name()),
                         .carrier_order = std::string(request.model.carrier_order->name),
                         .spill_rule = options.model.spill_rule,
                         .given = request.model.given,
                         .assumed_zero = assumed_zero(executable->function, spec),
                         .launched = options.launch.launches()};
  run_all(options, request.generations, spec, result, outputs);
  result.base_absent_because = why_no_base(study::find_paper_kernel(spec.kernel), result.first());
  if (result.launched)
    result.buffers = emulator::buffers_after(request.launch, result.first().warp.global(), result.first().unknown_words,
                                             result.first().unknown_because);

  if (executable->has_preamble)
    session.note("note: the listing is an excerpt; the rows before its first '...' run first");
  if (!result.assumed_zero.empty())
    session.note(fmt::format("note: started at 0, since not given: R{}", fmt::join(result.assumed_zero, ", R")));
  std::ranges::copy(failed_assertions(request.launch, executable->function), std::back_inserter(result.findings));
  const StackResults results{
      result, line_report(executable->function, {.counts = &result.instructions}, "they are priced by generation"),
      request.launch};
  if (auto written = write_results(results, {options.program.input, is_listing}, session, outputs); !written)
    return session.report(written.error());
  const bool says_first = has_stopped(result.first().run);
  int status = says_first ? end(result.diagnostic(), result.findings, options, session) : exit_done;
  if (options.prints_text()) print_results(results, options);
  if (!says_first) status = end(result.diagnostic(), result.findings, options, session);
  return save(result.buffers, request.saved, status, session);
}

int emulate(const EmulateOptions& options, const Session& session) {
  auto request = understand(options);
  if (!request) return session.report(request.error());
  EmulateOutputs outputs;
  if (auto opened = open_outputs(options, outputs); !opened) return session.report(opened.error());
  if (auto opened = request->saved.open(); !opened) return session.report(opened.error());
  auto program = read_program(options.program, options.launch, session, *request);
  if (!program) return session.report(program.error());
  sass::Function& function = program->function;
  if (options.check)
    if (const std::string why = why_not_checked(program->capture.get(), options.launch.shape.blocks); !why.empty())
      return session.report(core::usage_error(why));
  if (auto added = add_program(*program, options.launch, request->saved.variables(), session, *request); !added)
    return session.report(added.error());
  if (auto fits = refuse_stack_options(options.program, request->model, function); !fits)
    return session.report(fits.error());
  const bool is_kernel = uses_convergence_barriers(function);
  if (auto fits = is_kernel ? core::Done{} : refuse_assumption(options.assume, function.arch); !fits)
    return session.report(fits.error());
  if (!is_kernel && options.record.any()) return session.report(record_without_barriers(function.arch));
  if (outputs.json)
    outputs.record.emplace(*outputs.json, run_record(session, is_kernel ? "reconverge.kernel" : "reconverge.emulation"),
                           "trace");
  if (is_kernel) return emulate_kernel(options, session, *request, std::move(program).value(), outputs);
  if (program->capture) return session.report(core::usage_error("captures are of sm_70 and later"));
  return emulate_on_stack(options, session, *request, std::move(function), program->is_listing, outputs);
}

}  // namespace

void add_emulate(CLI::App& app, Session& session) {
  auto options = std::make_shared<EmulateOptions>();
  CLI::App* verb = app.add_subcommand("emulate", "");
  options->program.add_to(*verb);
  verb->add_option("--json", options->json);
  verb->add_option("--csv", options->csv);
  verb->add_option("--markdown", options->markdown);
  verb->add_option("--sarif", options->sarif);
  verb->add_flag("--trace", options->trace);
  verb->add_flag("--check", options->check);
  verb->add_option("--fail-on", options->fail_on)->check(CLI::IsMember({"note", "warning", "error", "never"}));
  verb->add_option("--save", options->launch.saves)->allow_extra_args(false);
  options->launch.add_launch_to(*verb);
  options->launch.shape.add_choice_to(*verb);
  options->model.add_to(*verb);
  options->record.add_to(*verb);
  verb->add_option("--assume", options->assume);
  options->lines.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return emulate(*options, session); }; });
}

}  // namespace reconverge::cli
