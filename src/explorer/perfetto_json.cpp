// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "explorer/formats.hpp"
#include "explorer/replay.hpp"
#include "report/formats/utf8.hpp"
#include "sass/print/listing.hpp"
#include "timing/cycles/premise.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using observers::Timeline;

constexpr int code_track = core::lane_count;  // below the lanes

/// The state of a lane: one of these, for a waiting lane with its token or place.
struct Activity {
  enum class State : std::uint8_t { none, not_started, running, in_token, ready, blocked, exited };
  State state = State::none;
  emulator::TokenKind kind{};  ///< of the token, if it waits in one
  std::uint32_t row = 0;       ///< where it continues, or is blocked
  std::string place = {};      ///< what it is blocked at

  friend bool operator==(const Activity&, const Activity&) = default;
};

Activity activity_of(const WarpState& warp, int lane) {
  if (warp.exited.contains(lane)) return {Activity::State::exited};
  if (warp.active.contains(lane)) return {Activity::State::running};
  for (auto token = warp.tokens.rbegin(); token != warp.tokens.rend(); ++token)
    if (token->mask.contains(lane)) return {Activity::State::in_token, token->kind};
  for (const auto& blocked : warp.blocked)
    if (blocked.mask.contains(lane)) return {Activity::State::blocked, {}, blocked.row, place_of(blocked)};
  for (const auto& group : warp.ready)
    if (group.mask.contains(lane)) return {Activity::State::ready, {}, group.index};
  return {Activity::State::not_started};
}

/// The list of events, one a line.
class Events {
 public:
  explicit Events(const Sink& sink) : sink_(sink) {}

  void add(std::string_view event) {
    sink_(first_ ? "\n" : ",\n");
    sink_(event);
    first_ = false;
  }

 private:
  const Sink& sink_;
  bool first_ = true;
};

/// The events of one run; its process is numbered like the run, from 1.
class Writer {
 public:
  Writer(const Scene& scene, const Run& run, int process, Events& out)
      : scene_(scene), run_(run), process_(process), out_(out) {}

  void write() {
    name_tracks();
    TimelineCursor replay(run_.timeline);
    write_state(replay.state(), 0);
    auto event = run_.timeline.events.begin();
    const auto rows = rows_of(run_.timeline);
    while (replay.more()) {
      const std::uint64_t step = replay.advance();
      for (; event != run_.timeline.events.end() && event->step == step; ++event) mark(*event, rows);
      write_state(replay.state(), step);
    }
    for (int lane = 0; lane < core::lane_count; ++lane) close(lane, time_of(run_.timeline, run_.timeline.steps));
  }

 private:
  struct Span {
    Activity what;
    std::uint64_t since = 0;  ///< as time_of() has it
  };

  std::string address_of(std::uint32_t row) const {
    const auto& rows = scene_.kernels[run_.kernel].function.instructions;
    return row < rows.size() ? fmt::format("0x{:x}", rows[row].address) : "the end";
  }

  std::string in_words(const Activity& activity) const {
    switch (activity.state) {
      case Activity::State::running: return "running";
      case Activity::State::in_token: return fmt::format("waiting in {}", to_string(activity.kind));
      case Activity::State::ready: return "ready at " + address_of(activity.row);
      case Activity::State::blocked: return fmt::format("blocked at {}, {}", activity.place, address_of(activity.row));
      case Activity::State::exited: return "exited";
      default: return "not started";
    }
  }

  void metadata(int track, const char* key, const std::string& value) {
    const Json event = {{"ph", "M"}, {"pid", process_}, {"tid", track}, {"name", key}, {"args", {{"name", value}}}};
    out_.add(event.dump());
  }

  void name_tracks() {
    const auto& kernel = scene_.kernels[run_.kernel];
    std::string process = kernel.title + ", " + run_.pattern;
    if (!run_.warp.empty()) process += ", " + run_.warp;
    for (const std::size_t index : run_.generations) process += ", " + scene_.generations[index].generation.name;
    metadata(0, "process_name", report::clean_utf8(process));
    for (int lane = 0; lane < core::lane_count; ++lane) metadata(lane, "thread_name", fmt::format("lane {:02}", lane));
    metadata(code_track, "thread_name", "divergence");
  }

