#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "explorer/scene.hpp"
#include "report/document.hpp"

/// Pure functions from a scene to text.
namespace reconverge::explorer {

/// The explorer as a part of a page. Text of the input (names, rows) is data to it, never markup.
report::Applet to_applet(const Scene& scene);

/// What the page is given: runs as short arrays of numbers, see page_data.cpp.
nlohmann::ordered_json page_data(const Scene& scene);

/// The published form of a trace: kernels, generations and runs, every change as a typed record
/// (docs/schemas/trace.schema.json).
nlohmann::ordered_json trace_json(const Scene& scene);

/// Chrome's trace-event format, which Perfetto opens: a process a run, a track a lane. One executed
/// instruction is one microsecond.
nlohmann::ordered_json perfetto_json(const Scene& scene);

}  // namespace reconverge::explorer
