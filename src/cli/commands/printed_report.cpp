// SPDX-License-Identifier: MIT
#include "cli/commands/printed_report.hpp"

#include <fmt/core.h>

#include "emulator/launch/device_data.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "report/formats/utf8.hpp"

namespace reconverge::cli {
namespace {

bool can_print(const emulator::Launch& launch) {
  return launch.runtime && launch.device && launch.device->functions.contains("vprintf");
}

/// The row of a call, from where it returns to; the first row if no register holds that.
std::uint32_t row_of_call(const emulator::FailedAssertion& assertion, const sass::Function& function) {
  const auto& rows = function.instructions;
  for (std::uint32_t i = 0; i + 1 < rows.size(); ++i)
    if (rows[i + 1].address == assertion.return_address) return i;
  return 0;
}

}  // namespace

std::string printed_text(const emulator::Launch& launch) {
  if (!can_print(launch) || launch.runtime->printed().empty()) return "";
  std::string text = "Printed by the kernel:\n" + launch.runtime->printed();
  if (!text.ends_with('\n')) text += '\n';
  if (launch.runtime->bytes_not_kept() > 0)
    text += fmt::format("... and {} more bytes\n", launch.runtime->bytes_not_kept());
  return text + "\n";
}

void add_printed(const emulator::Launch& launch, nlohmann::ordered_json& record) {
  if (!can_print(launch)) return;
  record["printf"] = report::clean_utf8(launch.runtime->printed());
  if (launch.runtime->bytes_not_kept() > 0) record["printf_bytes_left_out"] = launch.runtime->bytes_not_kept();
}

std::vector<observers::Finding> failed_assertions(const emulator::Launch& launch, const sass::Function& function) {
  std::vector<observers::Finding> findings;
  if (!launch.runtime) return findings;
  for (const emulator::FailedAssertion& assertion : launch.runtime->failed()) {
    observers::Finding& finding = findings.emplace_back();
    finding.kind = "failed-assertion";
    finding.index = row_of_call(assertion, function);
    finding.lanes = assertion.lanes;
    finding.count = 1;
    finding.message = to_string(assertion);
    if (launch.block.count() > core::lane_count)
      finding.message += fmt::format(", in warp {}", assertion.first_thread / core::lane_count);
  }
  return findings;
}

}  // namespace reconverge::cli
