// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "gpu/bench.hpp"

namespace reconverge::gpu {

/// The version of docs/schemas/bench.schema.json that is written.
constexpr int bench_schema_version = 2;

/// Adds "toolchain", "devices", "benchmarks", "code" and, if it is so, "incomplete" to a run record. The
/// shape is that of docs/schemas/bench.schema.json: what is missing is null, its reason under
/// "<key>_absent"; what there is nothing to say of is left out; [number, count] in a list of numbers are
/// that many in a row.
void add_to_record(const BenchResult& result, const Tools& tools, nlohmann::ordered_json& record);

/// One state, as under "states".
nlohmann::ordered_json to_json(const State& state);

}  // namespace reconverge::gpu
