// SPDX-License-Identifier: MIT
// NVIDIA's management library (NVML), loaded at run time; the functions and the record are those of
// its documentation.

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "gpu/machine.hpp"

namespace reconverge::gpu {
namespace {

using Handle = void*;

struct ProcessRecord {
  unsigned process = 0;
  unsigned long long used_memory = 0;
  unsigned gpu_instance = 0;
  unsigned compute_instance = 0;
};

constexpr int multiprocessor_clock = 1;

struct Management {
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*by_pci)(const char*, Handle*) = nullptr;
  int (*processes)(Handle, unsigned*, ProcessRecord*) = nullptr;
  int (*clock)(Handle, int, unsigned*) = nullptr;
  int (*highest_clock)(Handle, int, unsigned*) = nullptr;
};

template <typename Function> bool find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

bool bind(void* library, Management& api) {
  return find(library, "nvmlInit_v2", api.init) && find(library, "nvmlShutdown", api.shutdown) &&
         find(library, "nvmlDeviceGetHandleByPciBusId_v2", api.by_pci) &&
         find(library, "nvmlDeviceGetComputeRunningProcesses_v3", api.processes) &&
         find(library, "nvmlDeviceGetClockInfo", api.clock) &&
         find(library, "nvmlDeviceGetMaxClockInfo", api.highest_clock);
}

Check unknown(std::string why) {
  return {
      "other users", Check::State::limited, std::move(why), "everything; other users of the cards cannot be seen", "",
      false};
}

Check look_at(const Management& api, const DeviceInfo& info) {
  const std::string name = fmt::format("GPU {}: other users", info.id);
  Handle device = nullptr;
  if (api.by_pci(fmt::format("00000000:{}.0", info.pci).c_str(), &device) != 0)
    return {name, Check::State::limited, "the management library does not know this card", "everything", "", false};
  std::array<ProcessRecord, 64> records{};
  unsigned count = records.size();
  const int status = api.processes(device, &count, records.data());
  unsigned others = 0;
  for (unsigned i = 0; status == 0 && i < count && i < records.size(); ++i)
    if (records[i].process != static_cast<unsigned>(getpid())) ++others;
  unsigned now = 0, highest = 0;
  api.clock(device, multiprocessor_clock, &now);
  api.highest_clock(device, multiprocessor_clock, &highest);
  const std::string clocks = fmt::format("clock {} of {} MHz", now, highest);
  if (status != 0) return {name, Check::State::limited, "not known; " + clocks, "everything", "", false};
  if (others == 0) return {name, Check::State::found, "none; " + clocks, "", "", false};
  return {name,
          Check::State::limited,
          fmt::format("{} other processes compute on it; {}", others, clocks),
          "everything; cycles of one warp seldom change, samples may spread",
          "measure when the card is idle",
          false};
}

}  // namespace

std::vector<Check> other_users(const std::vector<DeviceInfo>& devices) {
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  Management api;
  if (library == nullptr || !bind(library, api) || api.init() != 0)
    return {unknown("no management library (libnvidia-ml.so.1)")};
  std::vector<Check> checks;
  for (const DeviceInfo& info : devices) checks.push_back(look_at(api, info));
  api.shutdown();
  return checks;
}

}  // namespace reconverge::gpu
