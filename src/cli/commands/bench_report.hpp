// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/bench.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// One row a state, of all benchmarks; the same keys as the JSON.
report::Table bench_table(const gpu::BenchResult& result);
/// By number of warps: cycles of a warp, throughput of the multiprocessor, and how much of the cost of divergence other
/// warps hide. No rows unless blocks of several warps were requested.
report::Table occupancy_table(const gpu::BenchResult& result);
/// One row a benchmark: verdict, range of cycles, spread, errors.
report::Table bench_overview(const gpu::BenchResult& result);
/// A table as it is shown: a value that is absent in every row for one reason has no column, but a note with the
/// reason.
report::Table without_columns_of_one_reason(report::Table table);
/// One row a card: clock test, overhead of the clock reads.
report::Table devices_table(const gpu::BenchResult& result);

}  // namespace reconverge::cli
