// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "cli/session.hpp"

namespace CLI {
class App;
}

namespace reconverge::cli {

/// Adds one verb: its options, and a callback that sets Session::run.
using AddCommand = void (*)(CLI::App& app, Session& session);

/// Every verb (commands/registry.cpp).
std::span<const AddCommand> commands();

void add_paper(CLI::App& app, Session& session);
void add_bench(CLI::App& app, Session& session);
void add_diff(CLI::App& app, Session& session);
void add_doctor(CLI::App& app, Session& session);
void add_emulate(CLI::App& app, Session& session);
void add_trace(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_inspect(CLI::App& app, Session& session);
void add_fit(CLI::App& app, Session& session);
void add_predict(CLI::App& app, Session& session);
void add_compare(CLI::App& app, Session& session);
void add_lint(CLI::App& app, Session& session);
void add_list(CLI::App& app, Session& session);
void add_profile(CLI::App& app, Session& session);
void add_explain(CLI::App& app, Session& session);

}  // namespace reconverge::cli
