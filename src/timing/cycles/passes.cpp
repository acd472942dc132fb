#include "timing/cycles/passes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <vector>

namespace reconverge::timing {
namespace {

constexpr std::uint64_t word_bytes = 4;
constexpr std::uint64_t line_bytes = 128;

/// Calls `each` with the first and last unit of so many bytes that a lane accesses.
template <typename Each>
void for_each_lane(const emulator::Access& access, std::size_t from, std::size_t to, std::uint64_t bytes, Each each) {
  for (std::size_t lane = from; lane < to; ++lane)
    if (access.lanes.contains(static_cast<int>(lane)))
      each(access.address[lane] / bytes, (access.address[lane] + access.bytes - 1) / bytes);
}

/// Of the lanes [from, to): different words in the bank that has most.
int most_words_in_a_bank(const emulator::Access& access, std::uint64_t banks, std::size_t from, std::size_t to) {
  std::vector<std::set<std::uint64_t>> words(banks);
  for_each_lane(access, from, to, word_bytes, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t word = first; word <= last; ++word) words[word % banks].insert(word);
  });
  return static_cast<int>(std::ranges::max_element(words, {}, &std::set<std::uint64_t>::size)->size());
}

}  // namespace

std::size_t blocks_of(const emulator::Access& access, std::uint64_t bytes) {
  std::set<std::uint64_t> blocks;
  for_each_lane(access, 0, emulator::lanes, bytes, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t block = first; block <= last; ++block) blocks.insert(block);
  });
  return blocks.size();
}

namespace {

/// Lines of `bytes` in the bank of tags that has most of them.
std::optional<int> tags_of_lines(const emulator::Access& access, std::uint64_t bytes) {
  constexpr std::uint64_t known_lines = 32;
  if (blocks_of(access, bytes * known_lines) > 1) return std::nullopt;
  std::set<std::uint64_t> lines;
  for_each_lane(access, 0, emulator::lanes, bytes, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t line = first; line <= last; ++line) lines.insert(line);
  });
  std::array<int, 4> banks{};
  for (const std::uint64_t line : lines) {
    const auto bank = (std::popcount(line & 0b10101) & 1) + 2 * (std::popcount(line & 0b11010) & 1);
    ++banks[static_cast<std::size_t>(bank)];
  }
  return std::max(std::ranges::max(banks), 1);
}

}  // namespace

int wavefronts_of(const emulator::Access& access, std::int16_t banks) {
  const std::size_t parts = std::max<std::size_t>(access.bytes / word_bytes, 1), lanes = emulator::lanes / parts;
  int wavefronts = 0;
  for (std::size_t part = 0; part < parts; ++part)
    wavefronts += most_words_in_a_bank(access, static_cast<std::uint64_t>(banks), part * lanes, (part + 1) * lanes);
  return std::max(wavefronts, 1);
}

int atomic_wavefronts_of(const emulator::Access& access, std::int16_t banks) {
  std::vector<int> accesses(static_cast<std::size_t>(banks));
  for_each_lane(access, 0, emulator::lanes, word_bytes, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t word = first; word <= last; ++word) ++accesses[word % accesses.size()];
  });
  return std::max(std::ranges::max(accesses), 1);
}

std::optional<int> tags_of(const emulator::Access& access) { return tags_of_lines(access, line_bytes); }

std::optional<int> local_tags_of(const emulator::Access& access) {
  if (blocks_of(access, access.bytes) == 1) return 1;
  return tags_of_lines(access, word_bytes);
}

}  // namespace reconverge::timing
