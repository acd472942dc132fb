// SPDX-License-Identifier: MIT
#include "toolchain/compilation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "toolchain/nvrtc.hpp"
#include "toolchain/process.hpp"
#include "toolchain/temporary_file.hpp"

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;
namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Folders below one that hold headers: those of CUDA's C++ library lie deeper from CUDA 13 on.
void add_headers(const fs::path& include, std::vector<fs::path>& folders) {
  for (const fs::path& folder : {include, include / "cccl"})
    if (is_there(folder)) folders.push_back(folder);
}

/// The headers of the toolkit, or of the Python packages, that a library belongs to; else of any toolkit.
std::vector<fs::path> headers_of(const Tool& library, const SearchPlaces& places) {
  std::error_code ignored;
  const fs::path root = fs::weakly_canonical(library.path, ignored).parent_path().parent_path();
  std::vector<fs::path> folders;
  add_headers(root / "include", folders);
  add_headers(root / "targets/x86_64-linux/include", folders);
  if (root.parent_path().filename() == "nvidia")
    for (const auto& part : fs::directory_iterator(root.parent_path(), ignored))
      if (part.path() != root) add_headers(part.path() / "include", folders);
  for (const fs::path& folder : folders)
    if (is_there(folder / "cuda_runtime.h")) return folders;
  for (const Place& place : places.programs)
    if (place.why != "PATH" && place.folder.filename() == "bin")
      add_headers(place.folder.parent_path() / "include", folders);
  return folders;
}

