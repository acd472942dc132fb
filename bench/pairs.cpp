// SPDX-License-Identifier: MIT
#include "pairs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "launches.hpp"

namespace reconverge::bench {
namespace {

/// Microseconds of one call, from as many calls as take a tenth of a second. What comes before each is not timed.
template <typename Before, typename Function> double microseconds_of(Before before, Function call) {
  using Clock = std::chrono::steady_clock;
  std::chrono::duration<double, std::micro> passed{};
  int calls = 0;
  while (passed.count() < 1e5) {
    before();
    const auto begin = Clock::now();
    call();
    passed += Clock::now() - begin;
    ++calls;
  }
  return passed.count() / calls;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Words of memory after one launch there that are others here. What a kernel read from a clock, 64 bits each, is left
/// out.
std::size_t words_that_differ(PeerLaunch& peer, const run::KernelRun& ours) {
  peer.reset();
  peer.run();
  std::size_t differ = 0;
  for (const emulator::BufferAfter& after : ours.buffers) {
    const auto& [type, bytes, shape] = after.buffer;
    if (type == emulator::ElementType::i64) continue;
    const std::vector<std::uint8_t> theirs = peer.buffer(after.index);
    for (std::size_t at = 0; at < bytes.size(); at += 4) differ += std::memcmp(&theirs[at], &bytes[at], 4) != 0;
  }
  return differ;
}

void compare(const Peer& peer, const std::string& name, std::size_t block_count, std::size_t pairs) {
  const run::KernelSpec counts = launch_of(name, Watch::counts, block_count);
  const run::KernelSpec cycles = launch_of(name, Watch::cycles, block_count);
  const auto launch = peer.prepare(name, counts.launch);
  const run::KernelRun ours = run_launch(counts, Watch::counts);
  const std::size_t differ = words_that_differ(*launch, ours);
  const auto nothing = [] {};
  std::vector<double> theirs, by_counts, by_cycles, counts_ratio, cycles_ratio;
  for (std::size_t i = 0; i < pairs; ++i) {
    theirs.push_back(microseconds_of([&] { launch->reset(); }, [&] { launch->run(); }));
    by_counts.push_back(microseconds_of(nothing, [&] { run_launch(counts, Watch::counts); }));
    by_cycles.push_back(microseconds_of(nothing, [&] { run_launch(cycles, Watch::cycles); }));
    counts_ratio.push_back(by_counts.back() / theirs.back());
    cycles_ratio.push_back(by_cycles.back() / theirs.back());
  }
  fmt::print("{:12} {:6} {:9} {:7} {:10.1f} {:10.1f} {:10.1f} {:8.3g} {:8.3g}\n", name, block_count,
             ours.warp_instructions, differ, median(theirs), median(by_counts), median(by_cycles), median(counts_ratio),
             median(cycles_ratio));
}

}  // namespace

int compare_in_pairs(int argc, char** argv, const std::function<Peer()>& make_peer) {
  try {
    const long pairs = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 9;
    if (pairs < 1) throw std::runtime_error("PAIRS is a number from 1");
    const Peer peer = make_peer();
    fmt::print("{}; {} pairs, medians; microseconds a launch, and ours divided by theirs\n", peer.name, pairs);
    fmt::print("{:12} {:>6} {:>9} {:>7} {:>10} {:>10} {:>10} {:>8} {:>8}\n", "launch", "blocks", "instr.", "differ",
               "peer", "counts", "cycles", "counts/", "cycles/");
    for (const char* name : kernels)
      for (const std::size_t count : {blocks, many_blocks}) compare(peer, name, count, static_cast<std::size_t>(pairs));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", std::filesystem::path(argv[0]).filename().string(), error.what());
    return 1;
  }
}

}  // namespace reconverge::bench
