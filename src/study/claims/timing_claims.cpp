// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "study/claims/claim.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

/// The n at which a spill is added: where the cycles jump.
std::vector<int> jumps(const Sweep& sweep) {
  std::vector<int> found;
  for (int n = 1; n < staircase_count; ++n)
    if (sweep.at(n).counts.spills > sweep.at(n - 1).counts.spills) found.push_back(n);
  return found;
}

bool every_four(const std::vector<int>& positions) {
  for (std::size_t i = 1; i < positions.size(); ++i)
    if (positions[i] - positions[i - 1] != 4) return false;
  return positions.size() > 1;
}

/// Largest |emulated - expression| over a range of n, or nothing if a cost is absent.
template <typename Expression>
core::Result<double> worst_difference(const Sweep& sweep, std::string_view generation, int last_n,
                                      Expression expression) {
  double worst = 0;
  for (int n = 0; n <= last_n; ++n) {
    const auto& total = cycles_of(sweep.at(n), generation).total;
    if (!total) return total;
    worst = std::max(worst, std::abs(*total - expression(n)));
  }
  return worst;
}

Claim expression_claim(const Context& context, const PaperKernel& kernel, const std::string& statement,
                       const std::string& expression_text, int last_n, double (*expression)(int)) {
  const auto worst = worst_difference(context.sweep(kernel), "kepler", last_n, expression);
  return checked(statement, "II, plot expression", expression_text,
                 worst ? fmt::format("largest difference {} cycles, n = 0..{}", *worst, last_n) : worst.error().message,
                 worst && *worst == 0);
}

Claim less_work_claim() {
  const auto additions = [](int n) {
    const auto bounds = core::staircase(n);
    return std::accumulate(bounds.begin(), bounds.end(), 0);
  };
  bool always_less = true;
  for (int n = 1; n < staircase_count; ++n) always_less = always_less && additions(n) < additions(n - 1);
  return checked("More divergence means less work done by all lanes together", "II.A", "altogether less work",
                 fmt::format("{} additions at n = 0, {} at n = 31, falling at every step", additions(0), additions(31)),
                 always_less);
}

Claim table_claim() {
  const auto last = core::staircase(31);
  const auto first = core::staircase(1);
  const bool as_printed = last[0] == 32 && last[1] == 31 && last[31] == 1 && first[30] == 32 && first[31] == 31;
  return checked("Loop bounds start at 32 for all lanes and fall by one for each further divergent lane", "II, Table 1",
                 "n = 31: 32, 31, ... 1", fmt::format("n = 31: {}", fmt::join(last, " ")), as_printed);
}

}  // namespace

Claims timing_claims(const Context& context) {
  const auto single_jumps = jumps(context.sweep(single_loop()));
  const auto double_jumps = jumps(context.sweep(double_loop()));
  return {
      table_claim(),
      expression_claim(
          context, single_loop(),
          "Single loop on Kepler up to n = 15: the base and 32 cycles a divergent branch give the plot expression",
          "1732 + 32 n", 15, [](int n) { return 1732.0 + 32.0 * n; }),
      less_work_claim(),
      checked("Single loop: the jumps every four steps after n = 15 are added spills", "II.A",
              "after n = 15, every four steps", fmt::format("at n = {}", fmt::join(single_jumps, ", ")),
              every_four(single_jumps) && single_jumps.front() == 16),
      expression_claim(context, double_loop(), "Double loop on Kepler before the first jump: the same",
                       "57024 + 1040 n - 16 n^2", 14, [](int n) { return 57024.0 + 1040.0 * n - 16.0 * n * n; }),
      checked("Double loop: the jumps every four steps are added spills", "II.B", "every four steps",
              fmt::format("at n = {}", fmt::join(double_jumps, ", ")), every_four(double_jumps)),
      not_checkable("Cycles depend on the architecture alone, not on the device", "II.A", "yes",
                    "needs several cards of one architecture"),
      not_checkable("With one warm-up pass repeated measurements do not differ", "II.A", "essentially zero errors",
                    "needs a card"),
      not_checkable("Compiling for sm_20 does not change the results", "II.A", "did not change", "needs the cards"),
      not_checkable("Fermi behaves differently", "II.A", "slightly different", no_measured_data),
  };
}

}  // namespace reconverge::study
