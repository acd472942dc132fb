// SPDX-License-Identifier: MIT
// Counters through CUPTI's range profiler (CUDA 12.6 and later). The library is loaded at run time;
// its headers are used to build. One range is one launch: CUPTI marks the ranges itself and replays
// the kernel as often as the counters need passes.

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cupti_version.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <filesystem>

#include "gpu/counters.hpp"

namespace reconverge::gpu {
namespace {

using core::Done;
using core::Result;

/// The entry points, with the types that the headers give them.
struct Api {
  decltype(&cuptiGetVersion) version = nullptr;
  decltype(&cuptiGetResultString) result_text = nullptr;
  decltype(&cuptiProfilerInitialize) initialise = nullptr;
  decltype(&cuptiProfilerGetCounterAvailability) availability = nullptr;
  decltype(&cuptiDeviceGetChipName) chip_name = nullptr;
  decltype(&cuptiProfilerHostInitialize) host_open = nullptr;
  decltype(&cuptiProfilerHostDeinitialize) host_close = nullptr;
  decltype(&cuptiProfilerHostConfigAddMetrics) add_metrics = nullptr;
  decltype(&cuptiProfilerHostGetConfigImageSize) config_size = nullptr;
  decltype(&cuptiProfilerHostGetConfigImage) config_image = nullptr;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) evaluate = nullptr;
  decltype(&cuptiRangeProfilerEnable) enable = nullptr;
  decltype(&cuptiRangeProfilerDisable) disable = nullptr;
  decltype(&cuptiRangeProfilerGetCounterDataSize) data_size = nullptr;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) data_initialise = nullptr;
  decltype(&cuptiRangeProfilerSetConfig) set_config = nullptr;
  decltype(&cuptiRangeProfilerStart) start = nullptr;
  decltype(&cuptiRangeProfilerStop) stop = nullptr;
  decltype(&cuptiRangeProfilerDecodeData) decode = nullptr;
  decltype(&cuptiRangeProfilerGetCounterDataInfo) data_info = nullptr;
};

template <typename Function> bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool bind(void* library, Api& api) {
  return find(library, "cuptiGetVersion", api.version) && find(library, "cuptiGetResultString", api.result_text) &&
         find(library, "cuptiProfilerInitialize", api.initialise) &&
         find(library, "cuptiProfilerGetCounterAvailability", api.availability) &&
         find(library, "cuptiDeviceGetChipName", api.chip_name) &&
         find(library, "cuptiProfilerHostInitialize", api.host_open) &&
         find(library, "cuptiProfilerHostDeinitialize", api.host_close) &&
         find(library, "cuptiProfilerHostConfigAddMetrics", api.add_metrics) &&
         find(library, "cuptiProfilerHostGetConfigImageSize", api.config_size) &&
         find(library, "cuptiProfilerHostGetConfigImage", api.config_image) &&
         find(library, "cuptiProfilerHostEvaluateToGpuValues", api.evaluate) &&
         find(library, "cuptiRangeProfilerEnable", api.enable) &&
         find(library, "cuptiRangeProfilerDisable", api.disable) &&
         find(library, "cuptiRangeProfilerGetCounterDataSize", api.data_size) &&
         find(library, "cuptiRangeProfilerCounterDataImageInitialize", api.data_initialise) &&
         find(library, "cuptiRangeProfilerSetConfig", api.set_config) &&
         find(library, "cuptiRangeProfilerStart", api.start) && find(library, "cuptiRangeProfilerStop", api.stop) &&
         find(library, "cuptiRangeProfilerDecodeData", api.decode) &&
         find(library, "cuptiRangeProfilerGetCounterDataInfo", api.data_info);
}

/// A parameter block, zeroed, that knows its size.
template <typename Parameters> Parameters block(std::size_t size) {
  Parameters parameters{};
  parameters.structSize = size;
  return parameters;
}

bool is_denied(CUptiResult result) {
  return result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
         result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
}

class CuptiSession final : public CounterSession {
 public:
  CuptiSession(Device& device, const Api& api) : device_(device), api_(api) {}
  ~CuptiSession() override {
    if (range_ != nullptr && device_.lost().empty()) {
      auto off = block<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
      off.pRangeProfilerObject = range_;
      api_.disable(&off);
    }
    if (host_ != nullptr) {
      auto close = block<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
      close.pHostObject = host_;
      api_.host_close(&close);
    }
  }

  /// The first call that fails, as a status with its reason.
  bool prepare(Counters& why_not) {
    std::uint32_t version = 0;
    api_.version(&version);
    interface_ = fmt::format("CUPTI range profiler, API {}", version);
    auto begin = block<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    auto chip = block<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    chip.deviceIndex = static_cast<std::size_t>(device_.info().id);
    return check(api_.initialise(&begin), "start the profiler", why_not) &&
           check(api_.chip_name(&chip), "name the chip", why_not) && open_host(chip.pChipName, why_not) &&
           choose_metrics(why_not) && enable(why_not);
  }

