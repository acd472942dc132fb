// SPDX-License-Identifier: MIT
#include "gpu/build.hpp"

#include <fmt/format.h>

#include <array>

#include "core/sha256.hpp"
#include "toolchain/nvrtc.hpp"

namespace reconverge::gpu {
namespace {

using core::Result;

constexpr std::array warmups = {std::pair{Warmup::none, std::string_view("none")},
                                std::pair{Warmup::copy, std::string_view("copy")},
                                std::pair{Warmup::same_code, std::string_view("same-code")}};

std::string define(std::string_view name, int value) { return fmt::format("-D{}={}", name, value); }

}  // namespace

std::string_view to_string(Warmup warmup) {
  for (const auto& [value, name] : warmups)
    if (value == warmup) return name;
  return "unknown";
}

std::optional<Warmup> parse_warmup(std::string_view text) {
  for (const auto& [value, name] : warmups)
    if (name == text) return value;
  return std::nullopt;
}

BuildOptions supported_options(const Kernel& kernel, BuildOptions options) {
  if (kernel.warmup == WarmupSupport::none) options.warmup = Warmup::none;
  if (kernel.warmup == WarmupSupport::copy_only && options.warmup == Warmup::same_code) options.warmup = Warmup::copy;
  if (kernel.warmup == WarmupSupport::same_code_only && options.warmup == Warmup::copy)
    options.warmup = Warmup::same_code;
  if (options.warmup == Warmup::none) options.warmup_passes = 0;
  if (options.warmup_passes == 0) options.warmup = Warmup::none;
  return options;
}

BuildProvenance provenance_of(const Kernel& kernel, const BuildOptions& options) {
  if (!kernel.compiled)
    return {.inner_unroll = options.inner_unroll,
            .warmup = options.warmup,
            .warmup_passes = options.warmup_passes,
            .repeat = options.repeat,
            .closing_sync = kernel.closing_sync,
            .unroll_absent = "left to the compiler",
            .warmup_absent = {},
            .absent = {}};
  const std::string own_affair = "it came compiled: left to its own code";
  const auto& warmup = kernel.compiled->warmup;
  return {.inner_unroll = {},
          .warmup = warmup,
          .warmup_passes = warmup == Warmup::none ? std::optional(0) : std::nullopt,
          .repeat = {},
          .closing_sync = {},
          .unroll_absent = own_affair,
          .warmup_absent = "it came compiled, and --warmup-by was not given",
          .absent = own_affair};
}

std::vector<std::string> compiler_options(const Kernel& kernel, const BuildOptions& options) {
  // A generic lambda has no execution space of its own; NVRTC refuses it without the second option.
  std::vector<std::string> list = {"--std=c++17", "--device-as-default-execution-space"};
  list.push_back(define("WARMUP_SAME_CODE", options.warmup == Warmup::same_code ? 1 : 0));
  list.push_back(define("WARMUP_PASSES", options.warmup_passes));
  list.push_back(define("REPEAT", options.repeat));
  list.push_back(define("CLOSING_SYNC", kernel.closing_sync ? 1 : 0));
  list.push_back(options.inner_unroll ? fmt::format("-DINNER_LOOP=_Pragma(\"unroll {}\")", *options.inner_unroll)
                                      : std::string("-DINNER_LOOP="));
  if (options.many_warps) list.push_back(define("MANY_WARPS", 1));
  for (const auto& [name, value] : kernel.defines) list.push_back(fmt::format("-D{}={}", name, value));
  list.insert(list.end(), options.extra.begin(), options.extra.end());
  return list;
}

Result<Build> build_kernel(const Kernel& kernel, const BuildOptions& options, const std::string& arch,
                           const toolchain::Tool& nvrtc) {
  Build build;
  build.options = compiler_options(kernel, options);
  toolchain::CompileSettings settings{build.options, {{"measure.cuh", std::string(measurement_frame())}}};
  settings.headers.insert(settings.headers.end(), kernel.headers.begin(), kernel.headers.end());
  auto compiled = toolchain::compile_with_nvrtc(kernel.source, kernel.file, arch, nvrtc, settings);
  if (!compiled) return compiled.error();
  build.options.insert(build.options.begin(), "--gpu-architecture=" + arch);
  build.sha256 = core::sha256(compiled->cubin);
  build.cubin = std::move(compiled->cubin);
  build.compiler = std::move(compiled->compiler);
  return build;
}

Result<Build> load_prebuilt(const Kernel& kernel, const std::string& arch) {
  const CompiledCode& code = *kernel.compiled;
  if (code.arch != arch)
    return core::Diagnostic{core::Failure::environment,
                            fmt::format("'{}' is compiled for {}, the card is {}", kernel.file, code.arch, arch),
                            fmt::format("nvcc -cubin -arch={}, or a card of {} by --device", arch, code.arch)};
  return Build{.cubin = code.cubin, .sha256 = core::sha256(code.cubin)};
}

Result<Build> BuildStore::get(const Kernel& kernel, const BuildOptions& options, const std::string& arch,
                              const toolchain::Tool& nvrtc) {
  const Key key{kernel.file, kernel.source, compiler_options(kernel, options), arch};
  const std::scoped_lock lock(mutex_);
  const auto found = builds_.find(key);
  if (found != builds_.end()) return found->second;
  return builds_.emplace(key, build_kernel(kernel, options, arch, nvrtc)).first->second;
}

}  // namespace reconverge::gpu
