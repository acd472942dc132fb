// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "study/claims/claim.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

/// "~25%" is met within one percentage point.
Claim overhead_claim(const Context& context, const PaperKernel& kernel, double paper_percent) {
  const auto& base = cycles_of(context.sweep(kernel).at(0), "kepler").total;
  const auto& total = cycles_of(context.sweep(kernel).at(14), "kepler").total;
  const std::string statement = fmt::format("Overhead of 14 divergent lanes, {}", kernel.title);
  const std::string paper = fmt::format("~{}%", paper_percent);
  if (!base || !total || *base <= 0)
    return checked(statement, "V", paper,
                   base && total ? std::string("the base is 0") : (base ? total : base).error().message, false);
  const double percent = 100 * (*total - *base) / *base;
  return checked(statement, "V", paper, fmt::format("{:.2f}% on Kepler", percent),
                 std::abs(percent - paper_percent) <= 1);
}

/// The record's cost against the summary's, recorded beside it.
Claim maxwell_cost_slip(const Context& context) {
  const auto& maxwell = context.generation("maxwell");
  const auto used = maxwell.find_cost(timing::cost::divergent_branch);
  const auto beside = std::ranges::find(maxwell.beside, timing::cost::divergent_branch, &timing::RecordedBeside::name);
  const bool found = used.has_value() && beside != maxwell.beside.end();
  return slip("Cost of a divergent branch on Maxwell", "IV and V", "26 in the analysis, 24 in the summary",
              found ? fmt::format("{} used: 33 x 26 = 858 is what the plot subtracts; {} recorded beside it",
                                  used->value, beside->value.value)
                    : std::string("not recorded"),
              found && used->value != beside->value.value);
}

/// 256 equal samples have an integer mean. (Every number is near some mean of 256 integers, so the origin of the
/// fraction is not known.)
Claim fractional_base_slip() {
  constexpr double base = 40716.91;
  return slip("The Maxwell base is not an integer, yet samples are said not to differ", "II.A and IV, Figure 7",
              "40716.91; essentially zero errors", "equal samples would give an integer", base != std::floor(base));
}

}  // namespace

Claims summary_claims(const Context& context) {
  return {
      overhead_claim(context, double_loop(), 20),
      overhead_claim(context, single_loop(), 25),
      maxwell_cost_slip(context),
      fractional_base_slip(),
      slip("Devices of the table against the data files of the plots", "II, Table 2", "GTX 480",
           "the plots read data/ss_cuda_gtx470.txt", true),
      slip("Axis of the stack histories", "IV, Figures 4 and 5", "\"cycles\"",
           fmt::format("what is plotted is the depth, {} at most for n = 31",
                       context.sweep(single_loop()).at(31).counts.depth),
           context.sweep(single_loop()).at(31).counts.depth == 32),
      slip("The listings are sm_20, which Kepler and Maxwell cannot run", "II.A", "compiled with -arch=sm_20",
           fmt::format("sm_20 belongs to {}; the cards ran what the driver made of the PTX", timing::fermi().title),
           timing::fermi().last_arch < timing::kepler().first_arch),
      not_checkable("Model fits the execution times better than 1%", "V", "better than 1%", no_measured_data),
      not_checkable("Fermi's stack on chip is shorter", "V", "suspected", no_measured_data),
  };
}

}  // namespace reconverge::study
