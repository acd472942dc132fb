#pragma once

#include <nlohmann/json.hpp>

#include "gpu/bench.hpp"

namespace reconverge::gpu {

/// Adds "toolchain", "devices", "benchmarks" and "incomplete" to a run record. The shape is that of
/// docs/schemas/bench.schema.json: what is missing is null, its reason under "<key>_absent".
void add_to_record(const BenchResult& result, const Tools& tools, nlohmann::ordered_json& record);

/// One state, as it stands under "states".
nlohmann::ordered_json to_json(const State& state, const Kernel& kernel);

}  // namespace reconverge::gpu
