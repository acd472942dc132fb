// SPDX-License-Identifier: MIT
// How much faster is this emulator than one of PTX? gpuocelot's interprets it; the same launches run there and here in
// turns, on one core, and the ratio is taken pair by pair. Parsing and decoding are apart: they are done before.
//
//   bench_ocelot [PAIRS]

#include <ocelot/executive/EmulatedKernel.h>
#include <ocelot/executive/RuntimeException.h>
#include <ocelot/ir/Module.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "launches.hpp"
#include "pairs.hpp"

namespace reconverge::bench {
namespace {

/// Its global memory is the host's, and no trace generator listens: it only executes.
class PtxLaunch : public PeerLaunch {
 public:
  PtxLaunch(ir::PTXKernel& code, const emulator::Launch& launch) : launch_(launch), kernel_(&code) {
    const auto prototype = code.getPrototype();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      auto& values = kernel_.getParameter(prototype.arguments[i].name)->arrayValues;
      values.resize(1);
      if (const auto* scalar = std::get_if<emulator::Scalar>(&launch.arguments[i])) {
        values.front().val_u64 = scalar->bits;
      } else {
        buffers_[i] = contents(i);
        values.front().val_u64 = reinterpret_cast<std::uintptr_t>(buffers_[i].data());
      }
    }
    kernel_.updateArgumentMemory();
    kernel_.setKernelShape(static_cast<int>(launch.block.x), 1, 1);
  }

  void reset() override {
    for (auto& [index, bytes] : buffers_) std::ranges::copy(contents(index), bytes.begin());
  }

  void run() override {
    try {
      kernel_.launchGrid(static_cast<int>(launch_.grid.x), 1, 1);
    } catch (const executive::RuntimeException& error) {
      throw std::runtime_error(error.instruction.toString() + ": " + error.message);
    }
  }

  std::vector<std::uint8_t> buffer(std::size_t index) override { return buffers_.at(index); }

 private:
  const std::vector<std::uint8_t>& contents(std::size_t index) const {
    return std::get<emulator::Buffer>(launch_.arguments[index]).bytes;
  }

  emulator::Launch launch_;
  executive::EmulatedKernel kernel_;
  std::map<std::size_t, std::vector<std::uint8_t>> buffers_;  ///< by argument
};

Peer ocelot() {
  std::ifstream file(RECONVERGE_PTX);
  const auto module = std::make_shared<ir::Module>(nullptr, file);
  return {"gpuocelot", [module](const std::string& kernel, const emulator::Launch& launch) {
            return std::make_unique<PtxLaunch>(*module->kernels().at(kernel), launch);
          }};
}

}  // namespace
}  // namespace reconverge::bench

int main(int argc, char** argv) {
  setenv("OCELOT_CONFIG", RECONVERGE_OCELOT_SETTINGS, 0);
  return reconverge::bench::compare_in_pairs(argc, argv, reconverge::bench::ocelot);
}
