// SPDX-License-Identifier: MIT
// How fast a dump is read. The text is the compiled samples of data/listings, repeated under new
// names to about 100 MB: what `cuobjdump -sass` of a large library looks like.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sass/reader.hpp"

namespace {

using reconverge::sass::list_functions;
using reconverge::sass::read_listing;
using reconverge::sass::Selection;

constexpr std::size_t dump_bytes = 100'000'000;

std::string sample(const std::string& name) {
  std::ifstream file(std::filesystem::path(RECONVERGE_LISTINGS) / "samples" / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The sample again and again; the functions of copy i are called "i_" and their name.
std::string repeated(const std::string& text, std::size_t bytes) {
  constexpr std::string_view header = "Function : ";
  std::string dump;
  dump.reserve(bytes + 2 * text.size());
  for (std::size_t copy = 0; dump.size() < bytes; ++copy) {
    std::size_t begin = 0;
    for (std::size_t at = text.find(header); at != std::string::npos; at = text.find(header, begin)) {
      dump.append(text, begin, at + header.size() - begin);
      dump += fmt::format("{}_", copy);
      begin = at + header.size();
    }
    dump.append(text, begin);
  }
  return dump;
}

const std::string& dump_of(const std::string& name) {
  static std::string last_name, dump;
  if (last_name != name) dump = repeated(sample(name), dump_bytes);
  last_name = name;
  return dump;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void finish(benchmark::State& state, const std::string& dump) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(dump.size()));
  state.counters["peak_MB"] = peak_megabytes();
}

void list_only(benchmark::State& state, const std::string& name) {
  const std::string& dump = dump_of(name);
  for (auto _ : state) benchmark::DoNotOptimize(list_functions(dump, "dump"));
  finish(state, dump);
}

void one_function(benchmark::State& state, const std::string& name) {
  const std::string& dump = dump_of(name);
  for (auto _ : state) {
    auto functions = read_listing(dump, "dump", {"3__Z12double_loopsILi1EEvPKiPfPx", ""});
    if (!functions) state.SkipWithError("the function is not found");
    benchmark::DoNotOptimize(functions);
  }
  finish(state, dump);
}

void every_function(benchmark::State& state, const std::string& name) {
  const std::string& dump = dump_of(name);
  for (auto _ : state) {
    auto functions = read_listing(dump, "dump");
    if (!functions) state.SkipWithError("the dump is not read");
    benchmark::DoNotOptimize(functions);
  }
  finish(state, dump);
}

// Selections first: the peak of memory only grows.
BENCHMARK_CAPTURE(list_only, sm_90, "paper_kernels_sm_90.sass")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_function, sm_90, "paper_kernels_sm_90.sass")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(every_function, sm_90, "paper_kernels_sm_90.sass")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(every_function, sm_61, "rebuilt_sm_61.cuobjdump.sass")->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
