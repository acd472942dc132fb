// SPDX-License-Identifier: MIT
#include "study/support/hopper_data.hpp"

#include <charconv>
#include <string_view>

namespace reconverge::study {

namespace hopper {
extern const std::string_view paper_kernels;
extern const std::string_view detailed_lane0;
}  // namespace hopper

core::Result<Measurement> hopper_series(const PaperKernel& kernel, const std::string& name_in_file) {
  auto read = read_measurements(hopper::paper_kernels, std::string(hopper_series_file),
                                {.column = "median_cycles", .conditions = {"preheat=1", "kernel=" + name_in_file}});
  if (!read) return read.error();
  Measurement measurement = std::move(read->front());
  measurement.benchmark = kernel.name;
  measurement.device_name = "H100";
  measurement.arch = "sm_90";
  return measurement;
}

core::Result<std::vector<StampInterval>> hopper_stamps() {
  const std::string source = "data/measured/h100/first/detailed_lane0.csv";
  const auto rows = read_csv_rows(hopper::detailed_lane0, source);
  if (!rows) return rows.error();
  std::vector<StampInterval> intervals;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    double values[3] = {};
    for (std::size_t column = 0; column < 3; ++column) {
      const std::string& text = (*rows)[i].cells[column];
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), values[column]);
      if (error != std::errc{} || end != text.data() + text.size())
        return core::Diagnostic{.failure = core::Failure::input,
                                .message = "'" + text + "' is not a number",
                                .where = {source, (*rows)[i].line, static_cast<std::uint32_t>(column + 1)}};
    }
    intervals.push_back({static_cast<int>(values[0]), static_cast<int>(values[1]), values[2]});
  }
  return intervals;
}

}  // namespace reconverge::study
