// SPDX-License-Identifier: MIT
#include "cli/commands/profile_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "cli/exit_status.hpp"
#include "cli/input.hpp"
#include "cli/run_record.hpp"
#include "injection/settings.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json.hpp"
#include "sass/called_code.hpp"
#include "sass/names.hpp"
#include "sass/reader.hpp"
#include "sass/source_lines.hpp"
#include "toolchain/disassembly.hpp"

namespace reconverge::cli {
namespace {

namespace fs = std::filesystem;
using core::Result;
using nlohmann::ordered_json;

/// What is in a folder that processes wrote into, each in the order of the names.
struct FolderContent {
  std::vector<std::string> processes;  ///< paths
  std::vector<std::string> others;     ///< names of what no process writes
  bool has_lost = false;               ///< a process says that it could not write all
};

Result<FolderContent> folder_content(const std::string& folder) {
  FolderContent content;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto is = [&](std::string_view prefix, std::string_view suffix) {
      return name.starts_with(prefix) && name.ends_with(suffix);
    };
    if (is("process-", ".jsonl")) content.processes.push_back(entry->path().string());
    else if (is("lost-", "")) content.has_lost = true;
    else if (!is("cubin-", ".cubin") && name != injection::claim_file) content.others.push_back(name);
  }
  if (error)
    return core::Diagnostic{.failure = core::Failure::environment,
                            .message = fmt::format("cannot read the folder {}: {}", folder, error.message()),
                            .hint = "only the user who profiled the application can read it"};
  std::ranges::sort(content.processes);
  std::ranges::sort(content.others);
  return content;
}

/// "x.json, y.txt and 3 more".
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

/// "status 139 (signal 11, Segmentation fault)".
std::string said_status(int status) {
  const int signal = status - 128;
  if (signal <= 0 || signal >= NSIG) return fmt::format("status {}", status);
  return fmt::format("status {} (signal {}, {})", status, signal, strsignal(signal));
}

/// The code that ran, by cubin.
std::map<std::string, std::set<std::string>> functions_of(const profile::Collected& collected) {
  std::map<std::string, std::set<std::string>> functions;
  for (const profile::Launch& launch : collected.launches)
    for (const auto& [place, counts] : launch.instructions) functions[place.cubin].insert(place.function);
  return functions;
}

/// Kernels, and functions in place of lines.
std::vector<std::string> symbols_of(const profile::Collected& collected) {
  std::set<std::string> symbols;
  for (const profile::Launch& launch : collected.launches) symbols.insert(launch.kernel);
  for (const auto& [cubin, functions] : functions_of(collected)) symbols.insert(functions.begin(), functions.end());
  return {symbols.begin(), symbols.end()};
}

/// Disassembles one cubin; a failure becomes a note, since the counts are valid without it.
void add_code(const std::string& folder, const std::string& cubin, const std::set<std::string>& ran,
              const toolchain::SearchPlaces& places, Profile& result) {
  const std::string path = fmt::format("{}/cubin-{}.cubin", folder, cubin);
  const auto content = read_input(path);
  if (!content) return result.notes.push_back(to_string(content.error()));
  auto listing = toolchain::disassemble_functions(path, *content, ran, places);
  if (!listing) return result.notes.push_back(to_string(listing.error()));
  auto functions = sass::read_listing(listing->text, path);
  if (!functions) return result.notes.push_back(to_string(functions.error()));
  for (sass::Function& function : *functions) {
    take_lines(listing->lines, function);
    take_lines_of_callers(function);
  }
  result.code[cubin] = std::move(functions).value();
  for (const std::string& step : listing->steps)
    if (std::ranges::find(result.tools, step) == result.tools.end()) result.tools.push_back(step);
}

ordered_json counts_json(const core::CardCounts& counts) {
  return {{"warp_instructions", counts.warp_instructions},
          {"thread_instructions", counts.thread_instructions},
          {"thread_instructions_true", counts.thread_instructions_true},
          {"branches", counts.branches},
          {"divergent", counts.divergent},
          {"uniform", counts.uniform}};
}

ordered_json instructions_json(const profile::Launch& launch, const profile::Code& code) {
  auto rows = ordered_json::array();
  for (const auto& [place, counts] : launch.instructions) {
    ordered_json row{{"cubin", place.cubin}, {"function", place.function}, {"pc", place.pc}};
    const auto lines = profile::lines_of(code, place);
    row["line"] = lines.empty() ? ordered_json() : ordered_json(lines.front());
    if (lines.size() > 1) row["inlined_at"] = std::vector<std::string>(lines.begin() + 1, lines.end());
    row.update(counts_json(counts));
    rows.push_back(std::move(row));
  }
  return rows;
}

ordered_json launch_json(const profile::Launch& launch, const profile::Code& code) {
  return {{"kernel", launch.kernel},
          {"launch", launch.index},
          {"process", launch.process ? ordered_json(*launch.process) : ordered_json()},
          {"grid", launch.grid},
          {"block", launch.block},
          {"dynamic_shared_bytes", launch.dynamic_shared_bytes},
          {"device", launch.device},
          {"seconds", launch.seconds},
          {"instructions", instructions_json(launch, code)}};
}

ordered_json capture_json(const profile::StoredCapture& capture) {
  return {{"path", capture.path},
          {"kernel", capture.kernel},
          {"launch", capture.index},
          {"bytes", capture.bytes},
          {"memory_bytes", capture.memory_bytes},
          {"allocations", capture.allocations},
          {"seconds", capture.seconds},
          {"notes", capture.notes}};
}

double seconds_of(const profile::Collected& collected) {
  double sum = 0;
  for (const profile::Launch& launch : collected.launches) sum += launch.seconds;
  return sum;
}

}  // namespace

