// SPDX-License-Identifier: MIT
#include "emulator/spin_watch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/reconvergence/token_stack.hpp"

namespace reconverge::emulator {
namespace {

using core::LaneMask;

/// A spin that touches more than so many words of lanes is not looked for.
constexpr std::size_t most_places = 4096;

/// Clock values depend on the step. BAR.ARV counts at other warps.
bool goes_by_the_step(const sass::Instruction& row) {
  return (row.opcode() == "BAR" && row.has_modifier("ARV")) ||
         std::ranges::any_of(row.operands, [](const sass::Operand& operand) {
           return operand.text.starts_with("SR_CLOCK") || operand.text.starts_with("SR_GLOBALTIMER");
         });
}

/// After these, which lanes continue can depend on those that yielded.
bool switches(const sass::Instruction& row) {
  constexpr std::array<std::string_view, 4> opcodes = {"YIELD", "NANOSLEEP", "WARPSYNC", "BSYNC"};
  return std::ranges::find(opcodes, row.opcode()) != opcodes.end();
}

/// Where the lanes of a token wait: the instruction that put them there; for a branch, whose other side has not run
/// yet, the row where they continue.
std::string waiting_at(const Token& token, const sass::Function& function) {
  if (token.kind != TokenKind::div || token.index >= function.instructions.size())
    return std::string(to_string(token.kind));
  return std::string(function.instructions[token.index].opcode());
}

/// Where the other live lanes are: on the stack, in the token nearest to the top that holds them.
std::string others_on_stack(const TokenStack& stack, const sass::Function& function, LaneMask spinning) {
  std::string text;
  LaneMask left = stack.live().without(spinning);
  const auto tokens = stack.tokens();
  for (auto token = tokens.rbegin(); token != tokens.rend() && left.any(); ++token) {
    const LaneMask here = token->mask & left;
    left = left.without(here);
    if (here.empty()) continue;
    text += fmt::format(
        ", {} at {} for them",
        here.count() == 1 ? fmt::format("lane {} waits", here.lowest()) : fmt::format("lanes {} wait", to_string(here)),
        waiting_at(*token, function));
  }
  return text.empty() ? text : text + " (stack hardware cannot continue; sm_70 and later can)";
}

std::string others(const Mechanism& mechanism, const sass::Function& function, const Spin& spin) {
  if (const auto* stack = dynamic_cast<const TokenStack*>(&mechanism))
    return others_on_stack(*stack, function, spin.lanes);
  if (!spin.waits.empty()) return "; " + spin.waits;
  const std::string waiting = mechanism.describe();
  return waiting.empty() ? waiting : "; waiting: " + waiting;
}

/// The visible state of a mechanism. Hidden state - why a group is ready, whether BMOV wrote a barrier - is the same
/// after the same instructions of the same lanes.
std::string shown(const Mechanism& mechanism) { return mechanism.describe() + "; " + mechanism.describe_waits(); }

}  // namespace

/// A state, and the two periods after which it came back: the first shows which memory is touched and which path is
/// taken, the second has to touch no more, to go the same way, and to leave that memory as it was.
class SpinWatch {
  /// What the order of groups that yielded depends on, as Mechanism::describe shows it. It goes by the step among
  /// several, or beside lanes that wait at a convergence barrier, which need not wait for them.
  struct Order {
    std::size_t yielded = 0;  ///< groups, the most at one time
    bool meets = false;       ///< lanes gave way, or met at a WARPSYNC
    bool blocked = false;     ///< lanes wait at a convergence barrier

    void look(std::string_view state) {
      std::size_t now = 0;
      for (std::size_t part = 0; part < state.size();) {
        const std::string_view one = state.substr(part, state.find(" | ", part) - part);
        now += one.starts_with("yielded") ? 1 : 0;
        blocked |= one.starts_with("B") && !one.starts_with("BAR") && one.find("blocked") != std::string_view::npos;
        part += one.size() + 3;
      }
      yielded = std::max(yielded, now);
      meets |= now > 0;
    }
    bool goes_by_the_step() const { return yielded > 1 || (meets && blocked); }
  };