  /// Ends and begins spans where what a lane does has changed, and reports how much waits.
  void write_state(const WarpState& state, std::uint64_t step) {
    const std::uint64_t time = time_of(run_.timeline, step);
    for (int lane = 0; lane < core::lane_count; ++lane) {
      Span& span = lanes_[static_cast<std::size_t>(lane)];
      const Activity what = activity_of(state, lane);
      if (span.what == what) continue;
      close(lane, time);
      span = {what, time};
    }
    const std::pair depth = run_.has_barriers() ? std::pair{state.ready.size(), state.blocked.size()}
                                                : std::pair{state.resident, state.tokens.size() - state.resident};
    if (depth == depth_) return;
    depth_ = depth;
    constexpr auto form = R"({{"ph":"C","pid":{},"tid":0,"name":"{}","ts":{},"args":{{"{}":{},"{}":{}}}}})";
    out_.add(run_.has_barriers()
                 ? fmt::format(form, process_, "waiting groups", time, "ready", depth.first, "blocked", depth.second)
                 : fmt::format(form, process_, "stack depth", time, "on chip", depth.first, "spilled", depth.second));
  }

  void close(int lane, std::uint64_t time) {
    const Span& span = lanes_[static_cast<std::size_t>(lane)];
    if (span.what.state == Activity::State::none || time == span.since) return;
    out_.add(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":"{}","ts":{},"dur":{}}})", process_, lane,
                         in_words(span.what), span.since, time - span.since));
  }

  void mark(const Timeline::Event& event, const std::vector<std::uint32_t>& rows) {
    std::string what;
    Json arguments = Json::object();
    if (const auto* diverged = std::get_if<Timeline::Diverged>(&event.change)) {
      what = "divergence";
      arguments = {{"taken", to_string(diverged->taken)}, {"not_taken", to_string(diverged->not_taken)}};
    } else if (const auto* spilled = std::get_if<Timeline::Spilled>(&event.change)) {
      what = "spill";
      arguments = {{"entries", spilled->entries}};
    } else if (const auto* reloaded = std::get_if<Timeline::Reloaded>(&event.change)) {
      what = "reload";
      arguments = {{"entries", reloaded->entries}};
    } else if (const auto* popped = std::get_if<Timeline::Popped>(&event.change)) {
      what = popped->kind == emulator::TokenKind::div ? "other side resumes" : "re-convergence";
      arguments = {{"mask", to_string(popped->mask)}};
    } else if (const auto* blocked = std::get_if<Timeline::Blocked>(&event.change)) {
      what = "blocked at " + place_of(*blocked);
      arguments = {{"mask", to_string(blocked->mask)}, {"awaited", to_string(blocked->awaited)}};
    } else if (const auto* released = std::get_if<Timeline::Released>(&event.change)) {
      what = fmt::format("B{} releases", released->barrier);
      arguments = {{"mask", to_string(released->mask)}};
    } else {
      return;
    }
    const auto& instructions = scene_.kernels[run_.kernel].function.instructions;
    const auto& instruction = instructions[rows[event.step - 1]];
    arguments["instruction"] = report::clean_utf8(sass::to_string(instruction));
    arguments["address"] = fmt::format("0x{:x}", instruction.address);
    const Json marked = {{"ph", "i"},
                         {"s", "t"},
                         {"pid", process_},
                         {"tid", code_track},
                         {"name", what},
                         {"ts", time_of(run_.timeline, event.step)},
                         {"args", std::move(arguments)}};
    out_.add(marked.dump());
  }

  const Scene& scene_;
  const Run& run_;
  int process_;
  Events& out_;
  std::array<Span, core::lane_count> lanes_;
  std::optional<std::pair<std::size_t, std::size_t>> depth_;  ///< of tokens or groups, as last written
};

/// The meaning of a microsecond of the viewer.
std::string clock_in_words(const Scene& scene) {
  const auto timed =
      std::ranges::find_if(scene.runs, [](const Run& run) { return !run.timeline.issue_cycles.empty(); });
  if (timed == scene.runs.end())
    return "one executed warp instruction is shown as one microsecond; nothing here is a time";
  return "one cycle of the emulated clock is shown as one microsecond" +
         (timed->no_prediction.empty() ? std::string("; ") + timing::cycles_premise
                                       : "; no prediction: " + report::clean_utf8(timed->no_prediction));
}

/// Notes on everything that is shown. A run that did not finish is not shown whole.
Json remarks(const Scene& scene) {
  Json remarks{{"clock", clock_in_words(scene)}};
  for (std::size_t i = 0; i < scene.runs.size(); ++i)
    if (const auto& diagnostic = scene.runs[i].result.diagnostic)
      remarks["incomplete"].push_back(fmt::format("process {}: {}", i + 1, report::clean_utf8(reason_of(*diagnostic))));
  return remarks;
}

}  // namespace

void write_perfetto_json(const Scene& scene, const Sink& sink) {
  sink("{\"traceEvents\":[");
  Events events(sink);
  for (std::size_t i = 0; i < scene.runs.size(); ++i)
    Writer(scene, scene.runs[i], static_cast<int>(i) + 1, events).write();
  sink("\n],\"displayTimeUnit\":\"ns\",\"otherData\":" + remarks(scene).dump() + "}\n");
}

}  // namespace reconverge::explorer
