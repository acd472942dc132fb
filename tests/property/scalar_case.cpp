// SPDX-License-Identifier: MIT
#include "property/scalar_case.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace reconverge::property {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 0);
}

}  // namespace

std::uint64_t first_seed() { return from_environment("RECONVERGE_PROPERTY_SEED", 150'401'650); }
std::uint64_t programs_a_shard(std::uint64_t otherwise) {
  return from_environment("RECONVERGE_PROPERTY_PROGRAMS", otherwise);
}

ScalarCase::ScalarCase(std::uint64_t seed_of_program) : seed(seed_of_program), program(generate(seed)) {
  Random random(seed ^ 0x11FE);
  if (random.chance(10)) live = core::LaneMask(random.bits() | 1u);
  const auto initial = initial_registers(seed);
  for (std::uint32_t lane = 0; lane < emulator::lanes; ++lane) {
    Registers registers(static_cast<std::size_t>(first_counter + program.counters));
    for (std::size_t index = 0; index < initial.size(); ++index) registers[index] = initial[index][lane];
    expected.push_back(run_scalar(program, std::move(registers), lane));
  }
}

emulator::Warp ScalarCase::warp() const {
  emulator::Warp warp;
  const auto initial = initial_registers(seed);
  for (std::size_t index = 0; index < initial.size(); ++index)
    warp.set_register(static_cast<int>(index), initial[index]);
  return warp;
}

std::string ScalarCase::difference(const emulator::Warp& ended) const {
  for (std::size_t lane = 0; lane < emulator::lanes; ++lane) {
    if (!live.contains(static_cast<int>(lane))) continue;
    for (std::size_t index = 0; index < expected[lane].size(); ++index) {
      const std::uint32_t found = ended.values[index][lane];
      if (index != static_cast<std::size_t>(scratch_register) && found != expected[lane][index])
        return fmt::format("lane {} ends with R{} = 0x{:x}, its scalar run with 0x{:x}", lane, index, found,
                           expected[lane][index]);
    }
  }
  return "";
}

}  // namespace reconverge::property
