// SPDX-License-Identifier: MIT
// The proof on stored code: listings of the toolkit's own tools, and small ones that break one rule each.

#include "gpu/proof.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "sass/reader.hpp"

namespace reconverge::gpu {
namespace {

using testing::HasSubstr;

std::string stored(const std::string& name) {
  std::ifstream file(std::string(RECONVERGE_LISTINGS) + "/samples/" + name);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A listing of sm_90 rows, one instruction each.
Proof proof_of(const std::vector<std::string>& rows) {
  std::string listing = "\tcode for sm_90\n\t\tFunction : kernel\n\t.headerflags @\"EF_CUDA_SM90\"\n";
  std::uint64_t address = 0;
  for (const std::string& row : rows) {
    listing += fmt::format("        /*{:04x}*/ {} ;\n", address, row);
    address += 16;
  }
  return prove_listing(listing, "test", "kernel");
}

// Rows of a loop as compilers write it; `reads` are put where the test wants them.
const std::string start = "CS2R R6, SR_CLOCKLO", stop = "CS2R R8, SR_CLOCKLO";

TEST(Proof, TheOrderedLoopDiverges) {
  const Proof proof = proof_of({start, "BSSY B0, 0x60", "FADD R0, R0, R1", "ISETP.GE.AND P0, PT, R3, R2, PT",
                                "@!P0 BRA 0x20", "BSYNC B0", stop, "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::divergent) << proof.reason;
  EXPECT_EQ(proof.start, 0x0u);
  EXPECT_THAT(proof.stops, testing::ElementsAre(0x60u));
  EXPECT_THAT(proof.branches, testing::ElementsAre(0x40u));
  EXPECT_THAT(proof.regions, testing::ElementsAre(std::pair<std::uint64_t, std::uint64_t>{0x10, 0x50}));
}

TEST(Proof, PredicatedCodeDoesNotDiverge) {
  const Proof proof =
      proof_of({start, "ISETP.GE.AND P0, PT, R3, R2, PT", "@P0 FADD R0, R0, R1", "@!P0 FMUL R0, R0, R1", stop, "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::predicated);
}

TEST(Proof, ALoopThatMovedOutIsNotDivergent) {
  const Proof proof = proof_of({start, stop, "BSSY B0, 0x60", "FADD R0, R0, R1", "@!P0 BRA 0x30", "BSYNC B0", "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::predicated) << "nothing is left between the reads";
}

TEST(Proof, ARegionThatEndsBehindTheStopReadIsRefused) {
  const Proof proof = proof_of({start, "BSSY B0, 0x70", "FADD R0, R0, R1", "ISETP.GE.AND P0, PT, R3, R2, PT",
                                "@!P0 BRA 0x20", stop, "BSYNC B0", "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::moved);
  EXPECT_THAT(proof.reason, HasSubstr("after the stop read"));
}

TEST(Proof, AStopThatAPathJumpsOverIsRefused) {
  const Proof proof = proof_of({start, "FADD R0, R0, R1", "@P0 BRA 0x40", stop, "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::moved);
  EXPECT_THAT(proof.reason, HasSubstr("without a stop read"));
}

TEST(Proof, AStartThatAPathJumpsOverIsRefused) {
  const Proof proof = proof_of({"@P0 BRA 0x20", start, "FADD R0, R0, R1", "@P1 BRA 0x20", stop, "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::moved) << proof.reason;
}

TEST(Proof, WorkThatLeftTheRegionIsRefused) {
  const Proof proof = proof_of({"FADD R0, R0, R1", start, "BSSY B0, 0x50", "@!P0 BRA 0x40", "BSYNC B0", stop, "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::moved);
  EXPECT_THAT(proof.reason, HasSubstr("computes nothing"));
}

TEST(Proof, OneClockReadIsNoMeasurement) {
  EXPECT_EQ(proof_of({start, "FADD R0, R0, R1", "EXIT"}).verdict, Verdict::moved);
  EXPECT_EQ(proof_of({"FADD R0, R0, R1", "EXIT"}).verdict, Verdict::moved);
}

TEST(Proof, APassThatRepeatsItsTimedCodeEndsAtItsStop) {
  const Proof proof = proof_of({start, "BSSY B0, 0x60", "FADD R0, R0, R1", "ISETP.GE.AND P0, PT, R3, R2, PT",
                                "@!P0 BRA 0x20", "BSYNC B0", stop, "@P1 BRA 0x0", "EXIT"});
  EXPECT_EQ(proof.verdict, Verdict::divergent) << proof.reason;
  EXPECT_THAT(proof.branches, testing::ElementsAre(0x40u)) << "the branch between passes is not timed";
  EXPECT_FALSE(proof.runs_once);
}

TEST(Proof, CodeThatNoWayLeadsBackToRunsOnce) {
  EXPECT_TRUE(proof_of({start, "@P0 BRA 0x20", "FADD R0, R0, R1", stop, "EXIT"}).runs_once);
  EXPECT_FALSE(proof_of({start, "@P0 BRA 0x20", "FADD R0, R0, R1", stop, "RET.REL.NODEC R2 0x0"}).runs_once)
      << "its caller may come again";
  EXPECT_FALSE(proof_of({"CS2R R0, 5"}).runs_once) << "nothing is shown of what is not read";
}

TEST(Proof, TextThatCannotBeReadIsUnchecked) {
  const Proof proof = prove_listing("no listing", "test", "kernel");
  EXPECT_EQ(proof.verdict, Verdict::unchecked);
  EXPECT_NE(proof.reason, "");
}

TEST(Proof, AKernelThatIsNotThereIsUncheckedAndTheOthersAreNamed) {
  const Proof proof = prove_listing(stored("paper_kernels_sm_90.sass"), "samples", "triple_loop");
  EXPECT_EQ(proof.verdict, Verdict::unchecked);
  EXPECT_THAT(proof.reason, HasSubstr("double_loop"));
}

class StoredListing : public testing::TestWithParam<const char*> {};

TEST_P(StoredListing, ThePapersKernelsDiverge) {
  const std::string text = stored(GetParam());
  for (const char* entry : {"single_loop", "double_loops", "single_loop_sync", "single_loop_precise"}) {
    const Proof proof = prove_listing(text, GetParam(), entry);
    EXPECT_EQ(proof.verdict, Verdict::divergent) << entry << ": " << proof.reason;
    EXPECT_FALSE(proof.regions.empty()) << entry;
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, StoredListing,
                         testing::Values("paper_kernels_sm_75.sass", "paper_kernels_sm_80.sass",
                                         "paper_kernels_sm_86.sass", "paper_kernels_sm_89.sass",
                                         "paper_kernels_sm_90.sass", "paper_kernels_sm_100.sass",
                                         "paper_kernels_sm_120.sass", "rebuilt_sm_50.nvdisasm.sass",
                                         "rebuilt_sm_61.cuobjdump.sass", "rebuilt_sm_70.nvdisasm.sass"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           for (char& letter : name)
                             if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
                           return name;
                         });

}  // namespace
}  // namespace reconverge::gpu
