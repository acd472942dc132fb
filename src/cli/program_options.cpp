// SPDX-License-Identifier: MIT
#include "cli/program_options.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/captured_launch.hpp"
#include "cli/code_input.hpp"
#include "cli/file_roles.hpp"
#include "cli/input.hpp"
#include "cli/linked_program.hpp"
#include "cli/meant_architecture.hpp"
#include "cli/output.hpp"
#include "cli/suggestion.hpp"
#include "core/usage_error.hpp"
#include "sass/architecture.hpp"
#include "sass/called_code.hpp"
#include "sass/constant_banks.hpp"
#include "sass/print/listing.hpp"
#include "sass/reader.hpp"
#include "sass/source_lines.hpp"
#include "study/support/paper_kernels.hpp"

namespace reconverge::cli {
namespace {

/// Rows 16 bytes apart are of sm_70 or later: which, the listing or an option has to say.
bool has_wide_rows_of_nobody(const sass::Function& function) {
  const auto is_narrow = [](const sass::Instruction& row) { return row.address % 16 != 0; };
  return function.arch.empty() && function.instructions.size() > 2 &&
         std::ranges::none_of(function.instructions, is_narrow);
}

core::Result<Program> program_in(const std::string& listing, const std::string& cubin, const ProgramOptions& options,
                                 const std::vector<sass::FunctionLines>& lines = {}, bool names_lines = true) {
  auto function = sass::read_function(listing, options.input, {options.function, options.arch, names_lines});
  if (!function) return function.error();
  if (has_wide_rows_of_nobody(*function))
    return core::Diagnostic{
        .failure = core::Failure::usage,
        .message = "the listing names no architecture; its rows are 16 bytes apart, as those for sm_70 and later are",
        .hint = "--arch sm_NN",
        .where = {options.input}};
  take_lines(lines, *function);
  Program program{std::move(function).value(), {}};
  if (cubin.empty())
    for (const auto& [bank, words] : sass::constant_banks(listing, program.function.name))
      emulator::put_words(bank, words, program.constants);
  if (!cubin.empty()) program.resources = toolchain::resources_of(cubin, program.function.name);
  program.parameters = sass::parameter_table(listing, program.function.name);
  if (std::string note = sass::note_of_missing_control_words(program.function); !note.empty())
    program.notes.push_back(std::move(note));
  auto linked = LinkedProgram::read(listing, cubin, options.input);
  if (!linked) return linked.error();
  program.device = linked->link(program.function);
  take_lines_of_callers(program.function);
  return program;
}

core::Result<Program> program_of(const core::Result<toolchain::Disassembly>& listing, const ProgramOptions& options) {
  if (!listing) return listing.error();
  auto program = program_in(listing->text, listing->cubin, options, listing->lines, listing->steps.empty());
  if (!program) return program;
  program->notes.insert(program->notes.begin(), listing->notes.begin(), listing->notes.end());
  program->is_listing = listing->steps.empty();
  if (!program->is_listing) sass::forget_columns(program->function);
  return program;
}

core::Result<Program> captured_program(const std::string& content, const ProgramOptions& options) {
  auto read = capture::read_capture(content, options.input);
  if (!read) return read.error();
  const auto capture = std::make_shared<const capture::Capture>(std::move(read).value());
  if (!options.function.empty() && options.function != capture->kernel)
    return core::Diagnostic{
        .failure = core::Failure::usage,
        .message = fmt::format("the capture is of {}, not of {}", capture->kernel, options.function),
        .hint = "leave out --function",
        .where = {options.input}};
  ProgramOptions of_capture = options;
  of_capture.function = capture->kernel;
  auto program = program_of(listing_of_capture(options.input, *capture), of_capture);
  if (program) program->capture = capture;
  return program;
}

/// Notes as inputs the sources that its lines are from, which are read for their text.
core::Result<core::Done> note_sources(const sass::Function& function) {
  std::set<std::int32_t> notes;
  std::set<std::string> files;
  for (const sass::Instruction& instruction : function.instructions)
    if (notes.insert(instruction.source_note).second)
      for (const sass::SourceFrame& frame : frames_of(function, instruction)) files.insert(frame.file);
  for (const std::string& file : files)
    if (const auto noted = note_input(file); !noted) return noted.error();
  return core::Done{};
}

/// Tools that were ended with this program say nothing of their input, or that they are not there.
core::Diagnostic interruption(const std::string& input) {
  return {.failure = core::Failure::environment,
          .message = "interrupted while the code was prepared; nothing has run",
          .hint = "run it again and let it end",
          .where = {input}};
}

core::Result<Program> program_of_input(const ProgramOptions& options) {
  const auto* kernel = study::find_paper_kernel(options.input);
  if (kernel != nullptr && !std::filesystem::exists(options.input))
    return program_in(std::string(kernel->listing), "", options);
  auto text = read_code(options.input);
  if (!text) return text.error();
  if (capture::is_capture(*text)) return captured_program(std::move(text).value(), options);
  return program_of(listing_of(options.input, std::move(text).value(), options.arch, options.compile, options.function),
                    options);
}

}  // namespace

core::Result<Program> read_program(const ProgramOptions& options) {
  auto program = program_of_input(options);
  if (interrupted()) return interruption(options.input);
  if (!program) return program;
  if (const auto noted = note_sources(program->function); !noted) return noted.error();
  return program;
}

core::Result<toolchain::Disassembly> listing_of(const std::string& input, std::string content, const std::string& arch,
                                                const CompileOptions& compile, const std::string& function) {
  if (capture::is_capture(content)) {
    const auto capture = capture::read_capture(content, input);
    if (!capture) return capture.error();
    return listing_of_capture(input, *capture);
  }
  if (!toolchain::needs_tools(input, content))
    return toolchain::disassemble(input, std::move(content), arch, {}, compile.words());
  auto listing = toolchain::disassemble(input, content, arch, toolchain::near_places(), compile.words(), function);
  if (interrupted()) return interruption(input);
  if (listing || listing.error().failure == core::Failure::usage) return listing;
  listing =
      toolchain::disassemble(input, std::move(content), arch, toolchain::search_places(), compile.words(), function);
  if (interrupted()) return interruption(input);
  return listing;
}

void CompileOptions::add_to(CLI::App& app) {
  app.add_option("-I", folders)->allow_extra_args(false);
  app.add_option("-D", defines)->allow_extra_args(false);
  app.add_option("--compile-option", others)->allow_extra_args(false);
}

std::vector<std::string> CompileOptions::words() const {
  std::vector<std::string> all;
  for (const std::string& folder : folders) all.push_back("-I" + folder);
  for (const std::string& define : defines) all.push_back("-D" + define);
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void add_architecture(CLI::App& app, std::string& arch) {
  app.add_option("--arch", arch)->check(check_architecture_name);
}

void ProgramOptions::add_to(CLI::App& app) {
  app.add_option("LISTING", input)->required();
  app.add_option("--function", function);
  add_architecture(app, arch);
  app.add_option("-g,--generation", generations)->allow_extra_args(false);
  compile.add_to(app);
}

std::string check_architecture_name(const std::string& arch) {
  if (sass::is_architecture(arch)) return {};
  const MeantArchitecture meant = meant_architecture(arch);
  std::string ask = meant.name.empty() ? "" : fmt::format(" did you mean '{}'?", meant.name);
  if (!meant.why.empty()) ask += fmt::format(" {};", meant.why);
  return fmt::format("there is no architecture '{}';{} there are sm_{}", arch, ask,
                     fmt::join(sass::architecture_numbers(), ", sm_"));
}

bool uses_convergence_barriers(const sass::Function& function) { return sass::has_convergence_barriers(function); }

core::Result<std::vector<timing::Generation>> chosen_generations(const ProgramOptions& options,
                                                                 std::vector<timing::Generation> all) {
  if (options.generations.empty()) return all;
  std::vector<timing::Generation> chosen;
  for (const std::string& name : options.generations) {
    const auto found = std::ranges::find(all, name, &timing::Generation::name);
    if (found == all.end() && timing::find_generation(name) != nullptr)
      return core::usage_error(fmt::format("{} has convergence barriers; this option is for the token stack", name),
                               "a listing for sm_70 or later runs as its own architecture says");
    if (found == all.end())
      return core::usage_error(fmt::format("there is no generation '{}'", name),
                               nearest_first(name, names_of(all)) + "; `reconverge list generations`");
    if (std::ranges::count(options.generations, name) > 1)
      return core::usage_error(fmt::format("generation '{}' is given twice", name), "give it once");
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace reconverge::cli
