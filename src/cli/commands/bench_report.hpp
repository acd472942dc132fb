#pragma once

#include "gpu/bench.hpp"
#include "report/document.hpp"

namespace reconverge::cli {

/// One row a state, of all benchmarks; the same keys as the JSON.
report::Table bench_table(const gpu::BenchResult& result);
/// One row a benchmark: verdict, range of cycles, spread, what went wrong.
report::Table bench_overview(const gpu::BenchResult& result);
/// One row a card: clock test, overhead of the clock reads.
report::Table devices_table(const gpu::BenchResult& result);

}  // namespace reconverge::cli
