#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "explorer/formats.hpp"
#include "explorer/replay.hpp"
#include "report/formats/utf8.hpp"
#include "sass/print/listing.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using observers::Timeline;

constexpr int code_track = core::lane_count;  // below the lanes

/// What a lane does in a state: "running", "waiting for SYNC", "exited".
std::string activity(const WarpState& state, int lane) {
  if (state.exited.contains(lane)) return "exited";
  if (state.active.contains(lane)) return "running";
  for (auto token = state.tokens.rbegin(); token != state.tokens.rend(); ++token)
    if (token->mask.contains(lane)) return fmt::format("waiting in {}", to_string(token->kind));
  return "not started";
}

/// The events of one run; its process is numbered like the run, from 1.
class Writer {
 public:
  Writer(const Scene& scene, const Run& run, int process, Json& out)
      : scene_(scene), run_(run), process_(process), out_(out) {}

  void write() {
    name_tracks();
    Replay replay(run_.timeline);
    for (auto& [what, since] : lanes_) what.clear(), since = 0;
    tell(replay.state(), 0);
    auto event = run_.timeline.events.begin();
    const auto rows = rows_of(run_.timeline);
    while (replay.more()) {
      const std::uint64_t step = replay.advance();
      for (; event != run_.timeline.events.end() && event->step == step; ++event)
        mark(*event, rows);
      tell(replay.state(), step);
    }
    for (int lane = 0; lane < core::lane_count; ++lane) close(lane, run_.timeline.steps);
  }

 private:
  struct Span {
    std::string what;
    std::uint64_t since = 0;
  };

  void metadata(int track, const char* key, const std::string& value) {
    out_.push_back({{"ph", "M"},
                    {"pid", process_},
                    {"tid", track},
                    {"name", key},
                    {"args", {{"name", value}}}});
  }

  void name_tracks() {
    const auto& kernel = scene_.kernels[run_.kernel];
    std::string process = kernel.title + ", " + run_.pattern;
    for (const std::size_t index : run_.generations)
      process += ", " + scene_.generations[index].generation.name;
    metadata(0, "process_name", report::clean_utf8(process));
    for (int lane = 0; lane < core::lane_count; ++lane)
      metadata(lane, "thread_name", fmt::format("lane {:02}", lane));
    metadata(code_track, "thread_name", "divergence");
  }

  /// Ends and begins spans where what a lane does has changed.
  void tell(const WarpState& state, std::uint64_t step) {
    for (int lane = 0; lane < core::lane_count; ++lane) {
      Span& span = lanes_[static_cast<std::size_t>(lane)];
      const std::string what = activity(state, lane);
      if (span.what == what) continue;
      close(lane, step);
      span = {what, step};
    }
    out_.push_back(
        {{"ph", "C"},
         {"pid", process_},
         {"tid", 0},
         {"name", "stack depth"},
         {"ts", step},
         {"args",
          {{"on chip", state.resident}, {"spilled", state.tokens.size() - state.resident}}}});
  }

  void close(int lane, std::uint64_t step) {
    const Span& span = lanes_[static_cast<std::size_t>(lane)];
    if (span.what.empty() || step == span.since) return;
    out_.push_back({{"ph", "X"},
                    {"pid", process_},
                    {"tid", lane},
                    {"name", span.what},
                    {"ts", span.since},
                    {"dur", step - span.since}});
  }

  void mark(const Timeline::Event& event, const std::vector<std::uint32_t>& rows) {
    std::string what;
    Json arguments = Json::object();
    if (const auto* diverged = std::get_if<Timeline::Diverged>(&event.change)) {
      what = "divergence";
      arguments = {{"taken", to_string(diverged->taken)},
                   {"not_taken", to_string(diverged->not_taken)}};
    } else if (const auto* spilled = std::get_if<Timeline::Spilled>(&event.change)) {
      what = "spill";
      arguments = {{"entries", spilled->entries}};
    } else if (const auto* reloaded = std::get_if<Timeline::Reloaded>(&event.change)) {
      what = "reload";
      arguments = {{"entries", reloaded->entries}};
    } else if (const auto* popped = std::get_if<Timeline::Popped>(&event.change)) {
      what = popped->kind == emulator::TokenKind::div ? "other side resumes" : "re-convergence";
      arguments = {{"mask", to_string(popped->mask)}};
    } else {
      return;
    }
    const auto& instructions = scene_.kernels[run_.kernel].function.instructions;
    const auto& instruction = instructions[rows[event.step - 1]];
    arguments["instruction"] = report::clean_utf8(sass::to_string(instruction));
    arguments["address"] = fmt::format("0x{:x}", instruction.address);
    out_.push_back({{"ph", "i"},
                    {"s", "t"},
                    {"pid", process_},
                    {"tid", code_track},
                    {"name", what},
                    {"ts", event.step},
                    {"args", std::move(arguments)}});
  }

  const Scene& scene_;
  const Run& run_;
  int process_;
  Json& out_;
  std::array<Span, core::lane_count> lanes_;
};

}  // namespace

Json perfetto_json(const Scene& scene) {
  Json events = Json::array();
  for (std::size_t i = 0; i < scene.runs.size(); ++i)
    Writer(scene, scene.runs[i], static_cast<int>(i) + 1, events).write();
  return {
      {"traceEvents", std::move(events)},
      {"displayTimeUnit", "ns"},
      {"otherData",
       {{"clock",
         "one executed warp instruction is shown as one microsecond; nothing here is a time"}}}};
}

}  // namespace reconverge::explorer
