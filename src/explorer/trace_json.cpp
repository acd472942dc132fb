// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "emulator/reconvergence/convergence_barriers.hpp"
#include "explorer/formats.hpp"
#include "report/formats/utf8.hpp"
#include "sass/names.hpp"
#include "sass/print/listing.hpp"
#include "timing/cycles/premise.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using observers::Timeline;
using report::clean_utf8;

Json mask(core::LaneMask lanes) { return to_string(lanes); }

/// One record for each kind of change, distinguished by "event".
struct Record {
  Json operator()(const Timeline::Diverged& change) const {
    return {{"event", "diverged"}, {"taken", mask(change.taken)}, {"not_taken", mask(change.not_taken)}};
  }
  Json operator()(const Timeline::Pushed& change) const {
    return {
        {"event", "pushed"}, {"kind", to_string(change.kind)}, {"mask", mask(change.mask)}, {"resume_row", change.row}};
  }
  Json operator()(const Timeline::Popped& change) const {
    return {{"event", "popped"}, {"kind", to_string(change.kind)}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Narrowed& change) const {
    return {{"event", "narrowed"}, {"position", change.position}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Spilled& change) const { return {{"event", "spilled"}, {"entries", change.entries}}; }
  Json operator()(const Timeline::Reloaded& change) const {
    return {{"event", "reloaded"}, {"entries", change.entries}};
  }
  Json operator()(const Timeline::Exited& change) const { return {{"event", "exited"}, {"mask", mask(change.mask)}}; }
  Json operator()(const Timeline::Activated& change) const {
    return {{"event", "activated"}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Armed& change) const {
    return {{"event", "armed"}, {"barrier", change.barrier}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Withdrawn& change) const {
    return {{"event", "withdrawn"}, {"barrier", change.barrier}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Blocked& change) const {
    return {{"event", "blocked"},
            {"at", place_of(change)},
            {"row", change.row},
            {"mask", mask(change.mask)},
            {"awaited", mask(change.awaited)}};
  }
  Json operator()(const Timeline::Released& change) const {
    return {{"event", "released"}, {"barrier", change.barrier}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Parked& change) const {
    return {{"event", "parked"},
            {"mask", mask(change.mask)},
            {"resume_row", change.row},
            {"position", change.position},
            {"fast", change.fast}};
  }
};

Json kernel_json(const Kernel& kernel) {
  Json rows = Json::array();
  for (const auto& row : kernel.function.instructions)
    rows.push_back({{"address", fmt::format("0x{:x}", row.address)},
                    {"instruction", clean_utf8(sass::to_string(row))},
                    {"line", row.line}});
  return {{"name", clean_utf8(kernel.name)},
          {"function", clean_utf8(kernel.function.name)},
          {"demangled", clean_utf8(sass::demangled(kernel.function.name))},
          {"arch", kernel.function.arch.empty() ? Json() : Json(clean_utf8(kernel.function.arch))},
          {"rows", std::move(rows)}};
}

Json generation_json(const Pricing& pricing) {
  Json costs = Json::array();
  for (const auto& cost : pricing.generation.costs)
    costs.push_back({{"name", cost.name},
                     {"kernel", cost.kernel.empty() ? Json() : Json(cost.kernel)},
                     {"value_cycles", cost.cycles.value},
                     {"grade", to_string(cost.cycles.grade)},
                     {"source", clean_utf8(cost.cycles.source)}});
  return {{"name", pricing.generation.name}, {"spills_known", pricing.spills_known}, {"costs", std::move(costs)}};
}

/// The state a mechanism starts from, by its name; each has its own form.
Json mechanism_json(const Run& run) {
  if (run.has_barriers()) return {{"name", run.mechanism}, {"registers", emulator::ConvergenceBarriers::barrier_count}};
  return {{"name", run.mechanism},
          {"capacity", run.spill.capacity ? Json(*run.spill.capacity) : Json()},
          {"chunk", run.spill.chunk},
          {"spill_rule", run.spill.rule->name}};
}

/// All of a run but its lists.
Json run_head(const Scene& scene, const Run& run) {
  Json json = {{"kernel", clean_utf8(scene.kernels[run.kernel].name)}, {"pattern", clean_utf8(run.pattern)}};
  if (!run.warp.empty()) json["warp"] = run.warp;
  json["generations"] = Json::array();
  for (const std::size_t index : run.generations)
    json["generations"].push_back(scene.generations[index].generation.name);
  json["mechanism"] = mechanism_json(run);
  json["ending"] = ending_of(run.result);
  json["complete"] = !run.result.diagnostic.has_value();
  json["diagnostic"] = run.result.diagnostic ? Json(clean_utf8(to_string(*run.result.diagnostic))) : Json();
  json["executed_instructions"] = run.timeline.steps;
  json["start_mask"] = mask(run.timeline.start);
  if (!run.has_barriers()) return json;
  const bool predicted = run.no_prediction.empty() && !run.timeline.issue_cycles.empty();
  json["cycles"] = predicted ? Json(run.timeline.issue_cycles.back()) : Json();
  json["cycles_premise"] = predicted ? Json(timing::cycles_premise) : Json();
  json["cycles_absent"] = predicted ? Json() : Json(clean_utf8(run.no_prediction));
  return json;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// `,"name": [` and one row a line.
template <typename Items, typename RowOf>
void write_list(const char* name, const Items& items, const Sink& sink, RowOf row_of) {
  sink(fmt::format(",\n\"{}\": [", name));
  const char* separator = "\n";
  for (const auto& item : items) {
    sink(separator);
    sink(dump(row_of(item)));
    separator = ",\n";
  }
  sink("]");
}

void write_run(const Scene& scene, const Run& run, const Sink& sink) {
  const std::string head = dump(run_head(scene, run));
  sink(std::string_view(head).substr(0, head.size() - 1));  // open, for its lists
  write_list("path", run.timeline.path, sink, [](const Timeline::Stretch& stretch) {
    return Json{{"row", stretch.row}, {"count", stretch.count}, {"times", stretch.times}};
  });
  write_list("guarded", run.timeline.guarded, sink, [](const Timeline::Guarded& guarded) {
    return Json{{"step", guarded.step}, {"executing", mask(guarded.executing)}};
  });
  write_list("events", run.timeline.events, sink, [](const Timeline::Event& event) {
    Json record = {{"step", event.step}};
    record.update(std::visit(Record{}, event.change));
    return record;
  });
  if (!run.timeline.issue_cycles.empty())
    write_list("issue_cycles", run.timeline.issue_cycles, sink, [](std::uint64_t cycle) { return Json(cycle); });
  sink("}");
}

}  // namespace

void write_trace_json(const Scene& scene, const Json& head, const Sink& sink) {
  Json json = head;
  json["kernels"] = Json::array();
  json["generations"] = Json::array();
  for (const auto& kernel : scene.kernels) json["kernels"].push_back(kernel_json(kernel));
  for (const auto& pricing : scene.generations) json["generations"].push_back(generation_json(pricing));
  const std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace);
  sink(std::string_view(text).substr(0, text.size() - 2));  // "\n}"
  sink(",\n \"runs\": [\n");
  for (const auto& run : scene.runs) {
    if (&run != scene.runs.data()) sink(",\n");
    write_run(scene, run, sink);
  }
  sink("]\n}\n");
}

}  // namespace reconverge::explorer
