// SPDX-License-Identifier: MIT
#include "gpu/proof.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "sass/control_flow/control_flow.hpp"
#include "sass/reader.hpp"

namespace reconverge::gpu {
namespace {

using sass::ControlFlow;
using sass::ControlRole;
using sass::Function;
using sass::Instruction;

/// A set of instructions, by index.
using Marks = std::vector<bool>;

bool is_indirect_call(const Instruction& instruction) {
  return (instruction.opcode() == "CALL" || instruction.opcode() == "JCAL") && !instruction.operands.empty() &&
         instruction.operands.front().kind == sass::OperandKind::general_register;
}

/// Follows control from instruction to instruction.
class Paths {
 public:
  Paths(const Function& function, const ControlFlow& flow) : flow_(flow), block_of_(function.instructions.size()) {
    for (std::size_t block = 0; block < flow.blocks.size(); ++block)
      for (std::size_t i = flow.blocks[block].first; i <= flow.blocks[block].last; ++i) block_of_[i] = block;
    leaving_.resize(flow.blocks.size());
    for (const auto& edge : flow.edges) {
      // `CALL.REL R22 `(f)`` goes R22 bytes after f: its label is not a target.
      const bool unknown =
          edge.kind == sass::EdgeKind::call && is_indirect_call(function.instructions[flow.blocks[edge.from].last]);
      if (edge.to && !unknown) leaving_[edge.from].push_back(flow.blocks[*edge.to].first);
    }
  }

  std::vector<std::size_t> next(std::size_t i) const {
    const std::size_t block = block_of_[i];
    if (i != flow_.blocks[block].last) return {i + 1};
    return leaving_[block];
  }

  /// Everything that control can reach after `from`. A barrier instruction is reached, not passed.
  Marks reached_from(std::size_t from, const Marks& barriers) const {
    Marks reached(block_of_.size());
    std::vector<std::size_t> waiting = next(from);
    while (!waiting.empty()) {
      const std::size_t i = waiting.back();
      waiting.pop_back();
      if (reached[i]) continue;
      reached[i] = true;
      if (barriers[i]) continue;
      for (const std::size_t after : next(i)) waiting.push_back(after);
    }
    return reached;
  }

  /// Everything that control reaches from the entry, the entry included.
  Marks reached_from_entry(const Marks& barriers) const {
    Marks reached = barriers[0] ? Marks(block_of_.size()) : reached_from(0, barriers);
    reached[0] = true;
    return reached;
  }

 private:
  const ControlFlow& flow_;
  std::vector<std::size_t> block_of_;
  std::vector<std::vector<std::size_t>> leaving_;
};

/// CS2R or S2R of the clock's low word. (The high word is read beside it on old generations.)
bool reads_clock(const Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [](const sass::Operand& operand) {
    return operand.text == "SR_CLOCKLO" || operand.text == "SR_CLOCK_LO" || operand.text == "SR_Clock";
  });
}

/// Something that computes: neither control nor filling nor a clock read.
bool is_work(const Instruction& instruction, ControlRole role) {
  return role == ControlRole::none && instruction.opcode() != "NOP" && !reads_clock(instruction) &&
         !instruction.opcode().starts_with("BMOV") && instruction.opcode() != "WARPSYNC";
}

/// The steps of prove().
class Examination {
 public:
  explicit Examination(const Function& function)
      : function_(function),
        flow_(sass::analyse_control_flow(function)),
        paths_(function, flow_),
        nothing_(function.instructions.size()),
        arch_(sass::arch_number(function.arch).value_or(0)) {}

  Proof result() {
    if (function_.instructions.empty()) return verdict(Verdict::unchecked, "the listing holds no instructions");
    if (!find_reads()) return proof_;
    mark_timed();
    if (const std::string moved = what_moved(); !moved.empty()) return verdict(Verdict::moved, moved);
    find_branches();
    if (branches_.empty()) return verdict(Verdict::predicated, "nothing between the clock reads can make lanes part");
    return judge_regions();
  }

