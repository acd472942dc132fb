// SPDX-License-Identifier: MIT
#include "observers/shared_races.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include "core/each_lane.hpp"
#include "core/short_names.hpp"
#include "emulator/block_barrier_use.hpp"
#include "sass/source_lines.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::observers {
namespace {

using Tag = SharedUse::Tag;

constexpr std::uint64_t word_bytes = 4;
constexpr std::size_t words_of_line = 32;

/// Whether each lane's address is a word behind that of the lane before, also of lanes that do not take part.
bool is_row_of_words(const emulator::Access& access) {
  std::uint64_t differ = 0;
  for (std::size_t lane = 1; lane < emulator::lanes; ++lane)
    differ |= access.address[lane] ^ (access.address[0] + lane * word_bytes);
  return differ == 0;
}

/// Barriers in memory, fences, and atomics of which locks are made.
bool orders_warps(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 6> opcodes{"ARRIVES", "SYNCS", "MEMBAR", "FENCE", "UBLKCP", "UTMALDG"};
  if (std::ranges::find(opcodes, row.opcode()) != opcodes.end()) return true;
  if (row.opcode() == "BAR") return row.has_modifier("ARV");
  return row.opcode().starts_with("ATOM") &&
         (row.has_modifier("CAS") || row.has_modifier("CAST") || row.has_modifier("EXCH"));
}

std::string row_with_line(const sass::Function& function, std::uint32_t index) {
  const sass::Instruction& row = function.instructions[index];
  std::string place = fmt::format("{} at 0x{:x}", row.opcode(), row.address);
  if (const auto frames = sass::frames_of(function, row); !frames.empty()) {
    const sass::SourceFrame& own = frames[sass::frame_of_user(frames)];
    place += fmt::format(" ({}:{})", core::base_name(own.file), own.line);
  }
  return place;
}

}  // namespace

bool SharedRaces::can_follow(const sass::Function& function) {
  return std::ranges::none_of(function.instructions, orders_warps);
}

SharedRaces::SharedRaces(const emulator::Executable& executable, emulator::Warp& warp, SharedUse& use, int number)
    : executable_(executable), warp_(warp), use_(use), now_(owners + static_cast<Tag>(number)) {}

/// All warps pass the same barriers, so that as many of them mean the same time.
void SharedRaces::transferred(const emulator::Transferred& event) {
  if (event.transfer != emulator::ControlTransfer::block_barrier) return;
  const auto& row = executable_.function.instructions[event.at.index];
  if (block_barrier_use(row, warp_, event.group.lowest()).threads) use_.is_blind = true;
  now_ += owners;
  if (now_ < owners) use_.is_blind = true;  // as many barriers as numbers
}

/// From now on each word of a line has entries of its own.
void SharedRaces::part(std::size_t line) {
  SharedUse::Line& whole = use_.lines[line];
  if (whole.owner == several_now()) return;
  if (whole.owner / owners == now_ / owners)
    for (std::size_t i = 0; i < words_of_line; ++i) {
      SharedUse::Word& word = use_.words[line * words_of_line + i];
      if ((whole.written >> i & 1) != 0) word.written = whole.owner, word.written_by = whole.written_by;
      if ((whole.read >> i & 1) != 0) word.read = whole.owner, word.read_by = whole.read_by;
    }
  whole.owner = several_now();
}

/// Words that one lane accesses.
void SharedRaces::use_words(const emulator::Accessed& event, std::size_t lane, std::size_t first, std::size_t count,
                            Race& race) {
  for (std::size_t i = first; i < first + count; ++i) {
    part(i / words_of_line);
    SharedUse::Word& word = use_.words[i];
    const SharedUse::Word before = word;
    bool races = is_of_another(word.written);
    if (event.access.writes) {
      std::uint32_t value = 0;
      std::memcpy(&value, warp_.shared().all() + i * word_bytes, word_bytes);
      races = is_of_another(word.read) || (races && value != use_.values[i]);
      word.written = now_;
      word.written_by = event.at.index;
      use_.values[i] = value;
    } else {
      word.read = is_of_another(word.read) ? several_now() : now_;
      word.read_by = event.at.index;
    }
    if (!races) continue;
    if (race.lanes.empty()) race.other = before;
    race.lanes |= core::LaneMask::lane(static_cast<int>(lane));
  }
}

