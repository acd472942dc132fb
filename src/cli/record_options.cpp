// SPDX-License-Identifier: MIT
#include "cli/record_options.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "cli/input.hpp"
#include "core/usage_error.hpp"
#include "timing/record/reader.hpp"

namespace reconverge::cli {
namespace {

core::Result<timing::CycleRecord> record_to_begin_with(const RecordOptions& options, const std::string& architecture) {
  if (options.path.empty()) {
    const timing::CycleRecord* built_in = timing::built_in_record(architecture);
    if (built_in == nullptr)
      return core::usage_error(fmt::format("--set changes a record of cycles, and there is none for {}",
                                           architecture.empty() ? "this code" : architecture),
                               "--record FILE gives one (data/records holds those that are built in)");
    return *built_in;
  }
  const auto text = read_input(options.path);
  if (!text) return text.error();
  auto record = timing::read_record(*text, options.path);
  if (record && record->architecture != architecture)
    return core::usage_error(
        fmt::format("--record {} is of {}, and the code is for {}", options.path, record->architecture, architecture),
        "the member \"architecture\" names the code that a record is of");
  return record;
}

}  // namespace

void RecordOptions::add_to(CLI::App& app) {
  app.add_option("--record", path);
  app.add_option("--set", assignments)->allow_extra_args(false);
}

std::string RecordOptions::text() const {
  const std::string file = path.empty() ? "the built-in record" : path;
  if (assignments.empty()) return fmt::format("Cycles by {}.", file);
  return fmt::format("Cycles by {}, with {} (given).", file, fmt::join(assignments, ", "));
}

nlohmann::ordered_json RecordOptions::json() const {
  return {{"file", path.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(path)}, {"given", assignments}};
}

core::Result<std::shared_ptr<const timing::CycleRecord>> resolve(const RecordOptions& options,
                                                                 const std::string& architecture) {
  if (!options.any()) return std::shared_ptr<const timing::CycleRecord>();
  auto record = record_to_begin_with(options, architecture);
  if (!record) return record.error();
  for (const std::string& assignment : options.assignments)
    if (auto done = timing::set_in_record(*record, assignment); !done) return done.error();
  return std::make_shared<const timing::CycleRecord>(std::move(record).value());
}

core::Diagnostic record_without_barriers(const std::string& architecture) {
  return core::usage_error(
      fmt::format("--record and --set are for code that re-converges by barriers, and this is for {}",
                  architecture.empty() ? "a token stack" : architecture),
      "--cost NAME=CYCLES replaces a cost of the token stack");
}

}  // namespace reconverge::cli
