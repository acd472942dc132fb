// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "explorer/scene.hpp"
#include "observers/finding.hpp"
#include "report/document.hpp"

/// Findings of the runs that a trace shows, each with the step at which it is seen.
namespace reconverge::cli {

/// Takes the findings of a run into the scene that shows it.
/// @param kernel  that they are of: an index into Scene::kernels
void add_findings(std::span<const observers::Finding> findings, explorer::Scene& scene, std::size_t kernel = 0);
/// Likewise those that only warps have which it does not show, behind all others.
void add_other_findings(std::span<const observers::Finding> findings, explorer::Scene& scene);

/// One row each, for JSON. Steps count from 1; absent with the reason where no run that is shown has it.
report::Table trace_findings_table(std::span<const observers::Finding> findings, const explorer::Scene& scene);

/// The same for a page, which names the warp where it shows several: of the warps that are shown alone.
report::Table shown_findings(std::span<const observers::Finding> findings, const explorer::Scene& scene);

/// "2: uninitialised-register at a.cu:9 0x00c0 STG.E, contested-store at ...": for the top of a page.
std::string findings_answer(const explorer::Scene& scene);

/// A line each on standard error, as `lint` writes them.
void note_findings(const explorer::Scene& scene, const Session& session);

}  // namespace reconverge::cli
