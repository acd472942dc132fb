// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/commands/lane_watch.hpp"
#include "cli/commands/printed_report.hpp"
#include "cli/commands/run_summary.hpp"
#include "cli/commands/trace_findings.hpp"
#include "cli/exit_status.hpp"
#include "cli/launch_request.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "cli/program_options.hpp"
#include "cli/record_options.hpp"
#include "cli/run_record.hpp"
#include "cli/source_text.hpp"
#include "core/short_names.hpp"
#include "core/usage_error.hpp"
#include "explorer/formats.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "sass/names.hpp"
#include "sass/source_lines.hpp"
#include "study/support/explored.hpp"

namespace reconverge::cli {
namespace {

/// Small enough for a page.
constexpr std::uint64_t default_steps = 1'000'000;

struct TraceOptions {
  ProgramOptions program;
  LaunchOptions launch;
  ModelOptions model;
  RecordOptions record;
  std::string warp;  ///< BLOCK:WARP; empty: the launch has one
  std::string html, json, perfetto;
};

/// The requested files, opened before anything runs.
struct TraceOutputs {
  std::optional<OutputFile> html, json, perfetto;
};

core::Result<TraceOutputs> open_outputs(const TraceOptions& options) {
  TraceOutputs outputs;
  if (auto distinct = check_distinct({options.html, options.json, options.perfetto}, {options.program.input});
      !distinct)
    return distinct.error();
  if (auto opened = open_wanted(
          {{options.html, outputs.html}, {options.json, outputs.json}, {options.perfetto, outputs.perfetto}});
      !opened)
    return opened.error();
  if (outputs.html || outputs.json || outputs.perfetto) return outputs;
  return core::usage_error("nothing to write",
                           "at least one of --html PATH, --json PATH, --perfetto PATH; '-' is standard output");
}

bool same_stack(const emulator::SpillSettings& one, const emulator::SpillSettings& other) {
  return one.capacity == other.capacity && one.chunk == other.chunk && one.rule == other.rule;
}

explorer::Kernel traced_kernel(const TraceOptions& options, const sass::Function& function, const std::string& known) {
  explorer::Kernel kernel{known.empty() ? function.name : known,
                          function.name.empty() ? core::base_name(options.program.input)
                                                : std::string(sass::without_signature(sass::demangled(function.name))),
                          function};
  SourceText source;
  for (const auto& row : function.instructions)
    for (const auto& frame : frames_of(function, row))
      if (const auto& lines = source.lines(frame.file); !lines.empty()) kernel.sources.try_emplace(frame.file, lines);
  return kernel;
}

/// Runs for a page, and the counts of the first where it does not have them.
struct Traced {
  explorer::Scene scene;
  observers::InstructionCounts counts;
  std::vector<observers::Finding> findings = {}, other_findings = {};  ///< of what is shown, and of other warps alone
};

/// One run for all generations whose stacks are alike.
Traced make_scene(const TraceOptions& options, run::SimulationSpec spec,
                  const std::vector<timing::Generation>& generations) {
  Traced traced;
  explorer::Scene& scene = traced.scene;
  scene.kernels.push_back(traced_kernel(options, spec.executable->function, spec.kernel));
  for (const auto& generation : generations) {
    const auto spill = spill_settings(options.model, generation);
    const std::size_t index = scene.generations.size();
    scene.generations.push_back({generation, spill.known});
    const auto known = std::ranges::find_if(
        scene.runs, [&](const explorer::Run& run) { return same_stack(run.spill, spill.settings); });
    if (known != scene.runs.end()) {
      known->generations.push_back(index);
      continue;
    }
    explorer::Run run{.pattern = pattern_of(options.launch),
                      .generations = {index},
                      .mechanism = std::string(emulator::TokenStack().name()),
                      .spill = spill.settings};
    spec.spill = spill.settings;
    std::vector<run::ListenerFactory> listeners{[&](const emulator::TokenStack& stack) {
      return std::make_unique<observers::TimelineRecorder>(stack, run.timeline);
    }};
    if (scene.runs.empty()) {  // lanes do the same on all
      watch_lanes(spec, listeners, traced.findings);
      listeners.emplace_back([&](const emulator::TokenStack&) {
        return std::make_unique<observers::InstructionCounter>(spec.executable->function.instructions.size(),
                                                               spec.start.live, traced.counts);
      });
    }
    run.result = run::simulate(spec, listeners).run;
    scene.runs.push_back(std::move(run));
  }
  return traced;
}

report::Table ending_table(const explorer::Scene& scene) {
  report::Table table{.id = "runs",
                      .caption = "The runs of this trace.",
                      .columns = {{"generations", "generations", ""},
                                  {"ending", "ending", "emulated"},
                                  {"instructions", "instructions", "emulated: executed by the warp"},
                                  {"changes", "state changes", "emulated: of the warp's lanes, stack or barriers"}}};
  const bool has_warps = scene.runs.size() > 1 && !scene.runs.front().warp.empty();
  if (has_warps) table.columns.front() = {"warp", "warp", ""};
  for (const auto& run : scene.runs) {
    std::vector<std::string> names;
    for (const std::size_t index : run.generations) names.push_back(scene.generations[index].generation.name);
    table.rows.push_back({has_warps ? run.warp : fmt::format("{}", fmt::join(names, ", ")),
                          explorer::ending_of(run.result), static_cast<std::int64_t>(run.timeline.steps),
                          static_cast<std::int64_t>(run.timeline.events.size())});
    if (const auto& stopped = run.result.diagnostic; stopped && (!has_warps || &run == scene.runs.data())) {
      const std::string reason = explorer::reason_of(*stopped);
      const std::size_t end = reason.find('\n');
      table.notes.push_back("The run did not finish: " + reason.substr(0, end));
      if (!stopped->hint.empty()) table.notes.push_back("Try: " + stopped->hint);
    }
  }
  return table;
}

/// The title of a page: the function, without folders of the machine.
std::string page_title(const TraceOptions& options, const explorer::Scene& scene) {
  const std::string file = std::filesystem::path(options.program.input).filename().string();
  const std::string& name = scene.kernels.front().function.name;
  if (name.empty() || name == file) return "Trace of " + file;
  return fmt::format("Trace of {}{}", sass::without_signature(sass::demangled(name)), file == "-" ? "" : " in " + file);
}

std::string trace_page(const TraceOptions& options, const Session& session, const Traced& traced) {
  const explorer::Scene& scene = traced.scene;
  report::Report page{.title = page_title(options, scene), .properties = report_properties(session)};
  for (const auto& given : options.model.costs) page.properties.emplace_back("given by the user", "--cost " + given);
  const Summary summary = summary_of(scene, scene.runs.front(), traced.counts);
  page.is_workbench = true;
  page.answer = answer_of(summary);
  if (!scene.remarks.empty()) page.answer.emplace_back("findings", findings_answer(scene));
  page.sections.push_back({.id = "explorer",
                           .title = "Warp explorer",
                           .blocks = {explorer::to_applet(
                               scene, "The summary below says what the run took; `trace --json` has each step.")}});
  if (!traced.findings.empty())
    page.sections.push_back(
        {.id = "findings", .title = "Findings", .blocks = {shown_findings(traced.findings, scene)}});
  page.sections.push_back({.id = "summary", .title = "Summary", .blocks = {to_table(summary)}});
  page.sections.push_back({.id = "run", .title = "The run", .blocks = {ending_table(scene)}});
  return report::to_html(page);
}

/// Writes a file of which only a part is in memory at a time.
core::Result<core::Done> write_parts(OutputFile& file, const std::function<void(const explorer::Sink&)>& content) {
  core::Result<core::Done> written = core::Done{};
  content([&](std::string_view part) {
    if (written) written = file.append(part);
  });
  if (!written) return written;
  return file.commit("");
}

core::Result<core::Done> write(const TraceOptions& options, const Session& session, const Traced& traced,
                               TraceOutputs& outputs) {
  const explorer::Scene& scene = traced.scene;
  if (outputs.html)
    if (auto done = outputs.html->commit(trace_page(options, session, traced)); !done) return done;
  if (outputs.json) {
    auto record = run_record(session, "reconverge.trace");
    record["schema_version"] = 2;
    record["input"] = options.program.input;
    std::vector<observers::Finding> findings = traced.findings;
    findings.insert(findings.end(), traced.other_findings.begin(), traced.other_findings.end());
    record["findings"] = report::to_json(trace_findings_table(findings, scene))["rows"];
    const auto content = [&](const explorer::Sink& sink) { explorer::write_trace_json(scene, record, sink); };
    if (auto done = write_parts(*outputs.json, content); !done) return done;
  }
  if (outputs.perfetto) {
    const auto content = [&](const explorer::Sink& sink) { explorer::write_perfetto_json(scene, sink); };
    if (auto done = write_parts(*outputs.perfetto, content); !done) return done;
  }
  return core::Done{};
}

core::Result<core::Done> check_warp(const TraceOptions& options, const emulator::Launch& launch) {
  if (!options.warp.empty() || (launch.grid.count() <= 1 && launch.block.count() <= core::lane_count))
    return core::Done{};
  return core::usage_error("the launch has more than one warp, and one is shown",
                           "--warp BLOCK:WARP chooses it, --warp BLOCK shows all of a block; `emulate` lists the "
                           "worst ones");
}

core::Result<ModelRequest> understand(const TraceOptions& options) {
  auto request = parse_request(options.program, options.model, options.launch);
  if (!request) return request;
  if (auto checked = check_warp(options, request->launch); !checked) return checked.error();
  return request;
}

/// A function for the token stack, under every generation.
core::Result<Traced> trace_on_stack(const TraceOptions& options, const ModelRequest& request, sass::Function function) {
  const auto spec =
      stack_spec(std::move(function), request, options.launch, request.model.carrier_order, options.program.input);
  if (!spec) return spec.error();
  return make_scene(options, *spec, request.generations);
}

/// "warp 0 of block 63", or "block 63" of a grid: what is shown; "" if it is all of the launch.
std::string part_of(const WarpPlace& place, const emulator::Launch& launch) {
  const bool has_warps = launch.block.count() > core::lane_count;
  const std::string block = fmt::format("block {}", place.block);
  if (place.warp && (has_warps || launch.grid.count() > 1)) return fmt::format("warp {} of {}", *place.warp, block);
  return launch.grid.count() > 1 ? block : "";
}

/// A kernel for sm_70 or later, under convergence barriers.
core::Result<Traced> trace_kernel(const TraceOptions& options, const Session& session, const ModelRequest& request,
                                  sass::Function function) {
  auto kernel = kernel_spec(std::move(function), request, options.launch, options.record, options.program.input);
  if (!kernel) return kernel.error();
  run::KernelSpec& spec = *kernel;
  if (auto applied = apply_blocks(options.launch.shape, session, spec); !applied) return applied.error();
  bool whole_block = false;
  std::string part;
  if (!options.warp.empty()) {
    const auto place = apply_warp(options.warp, spec);
    if (!place) return place.error();
    whole_block = !place->warp;
    part = part_of(*place, spec.launch);
  }
  Traced traced;
  study::Found found;
  explorer::Scene& scene = traced.scene;
  scene.kernels.push_back(traced_kernel(options, spec.executable->function, ""));
  scene.record = core::base_name(options.record.path);
  scene.given = options.record.assignments;
  const std::string& arch = spec.executable->function.arch;
  scene.generations.push_back(explorer::unpriced(arch, arch));
  const std::string pattern = pattern_of(options.launch);
  if (whole_block) {
    scene.runs = study::explore_block(spec, pattern, &found);
    scene.opens_at = longest_of(scene.runs);
  } else {
    scene.runs.push_back(study::explore_kernel(spec, pattern, &found));
  }
  traced.findings = std::move(found.shown);
  traced.other_findings = std::move(found.others);
  for (explorer::Run& run : scene.runs) run.part = part;
  return traced;
}

/// All that the runs did and that is probably not meant.
void find(const emulator::Launch& launch, Traced& traced) {
  std::ranges::copy(failed_assertions(launch, traced.scene.kernels.front().function),
                    std::back_inserter(traced.findings));
  add_findings(traced.findings, traced.scene);
  add_other_findings(traced.other_findings, traced.scene);
}

int trace(const TraceOptions& options, const Session& session) {
  auto request = understand(options);
  if (!request) return session.report(request.error());
  auto outputs = open_outputs(options);
  if (!outputs) return session.report(outputs.error());
  auto program = read_program(options.program, options.launch, session, *request);
  if (!program) return session.report(program.error());
  sass::Function& function = program->function;
  if (auto checked = check_warp(options, request->launch); !checked) return session.report(checked.error());
  if (auto added = add_program(*program, options.launch, {}, session, *request); !added)
    return session.report(added.error());
  if (auto fits = refuse_stack_options(options.program, request->model, function); !fits)
    return session.report(fits.error());
  if (!uses_convergence_barriers(function) && options.record.any())
    return session.report(record_without_barriers(function.arch));
  auto traced = uses_convergence_barriers(function) ? trace_kernel(options, session, *request, std::move(function))
                                                    : trace_on_stack(options, *request, std::move(function));
  if (!traced) return session.report(traced.error());
  find(request->launch, *traced);
  note_findings(traced->scene, session);
  if (auto written = write(options, session, *traced, *outputs); !written) return session.report(written.error());
  // The run until then is written; why it ended early is reported.
  const auto& diagnostic = traced->scene.runs.front().result.diagnostic;
  return diagnostic ? session.report(*diagnostic) : exit_done;
}

}  // namespace

void add_trace(CLI::App& app, Session& session) {
  auto options = std::make_shared<TraceOptions>();
  options->launch.max_steps = default_steps;
  CLI::App* verb = app.add_subcommand("trace", "");
  options->program.add_to(*verb);
  verb->add_option("--html", options->html);
  verb->add_option("--json", options->json);
  verb->add_option("--perfetto", options->perfetto);
  verb->add_option("--warp", options->warp);
  options->launch.add_launch_to(*verb);
  options->launch.shape.add_choice_to(*verb);
  options->model.add_to(*verb);
  options->record.add_to(*verb);
  verb->callback([options, &session] { session.run = [options, &session] { return trace(*options, session); }; });
}

}  // namespace reconverge::cli
