// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "timing/cycles/clock_state.hpp"
#include "timing/cycles/cycle_count.hpp"
#include "timing/cycles/cycle_record.hpp"
#include "timing/cycles/fetch_port.hpp"

namespace reconverge::timing {

/// Contents of the nearest instruction cache at the start.
enum class CodeAtStart : std::uint8_t {
  warm,  ///< all lines, each as if fetched when it is asked for first
  cold,  ///< none of this code, which the next level holds
  left,  ///< what a launch before has left
};

/// Lines of 128 bytes that a nearest instruction cache holds, by their numbers, in the order in which they were
/// fetched.
using HeldLines = std::vector<std::uint32_t>;

/// An unconditional BRA, without guard or predicate, as the fetch sees it: places are lines of code and slots in them.
struct CodeJump {
  std::uint32_t line = 0, slot = 0;
  std::uint32_t target_line = 0, target_slot = 0;
};

/// The nearest instruction cache: which lines of code it holds, and when the others arrive. The fetch looks lines up
/// one after another: that of a landing, and those ahead on the path that code takes without a choice. Rule 9
/// (instruction-cache).
class CodeCache {
 public:
  /// The record must outlive the cache.
  explicit CodeCache(const FetchTiming& rule, CodeAtStart start = CodeAtStart::warm) : rule_(rule), start_(start) {}

  /// The jumps of the code, in the order of their places. They must outlive the cache. Without: none is followed.
  void follow(std::span<const CodeJump> jumps) {
    jumps_ = jumps;
    idle_until_ = 0;
  }

  /// Begins with these lines, and no others. Only before anything was fetched.
  void begin_with(const HeldLines& lines);
  /// What it leaves to the next launch of the same code.
  HeldLines held_lines() const;

  /// A branch lands in a slot of a line. What the fetch has not looked up before is given up.
  /// @param alone  false: other warps fetch too, and do not delay this one
  /// @return cycles that the landing waits for the line
  Cycle land(std::size_t line, std::uint32_t slot, Cycle cycle, bool alone = true);
  /// Nothing more is looked up from a cycle on until a branch lands.
  void stop(Cycle cycle) {
    stopped_ = cycle;
    idle_until_ = 0;
  }
  /// The fetch goes straight on into a line.
  void run_on(std::size_t line, Cycle cycle);
  /// Does what the fetch begins before a cycle in which an instruction issues, so far as no landing can end it any
  /// more.
  void settle(Cycle issue);
  /// Code of a line runs, wherever it came from.
  void run(std::size_t line, Cycle cycle);
  /// Cycle from which code of a line can issue to which no branch jumped.
  Cycle available(std::size_t line) const;

  /// Gets lines that it does not hold as one of several sub-partitions: what it looks up is done by fetch(), in the
  /// order of time. The port must outlive it.
  void share(FetchPort& port, std::size_t sub_partition) {
    port_ = &port;
    sub_partition_ = sub_partition;
  }
  /// Other warps fetch through it too, which are not followed.
  void leave_port() { port_ = nullptr; }
  /// A branch is going to land, likewise.
  void come_to_land(std::size_t line, std::uint32_t slot, Cycle cycle);
  /// Cycles that the landing waits for the line, if it has been looked up. To be asked for until then.
  std::optional<Cycle> landed() { return std::exchange(landed_, std::nullopt); }
  /// What it does next.
  struct Fetching {
    Cycle cycle = 0;   ///< when it can
    Cycle wanted = 0;  ///< when it could if it were alone
    bool lands = false;
    Cycle last = 0;      ///< when it looked up a line before
    Cycle way_used = 0;  ///< FetchPort::used_until()
  };
  /// Nothing: no line is to be looked up before the end of a cycle.
  std::optional<Fetching> next_fetch(Cycle cycle) const;
  void fetch();

  /// How many lines have been reached.
  std::size_t reached() const { return reached_; }
  /// Whether more lines have been asked for than are held, those ahead of the code that runs too.
  bool is_beyond() const { return used_ > number(rule_.cached_lines); }
  /// The same, told once.
  bool tell_beyond() { return is_beyond() && !std::exchange(is_told_, true); }

  /// Whether a line is held or in flight.
  bool holds(std::size_t line) const { return is_held(line, 0); }

  /// Lines that are long there are there, and those that are not held were never fetched.
  void forget(const Horizon& horizon);
  /// See clock_state.hpp.
  template <typename Self, typename State> static void exchange(Self& self, State& state) {
    if constexpr (!std::is_const_v<Self>) self.idle_until_ = 0;
    state.value(self.start_);
    state.value(self.reached_);
    state.value(self.used_);
    state.value(self.is_told_);
    state.value(self.fetches_);
    state.value(self.current_);
    state.cycle(self.from_);
    state.cycle(self.fetch_.free);
    state.cycle(self.fetch_.bound);
    state.cycle(self.fetch_.behind);
    state.value(self.fetch_.misses);
    state.value(self.fetch_.is_behind);
    for (auto& moment : self.recent_) state.cycle(moment);
    state.value(self.path_length_);
    for (auto& line : self.path_) {
      state.value(line.line);
      state.value(line.slot);
      state.cycle(line.looked_up);
      state.cycle(line.available);
      state.value(line.arrives);
      state.value(line.is_target);
      state.value(line.branch);
    }
    state.cycle(self.seen_);
    state.cycle(self.turn_);
    state.value(self.turns_behind_held_);
    state.value(self.given_up_since_landing_);
    for (auto& line : self.given_up_) {
      state.value(line.line);
      state.cycle(line.looked_up);
    }
    state.size_of(self.lines_);
    for (auto& line : self.lines_) {
      state.value(line.fetched);
      state.cycle(line.looked_up);
      state.value(line.used);
      state.value(line.reached);
    }
  }

