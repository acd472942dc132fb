// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "timing/cycles/cycle_record.hpp"

/// The words of record files for enumerations of the record, in the order of their enumerators.
namespace reconverge::timing {

/// From Route::arithmetic on.
inline constexpr std::array<std::string_view, 8> route_names{"arithmetic", "shared",  "level-1",  "local",
                                                             "xu",         "address", "constant", "barrier"};
/// From OperandCondition::writes_predicate on.
inline constexpr std::array<std::string_view, 3> condition_names{"writes-predicate", "address-in-register",
                                                                 "special-register"};
/// From Beyond::load on.
inline constexpr std::array<std::string_view, 10> beyond_names{
    "load", "store", "generic", "atomic", "float-atomic", "reduction", "fence", "system-fence", "invalidation", "slot"};
inline constexpr std::array<std::string_view, band_count> band_names{"load",
                                                                     "load.interval",
                                                                     "load.sector",
                                                                     "load.behind_store",
                                                                     "load.after_atomic",
                                                                     "load.after_fence",
                                                                     "load.from_memory",
                                                                     "atomic",
                                                                     "atomic.pass",
                                                                     "float_atomic",
                                                                     "float_atomic.pass",
                                                                     "atomic.interval",
                                                                     "atomic.interval_pass",
                                                                     "store.drain",
                                                                     "store.drain_line",
                                                                     "fence",
                                                                     "system_fence",
                                                                     "wide_local_apart",
                                                                     "generic"};
inline constexpr std::array<std::string_view, 4> stall_names{"ignored", "at-least", "added", "penalised"};
inline constexpr std::array<std::string_view, writer_count> writer_names{"arithmetic", "xu",      "constants",
                                                                         "shared",     "level-1", "barriers"};
inline constexpr std::array<std::string_view, port_user_count> port_user_names{"xu", "load-store", "address"};
inline constexpr std::array<std::string_view, emulator::control_transfer_count> transfer_names{
    "fell-through",          "jumped",          "diverged-fall-through-first",
    "diverged-taken-first",  "jumped-indirect", "diverged-lowest-lane-first",
    "diverged-others-first", "reconverged",     "reconverged-at-rewritten-barrier",
    "left-barrier",          "kept-barrier",    "exited-some",
    "resumed-newest",        "resumed-older",   "completed-by-break",
    "completed-by-exit",     "yielded-alone",   "synchronised",
    "synchronised-last",     "block-barrier",   "collective-last-first",
    "collective-others"};

}  // namespace reconverge::timing
