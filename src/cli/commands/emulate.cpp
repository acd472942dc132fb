#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/commands/emulation_report.hpp"
#include "cli/exit_status.hpp"
#include "cli/launch_options.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "cli/program_options.hpp"
#include "cli/run_record.hpp"
#include "observers/trace.hpp"
#include "report/formats/formats.hpp"
#include "study/support/context.hpp"

namespace reconverge::cli {
namespace {

struct EmulateOptions {
  ProgramOptions program;
  std::string json, csv, markdown;
  bool trace = false;
  ModelOptions model;
  LaunchOptions launch;

  bool json_on_stdout() const { return json == "-"; }
  /// Whether another result than the text goes to stdout.
  bool other_on_stdout() const { return json == "-" || csv == "-" || markdown == "-"; }
};

nlohmann::ordered_json trace_json(const observers::Trace::Row& row, const emulator::Executable& executable) {
  const auto& instruction = executable.function.instructions[row.at.index];
  return {{"step", row.at.step},
          {"pc", fmt::format("0x{:04x}", instruction.address)},
          {"instruction", instruction.mnemonic},
          {"active", to_string(row.active)},
          {"executing", to_string(row.executing)},
          {"stack", row.waiting}};
}

/// One row a line: step, pc, active mask, executing mask, instruction, stack.
void print_trace_row(const observers::Trace::Row& row, const emulator::Executable& executable) {
  const auto& instruction = executable.function.instructions[row.at.index];
  fmt::print("{:>8} 0x{:04x} {} {} {:24} {}\n", row.at.step, instruction.address, to_string(row.active),
             to_string(row.executing), instruction.mnemonic, row.waiting.empty() ? "-" : row.waiting);
}

/// The trace of the first generation's run; the stack is the same for all but for what is on chip.
std::vector<study::ListenerFactory> trace_listener(const EmulateOptions& options, EmulationResult& result) {
  if (!options.trace || !result.runs.empty()) return {};
  const auto* executable = result.executable;
  observers::Trace::Consumer consumer = [executable](const auto& row) { print_trace_row(row, *executable); };
  if (options.json_on_stdout())
    consumer = [executable, &result](const auto& row) { result.trace.push_back(trace_json(row, *executable)); };
  return {[consumer](const emulator::TokenStack& stack) { return std::make_unique<observers::Trace>(stack, consumer); }};
}

/// Registers that are read first and were not given.
std::vector<int> assumed_zero(const sass::Function& function, const study::SimulationSpec& spec) {
  std::vector<int> assumed;
  for (const int index : emulator::registers_read_first(function))
    if (!spec.registers.contains(index)) assumed.push_back(index);
  return assumed;
}

std::string why_no_base(const study::PaperKernel* kernel, const study::Simulation& simulation) {
  if (kernel == nullptr) return "no base is known for this code; give --cost base=CYCLES";
  if (!study::base_applies(*kernel, simulation.counts))
    return "the known base belongs to loops of 32 passes; give --cost base=CYCLES";
  return {};
}

/// Opens every requested file before anything runs.
struct Outputs {
  std::optional<OutputFile> json, csv, markdown;
};

core::Result<Outputs> open_outputs(const EmulateOptions& options) {
  Outputs outputs;
  const auto open = [](const std::string& path, std::optional<OutputFile>& file) -> core::Result<core::Done> {
    if (path.empty()) return core::Done{};
    auto opened = OutputFile::open(path);
    if (!opened) return opened.error();
    file.emplace(std::move(opened).value());
    return core::Done{};
  };
  for (const auto& done : {open(options.json, outputs.json), open(options.csv, outputs.csv),
                           open(options.markdown, outputs.markdown)})
    if (!done) return done.error();
  return outputs;
}

core::Result<core::Done> write_outputs(const EmulationResult& result, const Session& session, Outputs& outputs) {
  if (outputs.json) {
    auto record = run_record(session, "reconverge.emulation");
    add_to_record(result, record);
    if (auto done = outputs.json->commit(record.dump(2) + "\n"); !done) return done;
  }
  if (outputs.csv)
    if (auto done = outputs.csv->commit(report::to_csv(counts_table(result))); !done) return done;
  if (outputs.markdown)
    if (auto done = outputs.markdown->commit(report::to_markdown(counts_table(result))); !done) return done;
  return core::Done{};
}

void print_text(const EmulationResult& result) {
  const int width = terminal_width();
  const auto& run = result.first().run;
  fmt::print("{} ({}): {} after {} instructions\n\n", result.executable->function.name, result.mechanism,
             to_string(run.ending), run.steps);
  fmt::print("{}\n", report::to_text(counts_table(result), width));
  fmt::print("{}\n", report::to_text(branches_table(result), width));
}

int emulate(const EmulateOptions& options, const Session& session) {
  const auto model = resolve(options.model);
  if (!model) return session.report(model.error());
  const auto generations = chosen_generations(options.program, model->generations);
  if (!generations) return session.report(generations.error());
  const auto constants = parse_constants(options.launch);
  if (!constants) return session.report(constants.error());
  study::SimulationSpec spec;
  if (auto applied = apply_launch(options.launch, spec); !applied) return session.report(applied.error());
  auto outputs = open_outputs(options);
  if (!outputs) return session.report(outputs.error());

  auto function = read_program(options.program);
  if (!function) return session.report(function.error());
  const emulator::TokenStack mechanism({}, model->carrier_order);
  const auto executable = emulator::decode(std::move(function).value(), mechanism, *constants, options.program.input);
  if (!executable) return session.report(executable.error());

  const auto* kernel = study::recognise(executable->function);
  spec.executable = &*executable;
  spec.source_name = options.program.input;
  spec.carrier_order = model->carrier_order;
  spec.kernel = kernel == nullptr ? "" : std::string(kernel->name);
  EmulationResult result{.input = options.program.input,
                         .executable = &*executable,
                         .mechanism = std::string(mechanism.name()),
                         .carrier_order = std::string(model->carrier_order->name),
                         .spill_rule = options.model.spill_rule,
                         .given = model->given,
                         .assumed_zero = assumed_zero(executable->function, spec)};
  for (const auto& generation : *generations) {
    const auto spill = spill_settings(options.model, generation);
    spec.spill = spill.settings;
    spec.generations = {&generation};
    auto simulation = study::simulate(spec, trace_listener(options, result));
    result.runs.push_back({generation, spill.settings, spill.known, std::move(simulation)});
    if (interrupted()) return exit_interrupted;
  }
  result.base_absent_because = why_no_base(kernel, result.first());

  if (executable->has_preamble)
    session.note("note: the listing is an excerpt; the rows before its first '...' run first");
  if (!result.assumed_zero.empty())
    session.note(fmt::format("note: started at 0, since not given: R{}", fmt::join(result.assumed_zero, ", R")));
  if (auto written = write_outputs(result, session, *outputs); !written) return session.report(written.error());
  if (!options.other_on_stdout()) print_text(result);
  const auto& diagnostic = result.first().run.diagnostic;
  return diagnostic ? session.report(*diagnostic) : exit_done;
}

}  // namespace

void add_emulate(CLI::App& app, Session& session) {
  auto options = std::make_shared<EmulateOptions>();
  CLI::App* verb = app.add_subcommand("emulate", "");
  options->program.add_to(*verb);
  verb->add_option("--json", options->json);
  verb->add_option("--csv", options->csv);
  verb->add_option("--markdown", options->markdown);
  verb->add_flag("--trace", options->trace);
  options->launch.add_to(*verb);
  options->model.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return emulate(*options, session); }; });
}

}  // namespace reconverge::cli
