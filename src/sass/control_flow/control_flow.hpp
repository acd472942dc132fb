// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sass/control_flow/control_opcodes.hpp"
#include "sass/program.hpp"

namespace reconverge::sass {

enum class EdgeKind : std::uint8_t {
  fall_through,
  branch,      ///< to the target in the text
  indirect,    ///< one of the noted targets of an indirect branch; without a block: unknown
  call,        ///< to the called function; the fall-through edge represents the return
  returns,     ///< leaves the function
  exit,        ///< lanes end
  reconverge,  ///< SYNC, BRK, CONT or .S to the target of its region
  gap,         ///< falls into rows that the listing leaves out
};

std::string_view to_string(EdgeKind kind);

struct Edge {
  std::size_t from = 0;           ///< block
  std::optional<std::size_t> to;  ///< block; nothing if it lies outside the listing
  EdgeKind kind = EdgeKind::fall_through;
  std::optional<std::uint64_t> target;  ///< the address, also where no block begins there

  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Instructions that run one after the other: [first, last].
struct Block {
  std::size_t first = 0;
  std::size_t last = 0;
  bool reached = false;  ///< from the first block or from after a gap, along known edges

  friend bool operator==(const Block&, const Block&) = default;
};

enum class RegionKind : std::uint8_t { sync, break_out, continue_loop, barrier };

/// "SSY", "PBK", "PCNT", "BSSY": the instruction that opens a region of this kind.
std::string_view to_string(RegionKind kind);

/// From where a token is pushed or a barrier armed to where its lanes meet again.
struct Region {
  RegionKind kind = RegionKind::sync;
  std::size_t open = 0;                 ///< instruction that opens it
  std::optional<std::uint64_t> target;  ///< where its lanes continue together
  int barrier = -1;                     ///< for BSSY
  std::vector<std::size_t> closes;      ///< instructions that close it, ascending

  friend bool operator==(const Region&, const Region&) = default;
};

/// A loop of the control-flow graph. `blocks` counts inner loops' blocks too.
struct Loop {
  std::size_t header = 0;            ///< block
  std::vector<std::size_t> latches;  ///< blocks with an edge back to the header
  std::size_t blocks = 0;
  std::optional<std::size_t> parent;  ///< the loop it lies in directly
  bool irreducible = false;           ///< can be entered elsewhere than at the header

  friend bool operator==(const Loop&, const Loop&) = default;
};

struct ControlFlow {
  std::vector<Block> blocks;           ///< in the order of their addresses
  std::vector<Edge> edges;             ///< ordered by `from`
  std::vector<Region> regions;         ///< ordered by `open`
  std::vector<Loop> loops;             ///< outer before inner
  std::vector<std::size_t> divergent;  ///< instructions at which lanes can part
  std::vector<std::size_t> unmatched;  ///< SYNC, BSYNC.. that no region is known for
};

/// Blocks, edges, regions and loops of a function, in time linear in its size. Follows the shape of
/// compiler output: where paths with different open regions join, the first one found counts.
ControlFlow analyse_control_flow(const Function& function);

}  // namespace reconverge::sass
