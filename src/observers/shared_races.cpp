// SPDX-License-Identifier: MIT
#include "observers/shared_races.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/each_lane.hpp"
#include "emulator/block_barrier_use.hpp"
#include "emulator/run_use.hpp"
#include "sass/user_frame.hpp"

namespace reconverge::observers {
namespace {

using Tag = SharedUse::Tag;

constexpr std::uint64_t word_bytes = 4;
constexpr std::size_t words_of_line = 32;

/// Calls `visit` with the number of each bit.
template <typename Visit> void for_each_bit(std::uint32_t bits, Visit visit) {
  core::for_each_lane(core::LaneMask(bits), visit);
}

/// Whether each lane's address is a word behind that of the lane before, also of lanes that do not take part.
bool is_row_of_words(const emulator::Access& access) {
  std::uint64_t differ = 0;
  for (std::size_t lane = 1; lane < emulator::lanes; ++lane)
    differ |= access.address[lane] ^ (access.address[0] + lane * word_bytes);
  return differ == 0;
}

/// Fences, barriers in memory or of a cluster, and atomics of which locks in shared memory are made.
bool orders_warps(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 8> opcodes{"ARRIVES", "SYNCS",   "MEMBAR",      "FENCE",
                                                    "UBLKCP",  "UTMALDG", "UCGABAR_ARV", "UCGABAR_WAIT"};
  if (std::ranges::find(opcodes, row.opcode()) != opcodes.end()) return true;
  if (row.opcode() == "BAR") return row.has_modifier("ARV");
  if (row.opcode() == "CCTL") return row.has_modifier("IVALL");  // of a load that acquires
  return (row.opcode() == "ATOMS" || row.opcode() == "ATOM") &&
         (row.has_modifier("CAS") || row.has_modifier("CAST") || row.has_modifier("EXCH"));
}

}  // namespace

std::string SharedRaces::place_of(const sass::Function& function, std::uint32_t index) {
  const sass::Instruction& row = function.instructions[index];
  const std::string place = fmt::format("{} at 0x{:x}", row.opcode(), row.address);
  const std::string line = sass::line_of_user(function, row);
  return line.empty() ? place : fmt::format("{} ({})", place, line);
}

std::shared_ptr<const SharedRaces::Code> SharedRaces::code_of(const sass::Function& function) {
  const auto& rows = function.instructions;
  auto code = std::make_shared<Code>();
  code->arrives =
      std::ranges::any_of(rows, [](const auto& row) { return row.opcode() == "BAR" && row.has_modifier("ARV"); });
  if (std::ranges::none_of(rows, orders_warps)) return code;
  code->next = emulator::next_rows(rows.size(), [&](std::size_t i) { return orders_warps(rows[i]); });
  return code;
}

SharedRaces::SharedRaces(const emulator::Executable& executable, emulator::Warp& warp, SharedUse& use, int number,
                         std::shared_ptr<const Code> code)
    : executable_(executable),
      warp_(warp),
      use_(use),
      now_(owners + static_cast<Tag>(number)),
      code_(std::move(code)) {}

void SharedRaces::issued_run(const emulator::IssuedRun& run) {
  told_ = run.first.step + run.count - 1;
  if (const std::uint32_t row = code_->next[run.first.index]; row <= run.last() && !ordered_by_) ordered_by_ = row;
}

/// The row that orders warps which this one executed first since the last block barrier, if any. Runs of rows are told
/// of after their accesses.
std::optional<std::uint32_t> SharedRaces::ordered_before(emulator::Moment at) const {
  if (ordered_by_ || code_->next.empty()) return ordered_by_;
  const std::uint64_t before = at.step > told_ ? std::min<std::uint64_t>(at.step - told_ - 1, at.index) : 0;
  const std::uint32_t row = code_->next[at.index - before];
  return row <= at.index ? std::optional(row) : std::nullopt;
}

/// Whether all threads of the block meet at a BAR.
bool SharedRaces::is_for_all(const emulator::Transferred& event) const {
  const auto use = block_barrier_use(executable_, event.at.index, warp_, event.group.lowest());
  if (code_->arrives) return use.number == 0 && use.threads == 0;
  return use.threads == 0 || use.threads >= warp_.block_size.count();
}

/// All warps pass the same barriers for all, so that as many of them mean the same time.
void SharedRaces::transferred(const emulator::Transferred& event) {
  if (event.transfer != emulator::ControlTransfer::block_barrier) return;
  if (!is_for_all(event)) {
    if (!ordered_by_) ordered_by_ = event.at.index;
    return;
  }
  ordered_by_.reset();
  now_ += owners;
  if (now_ < owners) use_.is_blind = true;  // as many barriers as numbers
}

std::uint32_t SharedRaces::value_of(std::size_t word) const {
  std::uint32_t value = 0;
  std::memcpy(&value, warp_.shared().all() + word * word_bytes, word_bytes);
  return value;
}

/// Of any width, atomics too.
void SharedRaces::use_signals(const emulator::Accessed& event, bool is_ordered) {
  const emulator::Access& access = event.access;
  const std::uint64_t begin = warp_.shared().first(), end = warp_.shared().end();
  for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::uint64_t address = access.address[lane];
    if (address < begin || address + access.bytes > end) return;
    for (std::size_t i = (address - begin) / word_bytes; i <= (address - begin + access.bytes - 1) / word_bytes; ++i) {
      SharedUse::Signal& signal = use_.signals[i];
      const bool is_given = access.writes && is_ordered;
      if ((access.reads && is_of_another(signal.given)) || (is_given && is_of_another(signal.read)))
        use_.signalled.insert(phase());
      if (access.reads) signal.read = is_of_another(signal.read) ? several_now() : now_;
      if (is_given) signal.given = is_of_another(signal.given) ? several_now() : now_;
    }
  });
}

