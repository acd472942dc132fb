// SPDX-License-Identifier: MIT
#include "launches.hpp"

#include <bit>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sass/reader.hpp"

namespace reconverge::bench {
namespace {

emulator::Buffer buffer(emulator::ElementType type, std::size_t elements, auto value) {
  emulator::Buffer made{.type = type, .bytes = {}};
  for (std::size_t i = 0; i < elements; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(value(i));
    for (int shift = 0; shift < 32; shift += 8) made.bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  return made;
}

const auto zero = [](std::size_t) { return 0; };
const auto scattered = [](std::size_t i) { return static_cast<int>(i * 0x9E37'79B9u >> 1); };
const auto index = [](std::size_t i) { return static_cast<float>(i % threads); };

emulator::Scalar integer(std::uint32_t value) { return {emulator::ElementType::i32, value}; }

emulator::Launch launch_named(const std::string& kernel, std::size_t block_count, std::size_t block_threads) {
  using emulator::ElementType;
  emulator::Launch launch{.block = static_cast<std::uint32_t>(block_threads),
                          .grid = static_cast<std::uint32_t>(block_count)};
  if (kernel == "mandelbrot")
    launch.arguments = {buffer(ElementType::i32, block_threads * block_count, zero), integer(200)};
  if (kernel == "sort") launch.arguments = {buffer(ElementType::i32, block_threads * block_count, scattered)};
  if (kernel == "reduction")
    launch.arguments = {buffer(ElementType::f32, block_threads * block_count, index),
                        buffer(ElementType::f32, block_count, index), integer(8)};
  if (kernel == "single_loop") {
    const core::LaneValues bounds = core::staircase(31);
    launch.arguments = {
        buffer(ElementType::i32, block_threads, [&](std::size_t i) { return bounds[i % bounds.size()]; }),
        buffer(ElementType::f32, 32 * block_threads, index),
        emulator::Buffer{ElementType::i64, std::vector<std::uint8_t>(16 * block_threads)}};
  }
  return launch;
}

/// Without control words there are no cycles.
sass::Function function_of(const std::string& listing, const std::string& name, Watch watch) {
  const std::filesystem::path path = std::filesystem::path(RECONVERGE_SOURCE) / listing;
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  auto function = sass::read_function(text, path.filename().string(), {name, ""});
  if (!function) throw std::runtime_error(core::to_string(function.error()));
  if (watch == Watch::counts)
    for (auto& row : function.value().instructions) row.control.reset();
  return std::move(function).value();
}

}  // namespace

run::KernelSpec launch_of(const std::string& kernel, Watch watch, std::size_t block_count, std::size_t block_threads) {
  const bool is_of_paper = kernel == "single_loop";
  run::KernelSpec spec{.launch = launch_named(kernel, block_count, block_threads),
                       .looks_for_faults = watch == Watch::everything};
  const std::string listing =
      is_of_paper ? "data/listings/samples/paper_kernels_sm_90.sass" : "bench/kernels/kernels_sm_90.sass";
  const std::string name = is_of_paper ? "_Z11single_loopILi1EEvPKiPfPx" : kernel;
  spec.executable = run::decode_kernel(function_of(listing, name, watch), spec.launch, {}, listing).value();
  return spec;
}

run::KernelRun run_launch(const run::KernelSpec& spec, Watch watch) {
  run::KernelRun done = run::run_kernel(spec);
  if (done.run.diagnostic) throw std::runtime_error(core::to_string(*done.run.diagnostic));
  if ((done.warp_cycles > 0) != (watch != Watch::counts)) throw std::runtime_error("cycles are not as asked for");
  return done;
}

}  // namespace reconverge::bench
