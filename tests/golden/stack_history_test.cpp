// SPDX-License-Identifier: MIT
// stack_*.csv: depth and entries on chip before every instruction, from the first SSY on.

#include "observers/stack_history.hpp"

#include <gtest/gtest.h>

#include "golden/paper_run.hpp"
#include "golden/table.hpp"

namespace reconverge::golden {
namespace {

void expect_history(const study::PaperKernel& kernel, int n, std::string_view text) {
  const Table table(text);
  std::vector<observers::StackHistory::Sample> samples;
  const auto run = run_paper_kernel(
      kernel, n, {.generation = timing::kepler(), .listeners = {[&](const emulator::TokenStack& stack) {
                                                    return std::make_unique<observers::StackHistory>(stack, samples);
                                                  }}});
  ASSERT_EQ(table.size(), run.counts.instructions());
  ASSERT_GE(samples.size(), run.counts.last_step);
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto& sample = samples[run.counts.first_step - 1 + row];
    ASSERT_EQ(table.count(row, "instr"), row + 1);
    ASSERT_EQ(sample.step, run.counts.first_step + row);
    ASSERT_EQ(sample.depth, table.count(row, "depth")) << kernel.name << " n=" << n << " step " << row + 1;
    ASSERT_EQ(sample.resident, table.count(row, "resident_lazy")) << kernel.name << " n=" << n << " step " << row + 1;
  }
}

TEST(StackHistory, SingleLoop23) { expect_history(study::single_loop(), 23, tables::stack_ss_n23); }
TEST(StackHistory, SingleLoop31) { expect_history(study::single_loop(), 31, tables::stack_ss_n31); }
TEST(StackHistory, DoubleLoop23) { expect_history(study::double_loop(), 23, tables::stack_ds_n23); }
TEST(StackHistory, DoubleLoop31) { expect_history(study::double_loop(), 31, tables::stack_ds_n31); }

}  // namespace
}  // namespace reconverge::golden