/// From now on each word of a line has entries of its own.
void SharedRaces::part(std::size_t line) {
  SharedUse::Line& whole = use_.lines[line];
  if (whole.owner == several_now()) return;
  if (whole.owner / owners == phase())
    for (std::size_t i = 0; i < words_of_line; ++i) {
      SharedUse::Word& word = use_.words[line * words_of_line + i];
      const SharedUse::Warps owner = SharedUse::Warps{1} << whole.owner % 32;
      const bool was_written = (whole.written >> i & 1) != 0, was_read = (whole.read >> i & 1) != 0;
      if (!was_written && !was_read) continue;
      word = {.phase = phase(), .writers = was_written ? owner : 0, .readers = was_read ? owner : 0};
      word.written_by = whole.written_by[i] & ~(1u << 31);
      word.has_several = whole.several >> i & 1;
      word.read_by = whole.read_by[i];
    }
  whole.owner = several_now();
}

/// Words that one lane accesses.
void SharedRaces::use_words(const emulator::Accessed& event, std::size_t lane, std::size_t first, std::size_t count,
                            Race& race) {
  for (std::size_t i = first; i < first + count; ++i) {
    part(i / words_of_line);
    SharedUse::Word& word = use_.words[i];
    if (word.phase != phase()) word = {.phase = phase()};
    const SharedUse::Word before = word;
    const bool others_wrote = (word.writers & ~own()) != 0;
    bool races = false;
    if (event.access.writes) {
      const std::uint32_t value = value_of(i);
      if (word.writers != 0 && value != use_.values[i]) word.has_several = 1;
      races = (word.readers & ~own()) != 0 || (others_wrote && word.has_several != 0);
      word.writers |= own();
      word.written_by = event.at.index & ~(1u << 31);
      use_.values[i] = value;
    } else if ((word.writers & own()) == 0) {
      races = others_wrote;
      word.readers |= own();
      word.read_by = event.at.index;
    }
    if (!races) continue;
    if (race.lanes.empty()) race.other = before;
    race.lanes |= core::LaneMask::lane(static_cast<int>(lane));
  }
}

/// False, without an effect, if another warp uses the line too since the last barrier.
bool SharedRaces::use_line(const emulator::Accessed& event, LineWords here, bool by_word) {
  SharedUse::Line& whole = use_.lines[here.line];
  if (is_of_another(whole.owner)) return false;
  if (whole.owner != now_) {
    whole.owner = now_;
    whole.written = whole.read = whole.several = 0;
    whole.is_by_word = false;
  }
  whole.is_by_word |= by_word;
  const auto note = [&](std::array<std::uint32_t, words_of_line>& rows, std::uint32_t words) {
    if (whole.is_by_word) for_each_bit(words, [&](std::size_t i) { rows[i] = event.at.index; });
    else rows.fill(event.at.index);
  };
  if (event.access.writes) {
    const auto word_at = [&](std::size_t i) { return here.line * words_of_line + i; };
    for_each_bit(whole.written & here.words & ~whole.several, [&](std::size_t i) {
      if (value_of(word_at(i)) != use_.values[word_at(i)]) whole.several |= 1u << i;
    });
    if (by_word) for_each_bit(here.words, [&](std::size_t i) { use_.values[word_at(i)] = value_of(word_at(i)); });
    whole.written |= here.words;
    note(whole.written_by, here.words);
  } else if (const std::uint32_t fresh = here.words & ~whole.written; fresh != 0) {
    whole.read |= fresh;
    note(whole.read_by, fresh);
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
    if (here == 0 || use_line(event, {line, here}, false)) continue;
    for (std::size_t i = 0; i < words_of_line; ++i)
      if (const std::size_t word = line * words_of_line + i; (here >> i & 1) != 0)
        use_words(event, low + (word - first), word, 1, race);
  }
  if (!access.writes) return;
  const std::size_t count = std::min<std::size_t>(core::lane_count - low, use_.values.size() - first);
  std::memcpy(use_.values.data() + first, warp_.shared().all() + first * word_bytes,
              std::min(count * word_bytes, warp_.shared().end() - warp_.shared().first() - first * word_bytes));
}

