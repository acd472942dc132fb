// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/commands/bench_options.hpp"
#include "cli/commands/bench_report.hpp"
#include "cli/commands/card_loss.hpp"
#include "cli/commands/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/output.hpp"
#include "cli/run_record.hpp"
#include "cli/terminal.hpp"
#include "gpu/result_json.hpp"
#include "measurements/listings.hpp"
#include "report/formats/formats.hpp"
#include "report/formats/json_layout.hpp"

namespace reconverge::cli {
namespace {

struct Command {
  BenchOptions options;
  std::string json, csv, markdown;
  bool list = false;

  bool on_stdout() const { return is_standard_output(json) || is_standard_output(csv) || is_standard_output(markdown); }
};

int list_benchmarks() {
  for (const gpu::Kernel& kernel : gpu::kernels())
    print(hanging(fmt::format("{:20} ", kernel.name), kernel.title, terminal_width()));
  return exit_done;
}

struct Output {
  OutputFile file;
  std::string path, format;
};

core::Result<std::vector<Output>> open_outputs(const Command& command) {
  std::vector<Output> outputs;
  for (const auto& [path, format] :
       {std::pair{command.json, "json"}, {command.csv, "csv"}, {command.markdown, "markdown"}}) {
    if (path.empty()) continue;
    auto file = OutputFile::open(path);
    if (!file) return file.error();
    outputs.push_back({std::move(file).value(), path, format});
  }
  return outputs;
}

std::string rendered(const std::string& format, const gpu::BenchResult& result) {
  if (format == "csv") return report::to_csv(bench_table(result));
  return report::to_markdown(devices_table(result)) + "\n" +
         report::to_markdown(without_columns_of_one_reason(bench_table(result))) +
         (result.benchmarks.empty() || !result.benchmarks.front().warps
              ? ""
              : "\n" + report::to_markdown(occupancy_table(result)));
}

/// Listings first: no record names one that is not there.
core::Result<core::Done> write_record(Output& output, nlohmann::ordered_json record) {
  if (output.file.is_in_a_folder())
    for (const auto& [path, text] : measurements::take_listings(record)) {
      auto file = OutputFile::open(std::filesystem::path(output.path).parent_path() / path);
      if (!file) return file.error();
      if (auto done = file->commit(text); !done) return done;
    }
  return output.file.commit(report::filled_text(record));
}

core::Result<core::Done> write(Output& output, const gpu::BenchResult& result, const gpu::Tools& tools,
                               const Session& session) {
  if (output.format != "json") return output.file.commit(rendered(output.format, result));
  auto record = run_record(session, "reconverge.bench", gpu::bench_schema_version);
  gpu::add_to_record(result, tools, record);
  return write_record(output, std::move(record));
}

void print_text(const gpu::BenchResult& result) {
  const int width = terminal_width();
  print(fmt::format("{}\n", report::to_text(devices_table(result), width)));
  const bool one = result.benchmarks.size() == 1;
  print(fmt::format(
      "{}\n",
      report::to_text(without_columns_of_one_reason(one ? bench_table(result) : bench_overview(result)), width)));
  if (const auto occupancy = occupancy_table(result); !occupancy.rows.empty())
    print(fmt::format("{}\n", report::to_text(occupancy, width)));
}

/// Requested counters that are missing: one line, and what to do.
bool counters_missing(const gpu::BenchResult& result, const Session& session) {
  for (const gpu::Benchmark& benchmark : result.benchmarks)
    for (const gpu::State& state : benchmark.states) {
      if (state.counters.status == gpu::CounterStatus::ok || state.counters.status == gpu::CounterStatus::not_asked)
        continue;
      session.report(
          {.failure = core::Failure::environment,
           .message = fmt::format("counters {}: {}", to_string(state.counters.status), state.counters.reason),
           .hint = "the cycles were still measured"});
      return true;
    }
  return false;
}

void tell_troubles(const gpu::BenchResult& result, const Session& session) {
  if (result.incomplete == "interrupted" && result.benchmarks.empty()) return;
  for (const gpu::DeviceResult& device : result.devices)
    if (!device.failure.empty()) session.note(fmt::format("GPU {}: {}", device.info.id, device.failure));
    else if (!device.clock.passed)
      session.note(fmt::format("GPU {}: clock test failed: {}", device.info.id, device.clock.reason));
  for (const gpu::Benchmark& benchmark : result.benchmarks) {
    if (benchmark.prepared->proof.verdict == gpu::Verdict::unchecked && !benchmark.prepared->failure) {
      session.note("note: unchecked, since the code could not be read: " + benchmark.prepared->proof.reason);
      break;
    }
  }
}

/// 2 or 4 if nothing but the user's own kernel was at fault, else 1.
int status_of(const gpu::BenchResult& result, const Session& session) {
  if (result.incomplete == "interrupted") {
    const bool is_empty = result.benchmarks.empty();
    session.note(is_empty ? "interrupted while the code was prepared: nothing was measured"
                          : "interrupted: what was measured so far is kept and marked incomplete");
    return exit_interrupted;
  }
  const bool all_failed =
      !result.benchmarks.empty() && std::ranges::all_of(result.benchmarks, [](const gpu::Benchmark& benchmark) {
        return benchmark.prepared->failure.has_value();
      });
  if (all_failed) return session.report(*result.benchmarks.front().prepared->failure);
  if (!result.devices.empty() &&
      std::ranges::all_of(result.devices, [](const auto& device) { return !device.failure.empty(); }))
    return session.report({.failure = core::Failure::environment,
                           .message = result.devices.front().failure,
                           .hint = "what was measured before is kept"});
  return gpu::all_ok(result) ? exit_done : exit_check_failed;
}

int bench(const Command& command, const Session& session) {
  if (command.list) return list_benchmarks();
  auto request = understand(command.options);
  if (!request) return session.report(request.error());
  request->measure.interrupted = interrupted;
  auto outputs = open_outputs(command);
  if (!outputs) return session.report(outputs.error());
  const auto driver = gpu::Driver::load();
  if (!driver) return session.report(driver.error());
  const auto all = gpu::list_devices(**driver);
  if (!all) return session.report(all.error());
  const auto devices = gpu::select_devices(*all, command.options.devices);
  if (!devices) return session.report(devices.error());

  const gpu::Tools tools = gpu::Tools::find();
  const auto progress = [&](std::size_t done, std::size_t count, const std::string& what) {
    session.progress(done, count, what);
  };
  auto result = gpu::run_bench(*driver, *devices, *request, tools, progress);
  if (!result) return session.report(result.error());
  for (Output& output : *outputs)
    if (auto done = write(output, *result, tools, session); !done) return session.report(done.error());
  if (!command.on_stdout()) print_text(*result);
  tell_troubles(*result, session);
  const bool missing = counters_missing(*result, session);
  const int status = status_of(*result, session);
  const int final_status = status == exit_done && missing ? static_cast<int>(exit_environment) : status;
  return leave_cards(*result, final_status);
}

}  // namespace

void add_bench(CLI::App& app, Session& session) {
  auto command = std::make_shared<Command>();
  CLI::App* verb = app.add_subcommand("bench", "");
  command->options.add_to(*verb);
  verb->add_flag("-l,--list", command->list);
  verb->add_option("--json", command->json);
  verb->add_option("--csv", command->csv);
  verb->add_option("--markdown", command->markdown);
  verb->callback([command, &session] { session.run = [command, &session] { return bench(*command, session); }; });
}

}  // namespace reconverge::cli