 public:
  SpinWatch(const Warp& warp, const Mechanism& mechanism, const Flow& flow, std::size_t rows)
      : flow_(flow),
        values_(warp.values.begin(), warp.values.begin() + first_literal),
        predicates_(warp.predicates),
        code_(warp.code),
        reduction_(warp.reduction),
        control_(shown(mechanism)),
        by_the_step_(rows, Goes::not_asked) {
    order_.look(mechanism.describe());
    waits_ = mechanism.describe_waits();
  }

  enum class Verdict : std::uint8_t { open, given_up, spins };

  Verdict executed(const Executable& executable, std::uint32_t index, LaneMask active, Warp& warp,
                   const Mechanism& mechanism, const Flow& next) {
    go(index, active);
    Goes& goes = by_the_step_[index];
    if (goes == Goes::not_asked) goes = way_of(executable.function.instructions[index]);
    if (goes == Goes::by_the_step) return Verdict::given_up;
    const bool meets = executable.function.instructions[index].opcode() == "WARPSYNC";
    if (!meets) spinning_ |= active;  // lanes that wait there look again when others yield
    if (goes == Goes::switches) {
      order_.look(mechanism.describe());
      order_.meets |= meets;
      if (std::string waits = mechanism.describe_waits(); waits.size() > waits_.size()) waits_ = std::move(waits);
      if (order_.goes_by_the_step()) return Verdict::given_up;
    }
    if (executable.instructions[index].accesses_memory) {
      if (!note_access(warp.access)) return Verdict::given_up;
      if (warp.access.lanes.any()) row_ = index;
      changes_memory_ |= content_ && warp.access.writes && warp.access.space != Space::local && has_changed(warp);
    }
    if (!row_) row_ = index;
    if (next.index != flow_.index || next.active != flow_.active || !is_as_it_was(warp, mechanism))
      return Verdict::open;
    return conclude_period(warp);
  }

  void passed(const IssuedRun& run) {
    for (std::uint32_t i = 0; i < run.count; ++i) go(run.first.index + i, run.active);
    if (run.count == 0) return;
    spinning_ |= run.active;
    if (!row_) row_ = run.first.index;
  }

  std::uint32_t begin() const { return flow_.index; }
  std::uint64_t period() const { return steps_; }
  Spin spin() const { return {spinning_, *row_, waits_, changes_memory_}; }
  /// Whether memory differs from that of the state that comes back.
  bool has_changed(Warp& warp) const { return content(warp) != content_; }

 private:
  struct Place {
    Space space{};
    std::uint8_t bytes = 0;
    std::uint8_t lane = 0;
    std::uint64_t address = 0;
    auto operator<=>(const Place&) const = default;
  };
  using Content = std::vector<std::uint8_t>;
  enum class Goes : std::uint8_t { not_asked, freely, switches, by_the_step };

  void go(std::uint32_t index, LaneMask active) {
    ++steps_;
    way_ = (way_ ^ index ^ std::uint64_t{active.bits()} << 32) * 0x9E37'79B9'7F4A'7C15u;
    way_ ^= way_ >> 29;
  }

  static Goes way_of(const sass::Instruction& row) {
    return goes_by_the_step(row) ? Goes::by_the_step : switches(row) ? Goes::switches : Goes::freely;
  }

  bool note_access(const Access& access) {
    for (LaneMask left = access.lanes; left.any();) {
      const int lane = left.lowest();
      left = left.without(LaneMask::lane(lane));
      const Place place{access.space, access.bytes, static_cast<std::uint8_t>(lane),
                        access.address[static_cast<std::size_t>(lane)]};
      if (content_) {
        if (!std::ranges::binary_search(places_, place)) return false;
      } else {
        if (places_.size() == most_places) return false;
        places_.push_back(place);
      }
    }
    return true;
  }

  bool is_as_it_was(const Warp& warp, const Mechanism& mechanism) const {
    return predicates_ == warp.predicates && code_ == warp.code &&
           std::equal(values_.begin(), values_.end(), warp.values.begin()) &&
           reduction_.threads == warp.reduction.threads && reduction_.holding == warp.reduction.holding &&
           reduction_.question == warp.reduction.question && control_ == shown(mechanism);
  }

