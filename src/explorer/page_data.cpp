// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <map>

#include "core/short_names.hpp"
#include "explorer/formats.hpp"
#include "report/formats/utf8.hpp"
#include "sass/control_flow/control_opcodes.hpp"
#include "sass/names.hpp"
#include "sass/print/listing.hpp"
#include "sass/source_lines.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using observers::Timeline;
using report::clean_utf8;

/// A number for every change, in the order of Timeline::Change; the page gets their names.
constexpr const char* codes[] = {"diverged",  "pushed", "popped",    "narrowed", "spilled",  "reloaded", "exited",
                                 "activated", "armed",  "withdrawn", "blocked",  "released", "parked"};
static_assert(std::size(codes) == std::variant_size_v<Timeline::Change>);

constexpr const char* token_kinds[] = {"DIV", "SYNC", "BRK", "CONT", "RET", "LJ"};

/// Masks are written once and named by their number.
class Masks {
 public:
  std::size_t number_of(core::LaneMask mask) {
    const auto [found, added] = numbers_.emplace(mask.bits(), list_.size());
    if (added) list_.push_back(mask.bits());
    return found->second;
  }
  const Json& list() const { return list_; }

 private:
  std::map<std::uint32_t, std::size_t> numbers_;
  Json list_ = Json::array();
};

/// Adds [steps since the last event, code, arguments...].
struct EventWriter {
  Json& out;
  Masks& masks;

  void operator()(const Timeline::Diverged& change) { add(change.not_taken); }
  void operator()(const Timeline::Pushed& change) {
    out.push_back(static_cast<int>(change.kind));
    add(change.mask);
    out.push_back(change.row);
  }
  void operator()(const Timeline::Popped&) {}
  void operator()(const Timeline::Narrowed& change) {
    out.push_back(change.position);
    add(change.mask);
  }
  void operator()(const Timeline::Spilled& change) { out.push_back(change.entries); }
  void operator()(const Timeline::Reloaded& change) { out.push_back(change.entries); }
  void operator()(const Timeline::Exited& change) { add(change.mask); }
  void operator()(const Timeline::Activated& change) { add(change.mask); }
  void operator()(const Timeline::Armed& change) { add(change.barrier, change.mask); }
  void operator()(const Timeline::Withdrawn& change) { add(change.barrier, change.mask); }
  void operator()(const Timeline::Released& change) { add(change.barrier, change.mask); }
  void operator()(const Timeline::Blocked& change) {
    out.push_back(place_of(change));
    out.push_back(change.row);
    add(change.mask);
    add(change.awaited);
  }
  void operator()(const Timeline::Parked& change) {
    add(change.mask);
    out.insert(out.end(), {Json(change.row), Json(change.position), Json(change.fast ? 1 : 0)});
  }
  void add(std::uint8_t barrier, core::LaneMask mask) {
    out.push_back(barrier);
    add(mask);
  }
  void add(core::LaneMask mask) { out.push_back(masks.number_of(mask)); }
};

Json events_of(const Timeline& timeline, Masks& masks) {
  Json events = Json::array();
  std::uint64_t last = 0;
  EventWriter writer{events, masks};
  for (const auto& event : timeline.events) {
    events.push_back(event.step - last);
    events.push_back(event.change.index());
    std::visit(writer, event.change);
    last = event.step;
  }
  return events;
}

Json guarded_of(const Timeline& timeline, Masks& masks) {
  Json guarded = Json::array();
  std::uint64_t last = 0;
  for (const auto& [step, executing] : timeline.guarded) {
    guarded.push_back(step - last);
    guarded.push_back(masks.number_of(executing));
    last = step;
  }
  return guarded;
}

/// Cycles from one issue to the next, the first since 0; nothing if they are not known.
Json issues_of(const Timeline& timeline) {
  if (timeline.issue_cycles.empty()) return {};
  Json issues = Json::array();
  std::uint64_t last = 0;
  for (const std::uint64_t cycle : timeline.issue_cycles) {
    issues.push_back(cycle - last);
    last = cycle;
  }
  return issues;
}

/// [cycles, their class, ...], stretch by stretch.
Json spent_of(const Timeline& timeline) {
  if (timeline.spent.empty()) return {};
  Json spent = Json::array();
  std::uint64_t last = 0;
  for (const auto& stretch : timeline.spent) {
    spent.push_back(stretch.until - last);
    spent.push_back(stretch.what);
    last = stretch.until;
  }
  return spent;
}

/// [row at which lanes had parted or -1, cycles or else executions under it, ...] of one row.
Json parted_of(const Run& run, std::size_t row) {
  Json parts = Json::array();
  const auto add = [&](std::uint32_t cause, std::uint64_t part) {
    parts.push_back(cause == emulator::no_index ? Json(-1) : Json(cause));
    parts.push_back(part);
  };
  if (const auto& cycles = run.compared_cycles(); row < cycles.rows.size())
    for (const auto& part : cycles.rows[row].apart) add(part.cause, part.cycles);
  else
    for (const auto& part : run.counts.rows[row].apart) add(part.cause, part.executions);
  return parts;
}

