// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>

#include "core/sha256.hpp"
#include "gpu/bench.hpp"
#include "sass/print/listing.hpp"
#include "toolchain/disassembly.hpp"

namespace reconverge::gpu {
namespace {

/// Disassembles what was built, keeps the kernel's own text and judges it.
void examine(Prepared& prepared, const Tools& tools) {
  const std::string name = prepared.kernel.name + ".cubin";
  const auto disassembly = toolchain::disassemble(name, prepared.build->cubin, prepared.arch, tools.places);
  if (!disassembly) {
    prepared.proof.reason = disassembly.error().message;
    return;
  }
  if (!disassembly->steps.empty()) prepared.disassembler = disassembly->steps.back();
  const auto function = find_kernel(disassembly->text, name, prepared.kernel.entry);
  if (!function) {
    prepared.proof.reason = core::to_string(function.error());
    return;
  }
  prepared.kernel.entry = function->name;
  prepared.listing = sass::to_listing(*function);
  prepared.listing_sha256 = core::sha256(prepared.listing);
  prepared.constants = sass::constant_banks(disassembly->text, function->name);
  prepared.proof = prove(*function);
}

core::Result<Build> build_of(const Kernel& kernel, const BuildOptions& options, const std::string& arch,
                             const Tools& tools, BuildStore& store) {
  if (kernel.compiled) return load_prebuilt(kernel, arch);
  if (!tools.nvrtc) return tools.nvrtc.error();
  return store.get(kernel, options, arch, *tools.nvrtc);
}

/// A statement of a compiled kernel's owner that its code disproves.
std::optional<core::Diagnostic> disproved(const Prepared& prepared) {
  const auto& compiled = prepared.kernel.compiled;
  if (!compiled || compiled->warmup != Warmup::same_code || !prepared.proof.runs_once) return std::nullopt;
  return core::Diagnostic{core::Failure::usage,
                          fmt::format("'{}' is not warmed up by its own code: the timed part runs once, since no way "
                                      "leads back to the start read at {:#x}",
                                      prepared.kernel.name, prepared.proof.start),
                          "--warmup-by copy or none, or nothing",
                          {prepared.kernel.file, 0, 0}};
}

}  // namespace

Tools Tools::find() {
  toolchain::SearchPlaces places = toolchain::search_places();
  auto nvrtc = toolchain::find_library("libnvrtc.so", places);
  return {std::move(places), std::move(nvrtc)};
}

Prepared prepare(const Kernel& kernel, const BuildOptions& options, const std::string& arch, const Tools& tools) {
  BuildStore store;
  return prepare(kernel, options, arch, tools, store);
}

Prepared prepare(const Kernel& kernel, const BuildOptions& options, const std::string& arch, const Tools& tools,
                 BuildStore& store) {
  Prepared prepared;
  prepared.kernel = kernel;
  prepared.options = supported_options(kernel, options);
  prepared.arch = arch;
  auto build = build_of(kernel, prepared.options, arch, tools, store);
  if (!build) {
    prepared.failure = build.error();
    return prepared;
  }
  prepared.build = std::move(build).value();
  examine(prepared, tools);
  prepared.failure = disproved(prepared);
  return prepared;
}

}  // namespace reconverge::gpu