  Verdict conclude_period(Warp& warp) {
    const bool first = !content_.has_value();
    if (first) {
      std::ranges::sort(places_);
      places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    }
    auto now = content(warp);
    if (!now) return Verdict::given_up;
    if (!first) return *now == *content_ && way_ == first_way_ ? Verdict::spins : Verdict::given_up;
    content_ = std::move(now);
    first_way_ = std::exchange(way_, 0);
    steps_ = 0;
    spinning_ = LaneMask::none();
    return Verdict::open;
  }

  std::optional<Content> content(Warp& warp) const {
    Content all;
    for (const Place& place : places_) {
      const std::uint8_t* bytes = nullptr;
      switch (place.space) {
        case Space::global: bytes = warp.global().readable(place.address, place.bytes); break;
        case Space::shared: bytes = warp.shared().find(place.address, place.bytes); break;
        case Space::local: bytes = warp.local.find(place.lane, place.address, place.bytes); break;
        case Space::constant: continue;  // it is not written
      }
      if (bytes == nullptr) return std::nullopt;
      all.insert(all.end(), bytes, bytes + place.bytes);
    }
    return all;
  }

  Flow flow_;
  std::vector<LaneVector> values_;
  std::array<LaneMask, 16> predicates_;
  ConditionCode code_;
  BarrierReduction reduction_;
  std::string control_;
  std::vector<Place> places_;       ///< sorted once the first period is over
  std::optional<Content> content_;  ///< of these, once it is over
  std::vector<Goes> by_the_step_;   ///< by row
  Order order_;
  std::string waits_;  ///< of lanes: the most that were seen
  std::uint64_t way_ = 0, first_way_ = 0;
  std::uint64_t steps_ = 0;
  LaneMask spinning_;
  std::optional<std::uint32_t> row_;  ///< of the last access or, without any, the first row
  bool changes_memory_ = false;
};

SpinSearch::SpinSearch(const Executable& executable, Warp& warp, const Mechanism& mechanism, std::uint64_t step)
    : executable_(executable), warp_(warp), mechanism_(mechanism) {
  restart(step);
}

SpinSearch::~SpinSearch() = default;

void SpinSearch::forget() {
  watch_ = nullptr;
  proof_ = nullptr;
  spin_.reset();
}

void SpinSearch::begin(std::uint64_t step, const Flow& flow) {
  watch_ = std::make_unique<SpinWatch>(warp_, mechanism_, flow, executable_.instructions.size());
  until_ = step + std::max(step / 8, shortest_watch);
  next_ = 2 * step;
}

void SpinSearch::watch(const Flow& flow) {
  watch_ = std::make_unique<SpinWatch>(warp_, mechanism_, flow, executable_.instructions.size());
  until_ = std::numeric_limits<std::uint64_t>::max();
}

void SpinSearch::give_up() { watch_ = nullptr; }

void SpinSearch::passed(const IssuedRun& run) { watch_->passed(run); }

std::uint64_t SpinSearch::rows_to_begin(std::uint32_t index) const {
  return watch_->begin() > index ? watch_->begin() - index : std::numeric_limits<std::uint64_t>::max();
}

bool SpinSearch::still_holds() const { return proof_ != nullptr && !proof_->has_changed(warp_); }

std::optional<core::Diagnostic> SpinSearch::executed(std::uint32_t index, LaneMask active, std::uint64_t step,
                                                     const Flow& next) {
  const auto verdict = watch_->executed(executable_, index, active, warp_, mechanism_, next);
  if (verdict == SpinWatch::Verdict::open && step < until_) return std::nullopt;
  auto watch = std::exchange(watch_, nullptr);
  if (verdict != SpinWatch::Verdict::spins) return std::nullopt;
  proof_ = std::move(watch);
  spin_ = proof_->spin();
  return core::Diagnostic{
      .failure = core::Failure::emulation,
      .message =
          fmt::format("no progress: the same {} instructions with the same registers and memory; lanes {} spin{}",
                      proof_->period(), to_string(spin_->lanes), others(mechanism_, executable_.function, *spin_)),
      .hint = spin_->waits.empty()
                  ? "what they wait for never happens: look at the condition of the loop, and at what could change it"
                  : "what they wait for never happens: look at what the lanes that wait would do after it, and move a "
                    "barrier out of a branch that only part of the lanes take",
      .where = {}};
}

}  // namespace reconverge::emulator
