// SPDX-License-Identifier: MIT
#include "unit/emulator/scene.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <bit>

#include "sass/reader.hpp"

namespace reconverge::emulator::testing {
namespace {

void append(std::string& text, const std::string& word) {
  if (!text.empty()) text += ' ';
  text += word;
}

}  // namespace

std::string listing(std::string_view rows, std::string_view arch) {
  std::string text = fmt::format("code for {}\n\tFunction : test\n", arch);
  const int number = sass::arch_number(arch).value_or(0);
  const auto bytes = static_cast<std::uint64_t>(sass::instruction_bytes(number));
  std::uint64_t address = 0;
  while (!rows.empty()) {
    const std::size_t end = rows.find('\n');
    std::string_view row = rows.substr(0, end);
    rows.remove_prefix(end == std::string_view::npos ? rows.size() : end + 1);
    const std::size_t first = row.find_first_not_of(' ');
    if (first == std::string_view::npos) continue;
    row.remove_prefix(first);
    if (row == "...") {
      text += "...\n";
      address += 8 * bytes;
    } else if (row.ends_with(':')) {
      text += fmt::format("{}\n", row);
    } else {
      if (sass::is_place_of_control_word(number, address)) address += 8;
      text += fmt::format("/*{:04x}*/ {}{}\n", address, row, row.find(';') == std::string_view::npos ? ";" : "");
      address += bytes;
    }
  }
  return text;
}

std::string lanes_of(core::LaneMask mask) {
  std::string text;
  for (int lane = 0; lane < core::lane_count; ++lane)
    if (mask.contains(lane)) text += static_cast<char>(lane < 10 ? '0' + lane : 'a' + lane - 10);
  return text.empty() ? "-" : text;
}

std::string to_string(ControlTransfer transfer) {
  constexpr std::array<std::string_view, control_transfer_count> names = {
      "fell_through",          "jumped",          "diverged_fall_through_first",
      "diverged_taken_first",  "jumped_indirect", "diverged_lowest_lane_first",
      "diverged_others_first", "reconverged",     "reconverged_at_rewritten_barrier",
      "left_barrier",          "kept_barrier",    "exited_some",
      "resumed_newest",        "resumed_older",   "completed_by_break",
      "completed_by_exit",     "yielded_alone",   "synchronised",
      "synchronised_last",     "block_barrier",   "collective_last_first",
      "collective_others"};
  return std::string(names[static_cast<std::size_t>(transfer)]);
}

class Scene::Recorder final : public Listener {
 public:
  Recorder(const Executable& executable, Scene& scene) : executable_(executable), scene_(scene) {}

  bool wants_issued() const override { return true; }
  void issued(const Issued& event) override {
    append(scene_.trace_,
           fmt::format("{}:{}", executable_.function.instructions[event.at.index].mnemonic, lanes_of(event.executing)));
  }
  void pushed(const Pushed& event) override {
    append(scene_.stack_events_, fmt::format("+{}:{}", to_string(event.kind), lanes_of(event.mask)));
  }
  void popped(const Popped& event) override {
    append(scene_.stack_events_, fmt::format("-{}:{}", to_string(event.kind), lanes_of(event.mask)));
  }
  void branched(const Branched& event) override {
    line(fmt::format("branch {}/{}", lanes_of(event.taken), lanes_of(event.not_taken)));
  }
  void lanes_exited(const LanesExited& event) override { line("exit " + lanes_of(event.mask)); }
  void transferred(const Transferred& event) override {
    line(fmt::format("{} {} {}", to_string(event.transfer), lanes_of(event.group), address(event.index)));
  }
  void parked(const Parked& event) override {
    line(fmt::format("park {} {}", lanes_of(event.mask), address(event.index)));
  }
  void armed(const Armed& event) override { line(fmt::format("arm B{}:{}", event.barrier, lanes_of(event.mask))); }
  void blocked(const Blocked& event) override {
    line(fmt::format("block B{}:{} for {}", event.barrier, lanes_of(event.mask), lanes_of(event.awaited)));
  }
  void released(const Released& event) override {
    line(fmt::format("release B{}:{}", event.barrier, lanes_of(event.mask)));
  }

 private:
  std::string address(std::uint32_t index) const { return fmt::format("0x{:x}", executable_.address_of(index)); }
  void line(const std::string& text) { scene_.barrier_events_ += text + "\n"; }

  const Executable& executable_;
  Scene& scene_;
};

Scene::Scene(std::string_view rows, std::string_view arch)
    : text_(listing(rows, arch)), arch_(sass::arch_number(arch).value_or(0)) {}

std::unique_ptr<Mechanism> Scene::mechanism() const {
  if (arch_ >= 70) return std::make_unique<ConvergenceBarriers>(policy);
  return std::make_unique<TokenStack>(spill, order);
}

core::Result<Executable> Scene::decoded(const Mechanism& mechanism) const {
  auto function = sass::read_function(text_, "test.sass");
  if (!function) return function.error();
  return decode(std::move(function).value(), mechanism, constants, "test.sass");
}

std::optional<core::Diagnostic> Scene::decoding_error() const {
  const auto executable = decoded(*mechanism());
  if (executable) return std::nullopt;
  return executable.error();
}

RunResult Scene::run() {
  const auto mechanism = this->mechanism();
  const auto executable = decoded(*mechanism);
  if (!executable) {
    ADD_FAILURE() << to_string(executable.error()) << "\n" << text_;
    return {Ending::stopped, 0, executable.error()};
  }
  trace_.clear();
  stack_events_.clear();
  barrier_events_.clear();
  Recorder recorder(executable.value(), *this);
  std::vector<Listener*> all = listeners;
  all.push_back(&recorder);
  return emulator::run(executable.value(), warp, *mechanism, Events(all), limits, live, "test.sass");
}

LaneVector result_of(Scene& scene, int index) {
  scene.live = core::LaneMask::all();
  const RunResult result = scene.run();
  if (result.diagnostic) ADD_FAILURE() << to_string(*result.diagnostic);
  return scene.warp.register_value(index);
}

core::LaneValues same(std::uint32_t value) {
  core::LaneValues values;
  values.fill(value);
  return values;
}

core::LaneValues same_float(float value) { return same(std::bit_cast<std::uint32_t>(value)); }

}  // namespace reconverge::emulator::testing