 private:
  const Instruction& at(std::size_t i) const { return function_.instructions[i]; }

  Proof verdict(Verdict verdict, std::string reason) {
    proof_.verdict = verdict;
    proof_.reason = std::move(reason);
    return proof_;
  }

  bool find_reads() {
    Marks reads = nothing_;
    std::size_t count = 0;
    for (std::size_t i = 0; i < function_.instructions.size(); ++i)
      if (reads_clock(at(i))) reads[i] = true, ++count;
    if (count < 2)
      return verdict(Verdict::moved, fmt::format("the code reads the clock {} times, not twice", count)), false;
    const Marks first = paths_.reached_from_entry(reads);
    std::optional<std::size_t> start;
    for (std::size_t i = 0; i < reads.size(); ++i) {
      if (!reads[i] || !first[i]) continue;
      if (start)
        return verdict(Verdict::moved, fmt::format("two clock reads can come first, at {:#x} and {:#x}",
                                                   at(*start).address, at(i).address)),
               false;
      start = i;
    }
    if (!start) return verdict(Verdict::moved, "no clock read is reached from the entry"), false;
    start_ = *start;
    return find_stops(reads);
  }

  /// A read may follow itself: some generations read the two halves of the clock until they fit.
  bool find_stops(const Marks& reads) {
    Marks only_start = nothing_;
    only_start[start_] = true;
    stops_ = nothing_;
    proof_.runs_once = true;
    for (std::size_t i = 0; i < reads.size(); ++i) {
      if (!reads[i] || i == start_) continue;
      const Marks later = paths_.reached_from(i, only_start);
      bool last = true;
      for (std::size_t other = 0; other < reads.size(); ++other)
        if (reads[other] && other != start_ && other != i && later[other]) last = false;
      if (!last) continue;
      stops_[i] = true;
      proof_.stops.push_back(at(i).address);
      if (later[start_] || returns(later)) proof_.runs_once = false;
    }
    proof_.start = at(start_).address;
    if (proof_.stops.empty()) return verdict(Verdict::moved, "no clock read ends the timed region"), false;
    return true;
  }

  /// Where a return leads to is not followed.
  bool returns(const Marks& reached) const {
    for (std::size_t i = 0; i < reached.size(); ++i)
      if (reached[i] && at(i).opcode() == "RET") return true;
    return false;
  }

  /// Timed is what the start reaches without passing a stop. (What it reaches that cannot lead to a
  /// stop is an exit, which what_moved() finds.)
  void mark_timed() { timed_ = paths_.reached_from(start_, stops_); }

  std::string what_moved() const {
    bool work = false;
    for (std::size_t i = 0; i < timed_.size(); ++i) {
      if (!timed_[i] || stops_[i]) continue;
      const ControlRole role = sass::control_role(at(i), arch_);
      if (role == ControlRole::exit && at(i).guard.always())
        return fmt::format("control can leave at {:#x} without a stop read", at(i).address);
      work = work || is_work(at(i), role);
    }
    Marks fences = stops_;
    fences[start_] = true;
    const Marks before = paths_.reached_from_entry(fences);
    for (std::size_t i = 0; i < timed_.size(); ++i)
      if (stops_[i] && before[i])
        return fmt::format("the stop read at {:#x} is reached without a start read", at(i).address);
    const bool can_part = std::ranges::any_of(flow_.divergent, [&](std::size_t i) { return timed_[i] && !stops_[i]; });
    if (can_part && !work) return "the timed region branches but computes nothing: its work was moved out";
    return {};
  }

  void find_branches() {
    for (std::size_t i = 0; i < timed_.size(); ++i) {
      if (!timed_[i] || stops_[i]) continue;
      const bool listed = std::ranges::find(flow_.divergent, i) != flow_.divergent.end();
      if (!listed && !is_indirect_call(at(i))) continue;
      branches_.push_back(i);
      proof_.branches.push_back(at(i).address);
    }
  }

