// SPDX-License-Identifier: MIT
#include "cli/commands/own_kernels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "cli/input.hpp"
#include "core/usage_error.hpp"
#include "gpu/proof.hpp"
#include "toolchain/cubin.hpp"
#include "toolchain/input_kind.hpp"

namespace reconverge::cli {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;
using Names = std::vector<std::string>;
using Kernels = std::vector<gpu::Kernel>;

constexpr const char* signature = "its signature is (const int*, float*, long long*)";

Diagnostic not_a_kernel(const BenchOptions& options, std::string what, std::string hint) {
  return {
      .failure = Failure::input, .message = std::move(what), .hint = std::move(hint), .where = {options.source, 0, 0}};
}

bool wants_all(const BenchOptions& options) { return options.own_kernels == Names{"all"}; }

gpu::Kernel common_kernel(const BenchOptions& options) {
  gpu::Kernel kernel;
  kernel.file = std::filesystem::path(options.source).filename().string();
  kernel.limits_per_lane = options.limits_per_lane;
  kernel.own = false;
  return kernel;
}

gpu::Kernel named(gpu::Kernel kernel, const std::string& name, const std::string& entry, const BenchOptions& options) {
  kernel.name = name;
  kernel.entry = entry;
  kernel.title = fmt::format("{} of {}", name, options.source);
  return kernel;
}

/// The headers beside a source that it includes, and those that they include. A missing one is left to the compiler to
/// report.
void add_headers(const std::filesystem::path& folder, const std::string& text, gpu::Kernel& kernel) {
  static const std::regex include(R"re(#include "([^"]+)")re");
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
    const std::string name = (*it)[1];
    const bool known = name == "measure.cuh" ||
                       std::ranges::any_of(kernel.headers, [&](const auto& header) { return header.first == name; });
    std::error_code no_error;
    if (known || !std::filesystem::exists(folder / name, no_error)) continue;
    auto header = read_input((folder / name).string());
    if (!header) continue;
    kernel.headers.emplace_back(name, *header);
    add_headers((folder / name).parent_path(), *header, kernel);
  }
}

/// Every `__global__ void NAME(` of a text, in its order.
Names names_in_source(const std::string& text) {
  static const std::regex global(R"(__global__\s+void\s+(\w+)\s*\()");
  Names names;
  for (std::sregex_iterator it(text.begin(), text.end(), global), end; it != end; ++it) names.push_back((*it)[1]);
  return names;
}

Result<Kernels> kernels_of_source(std::string text, const BenchOptions& options) {
  if (options.own_kernels.empty())
    return core::usage_error(fmt::format("which kernel of '{}'?", options.source),
                             fmt::format("--kernel NAME; {}", signature));
  gpu::Kernel kernel = common_kernel(options);
  kernel.source = std::move(text);
  add_headers(std::filesystem::path(options.source).parent_path(), kernel.source, kernel);
  Kernels kernels;
  for (const std::string& name : wants_all(options) ? names_in_source(kernel.source) : options.own_kernels)
    kernels.push_back(named(kernel, name, name, options));
  if (kernels.empty())
    return core::usage_error(fmt::format("'{}' defines no kernel", options.source),
                             "extern \"C\" __global__ void NAME(...)");
  return kernels;
}

/// Given options that only a compiler could use.
Names given_for_the_compiler(const BenchOptions& options) {
  Names given;
  if (!options.unroll.empty()) given.emplace_back("--unroll");
  if (options.warmup) given.emplace_back("--warmup");
  if (options.repeat) given.emplace_back("--repeat");
  if (!options.compile_options.empty()) given.emplace_back("--compile-option");
  return given;
}

/// The name of a kernel in a cubin.
Result<std::string> symbol_of(const std::string& name, const toolchain::CubinFacts& facts,
                              const BenchOptions& options) {
  if (std::ranges::find(facts.kernels, name) != facts.kernels.end()) return name;
  Names found;
  std::ranges::copy_if(facts.kernels, std::back_inserter(found),
                       [&](const std::string& symbol) { return gpu::is_named(symbol, name); });
  if (found.size() == 1) return found.front();
  if (found.empty())
    return core::usage_error(fmt::format("there is no kernel '{}' in '{}'", name, options.source),
                             fmt::format("it has {}", fmt::join(facts.kernels, ", ")));
  return core::usage_error(fmt::format("'{}' has several kernels '{}'", options.source, name),
                           fmt::format("--kernel with one of {}", fmt::join(found, ", ")));
}

Result<Kernels> kernels_of_cubin(std::string content, const BenchOptions& options) {
  const auto facts = toolchain::read_cubin(content, options.source);
  if (!facts) return facts.error();
  if (const Names given = given_for_the_compiler(options); !given.empty())
    return core::usage_error(
        fmt::format("'{}' is already compiled; for the compiler: {}", options.source, fmt::join(given, ", ")),
        "leave that out; --warmup-by WAY says how its code warms itself up");
  if (options.own_kernels.empty())
    return core::usage_error(fmt::format("which kernel of '{}'?", options.source),
                             fmt::format("--kernel NAME; it has {}; {}", fmt::join(facts->kernels, ", "), signature));
  std::optional<gpu::Warmup> warmup;
  if (options.warmup_by) {
    const auto way = understood_warmup(*options.warmup_by);
    if (!way) return way.error();
    warmup = *way;
  }
  gpu::Kernel kernel = common_kernel(options);
  kernel.compiled =
      std::make_shared<const gpu::CompiledCode>(gpu::CompiledCode{std::move(content), facts->arch, warmup});
  Kernels kernels;
  for (const std::string& name : wants_all(options) ? facts->kernels : options.own_kernels) {
    const auto symbol = symbol_of(name, *facts, options);
    if (!symbol) return symbol.error();
    kernels.push_back(named(kernel, name, *symbol, options));
  }
  return kernels;
}

}  // namespace

Result<Kernels> own_kernels(const BenchOptions& options) {
  if (!options.benchmarks.empty() || !options.filter.empty())
    return core::usage_error("a file of your own and --benchmark or --filter exclude each other", "");
  auto content = read_input(options.source);
  if (!content) return content.error();
  if (content->empty())
    return not_a_kernel(options, "the file is empty", "a .cu file, or a cubin: nvcc -cubin -arch=sm_90");
  switch (toolchain::input_kind(options.source, *content)) {
    case toolchain::InputKind::cubin: return kernels_of_cubin(std::move(content).value(), options);
    case toolchain::InputKind::host_binary:
      return not_a_kernel(options, "this is not a cubin but a fat binary, an archive or a file for the host",
                          "nvcc -cubin -arch=sm_90, or cuobjdump -xelf all, which takes the cubins out of it");
    case toolchain::InputKind::ptx:
      return not_a_kernel(options, "this is PTX, which is not compiled yet", "ptxas -arch=sm_90 FILE -o NAME.cubin");
    case toolchain::InputKind::json:
      return not_a_kernel(options, "this is JSON, for example a result, and not a kernel",
                          "a .cu file, or a cubin: nvcc -cubin -arch=sm_90");
    case toolchain::InputKind::listing:
    case toolchain::InputKind::cuda_source: break;
  }
  if (options.source.ends_with(".cubin"))
    return not_a_kernel(options, "this is not a cubin: it does not begin as an ELF file", "nvcc -cubin -arch=sm_90");
  return kernels_of_source(std::move(content).value(), options);
}

}  // namespace reconverge::cli
