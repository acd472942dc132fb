// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "explorer/scene.hpp"
#include "report/document.hpp"

/// Pure functions from a scene to text.
namespace reconverge::explorer {

/// The explorer as a part of a page. Text of the input (names, rows) is data to it, never markup.
/// @param instead  what a page without scripts has in its place, as a sentence
report::Applet to_applet(const Scene& scene, std::string_view instead);

/// The data of the page: runs as short arrays of numbers, see page_data.cpp.
nlohmann::ordered_json page_data(const Scene& scene);

/// The rules that instructions of the scene run and are timed by, with their words and numbers; gives each kernel the
/// numbers of those of its rows.
nlohmann::ordered_json rule_data(const Scene& scene, nlohmann::ordered_json& kernels);

/// Takes a text part by part: a long run's would not fit into memory.
using Sink = std::function<void(std::string_view)>;

/// The published form of a trace: the members of `head`, then kernels, generations and runs, every
/// change as a typed record (docs/schemas/trace.schema.json).
void write_trace_json(const Scene& scene, const nlohmann::ordered_json& head, const Sink& sink);

/// Chrome's trace-event format, which Perfetto opens: a process a run, a track a lane. One cycle is one
/// microsecond; one executed instruction, where a run has no cycles.
void write_perfetto_json(const Scene& scene, const Sink& sink);

}  // namespace reconverge::explorer
