// SPDX-License-Identifier: MIT
#include "explorer/moments.hpp"

#include "explorer/replay.hpp"

namespace reconverge::explorer {
namespace {

using core::LaneMask;
using observers::Finding;

/// How well lanes that execute a row fit those of a finding; 0: they do not. A finding of blocks has no lanes.
int fit(const Finding& finding, LaneMask executing) {
  if (executing == finding.lanes) return 3;
  if (finding.lanes.without(executing).empty()) return 2;
  return (finding.lanes & executing).any() ? 1 : 0;
}

/// Lanes that execute each step of a timeline, in order.
class ExecutingLanes {
 public:
  explicit ExecutingLanes(const observers::Timeline& timeline) : timeline_(timeline), cursor_(timeline) {}

  /// Of step 1, 2, ...
  LaneMask next() {
    ++step_;
    const auto& events = timeline_.events;
    while (event_ < events.size() && events[event_].step < step_) {
      const std::uint64_t changed = cursor_.advance();
      while (event_ < events.size() && events[event_].step == changed) ++event_;
    }
    const auto& guarded = timeline_.guarded;
    while (guarded_ < guarded.size() && guarded[guarded_].step < step_) ++guarded_;
    const bool is_guarded = guarded_ < guarded.size() && guarded[guarded_].step == step_;
    return is_guarded ? guarded[guarded_].executing : cursor_.state().active;
  }

 private:
  const observers::Timeline& timeline_;
  TimelineCursor cursor_;
  std::uint64_t step_ = 0;
  std::size_t event_ = 0, guarded_ = 0;  ///< the next ones
};

}  // namespace

std::vector<std::optional<Moment>> moments_of(const Scene& scene, std::span<const Finding> findings,
                                              std::size_t kernel) {
  std::vector<std::optional<Moment>> moments(findings.size());
  if (findings.empty()) return moments;
  std::vector<int> fits(findings.size(), 0);
  std::vector<std::vector<std::size_t>> of_row(scene.kernels[kernel].function.instructions.size());
  for (std::size_t i = 0; i < findings.size(); ++i) of_row.at(findings[i].index).push_back(i);
  for (std::size_t run = 0; run < scene.runs.size(); ++run) {
    if (scene.runs[run].kernel != kernel) continue;
    ExecutingLanes lanes(scene.runs[run].timeline);
    std::uint64_t step = 0;
    for (const std::uint32_t row : rows_of(scene.runs[run].timeline)) {
      const LaneMask executing = lanes.next();
      for (const std::size_t i : of_row[row]) {
        const int fitting = fit(findings[i], executing);
        if (fitting <= fits[i]) continue;
        fits[i] = fitting;
        moments[i] = Moment{run, step};
      }
      ++step;
    }
  }
  return moments;
}

}  // namespace reconverge::explorer
