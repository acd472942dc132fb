// SPDX-License-Identifier: MIT
#include "gpu/profiling.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace reconverge::gpu {
namespace {

namespace fs = std::filesystem;
using Presence = Check::State;

constexpr const char* without_counting = "everything but profile";
constexpr const char* without_capture = "profile counts; --capture fails";

Check of_profile(std::string name, Presence state, std::string detail, std::string remedy = "") {
  return {.name = std::move(name),
          .state = state,
          .detail = std::move(detail),
          .still_works = state == Presence::found ? "" : without_counting,
          .remedy = std::move(remedy),
          .required_by_profile = state == Presence::missing};
}

/// RECONVERGE_PROC replaces /proc, for containers that have the host's elsewhere.
fs::path process_files() {
  const char* chosen = std::getenv("RECONVERGE_PROC");  // NOLINT(concurrency-mt-unsafe)
  return chosen == nullptr || *chosen == '\0' ? "/proc" : chosen;
}

/// The value of "NAME: VALUE" in a file; nothing without such a line.
std::optional<std::string> value_in(const fs::path& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name + ":")) continue;
    const std::size_t begin = line.find_first_not_of(" \t", name.size() + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return std::nullopt;
}

Check injected_library(const core::Result<std::string>& injected) {
  if (injected) return of_profile("injected library", Presence::found, *injected);
  return of_profile("injected library", Presence::missing, injected.error().message, injected.error().hint);
}

/// "13.0" of CUDA 13 and later; earlier ones counted releases of the interface.
std::string version_text(std::uint32_t version) {
  if (version < 100'000) return fmt::format("interface {}", version);
  return fmt::format("CUDA {}.{}", version / 10'000, version / 100 % 100);
}

std::optional<std::uint32_t> major_of(std::string_view version) {
  std::uint32_t major = 0;
  const auto read = std::from_chars(version.data(), version.data() + version.size(), major);
  if (read.ec != std::errc()) return std::nullopt;
  return major;
}

/// The limits of a CUPTI with this driver, from their versions.
Check compare_versions(std::string detail, std::uint32_t version, const std::string& driver) {
  const auto supported = major_of(driver);
  const bool is_newer = version >= 100'000 && supported && version / 10'000 > *supported;
  if (!is_newer) return of_profile("CUPTI", Presence::found, std::move(detail));
  return of_profile("CUPTI", Presence::missing, detail + fmt::format("; the driver is of CUDA {}", driver),
                    fmt::format("CUPTI of CUDA {} (CUDA_HOME chooses the toolkit), or a newer driver", *supported));
}

/// @param driver  the CUDA version that the driver supports; empty: there is none
Check cupti(const Tools& tools, const std::string& driver) {
  const auto tool = toolchain::find_library("libcupti.so", tools.places);
  if (!tool) return of_profile("CUPTI", Presence::missing, tool.error().message, tool.error().hint);
  const std::string place = fmt::format("{} ({})", tool->path.string(), tool->why);
  void* const library = dlopen(tool->path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();  // NOLINT(concurrency-mt-unsafe)
    return of_profile("CUPTI", Presence::missing,
                      fmt::format("{} cannot be loaded: {}", place, why == nullptr ? "" : why),
                      "CUPTI of the driver's CUDA version, of this machine's architecture");
  }
  // It stays loaded: CUPTI does not expect to be closed.
  using Version = int(std::uint32_t*);
  auto* const ask = reinterpret_cast<Version*>(dlsym(library, "cuptiGetVersion"));
  std::uint32_t version = 0;
  const bool is_known = ask != nullptr && ask(&version) == 0;
  const std::string detail = fmt::format("{}, {}", is_known ? version_text(version) : "version not known", place);
  if (dlsym(library, "cuptiSassMetricsSetConfig") == nullptr)
    return of_profile("CUPTI", Presence::missing, detail + "; it cannot count instructions by address",
                      "CUPTI of CUDA 12.6 or later");
  return compare_versions(detail, is_known ? version : 0, driver);
}

/// Whether this process has the capability that the driver requires.
bool is_privileged() {
  constexpr unsigned sys_admin = 21;
  const auto text = value_in(process_files() / "self/status", "CapEff");
  std::uint64_t held = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), held, 16).ec != std::errc())
    return geteuid() == 0;
  return (held >> sys_admin & 1) != 0;
}

