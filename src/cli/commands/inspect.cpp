// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/code_input.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/inspect_support.hpp"
#include "cli/exit_status.hpp"
#include "cli/function_writer.hpp"
#include "cli/input.hpp"
#include "cli/linked_program.hpp"
#include "cli/output.hpp"
#include "cli/program_options.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "core/usage_error.hpp"
#include "emulator/launch/launch.hpp"
#include "sass/names.hpp"
#include "sass/print/dot.hpp"
#include "sass/print/listing.hpp"
#include "sass/print/svg.hpp"
#include "sass/reader.hpp"
#include "toolchain/disassembly.hpp"

namespace reconverge::cli {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;
using nlohmann::ordered_json;

struct InspectOptions {
  std::string input;
  sass::Selection selection;
  CompileOptions compile;
  std::string json;
  std::vector<std::pair<std::string, std::string>> graphs;  ///< format and path
  bool functions = false;
  bool support = false;
  bool plain = false;
};

struct Graph {
  std::string format;
  std::string path;
  std::optional<OutputFile> file;
};

struct InspectOutputs {
  std::optional<OutputFile> json;
  std::vector<Graph> graphs;

  bool take_stdout(const InspectOptions& options) const {
    if (is_standard_output(options.json)) return true;
    for (const Graph& graph : graphs) {
      if (is_standard_output(graph.path)) return true;
    }
    return false;
  }
};

Result<InspectOutputs> open_outputs(const InspectOptions& options) {
  InspectOutputs outputs;
  std::vector<std::string> paths{options.json};
  for (const auto& graph : options.graphs) paths.push_back(graph.second);
  if (auto distinct = check_distinct(paths, {options.input}); !distinct) return distinct.error();
  for (const auto& [format, path] : options.graphs) {
    Graph graph{format, path, {}};
    if (graph.format != "svg" && graph.format != "dot") {
      return core::usage_error(fmt::format("--cfg has no format '{}'", graph.format),
                               "--cfg svg PATH or --cfg dot PATH");
    }
    auto file = OutputFile::open(graph.path);
    if (!file) return file.error();
    graph.file.emplace(std::move(file).value());
    outputs.graphs.push_back(std::move(graph));
  }
  if (options.json.empty()) return outputs;
  auto file = OutputFile::open(options.json);
  if (!file) return file.error();
  outputs.json.emplace(std::move(file).value());
  return outputs;
}

/// The listing of the input, through the tools that it needs.
Result<toolchain::Disassembly> listing_of(const InspectOptions& options) {
  auto content = read_code(options.input);
  if (!content) return content.error();
  return cli::listing_of(options.input, std::move(*content), options.selection.arch, options.compile,
                         options.functions ? "" : options.selection.function);
}

/// The functions that are wanted; errors name lines of a listing that was given.
sass::Selection selection_of(const InspectOptions& options, const toolchain::Disassembly& listing) {
  return {options.selection.function, options.selection.arch, listing.steps.empty()};
}

ordered_json head_of(const InspectOptions& options, const Session& session, const toolchain::Disassembly& listing) {
  ordered_json record = run_record(session, "reconverge.inspect");
  record["input"] = options.input;
  record["tools"] = listing.steps;
  return record;
}

ordered_json record_of(const InspectOptions& options, const Session& session, const toolchain::Disassembly& listing) {
  ordered_json record = head_of(options, session, listing);
  record["functions"] = ordered_json::array();
  return record;
}

Result<core::Done> commit_json(OutputFile& file, const ordered_json& record) { return file.commit(to_text(record)); }

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

/// The list alone: no row is understood for it.
Result<core::Done> list(const InspectOptions& options, const Session& session, const toolchain::Disassembly& listing,
                        InspectOutputs& outputs) {
  const auto entries = sass::list_functions(listing.text, options.input, selection_of(options, listing));
  if (!entries) return entries.error();
  ordered_json record = record_of(options, session, listing);
  for (const sass::FunctionEntry& entry : *entries) {
    record["functions"].push_back(
        {{"name", entry.name.empty() ? ordered_json() : ordered_json(entry.name)},
         {"demangled", entry.name.empty() ? ordered_json() : ordered_json(sass::demangled(entry.name))},
         {"arch", entry.arch.empty() ? ordered_json() : ordered_json(entry.arch)},
         {"line", entry.line},
         {"instruction_count", entry.instructions}});
    if (outputs.take_stdout(options)) continue;
    print(hanging(fmt::format("{:<8} {:>8} {:>8}  ", or_dash(entry.arch), entry.instructions, entry.line),
                  or_dash(sass::demangled(entry.name)), terminal_width()));
  }
  if (outputs.json) return commit_json(*outputs.json, record);
  return core::Done{};
}

Result<core::Done> write_graphs(const sass::Function& function, const sass::ControlFlow& flow,
                                InspectOutputs& outputs) {
  for (Graph& graph : outputs.graphs) {
    const std::string text = graph.format == "svg" ? to_svg(function, flow) : to_dot(function, flow);
    if (auto done = graph.file->commit(text); !done) return done;
  }
  return core::Done{};
}

/// All selected functions; exactly one if a graph is wanted.
Result<std::vector<sass::Function>> read_selected(const InspectOptions& options,
                                                  const toolchain::Disassembly& listing) {
  const auto read = [&]() -> Result<std::vector<sass::Function>> {
    if (options.graphs.empty()) return sass::read_listing(listing.text, options.input, selection_of(options, listing));
    auto function = sass::read_function(listing.text, options.input, selection_of(options, listing));
    if (!function) return function.error();
    return std::vector<sass::Function>{std::move(function).value()};
  };
  auto functions = read();
  if (functions)
    for (sass::Function& function : *functions) take_lines(listing.lines, function);
  return functions;
}

Result<core::Done> show(const InspectOptions& options, const Session& session, const toolchain::Disassembly& listing,
                        InspectOutputs& outputs) {
  const auto functions = read_selected(options, listing);
  if (!functions) return functions.error();
  std::optional<FunctionWriter> json;
  if (outputs.json) json.emplace(*outputs.json, head_of(options, session, listing));
  const sass::ListingOptions parts{!options.plain, !options.plain};
  for (const sass::Function& function : *functions) {
    const sass::ControlFlow flow = sass::analyse_control_flow(function);
    if (json)
      if (auto done = json->add(function, flow); !done) return done;
    if (auto done = write_graphs(function, flow, outputs); !done) return done;
    if (!outputs.take_stdout(options)) print(to_listing(function, flow, parts) + "\n");
  }
  return json ? json->finish() : Result<core::Done>(core::Done{});
}

/// Which rows of the selected functions can be executed.
Result<core::Done> show_support(const InspectOptions& options, const Session& session,
                                const toolchain::Disassembly& listing, InspectOutputs& outputs) {
  auto functions = sass::read_listing(listing.text, options.input, selection_of(options, listing));
  if (!functions) return functions.error();
  ordered_json record = record_of(options, session, listing);
  auto program = LinkedProgram::read(listing.text, listing.cubin, options.input);
  if (!program) return program.error();
  for (sass::Function& function : *functions) {
    const auto device = program->link(function);
    const auto abi = emulator::abi_of(sass::arch_number(function.arch).value_or(0));
    if (abi) emulator::settle_names({.device = device}, *abi, function);
    const auto support = emulator::support_of(function, options.input);
    if (!support) return support.error();
    const auto called = device ? device->called() : std::vector<std::string>();
    if (outputs.json) record["functions"].push_back(support_json(function, called, *support));
    if (!outputs.take_stdout(options)) print(support_text(function, called, *support, terminal_width()) + "\n");
  }
  if (outputs.json) return commit_json(*outputs.json, record);
  return core::Done{};
}

int inspect(const InspectOptions& options, const Session& session) {
  auto outputs = open_outputs(options);
  if (!outputs) return session.report(outputs.error());
  const auto listing = listing_of(options);
  if (!listing) return session.report(listing.error());
  for (const std::string& step : listing->steps) session.detail(step);
  for (const std::string& note : listing->notes) session.note(note);
  const auto action = options.functions ? list : options.support ? show_support : show;
  const auto done = action(options, session, *listing, *outputs);
  return done ? exit_done : session.report(done.error());
}

}  // namespace

void add_inspect(CLI::App& app, Session& session) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* verb = app.add_subcommand("inspect", "");
  verb->add_option("INPUT", options->input)->required();
  verb->add_option("--function", options->selection.function);
  add_architecture(*verb, options->selection.arch);
  options->compile.add_to(*verb);
  verb->add_option("--json", options->json);
  auto* graphs = verb->add_option("--cfg", options->graphs)->allow_extra_args(false);
  auto* plain = verb->add_flag("--plain", options->plain);
  verb->add_flag("--functions", options->functions)->excludes(graphs)->excludes(plain);
  verb->add_flag("--support", options->support)->excludes(graphs)->excludes(plain);
  verb->callback([options, &session] { session.run = [options, &session] { return inspect(*options, session); }; });
}

}  // namespace reconverge::cli