 private:
  struct Line {
    std::uint64_t fetched = 0;  ///< its number among all fetches; 0: never, or it was given up
    Cycle looked_up = 0;        ///< when it was not held, the last time
    bool used = false;
    bool reached = false;
  };
  /// What looks up lines, one after another.
  struct Fetch {
    Cycle free = 0;            ///< when it can look up the next one
    Cycle bound = 0;           ///< from when on a landing cannot end the lookup of a line that is held at once
    Cycle behind = 0;          ///< a line that is held waits until then: one before it was not
    std::uint32_t misses = 0;  ///< in a row, without a gap; 0: the last line was held
    bool is_behind = false;    ///< the last line waits so
  };
  struct Lookup {
    Cycle cycle = 0;
    Cycle available = 0;
    bool held = false;
    Cycle late = 0;  ///< it waited for other sub-partitions
  };
  /// What became of the branch of a line on the path.
  enum class Branch : std::uint8_t { none, seen, followed };
  /// A line on the path: that of the code that runs, or one ahead of it.
  struct OnPath {
    std::uint32_t line = 0;
    std::uint32_t slot = 0;  ///< at which the path enters it
    Cycle looked_up = 0;
    Cycle available = 0;     ///< cycle from which straight code can issue in it
    bool arrives = false;    ///< it was not held
    bool is_target = false;  ///< of a branch that was followed
    Branch branch = Branch::none;
  };
  /// A line that was on its way when the path turned away from it.
  struct GivenUp {
    std::uint32_t line = ~std::uint32_t{0};
    Cycle looked_up = 0;
  };
  struct Turn {
    const OnPath* from = nullptr;
    const CodeJump* jump = nullptr;
  };
  /// What the fetch does next on its path.
  struct Step {
    enum class Kind : std::uint8_t { none, see, follow, go_on };
    Kind kind = Kind::none;
    Cycle cycle = 0;
    Turn turn = {};
    bool ties = false;  ///< comes before what else begins in that cycle
  };
  struct Coming {
    std::size_t line = 0;
    std::uint32_t slot = 0;
    Cycle cycle = 0;
  };

  Lookup look_up(Fetch& fetch, std::size_t line, Cycle cycle, bool held, bool landing, FetchPort* port = nullptr) const;
  void enter(const OnPath& at, const Lookup& lookup);
  void catch_up(Cycle cycle);
  Step next_step() const;
  void do_step(const Step& step);
  Cycle landing_start(std::size_t line, std::uint32_t slot, Cycle lookup, bool held) const;
  bool is_held_to_land(std::size_t line, Cycle lookup) const;
  bool is_missed(const Step& step) const;
  Cycle miss_start(const Fetch& fetch, Cycle cycle) const;
  Turn next_turn() const;
  const CodeJump* jump_of(const OnPath& line) const;
  void see(OnPath& line, Cycle cycle);
  void give_up(const OnPath& line);
  Cycle not_before(std::size_t line, Cycle cycle) const;
  Cycle drained() const;
  Cycle next_lookup(const Fetch& fetch, std::size_t line) const;
  Cycle turn_start() const;
  bool turns_at(Cycle cycle) const;
  bool wins_tie(Cycle start) const;
  bool is_full() const { return path_length_ > number(rule_.lines_ahead); }
  bool is_in_flight(std::size_t line, Cycle lookup) const;
  bool is_held(std::size_t line, std::uint64_t more) const;
  bool is_held_at(std::size_t line, Cycle cycle) const;
  bool has_followed_to(std::size_t line, std::uint32_t slot) const;
  void reach(std::size_t line);
  /// How many lines were fetched after this one.
  std::uint64_t fetched_after(std::size_t line) const;
  Cycle first_slots() const { return cycles(rule_.lookup_ahead + rule_.missed_target); }

  static constexpr std::size_t most_on_path = 3;
  static constexpr auto no_line = static_cast<std::size_t>(-1);
  static constexpr Cycle never = Cycle{1} << 62;

  const FetchTiming& rule_;
  CodeAtStart start_;
  std::span<const CodeJump> jumps_;
  std::size_t reached_ = 0;
  std::size_t used_ = 0;
  bool is_told_ = false;
  std::vector<Line> lines_;
  std::uint64_t fetches_ = 0;
  std::array<Cycle, 4> recent_{};            ///< when the last ones were fetched, the last one first
  std::size_t current_ = no_line;            ///< whose code runs
  std::array<OnPath, most_on_path> path_{};  ///< that line first
  std::size_t path_length_ = 0;
  Cycle from_ = 0;  ///< the next line of the path is not looked up before
  Fetch fetch_;
  Cycle idle_until_ = 0;            ///< what next_step() says is no earlier; 0: that may have changed
  Cycle stopped_ = never;           ///< nothing is looked up from then on; not between events of a warp that is alone
  Cycle seen_ = 0;                  ///< when a branch was seen, since the last landing
  Cycle turn_ = 0;                  ///< when its target can be looked up
  bool turns_behind_held_ = false;  ///< the lookup of a line that is held has to end before
  std::array<GivenUp, 4> given_up_{};  ///< the last one first
  std::size_t given_up_since_landing_ = 0;

  FetchPort* port_ = nullptr;  ///< null: of a warp that is alone
  std::size_t sub_partition_ = 0;
  std::optional<Coming> coming_;
  std::optional<Cycle> landed_;
  Cycle fetched_ = 0;  ///< when the last line was looked up
};

}  // namespace reconverge::timing