/// [executions, active lanes, executions apart, cycles or null, those apart or null, where parted], by row.
Json costs_of(const Run& run) {
  if (run.counts.rows.empty()) return {};
  const auto& cycles = run.compared_cycles();
  Json rows = Json::array();
  for (std::size_t i = 0; i < run.counts.rows.size(); ++i) {
    const auto& counts = run.counts.rows[i];
    const bool is_timed = i < cycles.rows.size();
    rows.push_back({counts.executions, counts.active_lanes, counts.executions_apart(),
                    is_timed ? Json(cycles.rows[i].total()) : Json(),
                    is_timed ? Json(cycles.rows[i].total_apart()) : Json(), parted_of(run, i)});
  }
  return rows;
}

/// [why, the row that took them or -1, lanes, ...] of the lanes that were not active, by row; summed over executions.
Json idle_of(const Run& run) {
  Json rows = Json::array();
  for (const auto& row : run.counts.rows) {
    Json causes = Json::array();
    for (const auto& [cause, lanes] : row.idle) {
      causes.push_back(to_string(cause.why));
      causes.push_back(cause.row == emulator::no_index ? Json(-1) : Json(cause.row));
      causes.push_back(lanes);
    }
    rows.push_back(std::move(causes));
  }
  return rows;
}

/// Active lanes that did nothing because the guard of a row left them out, by row; summed over executions.
Json guards_of(const Run& run, const sass::Function& function) {
  Json rows = Json::array();
  const int arch = sass::arch_number(function.arch).value_or(0);
  for (std::size_t i = 0; i < run.counts.rows.size(); ++i) {
    const auto& row = run.counts.rows[i];
    rows.push_back(sass::moves_control(function.instructions[i], arch) ? 0 : row.active_lanes - row.executing_lanes);
  }
  return rows;
}

/// The classes of the cycles of each row, in the order of timing::CycleClass.
Json classes_of(const Run& run) {
  Json rows = Json::array();
  for (const auto& row : run.compared_cycles().rows) rows.push_back(row.cycles);
  return rows;
}

/// [low, typical, high] cycles by row; nothing where they are one number, or not known.
Json band_of(const Run& run) {
  if (run.band.empty()) return {};
  Json rows = Json::array();
  for (std::size_t i = 0; i < run.band.front().rows.size(); ++i) {
    Json cycles = Json::array();
    for (const auto& account : run.band) cycles.push_back(account.rows[i].total());
    rows.push_back(std::move(cycles));
  }
  return rows;
}

Json run_json(const Run& run, const sass::Function& function) {
  Masks masks;
  Json path = Json::array();
  for (const auto& stretch : run.timeline.path)
    path.insert(path.end(), {Json(stretch.row), Json(stretch.count), Json(stretch.times)});
  Json json = {{"kernel", run.kernel},
               {"pattern", clean_utf8(run.pattern)},
               {"warp", run.warp},
               {"generations", run.generations},
               {"mechanism", run.mechanism},
               {"capacity", run.spill.capacity ? Json(*run.spill.capacity) : Json()},
               {"ending", ending_of(run.result)},
               {"diagnostic", run.result.diagnostic ? Json(clean_utf8(reason_of(*run.result.diagnostic))) : Json()},
               {"is_where_block_stopped", run.timeline.is_where_block_stopped},
               {"steps", run.timeline.steps},
               {"start", masks.number_of(run.timeline.start)},
               {"path", std::move(path)}};
  json["guarded"] = guarded_of(run.timeline, masks);
  json["events"] = events_of(run.timeline, masks);
  json["masks"] = masks.list();
  json["issues"] = issues_of(run.timeline);
  json["spent"] = spent_of(run.timeline);
  json["no_prediction"] = clean_utf8(run.no_prediction);
  json["costs"] = costs_of(run);
  json["classes"] = classes_of(run);
  json["band"] = band_of(run);
  json["idle"] = idle_of(run);
  json["guards"] = guards_of(run, function);
  return json;
}

/// Lines of a file around those that rows come from.
Json source_json(const std::vector<std::string>& lines, std::uint32_t first, std::uint32_t last) {
  constexpr std::uint32_t around = 3;
  const std::uint32_t begin = first > around ? first - around : 1;
  Json texts = Json::array();
  for (std::uint32_t line = begin; line <= last + around && line <= lines.size(); ++line)
    texts.push_back(clean_utf8(lines[line - 1]));
  return {{"first", begin}, {"lines", std::move(texts)}};
}

/// Files are shown without the folders of the compiling machine.
core::ShortNames names_of_files(const sass::Function& function) {
  std::vector<std::string> files;
  for (const auto& row : function.instructions)
    for (const auto& frame : frames_of(function, row)) files.push_back(frame.file);
  return core::ShortNames(files);
}