  /// Whether a region holds an instruction: it is reached from where the region opens, before it
  /// closes.
  bool holds(const sass::Region& region, std::size_t i) const {
    Marks closes = nothing_;
    for (const std::size_t close : region.closes) closes[close] = true;
    return paths_.reached_from(region.open, closes)[i];
  }

  Proof judge_regions() {
    std::vector<std::size_t> loose;
    for (const std::size_t branch : branches_) {
      bool held = false;
      for (const sass::Region& region : flow_.regions) {
        if (!holds(region, branch)) continue;
        for (const std::size_t close : region.closes) {
          const bool inside = timed_[close] && !stops_[close];
          if (inside) held = true, add_region(region, close);
        }
      }
      if (!held) loose.push_back(branch);
    }
    if (proof_.regions.empty() && !loose.empty() && closes_behind_a_stop(loose.front()))
      return verdict(Verdict::moved, fmt::format("the lanes that part at {:#x} meet again only after the stop read",
                                                 at(loose.front()).address));
    return verdict(Verdict::divergent, description(loose));
  }

  void add_region(const sass::Region& region, std::size_t close) {
    const std::pair<std::uint64_t, std::uint64_t> entry{at(region.open).address, at(close).address};
    if (std::ranges::find(proof_.regions, entry) == proof_.regions.end()) proof_.regions.push_back(entry);
  }

  bool closes_behind_a_stop(std::size_t branch) const {
    return std::ranges::any_of(flow_.regions, [&](const sass::Region& region) { return holds(region, branch); });
  }

  std::string description(const std::vector<std::size_t>& loose) const {
    std::string text =
        fmt::format("start read {:#x}; lanes can part at {:#x}", proof_.start, fmt::join(proof_.branches, ", "));
    for (const auto& [open, close] : proof_.regions) text += fmt::format("; region {:#x} to {:#x}", open, close);
    text += fmt::format("; stop read {:#x}", fmt::join(proof_.stops, ", "));
    if (!loose.empty()) {
      std::vector<std::uint64_t> addresses;
      for (const std::size_t i : loose) addresses.push_back(at(i).address);
      text += fmt::format("; in no region: {:#x}", fmt::join(addresses, ", "));
    }
    return text;
  }

  const Function& function_;
  ControlFlow flow_;
  Paths paths_;
  Marks nothing_;
  int arch_;
  Proof proof_;
  std::size_t start_ = 0;
  Marks stops_;
  Marks timed_;
  std::vector<std::size_t> branches_;
};

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::divergent: return "divergent";
    case Verdict::predicated: return "predicated";
    case Verdict::moved: return "moved";
    case Verdict::unchecked: return "unchecked";
  }
  return "unknown";
}

Proof prove(const Function& function) { return Examination(function).result(); }

bool is_named(std::string_view function, std::string_view entry) {
  return function == entry || function.starts_with(fmt::format("_Z{}{}", entry.size(), entry));
}

core::Result<Function> find_kernel(std::string_view listing, const std::string& source, const std::string& entry) {
  auto functions = sass::read_listing(listing, source);
  if (!functions) return functions.error();
  std::string names;
  for (Function& function : *functions) {
    if (is_named(function.name, entry)) return std::move(function);
    names += (names.empty() ? "" : ", ") + function.name;
  }
  return core::Diagnostic{core::Failure::input,
                          fmt::format("there is no kernel '{}' in the code", entry),
                          "it has " + names,
                          {source, 0, 0}};
}

Proof prove_listing(std::string_view listing, const std::string& source, const std::string& entry) {
  const auto function = find_kernel(listing, source, entry);
  if (function) return prove(*function);
  Proof proof;
  proof.reason = core::to_string(function.error());
  return proof;
}

}  // namespace reconverge::gpu