/// A word a lane, wherever it is.
void SharedRaces::use_single_words(const emulator::Accessed& event, Race& race) {
  const emulator::Access& access = event.access;
  const auto word_of = [&](std::size_t lane) { return (access.address[lane] - warp_.shared().first()) / word_bytes; };
  std::array<LineWords, 4> lines{};
  std::size_t count = 0;
  for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::size_t line = word_of(lane) / words_of_line;
    std::size_t i = 0;
    while (i < count && lines[i].line != line) ++i;
    if (i == lines.size()) return;
    if (i == count) lines[count++].line = line;
    lines[i].words |= 1u << word_of(lane) % words_of_line;
  });
  std::array<bool, 4> is_done{};
  for (std::size_t i = 0; i < count; ++i) is_done[i] = use_line(event, lines[i], true);
  for_each_lane(access.lanes, [&](std::size_t lane) {
    const std::size_t line = word_of(lane) / words_of_line;
    for (std::size_t i = 0; i < count; ++i)
      if (is_done[i] && lines[i].line == line) return;
    use_words(event, lane, word_of(lane), 1, race);
  });
}

void SharedRaces::accessed(const emulator::Accessed& event) {
  const emulator::Access& access = event.access;
  if (access.space != emulator::Space::shared || use_.is_blind || access.fault != emulator::AccessFault::none ||
      access.lanes.empty())
    return;
  const bool is_plain = access.bytes >= word_bytes && access.reads != access.writes;
  if (!is_plain && code_->next.empty()) return;
  const std::uint64_t begin = warp_.shared().first(), end = warp_.shared().end();
  if (use_.words.empty()) {
    use_.lines.resize((end - begin) / (words_of_line * word_bytes) + 1);
    use_.words.resize(use_.lines.size() * words_of_line);
    use_.values.resize(use_.words.size());
    if (!code_->next.empty()) use_.signals.resize(use_.words.size());
  }
  const std::optional<std::uint32_t> ordered = ordered_before(event.at);
  if (!code_->next.empty()) use_signals(event, ordered.has_value());
  if (!is_plain) return;
  if (ordered) {
    use_.unfollowed.insert(*ordered);
    return;
  }
  const auto is_inside = [&](std::uint64_t address) { return begin <= address && address + access.bytes <= end; };
  const auto are_inside = [&] {
    bool are = true;
    for_each_lane(access.lanes, [&](std::size_t lane) { are = are && is_inside(access.address[lane]); });
    return are;
  };
  Race race;
  if (access.bytes == word_bytes && is_row_of_words(access) &&
      is_inside(access.address[static_cast<std::size_t>(access.lanes.lowest())]) &&
      is_inside(access.address[static_cast<std::size_t>(std::bit_width(access.lanes.bits()) - 1)]))
    use_row_of_words(event, race);
  else if (access.bytes == word_bytes && are_inside()) use_single_words(event, race);
  else
    for_each_lane(access.lanes, [&](std::size_t lane) {  // of a generic access, some may be in another space
      if (is_inside(access.address[lane]))
        use_words(event, lane, (access.address[lane] - begin) / word_bytes, access.bytes / word_bytes, race);
    });
  if (race.lanes.any()) report(event, race);
}

/// Without the numbers of the warps: all warps that do the same are one finding.
void SharedRaces::report(const emulator::Accessed& event, const Race& race) {
  if (pending_phase_ != phase()) {
    settle(found_);
    pending_.clear();
    pending_phase_ = phase();
  }
  Finding& finding = pending_[event.at.index];
  if (finding.count++ > 0) return;
  const sass::Function& function = executable_.function;
  const bool after_read = event.access.writes && (race.other.readers & ~own()) != 0;
  finding.kind = "shared-race";
  finding.index = event.at.index;
  finding.lanes = race.lanes;
  finding.message = fmt::format(
      "possible race: {} {} shared memory that {} of another warp {}, with no block barrier between",
      function.instructions[event.at.index].opcode(), event.access.writes ? "writes" : "reads",
      place_of(function, after_read ? race.other.read_by : race.other.written_by), after_read ? "reads" : "writes");
}

/// Adds what is pending, unless the warps of that phase may have been ordered.
void SharedRaces::settle(Found& found) const {
  if (use_.signalled.contains(pending_phase_)) return;
  for (const auto& [index, finding] : pending_)
    if (const auto [same, is_new] = found.emplace(index, finding); !is_new) same->second.count += finding.count;
}

std::vector<Finding> SharedRaces::findings() const {
  Found all = found_;
  settle(all);
  std::vector<Finding> findings;
  for (const auto& [index, finding] : all) findings.push_back(finding);
  return findings;
}

}  // namespace reconverge::observers