/// Some words of a line. False, without an effect, if another warp uses it too since the last barrier.
bool SharedRaces::use_line(const emulator::Accessed& event, std::size_t line, std::uint32_t words) {
  SharedUse::Line& whole = use_.lines[line];
  if (is_of_another(whole.owner)) return false;
  if (whole.owner != now_) whole = {.owner = now_};
  if (event.access.writes) {
    whole.written |= words;
    whole.written_by = event.at.index;
  } else {
    whole.read |= words;
    whole.read_by = event.at.index;
  }
  return true;
}

/// Lanes that follow one another access words that do.
void SharedRaces::use_row_of_words(const emulator::Accessed& event, Race& race) {
  const emulator::Access& access = event.access;
  const auto low = static_cast<std::size_t>(access.lanes.lowest());
  const std::size_t first = (access.address[low] - warp_.shared().first()) / word_bytes;
  const std::uint64_t words = std::uint64_t{access.lanes.bits() >> low} << first % words_of_line;
  for (std::size_t half = 0; half < 2; ++half) {
    const auto here = static_cast<std::uint32_t>(words >> half * words_of_line);
    const std::size_t line = first / words_of_line + half;
    if (here == 0 || use_line(event, line, here)) continue;
    for (std::size_t i = 0; i < words_of_line; ++i)
      if (const std::size_t word = line * words_of_line + i; (here >> i & 1) != 0)
        use_words(event, low + (word - first), word, 1, race);
  }
  if (!access.writes) return;
  const std::size_t count = std::min<std::size_t>(core::lane_count - low, use_.values.size() - first);
  std::memcpy(use_.values.data() + first, warp_.shared().all() + first * word_bytes,
              std::min(count * word_bytes, warp_.shared().end() - warp_.shared().first() - first * word_bytes));
}

void SharedRaces::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (access.space != emulator::Space::shared || use_.is_blind || access.bytes < word_bytes ||
      access.reads == access.writes || access.fault != emulator::AccessFault::none || access.lanes.empty())
    return;
  const std::uint64_t begin = warp_.shared().first(), end = warp_.shared().end();
  if (use_.words.empty()) {
    use_.lines.resize((end - begin) / (words_of_line * word_bytes) + 1);
    use_.words.resize(use_.lines.size() * words_of_line);
    use_.values.resize(use_.words.size());
  }
  const auto is_inside = [&](std::uint64_t address) { return begin <= address && address + access.bytes <= end; };
  Race race;
  if (access.bytes == word_bytes && is_row_of_words(access) &&
      is_inside(access.address[static_cast<std::size_t>(access.lanes.lowest())]) &&
      is_inside(access.address[static_cast<std::size_t>(std::bit_width(access.lanes.bits()) - 1)]))
    use_row_of_words(event, race);
  else
    for_each_lane(access.lanes, [&](std::size_t lane) {  // of a generic access, some may be in another space
      if (is_inside(access.address[lane]))
        use_words(event, lane, (access.address[lane] - begin) / word_bytes, access.bytes / word_bytes, race);
    });
  if (race.lanes.any()) report(event, race);
}

/// Without the numbers of the warps: all warps that do the same are one finding.
void SharedRaces::report(const emulator::Accessed& event, const Race& race) {
  Finding& finding = found_[event.at.index];
  if (finding.count++ > 0) return;
  const sass::Function& function = executable_.function;
  const bool after_read = event.access.writes && is_of_another(race.other.read);
  finding.kind = "shared-race";
  finding.index = event.at.index;
  finding.lanes = race.lanes;
  finding.message =
      fmt::format("possible race: {} {} shared memory that {} of another warp {}, with no block barrier between",
                  function.instructions[event.at.index].opcode(), event.access.writes ? "writes" : "reads",
                  row_with_line(function, after_read ? race.other.read_by : race.other.written_by),
                  after_read ? "reads" : "writes");
}

std::vector<Finding> SharedRaces::findings() const {
  std::vector<Finding> findings;
  for (const auto& [index, finding] : found_) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