Check permission() {
  const fs::path path = process_files() / "driver/nvidia/params";
  const auto admin_only = value_in(path, "RmProfilingAdminOnly");
  const std::string setting = fmt::format("RmProfilingAdminOnly in {}", path.string());
  if (!admin_only) {
    Check unknown = of_profile("counters: permission", Presence::limited, setting + " is not there: not known",
                               "load NVIDIA's kernel module; in a container, mount the host's /proc/driver/nvidia");
    unknown.still_works = "profile, if this user may read counters";
    return unknown;
  }
  if (*admin_only == "0") return of_profile("counters: permission", Presence::found, "everybody; " + setting + " is 0");
  if (is_privileged())
    return of_profile("counters: permission", Presence::found,
                      fmt::format("administrators, as this process is one; {} is {}", setting, *admin_only));
  return of_profile("counters: permission", Presence::missing,
                    fmt::format("administrators alone; {} is {}", setting, *admin_only),
                    "run as root (a container: --cap-add=SYS_ADMIN), or load the kernel module with "
                    "NVreg_RestrictProfilingToAdminUsers=0");
}

/// Variables that NVIDIA's profilers put into the environment of applications.
std::vector<std::string> signs_in_environment() {
  constexpr std::array<std::string_view, 5> prefixes{"CUDA_INJECTION", "NSYS_", "NV_NSIGHT", "NV_TPS_", "QUADD_"};
  std::vector<std::string> signs;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (text.size() > name.size() + 1 &&
        std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); }))
      signs.emplace_back(name);
  }
  std::ranges::sort(signs);
  return signs;
}

/// Programs that hold the counters while they run, by the name that the kernel knows, which has 15 characters.
std::vector<std::string> profilers_that_run() {
  constexpr std::array<std::string_view, 6> names{"nsys",   "ncu",           "nv-nsight-cu-cl",
                                                  "nvprof", "nv-hostengine", "dcgm-exporter"};
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(process_files(), error)) {
    const std::string number = entry.path().filename().string();
    if (!std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; })) continue;
    std::string name;
    std::getline(std::ifstream(entry.path() / "comm") >> std::ws, name);
    if (std::ranges::find(names, name) != names.end()) found.push_back(fmt::format("{} (process {})", name, number));
  }
  std::ranges::sort(found);
  return found;
}

Check other_profilers() {
  std::string text;
  for (const auto& list : {signs_in_environment(), profilers_that_run()})
    for (const std::string& sign : list) text += (text.empty() ? "" : ", ") + sign;
  if (text.empty()) return of_profile("other profilers", Presence::found, "none seen in the environment or running");
  Check check = of_profile("other profilers", Presence::limited, text,
                           "end them, or unset these variables: counters have one reader at a time");
  check.still_works = "profile, if they do not read counters meanwhile";
  return check;
}

Check counting_on(const DeviceInfo& info) {
  const std::string name = fmt::format("GPU {}: instruction counts", info.id);
  const std::string capability = fmt::format("compute capability {}.{}", info.compute_major, info.compute_minor);
  if (info.compute_major >= 7) return of_profile(name, Presence::found, capability);
  Check check = of_profile(name, Presence::limited, capability + "; CUPTI counts them from 7.0 on", "another card");
  check.still_works = "profile, on other cards";
  return check;
}

/// Version of the newest driver call that a capture makes.
Check capturing() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  Check check = of_profile("captures", Presence::found, "the driver can list the parameters of a kernel");
  if (library != nullptr && dlsym(library, "cuKernelGetParamInfo") != nullptr) return check;
  check.state = Presence::limited;
  check.detail = "the driver cannot list the parameters of a kernel";
  check.still_works = without_capture;
  check.remedy = "a driver of CUDA 12.4 or later";
  return check;
}

}  // namespace

std::vector<Check> examine_profiling(const Tools& tools, const core::Result<std::string>& injected) {
  const auto driver = Driver::load();
  std::vector<Check> checks{injected_library(injected), cupti(tools, driver ? (*driver)->cuda_version() : ""),
                            permission(), other_profilers()};
  if (!driver) return checks;
  checks.push_back(capturing());
  if (const auto devices = list_devices(**driver))
    for (const DeviceInfo& info : *devices) checks.push_back(counting_on(info));
  return checks;
}

}  // namespace reconverge::gpu
