// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "emulator/emulator.hpp"
#include "observers/finding.hpp"
#include "observers/finding_kinds.hpp"
#include "report/issue_log.hpp"
#include "sass/program.hpp"

namespace reconverge::cli {

/// The input: rows have a line of it only if it is the listing itself.
struct ReadFrom {
  std::string path;
  bool is_listing = true;  ///< false: the vendor's tools made the listing
};

/// A log of this run of the program on an input, with nothing in it.
report::IssueLog issue_log(const Session& session, const std::string& input);

report::Level level_of(observers::Severity severity);
report::Rule rule_of(const observers::FindingKind& kind);

/// An issue at a row: its places, its function, and its subject.
report::Issue issue_at(const sass::Function& function, std::size_t index, const ReadFrom& from);

/// Adds the findings of a run, and why it did not finish, with the rules of both.
void add_run(const sass::Function& function, const ReadFrom& from, const std::vector<observers::Finding>& findings,
             const emulator::RunResult& run, report::IssueLog& log);

}  // namespace reconverge::cli
