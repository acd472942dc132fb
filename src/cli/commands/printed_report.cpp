// SPDX-License-Identifier: MIT
#include "cli/commands/printed_report.hpp"

#include <fmt/core.h>

#include "core/short_names.hpp"
#include "emulator/launch/device_data.hpp"
#include "emulator/memory/device_runtime.hpp"
#include "report/formats/utf8.hpp"
#include "sass/control_flow/control_opcodes.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::cli {
namespace {

bool can_print(const emulator::Launch& launch) {
  return launch.runtime && launch.device && launch.device->functions.contains("vprintf");
}

/// Whether a row is of the line that an assertion names.
bool is_of_its_line(const sass::Function& function, const sass::Instruction& row,
                    const emulator::FailedAssertion& assertion) {
  const auto frames = sass::frames_of(function, row);
  return !frames.empty() && frames.front().line == assertion.line &&
         core::base_name(frames.front().file) == core::base_name(assertion.file);
}

/// The row of a call, from where it returns to; the first row if no register holds that. With -G it stands in a
/// function of the toolkit without lines, which the user's line calls: then that call is meant.
std::uint32_t row_of_call(const emulator::FailedAssertion& assertion, const sass::Function& function) {
  const auto& rows = function.instructions;
  std::uint32_t inner = 0;
  for (std::uint32_t i = 0; i + 1 < rows.size() && inner == 0; ++i)
    if (rows[i + 1].address == assertion.return_address) inner = i;
  if (rows.empty() || rows[inner].source_note >= 0) return inner;
  const int architecture = sass::arch_number(function.arch).value_or(0);
  for (std::uint32_t i = 0; i < rows.size(); ++i)
    if (sass::control_role(rows[i], architecture) == sass::ControlRole::call &&
        is_of_its_line(function, rows[i], assertion))
      return i;
  return inner;
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
