// SPDX-License-Identifier: MIT
#include "run/load.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "emulator/reconvergence/convergence_barriers.hpp"

namespace reconverge::run {

SharedExecutable share(emulator::Executable executable) {
  return std::make_shared<const emulator::Executable>(std::move(executable));
}

int warps_of(const emulator::Extent& block) {
  return std::max(1, static_cast<int>((block.count() + core::lane_count - 1) / core::lane_count));
}

core::LaneMask lanes_of_block(int threads) {
  return threads >= core::lane_count ? core::LaneMask::all() : core::LaneMask((1u << threads) - 1);
}

core::Result<emulator::Abi> abi_of_kernel(const sass::Function& function, const std::string& source_name) {
  if (const auto abi = emulator::abi_of(sass::arch_number(function.arch).value_or(0))) return *abi;
  return core::Diagnostic{
      .failure = core::Failure::usage,
      .message = function.arch.empty()
                     ? "the listing names no architecture, so it is not known where kernels find their arguments"
                     : fmt::format("it is not known where kernels for {} find their arguments", function.arch),
      .hint = "--arch sm_NN for sm_50 to sm_62 or sm_70 and later; else give them by --const",
      .where = {source_name}};
}

core::Result<SharedExecutable> decode_kernel(sass::Function function, const emulator::Launch& launch,
                                             const emulator::Constants& given, const std::string& source_name) {
  const auto abi = abi_of_kernel(function, source_name);
  if (!abi) return abi.error();
  auto constants = emulator::constants_of(launch, *abi);
  if (!constants) return constants.error();
  for (const auto& [place, value] : given) (*constants)[place] = value;
  emulator::settle_names(launch, *abi, function);
  const emulator::ConvergenceBarriers mechanism;
  auto executable = emulator::decode(std::move(function), mechanism, *constants, source_name);
  if (!executable) return executable.error();
  return share(std::move(executable).value());
}

}  // namespace reconverge::run
