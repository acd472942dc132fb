// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/result.hpp"
#include "gpu/kernels/kernel.hpp"
#include "toolchain/search.hpp"

namespace reconverge::gpu {

std::string_view to_string(Warmup warmup);  ///< "none", "copy", "same-code"
std::optional<Warmup> parse_warmup(std::string_view text);

struct BuildOptions {
  std::optional<int> inner_unroll = 1;  ///< nothing: as the compiler decides
  Warmup warmup = Warmup::copy;
  int warmup_passes = 1;
  int repeat = 1;
  bool many_warps = false;              ///< for blocks of several warps, each with places of its own
  std::vector<std::string> extra = {};  ///< the user's own compiler options
};

/// The nearest options that a kernel can honour: one whose timed code can run only once is warmed up by
/// copies, one that copies would spoil by itself, one without a frame not at all. The result says what was done, not
/// what was requested.
BuildOptions supported_options(const Kernel& kernel, BuildOptions options);

/// Options for the compiler, without the architecture.
std::vector<std::string> compiler_options(const Kernel& kernel, const BuildOptions& options);

/// How the code of a kernel was made, as far as that is known: of one that came compiled only what its
/// owner says.
struct BuildProvenance {
  std::optional<int> inner_unroll;
  std::optional<Warmup> warmup;
  std::optional<int> warmup_passes, repeat;
  std::optional<bool> closing_sync;
  std::string unroll_absent, warmup_absent, absent;  ///< why those and the others are not known
};

/// @param options  fitted to the kernel
BuildProvenance provenance_of(const Kernel& kernel, const BuildOptions& options);

/// Device code, and how it was made.
struct Build {
  std::string cubin;
  std::string sha256;                     ///< of the cubin
  std::vector<std::string> options = {};  ///< of the compiler, the architecture first; none if it came compiled
  std::string compiler = {};              ///< "NVRTC 13.0"; likewise
};

/// Compiles a kernel for one architecture. May be called from several threads.
core::Result<Build> build_kernel(const Kernel& kernel, const BuildOptions& options, const std::string& arch,
                                 const toolchain::Tool& nvrtc);

/// The code of a kernel that came compiled, as it is. Fails with Failure::environment if it is for another
/// architecture.
core::Result<Build> load_prebuilt(const Kernel& kernel, const std::string& arch);

/// Compiles a source once, however many kernels of it are needed. For several threads.
class BuildStore {
 public:
  core::Result<Build> get(const Kernel& kernel, const BuildOptions& options, const std::string& arch,
                          const toolchain::Tool& nvrtc);

 private:
  using Key = std::tuple<std::string, std::string, std::vector<std::string>, std::string>;
  std::mutex mutex_;
  std::map<Key, core::Result<Build>> builds_;
};

}  // namespace reconverge::gpu
