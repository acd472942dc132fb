#include "timing/cycles/shared_memory.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace reconverge::timing {
namespace {

constexpr std::uint64_t word_bytes = 4;

/// Of the lanes [from, to): different words in the bank that has most.
int most_words_in_a_bank(const emulator::Access& access, const SharedMemoryTiming& rule, std::size_t from,
                         std::size_t to) {
  const auto banks = static_cast<std::uint64_t>(rule.banks);
  std::vector<std::set<std::uint64_t>> words(banks);
  for (std::size_t lane = from; lane < to; ++lane) {
    if (!access.lanes.contains(static_cast<int>(lane))) continue;
    const std::uint64_t first = access.address[lane] / word_bytes;
    const std::uint64_t last = (access.address[lane] + access.bytes - 1) / word_bytes;
    for (std::uint64_t word = first; word <= last; ++word) words[word % banks].insert(word);
  }
  std::size_t most = 0;
  for (const auto& bank : words) most = std::max(most, bank.size());
  return static_cast<int>(most);
}

}  // namespace

std::optional<int> wavefronts_of(const emulator::Access& access, const SharedMemoryTiming& rule) {
  const int together = most_words_in_a_bank(access, rule, 0, emulator::lanes);
  if (access.bytes <= word_bytes) return together;
  const std::size_t parts = access.bytes / word_bytes, lanes = emulator::lanes / parts;
  int apart = 0;
  for (std::size_t part = 0; part < parts; ++part)
    apart += most_words_in_a_bank(access, rule, part * lanes, (part + 1) * lanes);
  return apart == together ? std::optional(together) : std::nullopt;
}

bool fit_in(const emulator::Access& access, std::int16_t bytes) {
  std::set<std::uint64_t> blocks;
  for (int lane = 0; lane < core::lane_count; ++lane) {
    if (!access.lanes.contains(lane)) continue;
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
    blocks.insert(first / static_cast<std::uint64_t>(bytes));
    blocks.insert((first + access.bytes - 1) / static_cast<std::uint64_t>(bytes));
  }
  return blocks.size() <= 1;
}

bool words_differ(const emulator::Access& access) {
  std::set<std::uint64_t> words;
  int lanes = 0;
  for (int lane = 0; lane < core::lane_count; ++lane) {
    if (!access.lanes.contains(lane)) continue;
    words.insert(access.address[static_cast<std::size_t>(lane)] / word_bytes);
    ++lanes;
  }
  return words.size() == static_cast<std::size_t>(lanes);
}

std::uint64_t SharedMemory::serve(Kind kind, std::uint64_t cycle, int wavefronts) {
  const auto cycles = [](std::int16_t count) { return static_cast<std::uint64_t>(count); };
  const bool later = kind != Kind::load && crowded(cycle);
  const std::uint64_t starts =
      cycle + (kind == Kind::store ? cycles(rule_.store_starts) : 0) + (later ? cycles(rule_.crowded) : 0);
  const std::uint64_t start = std::max(starts, free_);
  const std::uint64_t more = static_cast<std::uint64_t>(std::max(wavefronts, 1) - 1) * cycles(rule_.wavefront);
  free_ = start + cycles(rule_.wavefront) + more;
  issued(cycle);
  return start - cycle + more;
}

}  // namespace reconverge::timing