  std::vector<Counters> collect(const std::vector<std::function<Result<Done>()>>& launches) override {
    Counters failure;
    // Kept until the session ends: CUPTI keeps a pointer to the image of its last configuration.
    std::vector<std::uint8_t>& data = images_.emplace_back();
    if (!configure(launches.size(), data, failure) || !run(launches, failure))
      return {launches.size(), finished(failure)};
    auto info =
        block<CUpti_RangeProfiler_GetCounterDataInfo_Params>(CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = data.data();
    info.counterDataImageSize = data.size();
    if (!check(api_.data_info(&info), "count the ranges", failure)) return {launches.size(), finished(failure)};
    if (info.numTotalRanges != launches.size()) {
      failure.status = CounterStatus::empty;
      failure.reason =
          fmt::format("{} launches were counted, {} ranges came back", launches.size(), info.numTotalRanges);
      return {launches.size(), finished(failure)};
    }
    std::vector<Counters> all;
    for (std::size_t range = 0; range < launches.size(); ++range) all.push_back(evaluate(data, range));
    return all;
  }

 private:
  bool check(CUptiResult result, const char* what, Counters& failure) const {
    if (result == CUPTI_SUCCESS) return true;
    const char* text = nullptr;
    api_.result_text(result, &text);
    failure.status = is_denied(result) ? CounterStatus::denied : CounterStatus::absent;
    failure.reason = fmt::format("CUPTI cannot {}: {}", what, text != nullptr ? text : std::to_string(result));
    if (is_denied(result))
      failure.reason += "; allow it with the driver option NVreg_RestrictProfilingToAdminUsers=0, or run as root";
    failure.interface = interface_;
    return false;
  }

  Counters finished(Counters failure) const {
    failure.interface = interface_;
    return failure;
  }

  bool open_host(const char* chip, Counters& why_not) {
    auto ask =
        block<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    ask.ctx = static_cast<CUcontext>(device_.context());
    if (!check(api_.availability(&ask), "ask which counters there are", why_not)) return false;
    available_.resize(ask.counterAvailabilityImageSize);
    ask.pCounterAvailabilityImage = available_.data();
    if (!check(api_.availability(&ask), "ask which counters there are", why_not)) return false;
    auto open = block<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    open.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    open.pChipName = chip;
    open.pCounterAvailabilityImage = available_.data();
    if (!check(api_.host_open(&open), "describe the chip", why_not)) return false;
    host_ = open.pHostObject;
    return true;
  }

  /// Each metric by itself: one that this chip lacks takes no other with it.
  bool choose_metrics(Counters& why_not) {
    wanted_ = wanted_counters();
    for (const WantedCounter& wanted : wanted_) {
      const char* name = wanted.metric.data();
      auto add =
          block<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
      add.pHostObject = host_;
      add.ppMetricNames = &name;
      add.numMetrics = 1;
      Counters failure;
      if (check(api_.add_metrics(&add), "schedule the metric", failure)) metrics_.push_back(name);
      else missing_.emplace_back(wanted.metric, failure.reason);
    }
    if (!metrics_.empty()) return read_config(why_not);
    why_not = {CounterStatus::absent, "this chip has none of the counters", interface_, {}};
    return false;
  }

  bool read_config(Counters& why_not) {
    auto size =
        block<CUpti_Profiler_Host_GetConfigImageSize_Params>(CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = host_;
    if (!check(api_.config_size(&size), "plan the passes", why_not)) return false;
    config_.resize(size.configImageSize);
    auto image =
        block<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    image.pHostObject = host_;
    image.configImageSize = config_.size();
    image.pConfigImage = config_.data();
    return check(api_.config_image(&image), "plan the passes", why_not);
  }

  bool enable(Counters& why_not) {
    auto on = block<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    on.ctx = static_cast<CUcontext>(device_.context());
    if (!check(api_.enable(&on), "acquire the counters", why_not)) return false;
    range_ = on.pRangeProfilerObject;
    return true;
  }

  bool configure(std::size_t ranges, std::vector<std::uint8_t>& data, Counters& failure) {
    auto size =
        block<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = range_;
    size.pMetricNames = metrics_.data();
    size.numMetrics = metrics_.size();
    size.maxNumOfRanges = ranges;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
    if (!check(api_.data_size(&size), "plan the buffer", failure)) return false;
    data.resize(size.counterDataSize);
    auto clear = block<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    clear.pRangeProfilerObject = range_;
    clear.counterDataSize = data.size();
    clear.pCounterData = data.data();
    if (!check(api_.data_initialise(&clear), "prepare the buffer", failure)) return false;
    auto set = block<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    set.pRangeProfilerObject = range_;
    set.configSize = config_.size();
    set.pConfig = config_.data();
    set.counterDataImageSize = data.size();
    set.pCounterDataImage = data.data();
    set.range = CUPTI_AutoRange;
    set.replayMode = CUPTI_KernelReplay;
    set.maxRangesPerPass = ranges;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    return check(api_.set_config(&set), "configure the counters", failure);
  }

  bool run(const std::vector<std::function<Result<Done>()>>& launches, Counters& failure) {
    auto start = block<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    start.pRangeProfilerObject = range_;
    if (!check(api_.start(&start), "start counting", failure)) return false;
    std::string launch_failure;
    for (const auto& launch : launches) {
      const auto done = launch();
      if (!done) launch_failure = done.error().message;
      if (!done) break;
    }
    auto stop = block<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stop.pRangeProfilerObject = range_;
    if (!device_.lost().empty() || !launch_failure.empty()) {
      failure.status = CounterStatus::empty;
      failure.reason = "a launch under the counters failed: " + launch_failure;
      if (device_.lost().empty()) api_.stop(&stop);
      return false;
    }
    auto decode = block<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = range_;
    return check(api_.stop(&stop), "stop counting", failure) &&
           check(api_.decode(&decode), "read the counters", failure);
  }

  Counters evaluate(const std::vector<std::uint8_t>& data, std::size_t range) {
    std::vector<double> values(metrics_.size(), std::nan(""));
    auto ask = block<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    ask.pHostObject = host_;
    ask.pCounterDataImage = data.data();
    ask.counterDataImageSize = data.size();
    ask.rangeIndex = range;
    ask.ppMetricNames = metrics_.data();
    ask.numMetrics = metrics_.size();
    ask.pMetricValues = values.data();
    Counters counters;
    if (!check(api_.evaluate(&ask), "evaluate the counters", counters)) return finished(counters);
    counters.status = CounterStatus::ok;
    counters.interface = interface_;
    for (const WantedCounter& wanted : wanted_) counters.values.push_back(value_of(wanted, values));
    if (counters.values.front().value.value_or(0) > 0) return counters;
    counters.status = CounterStatus::empty;
    counters.reason = "the counters were read, but the warp's instructions read 0";
    return counters;
  }

  Counter value_of(const WantedCounter& wanted, const std::vector<double>& values) const {
    Counter counter{std::string(wanted.key), std::string(wanted.metric), std::nullopt, ""};
    for (std::size_t i = 0; i < metrics_.size(); ++i)
      if (wanted.metric == metrics_[i] && std::isfinite(values[i])) counter.value = values[i];
    for (const auto& [metric, reason] : missing_)
      if (metric == wanted.metric) counter.absent_because = reason;
    if (!counter.value && counter.absent_because.empty()) counter.absent_because = "the counter gave no number";
    return counter;
  }

  Device& device_;
  Api api_;
  std::string interface_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  CUpti_RangeProfiler_Object* range_ = nullptr;
  std::vector<std::uint8_t> available_;
  std::vector<std::uint8_t> config_;
  std::deque<std::vector<std::uint8_t>> images_;
  std::vector<WantedCounter> wanted_;
  std::vector<const char*> metrics_;
  std::vector<std::pair<std::string_view, std::string>> missing_;
};

/// CUPTI finds its helper libraries by name; they lie beside it.
void load_helpers(const std::filesystem::path& library) {
  for (const char* name : {"libnvperf_target.so", "libnvperf_host.so"})
    dlopen((library.parent_path() / name).c_str(), RTLD_NOW | RTLD_GLOBAL);
}

}  // namespace

std::unique_ptr<CounterSession> CounterSession::open(Device& device, const toolchain::SearchPlaces& places,
                                                     Counters& why_not) {
  const auto library = toolchain::find_library("libcupti.so", places);
  if (!library) {
    why_not = {CounterStatus::absent, library.error().message, "", {}};
    return nullptr;
  }
  load_helpers(library->path);
  void* handle = dlopen(library->path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: it hooks into the driver
  Api api;
  if (handle == nullptr || !bind(handle, api)) {
    const char* why = handle == nullptr ? dlerror() : "it has no range profiler; CUDA 12.6 and later have one";
    why_not = {CounterStatus::absent, fmt::format("{}: {}", library->path.string(), why != nullptr ? why : ""), "", {}};
    return nullptr;
  }
  if (!device.lost().empty()) {
    why_not = {CounterStatus::absent, device.lost(), "", {}};
    return nullptr;
  }
  device.api().set_context(device.context());
  auto session = std::make_unique<CuptiSession>(device, api);
  if (!session->prepare(why_not)) return nullptr;
  return session;
}

}  // namespace reconverge::gpu
