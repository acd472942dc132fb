// SPDX-License-Identifier: MIT
#include "cli/commands/paper_measurement.hpp"

#include "cli/commands/bench_options.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "gpu/result_json.hpp"
#include "report/formats/json_layout.hpp"
#include "study/support/measured.hpp"

namespace reconverge::cli {

core::Result<PaperMeasurement> measure_paper(const std::string& devices, bool counters, const Session& session) {
  BenchOptions options;
  options.benchmarks = study::measured_kernels();
  options.counters = counters;
  auto request = understand(options);
  if (!request) return request.error();
  request->measure.interrupted = interrupted;
  const auto driver = gpu::Driver::load();
  if (!driver) return driver.error();
  const auto all = gpu::list_devices(**driver);
  if (!all) return all.error();
  const auto chosen = gpu::select_devices(*all, devices);
  if (!chosen) return chosen.error();
  const gpu::Tools tools = gpu::Tools::find();
  auto result = gpu::run_bench(
      *driver, *chosen, *request, tools,
      [&](std::size_t done, std::size_t count, const std::string& what) { session.progress(done, count, what); });
  if (!result) return result.error();
  auto record = run_record(session, "reconverge.bench", gpu::bench_schema_version);
  gpu::add_to_record(*result, tools, record);
  auto listings = measurements::take_listings(record);
  return PaperMeasurement{std::move(result).value(), report::filled_text(record), std::move(listings)};
}

}  // namespace reconverge::cli
