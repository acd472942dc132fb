// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "observers/finding.hpp"
#include "run/simulation.hpp"

namespace reconverge::cli {

/// Adds a listener to a run on the token stack that finds operations on lanes which are elsewhere or have exited. The
/// findings are there once the run is over; all three must outlive it.
void watch_lanes(run::SimulationSpec& spec, std::vector<run::ListenerFactory>& listeners,
                 std::vector<observers::Finding>& findings);

}  // namespace reconverge::cli
