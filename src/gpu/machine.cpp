// SPDX-License-Identifier: MIT
#include "gpu/machine.hpp"

#include <fmt/format.h>

#include "toolchain/search.hpp"

namespace reconverge::gpu {
namespace {

using Presence = Check::State;

constexpr const char* without_cards = "paper, emulate, inspect, fit, predict and everything else but bench and profile";
constexpr const char* without_compiler = "everything but bench, and bench of a cubin, its clock untested";

Check missing(std::string name, const core::Diagnostic& why, std::string still_works, bool required) {
  return {std::move(name), Presence::missing, why.message, std::move(still_works), why.hint, required};
}

/// Without drivers and cards nothing that is of a card works.
Check missing_card(std::string name, const core::Diagnostic& why) {
  Check check = missing(std::move(name), why, without_cards, true);
  check.required_by_profile = true;
  return check;
}

Check found(std::string name, std::string detail) {
  return {std::move(name), Presence::found, std::move(detail), "", "", false};
}

Check compiler(const Tools& tools) {
  if (!tools.nvrtc) return missing("NVRTC", tools.nvrtc.error(), without_compiler, true);
  return found("NVRTC", fmt::format("{} ({})", tools.nvrtc->path.string(), tools.nvrtc->why));
}

Check disassembler(const Tools& tools) {
  for (const char* name : {"nvdisasm", "cuobjdump"})
    if (const auto tool = toolchain::find_program(name, tools.places); tool)
      return found("disassembler", fmt::format("{} {} ({})", name, toolchain::version_of(*tool), tool->why));
  Check check = missing("disassembler", toolchain::find_program("nvdisasm", tools.places).error(),
                        "bench measures; its verdicts are 'unchecked'", false);
  check.state = Presence::limited;
  return check;
}

Check clock_of(Device& device, const Tools& tools) {
  const std::string name = fmt::format("GPU {}: clock", device.info().id);
  const ClockTest test = test_clock(device, tools.nvrtc, 5);
  if (test.passed)
    return found(name, fmt::format("a dependent addition takes {:.2f} cycles, two reads are {} apart",
                                   *test.addition_cycles, *test.read_cycles));
  return {name, Presence::limited, test.reason, "emulation", "do not trust cycles of this card", true};
}

Check counters_of(Device& device, const Tools& tools) {
  const std::string name = fmt::format("GPU {}: counters", device.info().id);
  Counters why_not;
  if (const auto session = CounterSession::open(device, tools.places, why_not))
    return found(name, "CUPTI range profiler");
  return {name,
          Presence::limited,
          fmt::format("{}: {}", to_string(why_not.status), why_not.reason),
          "bench measures cycles; counters are null with this reason",
          why_not.status == CounterStatus::denied
              ? "NVreg_RestrictProfilingToAdminUsers=0 for the driver, or run as root"
              : "install CUPTI of CUDA 12.6 or later",
          false};
}

void examine_card(const std::shared_ptr<const Driver>& driver, const DeviceInfo& info, const Tools& tools,
                  std::vector<Check>& checks) {
  const std::string name = fmt::format("GPU {}", info.id);
  auto device = Device::open(driver, info);
  if (!device) {
    checks.push_back(missing_card(name, device.error()));
    return;
  }
  checks.push_back(found(
      name, fmt::format("{}, {}, {} multiprocessors, PCI {}", info.name, info.arch(), info.multiprocessors, info.pci)));
  checks.push_back(clock_of(**device, tools));
  checks.push_back(counters_of(**device, tools));
}

}  // namespace

std::string_view to_string(Check::State state) {
  switch (state) {
    case Presence::found: return "found";
    case Presence::missing: return "missing";
    case Presence::limited: return "limited";
  }
  return "unknown";
}

std::vector<Check> examine_machine(const Tools& tools) {
  std::vector<Check> checks;
  const auto driver = Driver::load();
  if (driver)
    checks.push_back(found(
        "driver", fmt::format("release {}, CUDA {}", (*driver)->release().empty() ? "unknown" : (*driver)->release(),
                              (*driver)->cuda_version())));
  else checks.push_back(missing_card("driver", driver.error()));
  checks.push_back(compiler(tools));
  checks.push_back(disassembler(tools));
  if (!driver) return checks;
  const auto devices = list_devices(**driver);
  if (!devices) {
    checks.push_back(missing_card("GPUs", devices.error()));
    return checks;
  }
  for (const DeviceInfo& info : *devices) examine_card(*driver, info, tools, checks);
  for (Check& check : other_users(*devices)) checks.push_back(std::move(check));
  return checks;
}

}  // namespace reconverge::gpu
