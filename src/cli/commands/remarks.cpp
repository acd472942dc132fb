// SPDX-License-Identifier: MIT
#include "cli/commands/remarks.hpp"

#include <fmt/core.h>

#include "report/formats/utf8.hpp"

namespace reconverge::cli {
namespace {

using run::LineCost;

/// A scalar of YAML in single quotes, on one line.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : report::clean_utf8(text)) {
    if (c == '\'') out += "''";
    else out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "'";
}

/// Arguments, whose values make the message when they are read one after the other.
class Message {
 public:
  Message& say(const std::string& text) { return add("String", text); }
  Message& add(const std::string& key, const std::string& value) {
    text_ += fmt::format("  - {}: {}\n", key, quoted(value));
    return *this;
  }
  Message& number(const std::string& key, std::uint64_t value) { return add(key, std::to_string(value)); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string message_of(const LineReport& report, const LineCost& line) {
  const bool is_timed = report.no_cycles_because.empty();
  Message message;
  if (is_timed) {
    message.number("Cycles", line.total_cycles()).say(" cycles in ");
  }
  message.number("Executed", line.executions).say(" executions by ").number("ActiveLanes", line.active_lanes);
  message.say(" lanes in all");
  if (line.divergent > 0)
    message.say("; ").number("DivergentBranches", line.divergent).say(" branches parted the lanes");
  if (line.executions_apart() > 0) {
    message.say("; ").number("ExecutedApart", line.executions_apart()).say(" executions while lanes were elsewhere");
    if (is_timed) message.say(", ").number("ApartCycles", line.cycles_apart()).say(" cycles");
    const std::string place = place_of_row(*report.function, line.apart.front().cause);
    if (!place.empty()) message.say(", parted at ").add("PartedAt", place);
  }
  if (is_timed && line.serial > 0)
    message.say("; lanes lost ").number("SerialCycles", line.serial).say(" cycles waiting because it parted them");
  if (line.frames.size() > 1) message.say("; inlined at ").add("InlinedAt", to_string(line.frames[1]));
  return message.text();
}

}  // namespace

std::string to_remarks(const LineReport& report) {
  std::string text;
  for (const LineCost& line : report.lines) {
    if (line.frames.empty()) continue;
    const bool is_apart = line.divergent > 0 || line.executions_apart() > 0;
    if (!is_apart && line.total_cycles() == 0) continue;
    const sass::SourceFrame& frame = line.frames.front();
    const std::string& function = frame.function.empty() ? report.function->name : frame.function;
    text += fmt::format("--- !{}\n", is_apart ? "Missed" : "Analysis");
    text += fmt::format("{:<17}{}\n{:<17}{}\n", "Pass:", "reconverge", "Name:", is_apart ? "Divergence" : "Cost");
    text += fmt::format("{:<17}{{ File: {}, Line: {}, Column: 0 }}\n", "DebugLoc:", quoted(frame.file), frame.line);
    text += fmt::format("{:<17}{}\n", "Function:", quoted(function));
    if (report.no_cycles_because.empty()) text += fmt::format("{:<17}{}\n", "Hotness:", line.total_cycles());
    text += "Args:\n" + message_of(report, line) + "...\n";
  }
  return text;
}

}  // namespace reconverge::cli
