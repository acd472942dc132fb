// SPDX-License-Identifier: MIT
#include "programs/listing_run.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "emulator/reconvergence/token_stack.hpp"
#include "run/kernel_run.hpp"
#include "run/simulation.hpp"
#include "sass/constant_banks.hpp"
#include "sass/reader.hpp"

namespace reconverge::programs {
namespace {

emulator::Buffer buffer_of(const Words& words) {
  emulator::Buffer buffer{emulator::ElementType::i32, std::vector<std::uint8_t>(4 * words.size())};
  std::memcpy(buffer.bytes.data(), words.data(), buffer.bytes.size());
  return buffer;
}

Words words_of(const emulator::Buffer& buffer) {
  Words words(buffer.size());
  std::memcpy(words.data(), buffer.bytes.data(), buffer.bytes.size());
  return words;
}

emulator::Constants constants_of(const Listing& listing, const std::string& function) {
  emulator::Constants constants;
  for (const auto& [bank, words] : sass::constant_banks(listing.text, function))
    emulator::put_words(bank, words, constants);
  return constants;
}

core::Result<Words> emulate_barriers(const Listing& listing, sass::Function function, const emulator::Launch& launch,
                                     const emulator::Constants& constants) {
  const auto executable = run::decode_kernel(std::move(function), launch, constants, listing.name);
  if (!executable) return executable.error();
  const auto run = run::run_kernel({.executable = *executable, .source_name = listing.name, .launch = launch});
  if (run.run.diagnostic) return *run.run.diagnostic;
  return words_of(run.buffers.at(1).buffer);
}

core::Result<Words> emulate_stack(const Listing& listing, sass::Function function, const emulator::Launch& launch,
                                  emulator::Constants constants) {
  const auto abi = run::abi_of_kernel(function, listing.name);
  if (!abi) return abi.error();
  auto of_launch = emulator::constants_of(launch, *abi);
  if (!of_launch) return of_launch.error();
  constants.merge(*of_launch);
  auto executable = emulator::decode(std::move(function), emulator::TokenStack(), constants, listing.name);
  if (!executable) return executable.error();
  run::SimulationSpec spec;
  spec.executable = run::share(std::move(executable).value());
  spec.source_name = listing.name;
  spec.prepare = [&](emulator::Warp& warp) { emulator::prepare(launch, *abi, warp); };
  const auto run = run::simulate(spec);
  if (run.run.diagnostic) return *run.run.diagnostic;
  return words_of(emulator::buffers_after(launch, run.warp.global()).at(1).buffer);
}

}  // namespace

Listing read_listing(const std::string& path) {
  std::ifstream file(path);
  return {std::filesystem::path(path).stem().string(), {std::istreambuf_iterator<char>(file), {}}};
}

std::vector<Words> inputs() {
  std::mt19937 random(7);
  const auto any = [&] { return static_cast<std::int32_t>(random()); };
  const auto special = [&]() -> std::int32_t {
    constexpr std::int32_t ends[] = {0,         1,         2,  3,          7,          31,        100,
                                     INT32_MAX, INT32_MIN, -1, 0x7f800000, 0x7fc00000, 0x40490fdb};
    const auto chosen = random() % 20;
    return chosen < std::size(ends) ? ends[chosen] : any() & 0xffff;
  };
  std::vector<Words> all(3, Words(words_in));
  std::ranges::generate(all[0], any);
  std::ranges::generate(all[1], special);
  std::ranges::fill(all[2], 5);
  return all;
}

core::Result<Words> emulate(const Listing& listing, const std::string& name, int threads, const Words& in) {
  auto function = sass::read_function(listing.text, listing.name, {.function = name, .arch = ""});
  if (!function) return function.error();
  const emulator::Launch launch{.block = threads, .arguments = {buffer_of(in), buffer_of(Words(words_out))}};
  const auto constants = constants_of(listing, name);
  if (sass::arch_number(function->arch) >= 70)
    return emulate_barriers(listing, std::move(function).value(), launch, constants);
  return emulate_stack(listing, std::move(function).value(), launch, constants);
}

}  // namespace reconverge::programs
