// SPDX-License-Identifier: MIT
#include "toolchain/disassembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "toolchain/call_closure.hpp"
#include "toolchain/compilation.hpp"
#include "toolchain/cubin.hpp"
#include "toolchain/fat_binary.hpp"
#include "toolchain/input_kind.hpp"
#include "toolchain/line_table.hpp"
#include "toolchain/process.hpp"
#include "toolchain/temporary_file.hpp"

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

std::string described(const Tool& tool) { return fmt::format("{} {} ({})", tool.name, version_of(tool), tool.why); }

Diagnostic tool_failed(const Tool& tool, const ProcessOutput& output, const std::string& input) {
  return {Failure::environment,
          fmt::format("{} ended with status {}; {} said:\n{}{}", tool.name, output.status, described(tool),
                      output.error, output.out.substr(0, 2000)),
          "another version of the tool may manage: each knows only some architectures",
          {input, 0, 0}};
}

/// The output of a tool, and its version.
struct ToolRun {
  ProcessOutput output;
  Tool tool;
};

/// Runs the first version of a tool that manages: each knows only some architectures. If none does,
/// the failure of the first is reported.
Result<ToolRun> run_tool(const std::string& name, const std::vector<std::string>& arguments, const std::string& input,
                         const SearchPlaces& places, const std::string& path_prefix = {},
                         const std::string& folder = {}) {
  std::optional<Diagnostic> first_failure;
  for (const Tool& tool : find_programs(name, places)) {
    std::vector<std::string> words = {std::filesystem::absolute(tool.path).string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto output = run_process(words, path_prefix, folder);
    if (output && output->status == 0) return ToolRun{std::move(*output), tool};
    if (!first_failure) first_failure = output ? tool_failed(tool, *output, input) : output.error();
  }
  if (first_failure) return *first_failure;
  return find_program(name, places).error();
}

/// Whether a listing has rows.
bool has_code(const std::string& listing) { return listing.find("/*") != std::string::npos; }

/// cuobjdump, for one function if there is one of this name, else for all. It prints no names of functions that
/// are called, so that nothing else of its listing is of use to that function.
Result<ToolRun> run_cuobjdump(const std::string& file, const std::string& function, const std::string& input,
                              const SearchPlaces& places, const std::string& path_prefix) {
  if (!function.empty()) {
    auto run = run_tool("cuobjdump", {"-sass", "-fun", function, file}, input, places, path_prefix);
    if (run && has_code(run->output.out)) return run;
  }
  return run_tool("cuobjdump", {"-sass", file}, input, places, path_prefix);
}

/// cuobjdump finds the GPU code in any container; it calls nvdisasm, wherever that is.
Result<Disassembly> list_container(const std::string& name, std::string_view content, const std::string& suffix,
                                   const SearchPlaces& places, std::vector<std::string> steps,
                                   const std::string& function = {}) {
  const auto file = TemporaryFile::create(content, suffix);
  if (!file) return file.error();
  const auto helper = find_program("nvdisasm", places);
  const std::string prefix = helper ? helper->path.parent_path().string() : "";
  auto run = run_cuobjdump(file->path().string(), function, name, places, prefix);
  if (!run) return run.error();
  if (!has_code(run->output.out)) {
    return Diagnostic{
        Failure::input,
        fmt::format("no GPU code in it; {} said:\n{}{}", described(run->tool), run->output.error, run->output.out),
        "",
        {name, 0, 0}};
  }
  steps.push_back(described(run->tool));
  if (helper) steps.push_back(described(*helper));
  return Disassembly{std::move(run->output.out), std::move(steps)};
}

/// A file that a tool takes for a cubin need not be one: then there is only its listing.
std::string elf_or_nothing(std::string_view content) {
  constexpr std::string_view magic =
      "\x7F"
      "ELF";
  return content.starts_with(magic) ? std::string(content) : std::string();
}

/// The lines that the file has itself, if it is one.
void add_lines(const std::string& name, Disassembly& listing) {
  if (listing.cubin.empty()) return;
  auto lines = read_line_table(listing.cubin, name);
  if (lines) listing.lines = std::move(lines).value();
  else listing.notes.push_back(fmt::format("note: {}; lines are those of the disassembler", lines.error().message));
}

/// The arguments of nvdisasm. No symbols: the whole file.
std::vector<std::string> nvdisasm_arguments(const std::vector<std::size_t>& symbols, const std::string& file) {
  if (symbols.empty()) return {"-hex", "-g", file};
  return {"-hex", "-g", "-fun", fmt::format("{}", fmt::join(symbols, ",")), file};
}

/// Whether a version of nvdisasm that is here says in its help that it knows the architecture of a cubin. Then a cubin
/// that none of them reads is to blame, not the tools.
bool is_known_to_nvdisasm(std::string_view content, const SearchPlaces& places) {
  const std::string arch = architecture_of_cubin(content);
  if (arch.empty()) return false;
  const std::string name = "'SM" + arch.substr(std::string_view("sm_").size()) + "'";
  return std::ranges::any_of(find_programs("nvdisasm", places), [&](const Tool& tool) {
    const auto help = run_process({tool.path.string(), "--help"});
    return help && help->status == 0 && help->out.find(name) != std::string::npos;
  });
}

Diagnostic not_listed(Diagnostic failure, std::string_view content, const SearchPlaces& places) {
  if (failure.message.find("Memory allocation failure") != std::string::npos) {
    failure.hint = "the tool found no memory: a larger limit of the shell (ulimit -v), or --function with fewer calls";
    return failure;
  }
  if (!is_known_to_nvdisasm(content, places)) return failure;
  failure.failure = Failure::input;
  failure.message = "broken cubin: " + failure.message;
  failure.hint = "the tool knows its architecture, yet does not read it: compile it anew with nvcc -cubin";
  return failure;
}

/// nvdisasm notes the targets of indirect branches; cuobjdump will do if it is all there is.
Result<Disassembly> list_cubin(const std::string& name, std::string_view content, const SearchPlaces& places,
                               std::vector<std::string> steps, const std::vector<std::size_t>& symbols) {
  const auto file = TemporaryFile::create(content, ".cubin");
  if (!file) return file.error();
  auto run = run_tool("nvdisasm", nvdisasm_arguments(symbols, file->path().string()), name, places);
  if (run) {
    steps.push_back(described(run->tool));
    Disassembly disassembly{std::move(run->output.out), std::move(steps), {}, elf_or_nothing(content), {}};
    add_lines(name, disassembly);
    return disassembly;
  }
  auto listing = find_program("cuobjdump", places) ? list_container(name, content, ".cubin", places, std::move(steps))
                                                   : run.error();
  if (!listing) return not_listed(run.error(), content, places);
  listing->cubin = elf_or_nothing(content);
  add_lines(name, *listing);
  if (find_program("nvdisasm", places))
    listing->notes.push_back(
        fmt::format("note: {}; the listing is that of cuobjdump, which has no names of functions that are called",
                    run.error().message));
  return listing;
}

/// One function and what it calls, if that is possible, else the whole file.
Result<Disassembly> list_cubin(const std::string& name, std::string_view content, const SearchPlaces& places,
                               std::vector<std::string> steps, const std::string& function = {}) {
  return list_cubin(name, content, places, std::move(steps), symbols_to_list(content, function));
}

/// cuobjdump decompresses the cubins of a fat binary, one for each architecture, into the folder where it runs.
Result<std::vector<std::string>> unpack_cubins(const std::string& name, std::string_view fat_binary,
                                               const SearchPlaces& places) {
  const auto file = TemporaryFile::create(fat_binary, ".fatbin");
  if (!file) return file.error();
  const auto folder = TemporaryFolder::create();
  if (!folder) return folder.error();
  const auto run = run_tool("cuobjdump", {"-xelf", "all", std::filesystem::absolute(file->path()).string()}, name,
                            places, {}, folder->path().string());
  if (!run) return run.error();
  return folder->read_files();
}

/// Adds the lines of each cubin.
void add_lines_of(const std::vector<std::string>& cubins, const std::string& name, Disassembly& listing) {
  for (const std::string& cubin : cubins) {
    auto lines = read_line_table(cubin, name);
    if (!lines) listing.notes.push_back(fmt::format("note: {}; some lines are not known", lines.error().message));
    else
      for (sass::FunctionLines& function : *lines) {
        function.arch = architecture_of_cubin(cubin);
        listing.lines.push_back(std::move(function));
      }
  }
}

/// An executable, a library, an object or a fat binary. If one of its cubins is meant, it is as if that had been given.
Result<Disassembly> list_host_binary(const std::string& name, std::string_view content, const std::string& arch,
                                     const SearchPlaces& places, const std::string& function) {
  const auto all =
      cubins_in(content, [&](std::string_view fat_binary) { return unpack_cubins(name, fat_binary, places); });
  std::vector<std::string> cubins;
  if (all) cubins = cubins_with(*all, arch, function);
  if (cubins.size() == 1) return list_cubin(name, cubins.front(), places, {}, function);
  auto listing = list_container(name, content, ".o", places, {}, function);
  if (listing && all) add_lines_of(*all, name, *listing);
  return listing;
}

Result<Disassembly> list_ptx(const std::string& name, const std::string& text, const std::string& arch,
                             const SearchPlaces& places, const std::string& function) {
  const std::string target = arch.empty() ? ptx_target(text) : arch;
  if (target.empty()) {
    return Diagnostic{Failure::usage, "the PTX names no target", "say which with --arch sm_XX", {name, 0, 0}};
  }
  const auto source = TemporaryFile::create(text, ".ptx");
  if (!source) return source.error();
  const auto cubin = TemporaryFile::create("", ".cubin");
  if (!cubin) return cubin.error();
  const auto run =
      run_tool("ptxas", {"-arch=" + target, source->path().string(), "-o", cubin->path().string()}, name, places);
  if (!run) return run.error();
  const auto content = cubin->read();
  if (!content) return content.error();
  return list_cubin(name, *content, places, {described(run->tool)}, function);
}

Result<Disassembly> list_source(const std::string& name, const std::string& text, const std::string& arch,
                                const SearchPlaces& places, const std::vector<std::string>& options,
                                const std::string& function) {
  if (arch.empty()) {
    return Diagnostic{Failure::usage,
                      "a .cu file is compiled for one architecture, and none is given",
                      "--arch sm_90, for example",
                      {name, 0, 0}};
  }
  const auto compiled = compile_source(text, name, arch, options, places);
  if (!compiled) return compiled.error();
  auto listing = list_cubin(name, compiled->cubin, places, {compiled->compiler}, function);
  if (listing) listing->notes.insert(listing->notes.begin(), compiled->notes.begin(), compiled->notes.end());
  return listing;
}

}  // namespace

