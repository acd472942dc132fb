// SPDX-License-Identifier: MIT
#include "sass/control_flow/control_flow.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "unit/sass/support.hpp"

namespace reconverge::sass {
namespace {

bool has_edge(const ControlFlow& flow, std::size_t from, std::optional<std::size_t> to, EdgeKind kind) {
  return std::ranges::any_of(flow.edges,
                             [&](const Edge& edge) { return edge.from == from && edge.to == to && edge.kind == kind; });
}

std::vector<std::uint64_t> divergent_addresses(const Function& f, const ControlFlow& flow) {
  std::vector<std::uint64_t> addresses;
  for (const std::size_t i : flow.divergent) addresses.push_back(f.instructions[i].address);
  return addresses;
}

TEST(SassControlFlow, SingleLoopOfThePaper) {
  const Function f = read_one(listing_file("single_loop.sass"));
  const ControlFlow flow = analyse_control_flow(f);
  ASSERT_EQ(flow.blocks.size(), 6u);
  EXPECT_TRUE(has_edge(flow, 0, std::nullopt, EdgeKind::gap));
  EXPECT_TRUE(has_edge(flow, 1, 4, EdgeKind::branch));
  EXPECT_TRUE(has_edge(flow, 3, 3, EdgeKind::branch));
  EXPECT_TRUE(has_edge(flow, 4, 5, EdgeKind::reconverge));
  ASSERT_EQ(flow.regions.size(), 1u);
  EXPECT_EQ(flow.regions[0].kind, RegionKind::sync);
  EXPECT_EQ(flow.regions[0].target, 0x128u);
  ASSERT_EQ(flow.regions[0].closes.size(), 1u);
  EXPECT_EQ(f.instructions[flow.regions[0].closes[0]].mnemonic, "NOP.S");
  ASSERT_EQ(flow.loops.size(), 1u);
  EXPECT_EQ(flow.loops[0].header, 3u);
  EXPECT_EQ(divergent_addresses(f, flow), (std::vector<std::uint64_t>{0xe8, 0x118}));
  EXPECT_TRUE(flow.unmatched.empty());
}

TEST(SassControlFlow, DoubleLoopOfThePaperNests) {
  const ControlFlow flow = analyse_control_flow(read_one(listing_file("double_loop.sass")));
  ASSERT_EQ(flow.regions.size(), 2u);
  EXPECT_EQ(flow.regions[0].target, 0x1a0u);
  EXPECT_EQ(flow.regions[1].target, 0x178u);
  EXPECT_EQ(flow.regions[0].closes.size(), 1u);
  ASSERT_EQ(flow.loops.size(), 2u);
  EXPECT_FALSE(flow.loops[0].parent);
  EXPECT_EQ(flow.loops[1].parent, 0u);
  EXPECT_GT(flow.loops[0].blocks, flow.loops[1].blocks);
  EXPECT_EQ(flow.divergent.size(), 4u);
}

TEST(SassControlFlow, TargetPastTheLastRow) {
  const Function f = read_one(listing_file("single_loop_precise_nosync.sass"));
  const ControlFlow flow = analyse_control_flow(f);
  ASSERT_EQ(flow.regions.size(), 1u);
  EXPECT_EQ(flow.regions[0].target, 0x178u);
  const Edge& last = flow.edges.back();
  EXPECT_EQ(last.kind, EdgeKind::reconverge);
  EXPECT_FALSE(last.to);
  EXPECT_EQ(last.target, 0x178u);
}

TEST(SassControlFlow, BarriersAndUniformBranches) {
  const Function f = read_one(
      "code for sm_100\n/*0000*/ BSSY.RECONVERGENT B0, 0x50 ;\n/*0010*/ @P0 BRA 0x40 ;\n/*0020*/ @UP0 BRA 0x40 ;\n"
      "/*0030*/ @P3 BRA.U 0x40 ;\n/*0040*/ BSYNC.RECONVERGENT B0 ;\n/*0050*/ @!P1 EXIT ;\n/*0060*/ BRA P2, 0x0 ;\n"
      "/*0070*/ EXIT ;\n");
  const ControlFlow flow = analyse_control_flow(f);
  ASSERT_EQ(flow.regions.size(), 1u);
  EXPECT_EQ(flow.regions[0].barrier, 0);
  EXPECT_EQ(flow.regions[0].closes, (std::vector<std::size_t>{4}));
  EXPECT_EQ(divergent_addresses(f, flow), (std::vector<std::uint64_t>{0x10, 0x50, 0x60}));
  ASSERT_EQ(flow.loops.size(), 1u);  // BRA P2 goes back
}

TEST(SassControlFlow, OnlyBeforeMaxwellDoesASuffixCarry) {
  const auto edges = [](const std::string& arch, const std::string& rows) {
    return analyse_control_flow(read_one("code for " + arch + "\n" + rows)).edges.size();
  };
  EXPECT_EQ(edges("sm_20", "/*0000*/ SSY 0x10 ;\n/*0008*/ @P0 IADD.S R0, R0, R0 ;\n/*0010*/ EXIT ;\n"), 3u);
  EXPECT_EQ(edges("sm_70", "/*0000*/ BSSY B0, 0x20 ;\n/*0010*/ @P0 SHF.S R0, R0, R0 ;\n/*0020*/ EXIT ;\n"), 2u);
}

TEST(SassControlFlow, BreakAndContinueGoToTheirOwnTokens) {
  const Function f = read_one(
      "code for sm_50\n/*0008*/ PBK 0x48 ;\n/*0010*/ PCNT 0x18 ;\n/*0018*/ SSY 0x38 ;\n/*0028*/ @P0 BRK ;\n"
      "/*0030*/ SYNC ;\n/*0038*/ CONT ;\n/*0048*/ EXIT ;\n");
  const ControlFlow flow = analyse_control_flow(f);
  ASSERT_EQ(flow.regions.size(), 3u);
  EXPECT_EQ(flow.regions[0].kind, RegionKind::break_out);
  EXPECT_EQ(flow.regions[0].closes, (std::vector<std::size_t>{3}));
  EXPECT_EQ(flow.regions[1].closes, (std::vector<std::size_t>{5}));
  EXPECT_EQ(flow.regions[2].closes, (std::vector<std::size_t>{4}));
  EXPECT_EQ(flow.loops.size(), 1u);  // CONT goes back to 0x18
}

TEST(SassControlFlow, CallsComeBackAndIndirectBranchesFollowTheirNotes) {
  const Function f = read_one(
      "code for sm_70\n/*0000*/ CALL.REL.NOINC 0x40 ;\n/*0010*/ BRX R2 -0x10 (*\"BRANCH_TARGETS 0x20,0x30\"*) ;\n"
      "/*0020*/ EXIT ;\n/*0030*/ EXIT ;\n/*0040*/ RET.REL.NODEC R4 0x0 ;\n");
  const ControlFlow flow = analyse_control_flow(f);
  ASSERT_EQ(flow.blocks.size(), 5u);
  EXPECT_TRUE(has_edge(flow, 0, 4, EdgeKind::call));
  EXPECT_TRUE(has_edge(flow, 0, 1, EdgeKind::fall_through));
  EXPECT_TRUE(has_edge(flow, 1, 2, EdgeKind::indirect));
  EXPECT_TRUE(has_edge(flow, 1, 3, EdgeKind::indirect));
  EXPECT_TRUE(has_edge(flow, 4, std::nullopt, EdgeKind::returns));
  EXPECT_EQ(flow.divergent, (std::vector<std::size_t>{1}));
  EXPECT_TRUE(flow.loops.empty());
}

TEST(SassControlFlow, LoopWithTwoEntriesIsMarked) {
  const Function f =
      read_one("code for sm_70\n/*0000*/ @P0 BRA 0x20 ;\n/*0010*/ NOP ;\n/*0020*/ @P1 BRA 0x10 ;\n/*0030*/ EXIT ;\n");
  const ControlFlow flow = analyse_control_flow(f);
  ASSERT_EQ(flow.loops.size(), 1u);
  EXPECT_TRUE(flow.loops[0].irreducible);
}

/// nvdisasm notes where each SYNC, BRK and CONT goes: an answer that this reader did not give.
TEST(SassControlFlow, RegionsAgreeWithTheDisassemblersNotes) {
  std::size_t compared = 0;
  for (const char* arch : {"50", "60", "61"}) {
    for (const Function& f : read_all(listing_file(fmt::format("samples/rebuilt_sm_{}.nvdisasm.sass", arch)))) {
      const ControlFlow flow = analyse_control_flow(f);
      EXPECT_TRUE(flow.unmatched.empty()) << f.name;
      for (const Region& region : flow.regions) {
        for (const std::size_t close : region.closes) {
          const Instruction& row = f.instructions[close];
          ASSERT_EQ(row.noted_targets.size(), 1u) << f.name << " line " << row.line;
          EXPECT_EQ(region.target, row.noted_targets[0]) << f.name << " line " << row.line;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 40u);
}

/// Compiled code: every BSYNC has its BSSY, and the target of a BSSY is the row after its BSYNC.
TEST(SassControlFlow, BarriersOfTheSamplesAreMatched) {
  std::size_t barriers = 0;
  for (const auto& file : sample_files()) {
    for (const Function& f : read_all(content_of(file))) {
      if (arch_number(f.arch) < 70) continue;
      const ControlFlow flow = analyse_control_flow(f);
      EXPECT_TRUE(flow.unmatched.empty()) << file << f.name;
      for (const Region& region : flow.regions) {
        ASSERT_FALSE(region.closes.empty()) << file << f.name;
        EXPECT_EQ(f.instructions[region.closes.back()].address + 16, region.target) << file << f.name;
        ++barriers;
      }
    }
  }
  EXPECT_GT(barriers, 20u);
}

/// Every target of every sample is a row: no edge leaves a whole dump but by exit and return.
TEST(SassControlFlow, NoEdgeOfASampleLeavesItsFunction) {
  for (const auto& file : sample_files()) {
    for (const Function& f : read_all(content_of(file))) {
      const ControlFlow flow = analyse_control_flow(f);
      for (const Edge& edge : flow.edges) {
        const bool leaves = edge.kind == EdgeKind::exit || edge.kind == EdgeKind::returns;
        const bool unknown = edge.kind == EdgeKind::indirect && !edge.target;  // cuobjdump has no notes
        if (edge.kind == EdgeKind::gap) {
          EXPECT_EQ(flow.blocks[edge.from].last + 1, f.instructions.size()) << file << f.name;
        } else if (!leaves && !unknown) {
          EXPECT_TRUE(edge.to) << file << f.name << fmt::format(" {:x}", edge.target.value_or(0));
        }
      }
    }
  }
}

}  // namespace
}  // namespace reconverge::sass