/// Where the rows come from: each place once, as [file, line, function, file, line, ...], the innermost first.
void add_places(const Kernel& kernel, Json& json) {
  std::map<std::vector<sass::SourceFrame>, std::size_t> numbers;
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> extents;
  const core::ShortNames names = names_of_files(kernel.function);
  Json places = Json::array(), of_rows = Json::array(), sources = Json::object();
  for (const auto& row : kernel.function.instructions) {
    const auto frames = frames_of(kernel.function, row);
    const auto [known, is_new] =
        frames.empty() ? std::pair(numbers.end(), false) : numbers.try_emplace(frames, places.size());
    of_rows.push_back(frames.empty() ? Json(-1) : Json(known->second));
    if (!is_new) continue;
    Json place = Json::array();
    for (const auto& frame : frames) {
      place.insert(place.end(), {Json(clean_utf8(names.of(frame.file))), Json(frame.line),
                                 Json(clean_utf8(sass::demangled(frame.function)))});
      auto& [first, last] = extents.try_emplace(frame.file, frame.line, frame.line).first->second;
      first = std::min(first, frame.line);
      last = std::max(last, frame.line);
    }
    places.push_back(std::move(place));
  }
  for (const auto& [file, extent] : extents)
    if (const auto text = kernel.sources.find(file); text != kernel.sources.end())
      sources[clean_utf8(names.of(file))] = source_json(text->second, extent.first, extent.second);
  json["places"] = std::move(places);
  json["place_of_row"] = std::move(of_rows);
  json["sources"] = std::move(sources);
}

Json kernel_json(const Kernel& kernel) {
  Json rows = Json::array();
  for (const auto& row : kernel.function.instructions)
    rows.push_back({row.address, clean_utf8(sass::to_string(row)), row.line});
  Json json = {{"name", clean_utf8(kernel.name)}, {"title", clean_utf8(kernel.title)}, {"rows", std::move(rows)}};
  add_places(kernel, json);
  return json;
}

Json cost_json(const std::optional<double>& cycles) { return cycles ? Json(*cycles) : Json(); }

Json generation_json(const Pricing& pricing) {
  const auto& generation = pricing.generation;
  const EventPrices prices = prices_of(generation);
  Json sources = Json::array();
  for (const auto& cost : generation.costs) {
    if (cost.name == timing::cost::base) continue;
    sources.push_back({cost.name, cost.cycles.value, to_string(cost.cycles.grade), clean_utf8(cost.cycles.source)});
  }
  return {{"name", generation.name},
          {"title", clean_utf8(generation.title)},
          {"spills_known", pricing.spills_known},
          {"divergence", cost_json(prices.divergence)},
          {"spill", cost_json(prices.spill)},
          {"reload", cost_json(prices.reload)},
          {"missing", clean_utf8(prices.missing)},
          {"sources", std::move(sources)}};
}

/// [level, kind, place, message, run or -1, step, kernel, row] of each that warps of the page have.
Json remarks_json(const Scene& scene) {
  Json remarks = Json::array();
  for (const Remark& remark : scene.remarks)
    if (remark.is_shown)
      remarks.push_back({remark.level, remark.kind, clean_utf8(remark.place), clean_utf8(remark.message),
                         remark.at ? Json(remark.at->run) : Json(-1), remark.at ? remark.at->step : 0, remark.kernel,
                         remark.row});
  return remarks;
}

/// [kind, how many] of those that only other warps have.
Json other_remarks_json(const Scene& scene) {
  Json kinds = Json::array();
  for (const auto& [kind, count] : others_of(scene.remarks)) kinds.push_back({kind, count});
  return kinds;
}

/// Lines as [file, left line, right line, [left row, right row, ...]], with -1 for a row that one has not.
Json alignment_json(const Scene& scene) {
  if (!scene.alignment) return {};
  const Alignment& alignment = *scene.alignment;
  const core::ShortNames left = names_of_files(scene.kernels[alignment.left].function);
  const core::ShortNames right = names_of_files(scene.kernels[alignment.right].function);
  const auto number = [](const std::optional<std::size_t>& row) { return row ? Json(*row) : Json(-1); };
  Json lines = Json::array();
  for (const Alignment::Line& line : alignment.lines) {
    Json rows = Json::array();
    for (const auto& [one, other] : line.rows) rows.insert(rows.end(), {number(one), number(other)});
    const std::string file = line.file.empty() ? "" : (line.right > 0 ? right : left).of(line.file);
    lines.push_back({clean_utf8(file), line.left, line.right, std::move(rows)});
  }
  return {{"left", alignment.left}, {"right", alignment.right}, {"lines", std::move(lines)}};
}

}  // namespace

Json page_data(const Scene& scene) {
  Json data = {{"codes", codes},
               {"token_kinds", token_kinds},
               {"kernels", Json::array()},
               {"generations", Json::array()},
               {"runs", Json::array()}};
  for (const auto& kernel : scene.kernels) data["kernels"].push_back(kernel_json(kernel));
  for (const auto& pricing : scene.generations) data["generations"].push_back(generation_json(pricing));
  for (const auto& run : scene.runs) data["runs"].push_back(run_json(run, scene.kernels[run.kernel].function));
  data["opens_at"] = scene.opens_at;
  data["remarks"] = remarks_json(scene);
  data["other_remarks"] = other_remarks_json(scene);
  data["alignment"] = alignment_json(scene);
  data["rules"] = rule_data(scene, data["kernels"]);
  return data;
}

}  // namespace reconverge::explorer