bool needs_tools(const std::string& name, std::string_view content) {
  return input_kind(name, content) != InputKind::listing;
}

Result<Disassembly> disassemble(const std::string& name, std::string content, const std::string& arch,
                                const SearchPlaces& places, const std::vector<std::string>& options,
                                const std::string& function) {
  const InputKind kind = input_kind(name, content);
  if (!options.empty() && kind != InputKind::cuda_source) {
    return Diagnostic{Failure::usage,
                      "options of the compiler are given, and this is not a .cu file, which is compiled here",
                      "leave out --compile-option, -I and -D",
                      {name, 0, 0}};
  }
  switch (kind) {
    case InputKind::listing: return Disassembly{std::move(content), {}};
    case InputKind::cubin: {
      const auto whole = check_cubin(content, name);
      return whole ? list_cubin(name, content, places, {}, function) : whole.error();
    }
    case InputKind::host_binary: return list_host_binary(name, content, arch, places, function);
    case InputKind::ptx: return list_ptx(name, content, arch, places, function);
    case InputKind::cuda_source: return list_source(name, content, arch, places, options, function);
    case InputKind::json:
      return Diagnostic{Failure::input,
                        "this is JSON, for example a result, and not a listing",
                        "give the listing or cubin that it is of; results are for `reconverge report` and `compare`",
                        {name, 0, 0}};
  }
  return Disassembly{std::move(content), {}};
}

Result<Disassembly> disassemble_functions(const std::string& name, std::string_view cubin,
                                          const std::set<std::string>& functions, const SearchPlaces& places) {
  const auto whole = check_cubin(cubin, name);
  if (!whole) return whole.error();
  return list_cubin(name, cubin, places, {}, symbols_with(cubin, functions));
}

}  // namespace reconverge::toolchain
