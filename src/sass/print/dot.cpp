// SPDX-License-Identifier: MIT
#include "sass/print/dot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sass/print/listing.hpp"

namespace reconverge::sass {
namespace {

/// Inside a double-quoted string of the DOT language; neither control bytes nor broken UTF-8 can be
/// there.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c < ' ' || c > '~' ? '?' : c;
  }
  return out;
}

std::string block_label(const Function& function, const ControlFlow& flow, std::size_t index) {
  const Block& block = flow.blocks[index];
  std::string label = fmt::format("block {}\\l", index);
  for (std::size_t i = block.first; i <= block.last; ++i) {
    const Instruction& row = function.instructions[i];
    label += fmt::format("{:04x}  {}\\l", row.address, escaped(to_string(row)));
  }
  return label;
}

std::string edge_style(const Edge& edge, const ControlFlow& flow, bool diverges) {
  const bool back = edge.to && std::ranges::any_of(flow.loops, [&](const Loop& loop) {
                      return loop.header == *edge.to && std::ranges::binary_search(loop.latches, edge.from);
                    });
  std::string style = fmt::format("label=\"{}\"", to_string(edge.kind));
  if (back) style += ", color=blue";
  if (edge.kind == EdgeKind::reconverge) style += ", style=dashed";
  else if (diverges) style += ", style=bold";
  return style;
}

}  // namespace

std::string to_dot(const Function& function, const ControlFlow& flow) {
  std::string text =
      fmt::format("digraph \"{}\" {{\n  node [shape=box, fontname=\"monospace\"];\n", escaped(function.name));
  for (std::size_t block = 0; block < flow.blocks.size(); ++block) {
    text += fmt::format("  b{} [label=\"{}\"];\n", block, block_label(function, flow, block));
  }
  std::size_t outside = 0;
  for (const Edge& edge : flow.edges) {
    const bool diverges = std::ranges::binary_search(flow.divergent, flow.blocks[edge.from].last);
    std::string to = edge.to ? fmt::format("b{}", *edge.to) : fmt::format("o{}", outside++);
    if (!edge.to) {
      const std::string name = edge.target ? fmt::format("0x{:x}", *edge.target) : std::string(to_string(edge.kind));
      text += fmt::format("  {} [shape=plaintext, label=\"{}\"];\n", to, name);
    }
    text += fmt::format("  b{} -> {} [{}];\n", edge.from, to, edge_style(edge, flow, diverges));
  }
  return text + "}\n";
}

}  // namespace reconverge::sass