std::string folder_of(const std::string& name) {
  const fs::path folder = fs::path(name).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// Every NVRTC, each file once.
std::vector<Tool> compilers_in(const SearchPlaces& places) {
  std::vector<Tool> found;
  std::set<fs::path> seen;
  for (const Place& place : places.libraries) {
    const auto library = find_library("libnvrtc.so", {.programs = {}, .libraries = {place}});
    std::error_code ignored;
    if (library && seen.insert(fs::weakly_canonical(library->path, ignored)).second) found.push_back(*library);
  }
  return found;
}

Result<CompiledSource> with_nvrtc(const std::string& text, const std::string& name, const std::string& arch,
                                  const std::vector<std::string>& options, const Tool& library,
                                  const SearchPlaces& places) {
  CompileSettings settings;
  settings.options.insert(settings.options.end(), options.begin(), options.end());
  settings.options.push_back("-I" + folder_of(name));
  for (const fs::path& folder : headers_of(library, places)) settings.options.push_back("-I" + folder.string());
  auto compiled = compile_with_nvrtc(text, name, arch, library, settings);
  if (!compiled) return compiled.error();
  return CompiledSource{std::move(compiled->cubin), fmt::format("{} ({})", compiled->compiler, library.why), {}};
}

/// Whether a shell takes a character as it is, within quotes and without: spaces, which nvcc quotes, letters, digits,
/// bytes of UTF-8 and a few others.
bool is_plain(char character) {
  constexpr std::string_view others = " _-./=,+:@%~";
  const auto byte = static_cast<unsigned char>(character);
  const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  return byte >= 0x80 || is_letter || (byte >= '0' && byte <= '9') || others.find(character) != others.npos;
}

/// nvcc starts its steps through a shell, which would execute what stands in the name of a file or of a folder.
/// @param words  of its command line, and whatever else goes to the shell
std::optional<Diagnostic> not_plain(const std::string& who, const std::vector<std::string>& words,
                                    const std::string& name) {
  for (const std::string& word : words) {
    const auto found = std::ranges::find_if_not(word, is_plain);
    if (found == word.end()) continue;
    const bool is_printable = *found > ' ' && *found != 0x7F;
    const std::string character =
        is_printable ? fmt::format("{}", *found) : fmt::format("\\x{:02x}", static_cast<unsigned char>(*found));
    return Diagnostic{Failure::input,
                      fmt::format("{} is not started: it passes '{}' to a shell, to which the character '{}' means "
                                  "something; rename it, or leave it to NVRTC, which starts none",
                                  who, word, character),
                      "letters, digits, spaces and _-./=,+:@%~ are safe in paths and options that nvcc is given",
                      {name, 0, 0}};
  }
  return std::nullopt;
}

/// The path that nvcc passes on beside the one that it is given: without links, from the root.
std::string whole_path(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : whole.string();
}

Result<CompiledSource> with_nvcc(const std::string& text, const std::string& name, const std::string& arch,
                                 const std::vector<std::string>& options, const Tool& nvcc) {
  const auto cubin = TemporaryFile::create("", ".cubin");
  if (!cubin) return cubin.error();
  const auto copy = TemporaryFile::create(text, ".cu");
  if (!copy) return copy.error();
  // The file itself where there is one, so that notes of source lines name it.
  std::error_code ignored;
  // Of a pipe there is no second time.
  const std::string source = fs::is_regular_file(name, ignored) ? name : copy->path().string();
  std::vector<std::string> words = {nvcc.path.string(), "-cubin", "-arch=" + arch, "-lineinfo"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-I" + folder_of(name), "-o", cubin->path().string(), source});
  std::vector<std::string> for_shell = words;
  for_shell.push_back(whole_path(source));
  const std::string who = fmt::format("nvcc {} ({})", version_of(nvcc), nvcc.why);
  if (const auto refused = not_plain(who, for_shell, name)) return *refused;
  const auto output = run_process(words);
  if (!output) return output.error();
  auto content = cubin->read();
  if (!content) return content.error();
  if (output->status != 0 || content->empty())
    return Diagnostic{Failure::input,
                      fmt::format("{} does not compile it for {}:\n{}{}", who, arch, output->error, output->out),
                      "see what it says; --compile-option, -I and -D pass options on",
                      {name, 0, 0}};
  return CompiledSource{std::move(*content), who, {}};
}

/// What a compiler could not do, with the first line of its messages: "NVRTC 13.0 does not compile it for sm_90:
/// a.cu(1): catastrophic error: cannot open source file".
std::string first_reason(const std::string& message) {
  const std::size_t end = message.find('\n');
  if (end == std::string::npos) return message;
  return message.substr(0, end) + " " + message.substr(end + 1, message.find('\n', end + 1) - end - 1);
}

/// What to try, by what compilers said.
std::string_view cure_of(std::string_view said) {
  const auto has = [&](std::string_view words) { return said.find(words) != std::string_view::npos; };
  if (has("gcc: No such file") || has("gcc: not found") || has("g++: not found") || has("host compiler"))
    return "nvcc compiles with the help of a C++ compiler for the host: install g++";
  if (has("gpu-architecture") || has("gpu-arch"))
    return "an architecture that this compiler does not know needs another version of it";
  if (has("cannot open source file") || has("could not open source file"))
    return "-I FOLDER says where headers are; those of the host's C++ library need nvcc and g++";
  return "see what it says; --compile-option, -I and -D pass options on";
}

/// The messages of the compilers that were tried.
class Attempts {
 public:
  /// Whether it succeeded.
  bool add(Result<CompiledSource> attempt) {
    if (attempt) {
      success_ = std::move(attempt).value();
      for (const Diagnostic& failure : failures_)
        success_->notes.push_back(
            fmt::format("note: {}; it is compiled by {}", first_reason(failure.message), success_->compiler));
      return true;
    }
    // Two versions that are the same, in two places, say the same.
    if (std::ranges::find(failures_, attempt.error().message, &Diagnostic::message) == failures_.end())
      failures_.push_back(attempt.error());
    return false;
  }
  Result<CompiledSource> result(const SearchPlaces& places) const {
    if (success_) return *success_;
    if (failures_.empty()) return find_library("libnvrtc.so", places).error();
    Diagnostic all = failures_.front();
    for (std::size_t i = 1; i < failures_.size(); ++i) {
      all.message += "\n" + failures_[i].message;
      if (failures_[i].failure == Failure::input) all.failure = Failure::input;
    }
    if (all.failure == Failure::input) all.hint = cure_of(all.message);
    return all;
  }

 private:
  std::optional<CompiledSource> success_;
  std::vector<Diagnostic> failures_;
};

}  // namespace

Result<CompiledSource> compile_source(const std::string& text, const std::string& name, const std::string& arch,
                                      const std::vector<std::string>& options, const SearchPlaces& places) {
  Attempts attempts;
  for (const Tool& library : compilers_in(places))
    if (attempts.add(with_nvrtc(text, name, arch, options, library, places))) return attempts.result(places);
  for (const Tool& nvcc : find_programs("nvcc", places))
    if (attempts.add(with_nvcc(text, name, arch, options, nvcc))) return attempts.result(places);
  return attempts.result(places);
}

}  // namespace reconverge::toolchain
