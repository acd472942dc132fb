// SPDX-License-Identifier: MIT
#include "cli/run_record.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "core/command_line.hpp"
#include "core/short_names.hpp"
#include "report/formats/json.hpp"

namespace reconverge::cli {
namespace {

std::string now_utc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::string host() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

}  // namespace

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

nlohmann::ordered_json run_record(const Session& session, const std::string& schema, int schema_version) {
  return {{"schema", schema},
          {"schema_version", schema_version},
          {"tool", {{"name", "reconverge"}, {"version", version}, {"git_hash", git_hash}}},
          {"argv", session.arguments},
          {"time", now_utc()},
          {"host", host()}};
}

std::string to_one_line(const nlohmann::ordered_json& record) { return report::to_json_text(record); }

std::string to_text(const nlohmann::ordered_json& record) { return report::to_json_text(record, 2) + "\n"; }

std::vector<std::pair<std::string, std::string>> report_properties(const Session& session) {
  return {{"tool", fmt::format("reconverge {} ({})", version, git_hash)},
          {"command", core::command_line(core::without_folders(session.arguments))},
          {"time", now_utc()},
          {"host", host()}};
}

namespace {

int& chosen_width() {
  static int width = 0;
  return width;
}

}  // namespace

void set_text_width(int width) { chosen_width() = width; }

int terminal_width() {
  constexpr int unwrapped = 1'000'000, least = 40;
  if (chosen_width() > 0) return chosen_width();
  winsize size{};
  if (isatty(STDOUT_FILENO) != 1) return unwrapped;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 100;
  return std::max<int>(size.ws_col, least);
}

}  // namespace reconverge::cli
