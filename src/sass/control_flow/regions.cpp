// SPDX-License-Identifier: MIT
// Which SYNC belongs to which SSY: a walk over the blocks, each once, that carries what is open.
// Tokens form a stack (docs/model.md, "token-stack"): SYNC goes to the target of the nearest SSY token, BRK to that
// of the nearest PBK, whatever lies above it. Barriers are registers (docs/model.md, "barriers"): BSYNC Bi waits
// at the barrier that the last BSSY Bi armed.

#include <algorithm>
#include <array>

#include "sass/control_flow/graph.hpp"

namespace reconverge::sass {
namespace {

/// A stack of tokens that shares its lower part with others. Each token knows the nearest one of
/// every kind at or below itself, so that a leave costs no search.
struct Token {
  std::size_t region = no_index;
  std::size_t below = no_index;
  std::array<std::size_t, 3> nearest = {no_index, no_index, no_index};  ///< by RegionKind
};

struct Open {
  std::size_t top = no_index;  ///< token
  std::array<std::size_t, 16> barrier_region;
};

RegionKind opened_kind(ControlRole role) {
  if (role == ControlRole::open_break) return RegionKind::break_out;
  if (role == ControlRole::open_continue) return RegionKind::continue_loop;
  return role == ControlRole::arm_barrier ? RegionKind::barrier : RegionKind::sync;
}

RegionKind left_kind(ControlRole role) {
  if (role == ControlRole::break_out) return RegionKind::break_out;
  return role == ControlRole::continue_loop ? RegionKind::continue_loop : RegionKind::sync;
}

class Walk {
 public:
  Walk(const Function& function, const std::vector<ControlRole>& roles, ControlFlow& flow)
      : function_(function), roles_(roles), flow_(flow) {
    block_at_.assign(function.instructions.size(), no_index);
    for (std::size_t b = 0; b < flow.blocks.size(); ++b) block_at_[flow.blocks[b].first] = b;
    first_edge_.assign(flow.blocks.size() + 1, flow.edges.size());
    for (std::size_t e = flow.edges.size(); e-- > 0;) first_edge_[flow.edges[e].from] = e;
    for (std::size_t b = flow.blocks.size(); b-- > 0;) {
      first_edge_[b] = std::min(first_edge_[b], first_edge_[b + 1]);
    }
  }

  void run() {
    Open nothing;
    nothing.barrier_region.fill(no_index);
    schedule(0, nothing, true);
    drain();
    // Rows that the listing leaves out may lead anywhere after them.
    for (std::size_t block = 1; block < flow_.blocks.size(); ++block) {
      const std::size_t before = flow_.blocks[block].first - 1;
      if (function_.instructions[before].gap_after == Gap::none) continue;
      schedule(block, nothing, true);
      drain();
    }
    // Behind an indirect branch whose targets the text does not note: what is left is taken to be
    // reached from there, with what was open there.
    for (std::size_t block = 0; block < flow_.blocks.size(); ++block) {
      schedule(block, has_guess_ ? guess_ : nothing, false);
      drain();
    }
    std::ranges::stable_sort(flow_.edges, {}, &Edge::from);
    std::ranges::sort(flow_.unmatched);
    for (Region& region : flow_.regions) std::ranges::sort(region.closes);
    std::ranges::sort(flow_.regions, {}, &Region::open);
  }

 private:
  struct Work {
    std::size_t block;
    Open open;
    bool reached;
  };

  void schedule(std::size_t block, const Open& open, bool reached) {
    if (block >= seen_.size()) seen_.resize(flow_.blocks.size(), false);
    if (seen_[block]) return;
    seen_[block] = true;
    flow_.blocks[block].reached = reached;
    work_.push_back({block, open, reached});
  }

  void drain() {
    while (!work_.empty()) {
      const Work work = work_.back();
      work_.pop_back();
      visit(work);
    }
  }

