// SPDX-License-Identifier: MIT
#include "cli/commands/capture_report.hpp"

#include <fmt/core.h>

#include "cli/commands/line_report.hpp"
#include "emulator/launch/device_data.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/utf8.hpp"
#include "report/tables.hpp"

namespace reconverge::cli {
namespace {

using nlohmann::ordered_json;
using report::Absent;
using report::Cell;
using report::cell;

std::uint64_t offset_of(const capture::Capture& capture, std::uint64_t address) {
  const capture::Origin* const origin = capture.origin_of(address);
  return origin == nullptr ? address : address - origin->address;
}

report::Table memory_table(const CaptureReport& report) {
  report::Table table{.id = "memory_differences",
                      .caption = "Memory that differs from the card's after the launch.",
                      .columns = {{"allocation", "allocation", ""},
                                  {"offset", "byte", "in the allocation"},
                                  {"bytes", "bytes", "that differ one after another"},
                                  {"emulated", "emulated", "the first of them"},
                                  {"card", "card", "the first of them"}}};
  for (const auto& difference : report.check.memory)
    table.rows.push_back({report.capture->name_of(difference.address),
                          cell(offset_of(*report.capture, difference.address)), cell(difference.bytes),
                          difference.emulated, difference.card});
  return table;
}

report::Table counts_table(const CaptureReport& report) {
  report::Table table{.id = "count_differences",
                      .caption = "Counts that differ from the card's.",
                      .columns = {{"function", "function", ""},
                                  {"pc", "pc", ""},
                                  {"line", "line", ""},
                                  {"what", "count", ""},
                                  {"emulated", "emulated", ""},
                                  {"card", "card", ""}}};
  for (const auto& difference : report.check.counts) {
    const std::string line = place_of_row(*report.function, difference.index);
    table.rows.push_back({difference.function, fmt::format("0x{:04x}", difference.pc),
                          line.empty() ? Cell(Absent{"no line is known"}) : Cell(line), difference.what,
                          cell(difference.emulated), cell(difference.card)});
  }
  return table;
}

std::string verdict(const CaptureReport& report) {
  const capture::Check& check = report.check;
  std::string text =
      fmt::format("The card changed {} bytes; {} bytes differ from the card's memory after the launch.\n",
                  check.changed_bytes, check.different_bytes);
  if (!check.has_counters) return text + "The card's counters are not in the capture.\n";
  return text + fmt::format("{} counts of instructions are compared; {} differ.\n", check.compared_counts,
                            check.different_counts);
}

}  // namespace

CaptureReport capture_report(std::shared_ptr<const capture::Capture> capture, bool checks,
                             const emulator::Launch& launch, const run::SharedExecutable& executable,
                             const run::KernelRun& run) {
  CaptureReport report{.capture = std::move(capture), .function = &executable->function, .check = {}};
  if (!report.capture || !checks || run.run.diagnostic) return report;
  emulator::Warp start;
  emulator::prepare(launch, run::abi_of_kernel(executable->function, "").value(), start);
  report.is_checked = true;
  report.check =
      capture::check(*report.capture, {start.global(), run.memory}, executable->function, run.instructions,
                     launch.device ? launch.device->functions : std::map<std::string, std::uint64_t, std::less<>>());
  return report;
}

std::string why_not_checked(const capture::Capture* capture, const std::string& blocks) {
  if (capture == nullptr) return "--check needs a capture of `reconverge profile --capture`";
  if (!blocks.empty()) return "--check needs the whole grid, and --blocks chooses some of it";
  if (!capture->not_completed_because.empty())
    return fmt::format("--check has nothing to compare with: the launch failed on the card ({})",
                       capture->not_completed_because);
  return "";
}

std::string capture_text(const CaptureReport& report, int width) {
  if (!report.capture) return "";
  std::string text = fmt::format("\nLaunch {} of {}, captured on {}.\n", report.capture->index, report.capture->kernel,
                                 report.capture->device);
  if (!report.is_checked) return text;
  text += verdict(report);
  if (!report.check.memory.empty()) text += "\n" + report::to_text(memory_table(report), width);
  if (!report.check.counts.empty()) text += "\n" + report::to_text(counts_table(report), width);
  return text;
}

void add_capture(const CaptureReport& report, ordered_json& record) {
  if (!report.capture) return;
  ordered_json json{{"kernel", report::clean_utf8(report.capture->kernel)},
                    {"launch", report.capture->index},
                    {"device", report::clean_utf8(report.capture->device)}};
  json["check"] = ordered_json();
  if (report.is_checked) {
    const capture::Check& check = report.check;
    ordered_json checked{{"passed", check.passes()},
                         {"changed_bytes", check.changed_bytes},
                         {"different_bytes", check.different_bytes},
                         {"has_counters", check.has_counters},
                         {"compared_counts", check.compared_counts},
                         {"different_counts", check.different_counts}};
    checked["memory"] = ordered_json::array();
    for (const auto& difference : check.memory)
      checked["memory"].push_back({{"allocation", report::clean_utf8(report.capture->name_of(difference.address))},
                                   {"offset", offset_of(*report.capture, difference.address)},
                                   {"bytes", difference.bytes},
                                   {"emulated", difference.emulated},
                                   {"card", difference.card}});
    checked["counts"] = ordered_json::array();
    for (const auto& difference : check.counts) {
      const std::string line = place_of_row(*report.function, difference.index);
      checked["counts"].push_back({{"function", report::clean_utf8(difference.function)},
                                   {"pc", difference.pc},
                                   {"line", line.empty() ? ordered_json() : ordered_json(report::clean_utf8(line))},
                                   {"what", difference.what},
                                   {"emulated", difference.emulated},
                                   {"card", difference.card}});
    }
    json["check"] = std::move(checked);
  }
  record["capture"] = std::move(json);
}

}  // namespace reconverge::cli
