// SPDX-License-Identifier: MIT
#include "sass/print/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <set>

#include "sass/print/listing.hpp"

namespace reconverge::sass {
namespace {

constexpr int line_height = 15, padding = 8, gap = 26, lane_width = 12, character_width = 7, margin = 20;

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else out += c < ' ' || c > '~' ? '?' : c;  // neither control bytes nor broken UTF-8
  }
  return out;
}

struct Box {
  int top = 0;
  int bottom = 0;
};

/// A jump beside the boxes, from the bottom of one to the top of another.
struct Arc {
  std::size_t edge = 0;
  int from = 0;
  int to = 0;
  int lane = 0;

  int low() const { return std::min(from, to); }
  int high() const { return std::max(from, to); }
};

/// Gives arcs whose spans overlap different lanes: the lowest that is free, from top to bottom.
int assign_lanes(std::vector<Arc>& arcs) {
  std::ranges::stable_sort(arcs, {}, &Arc::low);
  using Busy = std::pair<int, int>;  // until, lane
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
  std::set<int> free;
  int lanes = 0;
  for (Arc& arc : arcs) {
    while (!busy.empty() && busy.top().first < arc.low()) {
      free.insert(busy.top().second);
      busy.pop();
    }
    if (free.empty()) free.insert(lanes++);
    arc.lane = *free.begin();
    free.erase(free.begin());
    busy.emplace(arc.high(), arc.lane);
  }
  return lanes;
}

class Picture {
 public:
  Picture(const Function& function, const ControlFlow& flow) : function_(function), flow_(flow) {
    place_boxes();
    place_arcs();
  }

  std::string draw() {
    left_ = margin + left_lanes_ * lane_width;
    right_ = left_ + width_;
    const int total = right_ + (right_lanes_ + 1) * lane_width + 90;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
        "font-family=\"monospace\" font-size=\"11\">\n<title>{}</title>\n"
        "<defs><marker id=\"tip\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\">"
        "<path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        total, height_ + margin, escaped_markup(function_.name));
    for (std::size_t block = 0; block < boxes_.size(); ++block) draw_box(block, text);
    for (const Arc& arc : forward_) draw_arc(arc, right_, 1, text);
    for (const Arc& arc : backward_) draw_arc(arc, left_, -1, text);
    for (const Edge& edge : flow_.edges) draw_short_edge(edge, text);
    return text + "</svg>\n";
  }

 private:
  std::string row_text(std::size_t i) const {
    const Instruction& row = function_.instructions[i];
    return fmt::format("{:04x}  {}", row.address, to_string(row));
  }

  void place_boxes() {
    int y = margin;
    std::size_t longest = 12;
    for (const Block& block : flow_.blocks) {
      const int rows = static_cast<int>(block.last - block.first) + 2;
      boxes_.push_back({y, y + rows * line_height + padding});
      y = boxes_.back().bottom + gap;
      for (std::size_t i = block.first; i <= block.last; ++i) {
        longest = std::max(longest, row_text(i).size());
      }
    }
    height_ = y;
    width_ = static_cast<int>(longest) * character_width + 2 * padding;
  }

  static bool is_straight(const Edge& edge) { return edge.kind == EdgeKind::fall_through && edge.to == edge.from + 1; }

  void place_arcs() {
    for (std::size_t e = 0; e < flow_.edges.size(); ++e) {
      const Edge& edge = flow_.edges[e];
      if (!edge.to || is_straight(edge)) continue;
      Arc arc{e, boxes_[edge.from].bottom - 10, boxes_[*edge.to].top + 8, 0};
      (*edge.to > edge.from ? forward_ : backward_).push_back(arc);
    }
    right_lanes_ = assign_lanes(forward_);
    left_lanes_ = assign_lanes(backward_) + 1;
  }

  void draw_box(std::size_t index, std::string& text) const {
    const Block& block = flow_.blocks[index];
    const Box& box = boxes_[index];
    const bool diverges = std::ranges::binary_search(flow_.divergent, block.last);
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#f7f7f7\" stroke=\"{}\"/>\n", left_,
                        box.top, width_, box.bottom - box.top, diverges ? "#c00" : "#333");
    int y = box.top + line_height;
    text += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"#777\">block {}{}</text>\n", left_ + padding, y, index,
                        block.reached ? "" : " (not reached)");
    for (std::size_t i = block.first; i <= block.last; ++i) {
      y += line_height;
      text += fmt::format("<text x=\"{}\" y=\"{}\" xml:space=\"preserve\">{}</text>\n", left_ + padding, y,
                          escaped_markup(row_text(i)));
    }
  }

  void draw_arc(const Arc& arc, int side, int direction, std::string& text) const {
    const Edge& edge = flow_.edges[arc.edge];
    const int x = side + direction * (arc.lane + 1) * lane_width;
    text += fmt::format(
        "<path d=\"M{0} {1}H{2}V{3}H{0}\" fill=\"none\" stroke=\"{4}\"{5} marker-end=\"url(#tip)\">"
        "<title>{6}</title></path>\n",
        side, arc.from, x, arc.to, direction < 0 ? "#06c" : "#333",
        edge.kind == EdgeKind::reconverge ? " stroke-dasharray=\"4 3\"" : "", to_string(edge.kind));
  }

  /// To the next block, or out of the listing.
  void draw_short_edge(const Edge& edge, std::string& text) const {
    const Box& box = boxes_[edge.from];
    const int x = left_ + width_ / 2;
    if (is_straight(edge)) {
      text += fmt::format("<path d=\"M{0} {1}V{2}\" stroke=\"#333\" marker-end=\"url(#tip)\"/>\n", x, box.bottom,
                          boxes_[*edge.to].top);
    } else if (!edge.to) {
      const std::string where = edge.target ? fmt::format(" 0x{:x}", *edge.target) : "";
      text += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"#777\">{}{}</text>\n", left_ + padding, box.bottom + 13,
                          to_string(edge.kind), where);
    }
  }

  const Function& function_;
  const ControlFlow& flow_;
  std::vector<Box> boxes_;
  std::vector<Arc> forward_, backward_;
  int width_ = 0, height_ = 0, left_ = 0, right_ = 0, left_lanes_ = 0, right_lanes_ = 0;
};

}  // namespace

std::string to_svg(const Function& function, const ControlFlow& flow) { return Picture(function, flow).draw(); }

}  // namespace reconverge::sass
