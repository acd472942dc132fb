// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "report/formats/formats.hpp"
#include "statistics/candidate_regression.hpp"
#include "study/inference/fit_summary.hpp"
#include "study/study.hpp"
#include "study/support/hopper_data.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {
namespace {

/// Divergent branches that lane 0 takes part in, between its clock reads.
class BranchesBetweenStamps final : public emulator::Listener {
 public:
  BranchesBetweenStamps(const emulator::Executable& executable, std::vector<int>& counts)
      : executable_(executable), counts_(counts) {}

  bool wants_issued() const override { return true; }
  void issued(const emulator::Issued& event) override {
    const auto& row = executable_.function.instructions[event.at.index];
    const bool stamp = row.opcode() == "S2R" && row.operands.size() == 2 && row.operands[1].text == "SR_CLOCKLO";
    if (stamp && event.executing.contains(0)) counts_.push_back(0);
  }
  void branched(const emulator::Branched& event) override {
    if (event.diverged() && (event.taken | event.not_taken).contains(0) && !counts_.empty()) ++counts_.back();
  }

 private:
  const emulator::Executable& executable_;
  std::vector<int>& counts_;
};

/// counts[s] belongs to the interval from stamp s to stamp s + 1; stamp 0 is the one before the loop.
std::vector<int> branches_between_stamps(const Context& context, int n) {
  std::vector<int> counts;
  run::SimulationSpec spec = context.specification(single_loop_precise(), n);
  spec.generations.clear();
  run::simulate(spec, {[&](const emulator::TokenStack&) {
                  return std::make_unique<BranchesBetweenStamps>(context.executable(single_loop_precise()), counts);
                }});
  return counts;
}

struct Placement {
  double iteration = 0;  ///< cycles of one without a divergent branch
  double at_branch = 0;  ///< cycles of a divergent branch, at the branch
  double largest_residual = 0;
  std::size_t intervals = 0;
};

/// The first two intervals hold the way into the loop, the last the way out.
constexpr int first_steady_stamp = 3;
constexpr int last_steady_stamp = 32;

core::Result<Placement> place_costs(const Context& context, const std::vector<StampInterval>& all) {
  std::map<int, std::vector<int>> counts;
  std::vector<std::pair<double, double>> points;  // divergent branches, cycles
  for (const StampInterval& interval : all) {
    if (interval.stamp < first_steady_stamp || interval.stamp > last_steady_stamp) continue;
    if (!counts.contains(interval.n)) counts[interval.n] = branches_between_stamps(context, interval.n);
    const auto& of_n = counts[interval.n];
    const auto place = static_cast<std::size_t>(interval.stamp - 1);
    if (place < of_n.size()) points.emplace_back(of_n[place], interval.cycles);
  }
  statistics::CandidateProblem problem;
  const auto rows = static_cast<Eigen::Index>(points.size());
  problem.response.resize(rows);
  problem.shared = Eigen::MatrixXd::Ones(rows, 2);
  problem.candidates = Eigen::MatrixXd::Zero(rows, 1);
  problem.prior = {1};
  for (Eigen::Index i = 0; i < rows; ++i) {
    problem.shared(i, 1) = points[static_cast<std::size_t>(i)].first;
    problem.response(i) = points[static_cast<std::size_t>(i)].second;
  }
  const auto selection = statistics::select_candidate(problem);
  if (!selection)
    return core::Diagnostic{.failure = core::Failure::check, .message = "the stamps do not determine the costs"};
  const auto& line = selection->alternatives.front().coefficients;
  const Eigen::VectorXd residuals = problem.response - problem.shared * line;
  // Sums of doubles leave dust that no clock has.
  const auto clean = [](double cycles) { return std::round(cycles * 1e8) / 1e8; };
  return Placement{clean(line(0)), clean(line(1)), clean(residuals.cwiseAbs().maxCoeff()), points.size()};
}

/// The total cost of a divergent branch: the slope of the single loop.
core::Result<double> whole_cost() {
  std::vector<int> n(staircase_count);
  std::iota(n.begin(), n.end(), 0);
  auto series = hopper_series(single_loop(), "single");
  if (!series) return series.error();
  auto events = emulate_events(single_loop(), n);
  if (!events) return events.error();
  const std::vector<FitInput> inputs{{std::move(series).value(), std::move(events).value()}};
  const auto fit = fit_mechanism(inputs);
  if (!fit) return fit.error();
  return summarise(*fit).branch.value;
}

std::vector<report::Cell> hopper_row(const core::Result<Placement>& placement, const core::Result<double>& whole) {
  if (!placement || !whole) {
    const report::Absent why{placement ? whole.error().message : placement.error().message};
    return {std::string("hopper"), why, why, why, std::string("measured, H100")};
  }
  return {std::string("hopper"), placement->at_branch, *whole - placement->at_branch, *whole,
          fmt::format("measured, H100: {} intervals of lane 0, largest residual {} cycles", placement->intervals,
                      report::format_number(placement->largest_residual))};
}

/// The paper sees no cost at the branch while the stack does not spill.
std::vector<report::Cell> kepler_row(const Context& context) {
  const auto whole = context.generation("kepler").find_cost(timing::cost::divergent_branch);
  const report::Absent why{"not known"};
  if (!whole) return {std::string("kepler"), why, why, why, std::string("absent")};
  return {
      std::string("kepler"), 0.0, whole->value, whole->value,
      std::string(
          "paper, section IV.A: nothing at the branch without a spill; then about 40 there and 42 at the unwinding")};
}

}  // namespace

/// Where the cycles of a divergent branch fall: at the branch, where tokens are pushed, or at the
/// unwinding, where they are popped. By the detailed loop, whose lanes read the clock every iteration.
report::Section cost_placement(const Context& context) {
  report::Table table{.id = "cost_placement",
                      .caption = "Where the cycles of a divergent branch fall.",
                      .columns = {{"device", "device", ""},
                                  {"at_branch_cycles", "at the branch", "cycles"},
                                  {"at_unwinding_cycles", "at the unwinding", "cycles: the whole less the branch"},
                                  {"whole_cycles", "together", "cycles: slope of the single loop"},
                                  {"source", "source", ""}}};
  table.rows.push_back(kepler_row(context));
  const report::Absent unpublished{"not published"};
  table.rows.push_back({std::string("maxwell"), unpublished, unpublished, unpublished, std::string("absent")});
  const auto stamps = hopper_stamps();
  const auto placement = stamps ? place_costs(context, *stamps) : core::Result<Placement>(stamps.error());
  table.rows.push_back(hopper_row(placement, whole_cost()));
  if (placement)
    table.notes.push_back(
        fmt::format("Hopper: an iteration of lane 0 takes {} cycles, and {} more for each divergent branch in it.",
                    report::format_number(placement->iteration), report::format_number(placement->at_branch)));

  report::Figure figure{.id = "cost_placement",
                        .caption = "Detailed loop on Hopper, lane 0: cycles between clock reads.",
                        .x = {.title = "clock read of lane 0"},
                        .y = {.title = "cycles since the one before"}};
  if (stamps)
    for (const int n : {0, 8, 16, 31}) {
      report::Series series{.name = fmt::format("n = {}", n),
                            .provenance = "measured, H100",
                            .mark = report::Mark::none,
                            .line = report::Line::step};
      for (const StampInterval& interval : *stamps)
        if (interval.n == n) series.points.emplace_back(interval.stamp, interval.cycles);
      if (!series.points.empty()) figure.series.push_back(std::move(series));
    }
  return {.blocks = {std::move(table), std::move(figure)}};
}

}  // namespace reconverge::study
