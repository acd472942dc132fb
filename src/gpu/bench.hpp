// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/build.hpp"
#include "gpu/clock_test.hpp"
#include "gpu/measurement.hpp"
#include "gpu/proof.hpp"
#include "sass/constant_banks.hpp"
#include "toolchain/search.hpp"

namespace reconverge::gpu {

/// A kernel as it runs: code, the text of that code, and what the text proves. Either `build` or
/// `failure` is there.
struct Prepared {
  Kernel kernel;
  BuildOptions options;
  std::string arch;
  std::optional<Build> build;
  std::optional<core::Diagnostic> failure;
  std::string disassembler;  ///< "nvdisasm release 13.0 (PATH)"; empty if there is none
  std::string listing;       ///< normalised; empty if unchecked
  std::string listing_sha256;
  std::vector<sass::ConstantBank> constants;  ///< what the compiler put into constant memory
  Proof proof;
};

/// The tools of this machine, looked for once.
struct Tools {
  toolchain::SearchPlaces places;
  core::Result<toolchain::Tool> nvrtc;
  static Tools find();
};

/// Compiles one kernel if it did not come compiled, disassembles and judges it. Several may run at once.
Prepared prepare(const Kernel& kernel, const BuildOptions& options, const std::string& arch, const Tools& tools,
                 BuildStore& store);
Prepared prepare(const Kernel& kernel, const BuildOptions& options, const std::string& arch, const Tools& tools);

/// One set of lane values to measure.
struct Point {
  std::optional<int> n;
  core::LaneValues values{};
};

/// One pattern: the points along its axis, or a single one.
struct PatternPoints {
  std::string name;  ///< as the user wrote it
  std::vector<Point> points;
};

struct BenchRequest {
  std::vector<Kernel> kernels;
  std::vector<BuildOptions> options;  ///< each kernel is measured under each
  std::vector<PatternPoints> patterns;
  std::vector<int> warps = {};  ///< of a block; each kernel is measured with each. None: one warp, compiled as such
  MeasureOptions measure;
  bool counters = false;
  bool any_verdict = false;  ///< measure also what nothing can part, and what the verdict refuses
};

/// One kernel, one set of options, one pattern, one number of warps, one card.
struct Benchmark {
  std::shared_ptr<const Prepared> prepared;
  int device = 0;
  std::string pattern;
  std::optional<int> warps;  ///< of the block; nothing: not given, it is one
  std::vector<State> states;
};

struct DeviceResult {
  DeviceInfo info;
  std::string failure;  ///< why nothing was measured on it
  ClockTest clock;
  std::optional<std::int64_t> empty_region_cycles;  ///< what the clock reads themselves cost
  std::string empty_region_absent;
};

struct BenchResult {
  std::vector<DeviceResult> devices;
  std::vector<Benchmark> benchmarks;
  std::string incomplete;  ///< why not everything was measured; empty if it was
  std::string driver_release;
  std::string driver_cuda_version;
};

/// Called before each state: states done, states in all, the next one.
using Progress = std::function<void(std::size_t, std::size_t, const std::string&)>;

/// Measures everything that is requested on every card, as far as it goes: a failure is kept in its
/// state, and the next one is tried. Fails only if nothing can be measured at all.
core::Result<BenchResult> run_bench(std::shared_ptr<const Driver> driver, const std::vector<DeviceInfo>& devices,
                                    const BenchRequest& request, const Tools& tools, const Progress& progress);

/// Whether every state is ok, and no verdict refuses a number.
bool all_ok(const BenchResult& result);

}  // namespace reconverge::gpu
