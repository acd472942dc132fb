#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "explorer/formats.hpp"
#include "explorer/replay.hpp"
#include "report/formats/utf8.hpp"
#include "sass/print/listing.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using observers::Timeline;

constexpr int code_track = core::lane_count;  // below the lanes

/// What a lane does: one of these, or it waits in a token of a kind.
struct Activity {
  enum class State : std::uint8_t { none, not_started, running, waiting, exited };
  State state = State::none;
  emulator::TokenKind kind{};  ///< of the token, if it waits

  friend bool operator==(const Activity&, const Activity&) = default;
};

Activity activity_of(const WarpState& warp, int lane) {
  if (warp.exited.contains(lane)) return {Activity::State::exited};
  if (warp.active.contains(lane)) return {Activity::State::running};
  for (auto token = warp.tokens.rbegin(); token != warp.tokens.rend(); ++token)
    if (token->mask.contains(lane)) return {Activity::State::waiting, token->kind};
  return {Activity::State::not_started};
}

std::string in_words(const Activity& activity) {
  switch (activity.state) {
    case Activity::State::running: return "running";
    case Activity::State::waiting: return fmt::format("waiting in {}", to_string(activity.kind));
    case Activity::State::exited: return "exited";
    default: return "not started";
  }
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
    Replay replay(run_.timeline);
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
    Activity what;
    std::uint64_t since = 0;
  };

  void metadata(int track, const char* key, const std::string& value) {
    const Json event = {{"ph", "M"},
                        {"pid", process_},
                        {"tid", track},
                        {"name", key},
                        {"args", {{"name", value}}}};
    out_.add(event.dump());
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

  /// Ends and begins spans where what a lane does has changed, and tells a new depth of the stack.
  void tell(const WarpState& state, std::uint64_t step) {
    for (int lane = 0; lane < core::lane_count; ++lane) {
      Span& span = lanes_[static_cast<std::size_t>(lane)];
      const Activity what = activity_of(state, lane);
      if (span.what == what) continue;
      close(lane, step);
      span = {what, step};
    }
    const std::pair depth{state.resident, state.tokens.size() - state.resident};
    if (depth == depth_) return;
    depth_ = depth;
    out_.add(fmt::format(
        R"({{"ph":"C","pid":{},"tid":0,"name":"stack depth","ts":{},"args":{{"on chip":{},"spilled":{}}}}})",
        process_, step, depth.first, depth.second));
  }

  void close(int lane, std::uint64_t step) {
    const Span& span = lanes_[static_cast<std::size_t>(lane)];
    if (span.what.state == Activity::State::none || step == span.since) return;
    out_.add(fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":"{}","ts":{},"dur":{}}})", process_, lane,
                         in_words(span.what), span.since, step - span.since));
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
    const Json marked = {{"ph", "i"},
                         {"s", "t"},
                         {"pid", process_},
                         {"tid", code_track},
                         {"name", what},
                         {"ts", event.step},
                         {"args", std::move(arguments)}};
    out_.add(marked.dump());
  }

  const Scene& scene_;
  const Run& run_;
  int process_;
  Events& out_;
  std::array<Span, core::lane_count> lanes_;
  std::optional<std::pair<std::size_t, std::size_t>> depth_;  ///< on chip and spilled, as told last
};

}  // namespace

void write_perfetto_json(const Scene& scene, const Sink& sink) {
  sink("{\"traceEvents\":[");
  Events events(sink);
  for (std::size_t i = 0; i < scene.runs.size(); ++i)
    Writer(scene, scene.runs[i], static_cast<int>(i) + 1, events).write();
  sink("\n],\"displayTimeUnit\":\"ns\",\"otherData\":{\"clock\":"
       "\"one executed warp instruction is shown as one microsecond; nothing here is a time\"}}\n");
}

}  // namespace reconverge::explorer
