// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"

namespace reconverge::timing {

/// The lookups of lines of code by the warps that share a nearest instruction cache, one after another: rule
/// shared-lookups. Each warp looks up the line where it lands and those ahead, as if it were alone; all lines are taken
/// to be held. The record must outlive it.
class LineLookups {
 public:
  explicit LineLookups(const FetchTiming& rule) : rule_(rule) {}

  /// A warp is to issue its first instruction in a line at a cycle.
  void begin(std::size_t warp, std::uint32_t line, Cycle cycle);
  /// A branch of a warp lands in a line at a cycle, unless others delay it. Not to be called later than its lookup is
  /// wanted. What the warp has not looked up before is given up.
  void come_to_land(std::size_t warp, std::uint32_t line, Cycle cycle);
  /// The last slot of a line has issued: its fetch goes straight on.
  void run_on(std::size_t warp, std::uint32_t line, Cycle issued);

  /// Does all lookups that begin at a cycle or before. No call names an earlier one afterwards.
  void advance(Cycle cycle) {
    while (next_ <= cycle) step();
    now_ = std::max(now_, cycle);
  }
  /// How much later the landing is than it would be if the warp were alone, if that is known. Told once.
  std::optional<Cycle> landed(std::size_t warp);
  /// Cycle from which straight code of a warp can issue in a line, asked when it comes there; 0: nothing says so. While
  /// the line is not looked up, that is a cycle before which it cannot, and it is looked up before other lines ahead.
  Cycle available(std::size_t warp, std::uint32_t line);

 private:
  static constexpr std::size_t most_on_path = 4;
  static constexpr Cycle never = ~Cycle{0};

  /// The lines of a warp's path, one behind another: first those that are looked up, with the cycle from which they can
  /// issue, then those that are not, with the cycle from which that is wanted.
  struct Path {
    std::uint32_t line = 0;  ///< the first of them
    std::uint8_t looked_up = 0, asked = 0;
    Cycle held_up_since = never;     ///< code waits for the first line that is not looked up; never: it does not
    bool is_behind_landing = false;  ///< lines that wait are those behind a landing
    std::array<Cycle, most_on_path> cycles{};

    bool waits() const { return looked_up < asked; }
    Cycle wanted() const { return cycles[looked_up]; }
  };
  struct Landing {
    std::uint32_t line = 0;
    Cycle wanted = 0;  ///< from when on it can be looked up
    Cycle cycle = 0;   ///< when the branch lands
    bool was_refused = false;
    std::optional<Cycle> late = {};
  };
  struct Warp {
    Path path;
    Landing landing;
  };

  Warp& of(std::size_t warp);
  /// Visits warps of which something waits to be looked up.
  template <typename Visit> static void visit(std::uint64_t warps, Visit visit) {
    for (; warps != 0; warps &= warps - 1) visit(static_cast<std::size_t>(std::countr_zero(warps)));
  }
  /// A bit of a mask of warps, as said by what that warp is to look up.
  static void mark(std::uint64_t& mask, std::size_t warp, bool waits) {
    const std::uint64_t bit = std::uint64_t{1} << warp;
    mask = waits ? mask | bit : mask & ~bit;
  }
  void step();
  void land(std::size_t warp);
  void look_ahead(std::size_t warp);
  std::optional<std::size_t> first_ahead(Cycle cycle) const;
  bool goes_before(std::size_t warp, std::size_t other) const;
  bool is_free_for(std::size_t warp, Cycle cycle) const;
  void find_next();
  Cycle lead() const { return cycles(rule_.lookup_ahead + rule_.next_line - rule_.held_lookup - rule_.held_lookup); }

  const FetchTiming& rule_;
  std::vector<Warp> warps_;
  std::uint64_t landing_ = 0, ahead_ = 0;  ///< warps of which a landing waits, or lines ahead
  std::size_t last_ = 0;                   ///< warp whose line was looked up last
  Cycle free_ = 0;                         ///< when the next one can be
  Cycle next_ = never;                     ///< nothing begins before
  Cycle now_ = 0;                          ///< until when all is done
};

}  // namespace reconverge::timing
