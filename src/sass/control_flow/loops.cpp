// SPDX-License-Identifier: MIT
// Loops by depth-first numbering and union-find (R. E. Tarjan, "Testing flow graph reducibility", 1974; P. Havlak,
// "Nesting of reducible and irreducible loops", 1997). Headers are treated from the innermost outwards; the blocks of a
// finished loop are merged into its header.

#include <algorithm>

#include "sass/control_flow/graph.hpp"

namespace reconverge::sass {
namespace {

class LoopFinder {
 public:
  explicit LoopFinder(ControlFlow& flow) : flow_(flow) {
    const std::size_t count = flow.blocks.size();
    successors_.resize(count);
    predecessors_.resize(count);
    for (const Edge& edge : flow.edges) {
      if (!edge.to || edge.kind == EdgeKind::call) continue;
      successors_[edge.from].push_back(*edge.to);
    }
    number_.assign(count, no_index);
    last_.assign(count, no_index);
    leader_.resize(count);
    loop_of_.assign(count, no_index);
    for (std::size_t block = 0; block < count; ++block) leader_[block] = block;
  }

  void run() {
    for (std::size_t block = 0; block < flow_.blocks.size(); ++block) {
      if (number_[block] == no_index) depth_first(block);
    }
    for (const std::size_t block : order_) {
      for (const std::size_t next : successors_[block]) predecessors_[next].push_back(block);
    }
    for (std::size_t i = order_.size(); i-- > 0;) collect(order_[i]);
    std::ranges::reverse(flow_.loops);
    for (Loop& loop : flow_.loops) {
      if (loop.parent) loop.parent = flow_.loops.size() - 1 - *loop.parent;
    }
  }

 private:
  void depth_first(std::size_t root) {
    std::vector<std::pair<std::size_t, std::size_t>> stack = {{root, 0}};
    number_[root] = order_.size();
    order_.push_back(root);
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == successors_[block].size()) {
        last_[block] = order_.size() - 1;
        stack.pop_back();
        continue;
      }
      const std::size_t successor = successors_[block][next++];
      if (number_[successor] != no_index) continue;
      number_[successor] = order_.size();
      order_.push_back(successor);
      stack.emplace_back(successor, 0);
    }
  }

  bool is_ancestor(std::size_t above, std::size_t block) const {
    return number_[above] <= number_[block] && number_[block] <= last_[above];
  }

  std::size_t find(std::size_t block) {
    while (leader_[block] != block) {
      leader_[block] = leader_[leader_[block]];
      block = leader_[block];
    }
    return block;
  }

  void collect(std::size_t header) {
    Loop loop;
    loop.header = header;
    std::vector<std::size_t> members;
    for (const std::size_t from : predecessors_[header]) {
      if (!is_ancestor(header, from)) continue;
      loop.latches.push_back(from);
      add_member(find(from), header, members);
    }
    if (loop.latches.empty()) return;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const std::size_t from : predecessors_[members[i]]) {
        const std::size_t leader = find(from);
        // An edge from outside into the body: the loop can be entered past its header.
        if (!is_ancestor(header, leader)) loop.irreducible = true;
        else add_member(leader, header, members);
      }
    }
    std::ranges::sort(loop.latches);
    loop.latches.erase(std::unique(loop.latches.begin(), loop.latches.end()), loop.latches.end());
    loop.blocks = 1;
    const std::size_t index = flow_.loops.size();
    for (const std::size_t member : members) {
      in_members_[member] = false;
      leader_[member] = header;
      loop.blocks += loop_of_[member] == no_index ? 1 : flow_.loops[loop_of_[member]].blocks;
      if (loop_of_[member] != no_index) flow_.loops[loop_of_[member]].parent = index;
    }
    loop_of_[header] = index;
    flow_.loops.push_back(std::move(loop));
  }

  void add_member(std::size_t leader, std::size_t header, std::vector<std::size_t>& members) {
    if (in_members_.empty()) in_members_.assign(flow_.blocks.size(), false);
    if (leader == header || in_members_[leader]) return;
    in_members_[leader] = true;
    members.push_back(leader);
  }

  ControlFlow& flow_;
  std::vector<std::vector<std::size_t>> successors_;
  std::vector<std::vector<std::size_t>> predecessors_;
  std::vector<std::size_t> number_;  ///< place in depth-first order
  std::vector<std::size_t> last_;    ///< greatest number below a block
  std::vector<std::size_t> order_;
  std::vector<std::size_t> leader_;  ///< union-find
  std::vector<std::size_t> loop_of_;
  std::vector<bool> in_members_;
};

}  // namespace

void find_loops(ControlFlow& flow) { LoopFinder(flow).run(); }

}  // namespace reconverge::sass
