// SPDX-License-Identifier: MIT
#include "analysis/difference/branches.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/difference/lines.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::analysis {
namespace {

/// A branch that was executed: its row, the calls around it, outermost last, and whether it goes back.
struct ExecutedBranch {
  std::size_t row = 0;
  std::vector<LineKey> calls = {};
  bool goes_back = false;
};

/// By line and in the order of the code.
std::map<LineKey, std::vector<ExecutedBranch>> executed_branches(const Build& build) {
  std::map<LineKey, std::vector<ExecutedBranch>> branches;
  for (std::size_t i = 0; i < build.rows.size(); ++i) {
    if (build.rows[i].branches == 0) continue;
    const sass::Instruction& row = build.function->instructions[i];
    ExecutedBranch branch{.row = i, .goes_back = row.target && *row.target <= row.address};
    const auto frames = sass::frames_of(*build.function, row);
    for (std::size_t k = 1; k < frames.size(); ++k) branch.calls.emplace_back(frames[k].file, frames[k].line);
    branches[line_of(*build.function, i)].push_back(std::move(branch));
  }
  return branches;
}

/// Pairs the branches of one line: those inlined at the same calls, in the order of the code. Of the others, which one
/// build has at other calls, or called where the other has them inlined, only those of which each build has one.
class BranchPairs {
 public:
  BranchPairs(std::vector<ExecutedBranch> olds, std::vector<ExecutedBranch> news,
              const std::map<LineKey, LineKey>& old_of)
      : olds_(std::move(olds)), news_(std::move(news)) {
    const auto old_calls = [&](std::vector<LineKey> calls) {
      for (LineKey& call : calls)
        if (const auto old = old_of.find(call); old != old_of.end()) call = old->second;
      return calls;
    };
    pair_where([&](const ExecutedBranch& old, const ExecutedBranch& one) { return old.calls == old_calls(one.calls); });
    for (const bool back : {false, true})
      if (left(olds_, back) == 1 && left(news_, back) == 1)
        pair_where([&](const ExecutedBranch& old, const ExecutedBranch&) { return old.goes_back == back; });
  }

  const std::vector<ExecutedBranch>& olds() const { return olds_; }
  const std::vector<ExecutedBranch>& news() const { return news_; }
  /// The old branch of a new one, by its place.
  std::optional<std::size_t> old_of(std::size_t number) const {
    const auto pair = std::ranges::find(pairs_, number, &std::pair<std::size_t, std::size_t>::second);
    return pair == pairs_.end() ? std::nullopt : std::optional(pair->first);
  }
  bool is_paired(std::size_t old_number) const {
    return std::ranges::count(pairs_, old_number, &std::pair<std::size_t, std::size_t>::first) > 0;
  }

 private:
  std::size_t left(const std::vector<ExecutedBranch>& branches, bool back) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < branches.size(); ++i)
      count += branches[i].goes_back == back && !(&branches == &olds_ ? is_paired(i) : old_of(i).has_value()) ? 1 : 0;
    return count;
  }

  template <typename Fits> void pair_where(Fits fits) {
    for (std::size_t i = 0; i < news_.size(); ++i)
      for (std::size_t k = 0; k < olds_.size() && !old_of(i); ++k)
        if (!is_paired(k) && olds_[k].goes_back == news_[i].goes_back && fits(olds_[k], news_[i]))
          pairs_.emplace_back(k, i);
  }

  std::vector<ExecutedBranch> olds_, news_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  ///< old and new, by place
};

}  // namespace

std::vector<BranchDifference> branches_of(const Build& old_build, const Build& new_build) {
  auto olds = executed_branches(old_build);
  auto news = executed_branches(new_build);
  const auto matched = match_lines(old_build, new_build);
  std::map<LineKey, LineKey> new_of_old;
  for (const auto& [new_key, old_key] : matched) new_of_old[old_key] = new_key;
  std::vector<BranchDifference> branches, only_old;
  const auto add = [&](const LineKey& key, const ExecutedBranch* old, const ExecutedBranch* one) {
    BranchDifference branch{.file = key.first, .line = key.second, .inlined_at = (one != nullptr ? one : old)->calls};
    if (old != nullptr) branch.old_row = old->row;
    if (old != nullptr) branch.old_counts = old_build.rows[old->row];
    if (one != nullptr) branch.new_row = one->row;
    if (one != nullptr) branch.new_counts = new_build.rows[one->row];
    (one != nullptr ? branches : only_old).push_back(std::move(branch));
  };
  for (const auto& [key, rows] : news) {
    const auto other = matched.find(key);
    const auto same = other == matched.end() ? olds.end() : olds.find(other->second);
    const BranchPairs pairs(same == olds.end() ? std::vector<ExecutedBranch>() : same->second, rows, matched);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto old = pairs.old_of(i);
      add(key, old ? &pairs.olds()[*old] : nullptr, &pairs.news()[i]);
    }
    if (same == olds.end()) continue;
    std::vector<ExecutedBranch> left;
    for (std::size_t k = 0; k < same->second.size(); ++k)
      if (!pairs.is_paired(k)) left.push_back(same->second[k]);
    same->second = std::move(left);
  }
  for (const auto& [key, rows] : olds) {
    const auto here = new_of_old.find(key);
    for (const ExecutedBranch& row : rows) add(here == new_of_old.end() ? key : here->second, &row, nullptr);
  }
  branches.insert(branches.end(), only_old.begin(), only_old.end());
  return branches;
}

}  // namespace reconverge::analysis
