// Does compiled code do what its source says? A compiler for GPUs made the listings of the same
// text that the host's compiler makes the references of.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "emulator/reconvergence/token_stack.hpp"
#include "programs/reference.hpp"
#include "sass/constant_banks.hpp"
#include "sass/reader.hpp"
#include "study/support/kernel_run.hpp"
#include "study/support/simulation.hpp"

namespace reconverge::programs {
namespace {

using Words = std::vector<std::int32_t>;
constexpr std::size_t words_in = 256, words_out = 1024;

struct Listing {
  std::string name, text;
};

std::vector<std::string> names_of_listings() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(RECONVERGE_PROGRAMS))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

Listing read_listing(const std::string& name) {
  std::ifstream file(std::filesystem::path(RECONVERGE_PROGRAMS) / (name + ".sass"));
  return {name, {std::istreambuf_iterator<char>(file), {}}};
}

/// Words of any size; words that branches like, small ones and the ends of the range; one word
/// alone.
std::vector<Words> inputs() {
  std::mt19937 random(7);
  const auto any = [&] { return static_cast<std::int32_t>(random()); };
  const auto special = [&]() -> std::int32_t {
    constexpr std::int32_t ends[] = {
        0, 1, 2, 3, 7, 31, 100, INT32_MAX, INT32_MIN, -1, 0x7f800000, 0x7fc00000, 0x40490fdb};
    const auto chosen = random() % 20;
    return chosen < std::size(ends) ? ends[chosen] : any() & 0xffff;
  };
  std::vector<Words> all(3, Words(words_in));
  std::ranges::generate(all[0], any);
  std::ranges::generate(all[1], special);
  std::ranges::fill(all[2], 5);
  return all;
}

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

core::Result<Words> emulate_barriers(const Listing& listing, sass::Function function,
                                     const emulator::Launch& launch,
                                     const emulator::Constants& constants) {
  const auto executable =
      study::decode_kernel(std::move(function), launch, constants, listing.name);
  if (!executable) return executable.error();
  const auto run = study::run_kernel(
      {.executable = &*executable, .source_name = listing.name, .launch = &launch});
  if (run.run.diagnostic) return *run.run.diagnostic;
  return words_of(run.buffers.at(1).buffer);
}

core::Result<Words> emulate_stack(const Listing& listing, sass::Function function,
                                  const emulator::Launch& launch, emulator::Constants constants) {
  const auto abi = study::abi_of_kernel(function, listing.name);
  if (!abi) return abi.error();
  auto of_launch = emulator::constants_of(launch, *abi);
  if (!of_launch) return of_launch.error();
  constants.merge(*of_launch);
  const auto executable =
      emulator::decode(std::move(function), emulator::TokenStack(), constants, listing.name);
  if (!executable) return executable.error();
  study::SimulationSpec spec;
  spec.executable = &*executable;
  spec.source_name = listing.name;
  spec.prepare = [&](emulator::Warp& warp) { emulator::prepare(launch, *abi, warp); };
  const auto run = study::simulate(spec);
  if (run.run.diagnostic) return *run.run.diagnostic;
  return words_of(emulator::buffers_after(launch, run.warp.global).at(1).buffer);
}

/// What a run leaves of its second buffer, or why it did not come to its end.
core::Result<Words> emulate(const Listing& listing, const std::string& name,
                            const emulator::Launch& launch) {
  auto function = sass::read_function(listing.text, listing.name, {.function = name, .arch = ""});
  if (!function) return function.error();
  const auto constants = constants_of(listing, name);
  if (sass::arch_number(function->arch) >= 70)
    return emulate_barriers(listing, std::move(function).value(), launch, constants);
  return emulate_stack(listing, std::move(function).value(), launch, constants);
}

/// Lanes that know nothing of each other need no more than a warp, and the token stack runs no
/// more.
std::vector<int> blocks(const std::string& listing) {
  if (listing.starts_with("warps") && !listing.ends_with("sm_52")) return {32, 64};
  return {32};
}

class Program : public testing::TestWithParam<std::string> {};

TEST_P(Program, LeavesWhatAHostDoes) {
  const auto listing = read_listing(GetParam());
  const auto functions = sass::list_functions(listing.text, listing.name);
  ASSERT_TRUE(functions) << to_string(functions.error());
  const auto all_inputs = inputs();
  for (const auto& [name, arch, line, count] : *functions) {
    ASSERT_TRUE(references().contains(name)) << name;
    for (const int threads : blocks(GetParam()))
      for (const Words& in : all_inputs) {
        Words expected(words_out);
        references().at(name)(threads, in.data(), expected.data());
        const auto got =
            emulate(listing, name,
                    {.block = threads, .arguments = {buffer_of(in), buffer_of(Words(words_out))}});
        ASSERT_TRUE(got) << name << ": " << to_string(got.error());
        EXPECT_EQ(*got, expected) << name << ", block of " << threads << ", in[0] = " << in[0];
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Listings, Program, testing::ValuesIn(names_of_listings()),
                         [](const auto& one) { return one.param; });

/// The newest listing of each source has all that the host knows.
TEST(Programs, NoneIsForgotten) {
  std::set<std::string> compiled;
  for (const auto& name : names_of_listings()) {
    if (!name.ends_with("_sm_120")) continue;
    const auto listing = read_listing(name);
    const auto functions = sass::list_functions(listing.text, name);
    ASSERT_TRUE(functions) << to_string(functions.error());
    for (const auto& entry : *functions) compiled.insert(entry.name);
  }
  for (const auto& [name, reference] : references()) EXPECT_TRUE(compiled.contains(name)) << name;
}

}  // namespace
}  // namespace reconverge::programs
