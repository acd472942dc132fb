#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "report/formats/formats.hpp"
#include "study/claims/claim.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

/// A count that must follow a formula for every n up to a last one.
template <typename Count, typename Formula>
Claim formula_claim(const Sweep& sweep, std::string statement, std::string section, std::string formula_text,
                    int last_n, Count count, Formula formula) {
  int wrong = 0;
  for (int n = 0; n <= last_n; ++n) wrong += static_cast<std::int64_t>(count(sweep.at(n).counts)) != formula(n) ? 1 : 0;
  return checked(std::move(statement), std::move(section), std::move(formula_text),
                 wrong == 0 ? fmt::format("equal for n = 0..{}", last_n) : fmt::format("{} values of n differ", wrong),
                 wrong == 0);
}

constexpr auto pushes = [](const observers::EventCounts& counts) { return counts.pushes; };
constexpr auto depth = [](const observers::EventCounts& counts) { return std::uint64_t{counts.depth}; };
constexpr auto instructions = [](const observers::EventCounts& counts) { return counts.instructions(); };

/// First n at which something is spilled, and the depth there.
Claim capacity_claim(const Context& context) {
  const Sweep& sweep = context.sweep(single_loop());
  int first = 0;
  while (first < staircase_count && sweep.at(first).counts.spills == 0) ++first;
  const bool found = first < staircase_count;
  return checked("The first jump comes when the stack exceeds 16 entries", "IV", "n > 15",
                 found ? fmt::format("first spill at n = {}, depth {}", first, sweep.at(first).counts.depth)
                       : std::string("no spill"),
                 found && first == 16 && sweep.at(first).counts.depth == 17);
}

/// The slope of the single loop over its first 16 points, from a generation's record.
Claim slope_claim(const Context& context, const std::string& generation, double paper) {
  const Sweep& sweep = context.sweep(single_loop());
  const auto& first = cycles_of(sweep.at(0), generation).divergence;
  const auto& last = cycles_of(sweep.at(15), generation).divergence;
  if (!first || !last)
    return checked("", "IV", "", first ? last.error().message : first.error().message, false);
  const double slope = (*last - *first) / 15;
  return checked(fmt::format("{}: cost of one divergent branch over the first 16 points", generation), "IV",
                 report::format_number(paper), fmt::format("{} a step", report::format_number(slope)), slope == paper);
}

Claim counted_branches_claim(const Context& context) {
  const Sweep& sweep = context.sweep(double_loop());
  const bool same = std::ranges::all_of(sweep.points, [](const Simulation& run) { return run.counts.branches == 1089; });
  return checked("Branches that the counter plot subtracts", "IV, Figure 6", "1089",
                 fmt::format("{} predicated branches at n = 0, {} at n = 31", sweep.at(0).counts.branches,
                             sweep.at(31).counts.branches),
                 same);
}

/// The plot expressions subtract 33 pushes of SSY from the emulator column.
Claim offset_claim(const Context& context, const std::string& generation, double paper) {
  const auto unit = context.generation(generation).find_cost(timing::cost::divergent_branch);
  const auto pushes_at_zero = static_cast<double>(context.sweep(double_loop()).at(0).counts.pushes);
  const double ours = unit ? pushes_at_zero * unit->value : std::nan("");
  return checked(fmt::format("Offset in the plot expression of Figure 7, {}", generation), "IV, Figure 7",
                 report::format_number(paper),
                 unit ? fmt::format("{} pushes x {}", pushes_at_zero, unit->value) : unit.error().message, ours == paper);
}

/// The detailed test's parts of a spill, recorded beside the total; "around" is met within 5%.
Claim detailed_parts_claim(const Context& context) {
  const auto& kepler = context.generation("kepler");
  double parts = 0;
  for (const auto& beside : kepler.beside)
    if (beside.name == timing::cost::spill || beside.name == timing::cost::reload) parts += beside.value.value;
  const auto total = kepler.find_cost(timing::cost::spill_and_reload);
  return checked("Detailed test: the parts of a spill at branch and unwinding add up to the total", "IV.A",
                 "~40 + ~42 corresponds well with ~84",
                 total ? fmt::format("{} against {}", parts, total->value) : total.error().message,
                 total && std::abs(parts - total->value) <= 0.05 * total->value);
}

Claim worst_error_slip(const Context& context) {
  double smallest = 1e30, largest = 0;
  for (int n = 0; n < staircase_count; ++n) {
    const auto& total = cycles_of(context.sweep(double_loop()).at(n), "kepler").total;
    if (!total) return slip("Worst prediction error", "IV", "76 cycles, ~0.3%", total.error().message, false);
    smallest = std::min(smallest, *total);
    largest = std::max(largest, *total);
  }
  const double most = 100 * 76 / smallest, least = 100 * 76 / largest;
  return slip("Worst prediction error of the double loop on Kepler", "IV", "76 cycles, ~0.3%",
              fmt::format("76 cycles are {:.2f}% to {:.2f}%; the measured series is not available", least, most),
              most < 0.25);
}

}  // namespace

Claims analysis_claims(const Context& context) {
  const Sweep& single = context.sweep(single_loop());
  const Sweep& twice = context.sweep(double_loop());
  return {
      formula_claim(single, "Single loop: pushes", "IV", "n + 1", 31, pushes, [](int n) { return n + 1; }),
      formula_claim(single, "Single loop: largest depth of the stack", "IV", "n + 1", 31, depth,
                    [](int n) { return n + 1; }),
      formula_claim(single, "Single loop: instructions grow by one with n", "IV", "+1 for n = 0..15", 15, instructions,
                    [&](int n) { return static_cast<std::int64_t>(single.at(0).counts.instructions()) + n; }),
      slope_claim(context, "kepler", 32),
      slope_claim(context, "maxwell", 26),
      capacity_claim(context),
      checked("Four tokens of 64 bits make a chunk of 32 bytes", "IV", "32 bytes",
              fmt::format("{} x 8 = {} bytes", context.options().spill.chunk, context.options().spill.chunk * 8),
              context.options().spill.chunk * 8 == 32),
      not_checkable("A spill and its reload together", "IV", "around 84 cycles on Kepler, 176 on Maxwell",
                    "used as parameters; the series they were fitted to is not available"),
      not_checkable("Additional branch instructions equal the spills", "IV", "exactly equal",
                    "the counters were not published; spills: see Figure 6"),
      not_checkable("Spilled entries go to global memory", "IV", "suggested by the L2 line of 32 bytes",
                    "a guess of the authors; public drivers describe a per-warp area in local memory"),
      formula_claim(twice, "Double loop: largest depth of the stack", "IV", "n + 2", 31, depth,
                    [](int n) { return n + 2; }),
      formula_claim(twice, "Double loop: pushes", "IV", "n (65 - n) / 2 + 33", 31, pushes,
                    [](int n) { return n * (65 - n) / 2 + 33; }),
      counted_branches_claim(context),
      offset_claim(context, "kepler", 1056),
      offset_claim(context, "maxwell", 858),
      worst_error_slip(context),
      not_checkable("Measured less predicted cycles follow a regular pattern, only where spills occur", "IV, Figure 8",
                    "only on spill occurrence", no_measured_data),
      not_checkable("Without spills the whole cost falls at the unwinding", "IV.A", "no cost at the branch",
                    "needs a Kepler card"),
      detailed_parts_claim(context),
      not_checkable("Detailed kernel with synchronisation: the same differences between n for n <= 15", "IV.A",
                    "identical", "its listing was not published"),
  };
}

}  // namespace reconverge::study
