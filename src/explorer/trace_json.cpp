#include <fmt/core.h>

#include "explorer/formats.hpp"
#include "report/formats/utf8.hpp"
#include "sass/print/listing.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using observers::Timeline;
using report::clean_utf8;

Json mask(core::LaneMask lanes) {
  return to_string(lanes);
}

/// One record a kind of change, told apart by "event".
struct Record {
  Json operator()(const Timeline::Diverged& change) const {
    return {{"event", "diverged"},
            {"taken", mask(change.taken)},
            {"not_taken", mask(change.not_taken)}};
  }
  Json operator()(const Timeline::Pushed& change) const {
    return {{"event", "pushed"},
            {"kind", to_string(change.kind)},
            {"mask", mask(change.mask)},
            {"resume_row", change.row}};
  }
  Json operator()(const Timeline::Popped& change) const {
    return {{"event", "popped"}, {"kind", to_string(change.kind)}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Narrowed& change) const {
    return {{"event", "narrowed"}, {"position", change.position}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Spilled& change) const {
    return {{"event", "spilled"}, {"entries", change.entries}};
  }
  Json operator()(const Timeline::Reloaded& change) const {
    return {{"event", "reloaded"}, {"entries", change.entries}};
  }
  Json operator()(const Timeline::Exited& change) const {
    return {{"event", "exited"}, {"mask", mask(change.mask)}};
  }
  Json operator()(const Timeline::Activated& change) const {
    return {{"event", "activated"}, {"mask", mask(change.mask)}};
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
  return {{"name", pricing.generation.name},
          {"spills_known", pricing.spills_known},
          {"costs", std::move(costs)}};
}

/// The state a mechanism starts from, by its name; each has its own form.
Json mechanism_json(const Run& run) {
  return {{"name", run.mechanism},
          {"capacity", run.spill.capacity ? Json(*run.spill.capacity) : Json()},
          {"chunk", run.spill.chunk},
          {"spill_rule", run.spill.rule->name}};
}

Json run_json(const Scene& scene, const Run& run) {
  Json json = {{"kernel", clean_utf8(scene.kernels[run.kernel].name)},
               {"pattern", clean_utf8(run.pattern)}};
  json["generations"] = Json::array();
  for (const std::size_t index : run.generations)
    json["generations"].push_back(scene.generations[index].generation.name);
  json["mechanism"] = mechanism_json(run);
  json["ending"] = ending_of(run.result);
  json["complete"] = !run.result.diagnostic.has_value();
  json["diagnostic"] =
      run.result.diagnostic ? Json(clean_utf8(to_string(*run.result.diagnostic))) : Json();
  json["executed_instructions"] = run.timeline.steps;
  json["start_mask"] = mask(run.timeline.start);
  json["path"] = Json::array();
  for (const auto& stretch : run.timeline.path)
    json["path"].push_back(
        {{"row", stretch.row}, {"count", stretch.count}, {"times", stretch.times}});
  json["guarded"] = Json::array();
  for (const auto& [step, executing] : run.timeline.guarded)
    json["guarded"].push_back({{"step", step}, {"executing", mask(executing)}});
  json["events"] = Json::array();
  for (const auto& event : run.timeline.events) {
    Json record = {{"step", event.step}};
    record.update(std::visit(Record{}, event.change));
    json["events"].push_back(std::move(record));
  }
  return json;
}

}  // namespace

Json trace_json(const Scene& scene) {
  Json json = {{"kernels", Json::array()}, {"generations", Json::array()}, {"runs", Json::array()}};
  for (const auto& kernel : scene.kernels) json["kernels"].push_back(kernel_json(kernel));
  for (const auto& pricing : scene.generations)
    json["generations"].push_back(generation_json(pricing));
  for (const auto& run : scene.runs) json["runs"].push_back(run_json(scene, run));
  return json;
}

}  // namespace reconverge::explorer