  void visit(const Work& work) {
    Open open = work.open;
    const Block block = flow_.blocks[work.block];
    Open after_leave = open;
    std::optional<std::uint64_t> left_to;
    for (std::size_t i = block.first; i <= block.last; ++i) {
      step(i, open);
      if (is_leave(roles_[i])) left_to = leave(i, open, after_leave);
    }
    const ControlRole role = roles_[block.last];
    if (role == ControlRole::indirect_branch && function_.instructions[block.last].noted_targets.empty()) {
      guess_ = open;
      has_guess_ = true;
    }
    for (std::size_t e = first_edge_[work.block]; e < first_edge_[work.block + 1]; ++e) {
      if (flow_.edges[e].to) schedule(*flow_.edges[e].to, open, work.reached);
    }
    if (!left_to) return;
    const auto row = function_.find(*left_to);
    const std::size_t to = row ? block_at_[*row] : no_index;
    added_edge(work.block, to, *left_to);
    if (to != no_index) schedule(to, after_leave, work.reached);
  }

  static bool is_leave(ControlRole role) {
    return role == ControlRole::sync || role == ControlRole::break_out || role == ControlRole::continue_loop;
  }

  void added_edge(std::size_t from, std::size_t to, std::uint64_t target) {
    flow_.edges.push_back({from, to == no_index ? std::nullopt : std::optional(to), EdgeKind::reconverge, target});
  }

  /// Opens and closes at instruction i what changes the state for those that follow.
  void step(std::size_t i, Open& open) {
    const ControlRole role = roles_[i];
    const Instruction& row = function_.instructions[i];
    const bool token =
        role == ControlRole::open_sync || role == ControlRole::open_break || role == ControlRole::open_continue;
    if (!token && role != ControlRole::arm_barrier && role != ControlRole::wait_barrier) return;
    if (role == ControlRole::wait_barrier) {
      close_barrier(i, open);
      return;
    }
    const RegionKind kind = opened_kind(role);
    const int barrier = role == ControlRole::arm_barrier ? barrier_of(row) : -1;
    flow_.regions.push_back({kind, i, row.target, barrier, {}});
    const std::size_t region = flow_.regions.size() - 1;
    if (!token) {
      if (barrier >= 0) open.barrier_region[static_cast<std::size_t>(barrier)] = region;
      return;
    }
    Token pushed{region, open.top, open.top == no_index ? Token{}.nearest : tokens_[open.top].nearest};
    tokens_.push_back(pushed);
    open.top = tokens_.size() - 1;
    tokens_.back().nearest[static_cast<std::size_t>(kind)] = open.top;
  }

  static int barrier_of(const Instruction& row) {
    for (const Operand& operand : row.operands) {
      if (operand.kind == OperandKind::barrier) return operand.index;
    }
    return -1;
  }

  void close_barrier(std::size_t i, const Open& open) {
    const int barrier = barrier_of(function_.instructions[i]);
    const std::size_t region = barrier < 0 ? no_index : open.barrier_region[static_cast<std::size_t>(barrier)];
    if (region == no_index) flow_.unmatched.push_back(i);
    else flow_.regions[region].closes.push_back(i);
  }

  /// The lanes that leave at i go to the returned address with the state in `after`.
  std::optional<std::uint64_t> leave(std::size_t i, const Open& open, Open& after) {
    const auto kind = static_cast<std::size_t>(left_kind(roles_[i]));
    const std::size_t token = open.top == no_index ? no_index : tokens_[open.top].nearest[kind];
    if (token == no_index) {
      flow_.unmatched.push_back(i);
      // nvdisasm notes where it goes: (*"BRANCH_TARGETS .L_x_1"*)
      const std::vector<std::uint64_t>& noted = function_.instructions[i].noted_targets;
      return noted.size() == 1 ? std::optional(noted.front()) : std::nullopt;
    }
    after = open;
    after.top = tokens_[token].below;
    Region& region = flow_.regions[tokens_[token].region];
    region.closes.push_back(i);
    return region.target;
  }

  const Function& function_;
  const std::vector<ControlRole>& roles_;
  ControlFlow& flow_;
  std::vector<std::size_t> block_at_;
  std::vector<std::size_t> first_edge_;
  std::vector<bool> seen_;
  std::vector<Token> tokens_;
  std::vector<Work> work_;
  Open guess_;
  bool has_guess_ = false;
};

}  // namespace

void find_regions(const Function& function, const std::vector<ControlRole>& roles, ControlFlow& flow) {
  Walk(function, roles, flow).run();
}

}  // namespace reconverge::sass