Result<Profile> read_profile(const std::string& folder) {
  Profile result;
  const auto content = folder_content(folder);
  if (!content) return content.error();
  if (!content->others.empty())
    result.notes.push_back(fmt::format("{}: not read, since no process under `profile` writes such files: {}", folder,
                                       first_names(content->others)));
  for (const std::string& path : content->processes) {
    const auto text = read_input(path);
    if (!text) return text.error();
    if (auto added = profile::add_process(*text, path, result.collected); !added) return added.error();
  }
  if (content->has_lost)
    result.collected.problems.push_back(
        {.what = "keep all that was measured",
         .why = "the folder of --keep, or of temporary files (TMPDIR), is full, or the application had no file "
                "descriptor left or a limit on the size of files",
         .denied = false});
  const auto ran = functions_of(result.collected);
  if (ran.empty()) return result;
  const auto places = toolchain::search_places();
  for (const auto& [cubin, functions] : ran) add_code(folder, cubin, functions, places, result);
  return result;
}

std::string profile_text(const Profile& result, std::size_t lines) {
  const auto& collected = result.collected;
  if (collected.launches.empty()) return "no launch was measured\n";
  const sass::FunctionNames names(symbols_of(collected));
  report::Table kernels = profile::kernels_table(collected);
  report::Table costs = profile::lines_table(profile::cost_by_line(collected, result.code), lines);
  profile::shorten_names(names, kernels);
  profile::shorten_names(names, costs);
  kernels.notes = names.legend();
  std::string text = report::to_text(kernels, terminal_width()) + "\n" + report::to_text(costs, terminal_width());
  if (result.run)
    text += fmt::format("\n{} launches were measured in {:.2f} s; the application ran {:.2f} s.\n",
                        collected.launches.size(), seconds_of(collected), result.run->seconds);
  return text;
}

