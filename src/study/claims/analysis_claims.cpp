// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

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

/// Growth of a plot expression for each divergent branch that the emulator counts, over all n up to
/// the first spill; nothing if it is not the same everywhere.
template <typename Expression>
std::optional<double> growth_per_divergence(const Sweep& sweep, int last_n, Expression expression) {
  std::optional<double> growth;
  for (int n = 1; n <= last_n; ++n) {
    const double branches = static_cast<double>(sweep.at(n).counts.divergent_branches);
    const double each = branches == 0 ? 0 : (expression(n) - expression(0)) / branches;
    if (growth && *growth != each) return std::nullopt;
    growth = each;
  }
  return growth;
}

/// The prose says 32 cycles a divergent branch; two plot expressions and the emulated counts say it too.
Claim kepler_slope_claim(const Context& context) {
  const auto single = growth_per_divergence(context.sweep(single_loop()), 15, [](int n) { return 1732.0 + 32.0 * n; });
  const auto twice = growth_per_divergence(context.sweep(double_loop()), 14,
                                           [](int n) { return 57024.0 + 1040.0 * n - 16.0 * n * n; });
  const auto spelled = [](std::optional<double> growth) {
    return growth ? report::format_number(*growth) : std::string("no constant");
  };
  return checked(
      "Kepler: cost of one divergent branch", "IV", "exactly 32 cycles",
      fmt::format("growth of the plot expressions per emulated divergent branch: {} (single loop), {} (double loop)",
                  spelled(single), spelled(twice)),
      single == 32.0 && twice == 32.0);
}

Claim counted_branches_claim(const Context& context) {
  const Sweep& sweep = context.sweep(double_loop());
  const bool same =
      std::ranges::all_of(sweep.points, [](const run::Simulation& run) { return run.counts.branches == 1089; });
  return checked("Branches that the counter plot subtracts", "IV, Figure 6", "1089",
                 fmt::format("{} predicated branches at n = 0, {} at n = 31", sweep.at(0).counts.branches,
                             sweep.at(31).counts.branches),
                 same);
}

/// The plot expressions subtract the cost of the emulated pushes at n = 0, which are all of SSY.
Claim offset_claim(const Context& context, const std::string& generation, double offset, double prose) {
  const auto pushes_at_zero = static_cast<double>(context.sweep(double_loop()).at(0).counts.pushes);
  const double each = pushes_at_zero == 0 ? 0 : offset / pushes_at_zero;
  return checked(fmt::format("{}: cost of one push in the plot expression of Figure 7", generation), "IV, Figure 7",
                 fmt::format("{} in the text", report::format_number(prose)),
                 fmt::format("{} subtracted / {} emulated pushes = {}", report::format_number(offset),
                             report::format_number(pushes_at_zero), report::format_number(each)),
                 each == prose);
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
    if (!total)
      return slip("Worst prediction error of the double loop on Kepler", "IV", "76 cycles, ~0.3%",
                  total.error().message, false);
    smallest = std::min(smallest, *total);
    largest = std::max(largest, *total);
  }
  if (smallest <= 0)
    return slip("Worst prediction error of the double loop on Kepler", "IV", "76 cycles, ~0.3%", "the base is 0",
                false);
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
      kepler_slope_claim(context),
      capacity_claim(context),
      not_checkable("Four tokens of 64 bits make a chunk of 32 bytes", "IV", "32 bytes",
                    "arithmetic on parameters; a public compiler back end sizes the area at 16 bytes a token"),
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
      offset_claim(context, "kepler", 1056, 32),
      offset_claim(context, "maxwell", 858, 26),
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