std::string profile_json(const Profile& result, const Session& session) {
  auto record = run_record(session, "reconverge.profile");
  const auto& collected = result.collected;
  record["application"] = result.run ? ordered_json(result.run->words) : ordered_json();
  record["application_status"] = result.run ? ordered_json(result.run->status) : ordered_json();
  record["application_seconds"] = result.run ? ordered_json(result.run->seconds) : ordered_json();
  record["measuring_seconds"] = seconds_of(collected);
  record["tools"] = result.tools;
  record["complete"] = collected.cut.empty() && collected.problems.empty();
  record["problems"] = ordered_json::array();
  for (const profile::Problem& problem : collected.problems)
    record["problems"].push_back({{"what", problem.what}, {"why", problem.why}, {"denied", problem.denied}});
  record["captures"] = ordered_json::array();
  for (const profile::StoredCapture& capture : collected.captures) record["captures"].push_back(capture_json(capture));
  record["kernels"] = report::to_json(profile::kernels_table(collected))["rows"];
  const auto costs = profile::cost_by_line(collected, result.code);
  record["lines"] = report::to_json(profile::lines_table(costs, costs.size()))["rows"];
  record["launches"] = ordered_json::array();
  for (const profile::Launch& launch : collected.launches)
    record["launches"].push_back(launch_json(launch, result.code));
  return to_text(record);
}

namespace {

/// What may help where no launch was measured.
std::string why_nothing_was_measured(const Profile& result) {
  if (result.run && result.run->status != 0) return "the application failed, see above";
  if (result.collected.totals.contains(injection::graphs_name)) return "it starts CUDA graphs: --graphs measures them";
  if (!result.run) return "--from takes a folder that --keep named, with its process-*.jsonl";
  return "does the application start a kernel that --kernel and --launches choose?";
}

}  // namespace

int profile_status(const Profile& result, const std::string& capture, const Session& session) {
  const auto& collected = result.collected;
  const bool failed = result.run && result.run->status != 0;
  if (failed) session.note(fmt::format("the application ended with {}", said_status(result.run->status)));
  for (const profile::StoredCapture& stored : collected.captures) {
    session.note(fmt::format(
        "launch {} of {} is stored in {}: {:.1f} MB, {:.1f} MB of memory in {} allocations, {:.2f} s. It may hold "
        "private data of the application; `reconverge emulate {}` runs it",
        stored.index, stored.kernel, stored.path, static_cast<double>(stored.bytes) / 1e6,
        static_cast<double>(stored.memory_bytes) / 1e6, stored.allocations, stored.seconds, stored.path));
    for (const std::string& note : stored.notes) session.note("the capture: " + note);
  }
  for (const profile::Problem& problem : collected.problems)
    session.report({.failure = core::Failure::environment,
                    .message = fmt::format("cannot {}: {}", problem.what, problem.why),
                    .hint = problem.denied ? "allow it with the driver option NVreg_RestrictProfilingToAdminUsers=0, "
                                             "or run as root"
                                           : ""});
  const auto unmeasured = [&](const char* name, const char* what) {
    if (const auto found = collected.totals.find(name); found != collected.totals.end())
      session.note(fmt::format("{} launches {}", found->second, what));
  };
  unmeasured(injection::graphs_name, "of CUDA graphs were not measured; --graphs measures them");
  unmeasured(injection::beside_recordings_name,
             "were not measured: a stream was being recorded into a CUDA graph, which waiting for them would spoil");
  for (const std::string& file : collected.cut)
    session.note(fmt::format("{}: the process was ended while it wrote, its last launch is missing", file));
  if (!collected.problems.empty()) return exit_environment;
  if (!capture.empty() && collected.captures.empty())
    return session.report({.failure = core::Failure::environment,
                           .message = fmt::format("no launch was captured: --capture '{}' chooses none", capture),
                           .hint = failed ? "the application may have ended before it: it failed, see above"
                                   : collected.launches.empty()
                                       ? "no kernel was measured: does the application start one?"
                                       : "the kernels that were measured, and how often they ran, are listed above"});
  if (collected.launches.empty()) {
    return session.report({.failure = core::Failure::environment,
                           .message = "no kernel was measured",
                           .hint = why_nothing_was_measured(result)});
  }
  return failed ? exit_check_failed : exit_done;
}

}  // namespace reconverge::cli
