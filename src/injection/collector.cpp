#include "injection/collector.hpp"

#include <algorithm>
#include <vector>

namespace reconverge::injection {
namespace {

/// A parameter block, zeroed, that knows its size.
template <typename Parameters> Parameters block(std::size_t size) {
  Parameters parameters{};
  parameters.structSize = size;
  return parameters;
}

/// The driver calls that start kernels.
constexpr std::array launch_calls = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
};

bool is_launch(CUpti_CallbackId id) {
  return std::ranges::any_of(launch_calls, [id](auto call) { return static_cast<CUpti_CallbackId>(call) == id; });
}

bool is_graph(CUpti_CallbackId id) {
  return id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch || id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
}

bool is_extended(CUpti_CallbackId id) {
  return id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz;
}

/// Fills in the shape of a launch; returns its stream.
CUstream shape_of(CUpti_CallbackId id, const void* parameters, Launch& launch) {
  if (is_graph(id)) return static_cast<const cuGraphLaunch_params*>(parameters)->hStream;
  if (is_extended(id)) {
    const CUlaunchConfig& config = *static_cast<const cuLaunchKernelEx_params*>(parameters)->config;
    launch.grid = {config.gridDimX, config.gridDimY, config.gridDimZ};
    launch.block = {config.blockDimX, config.blockDimY, config.blockDimZ};
    launch.shared_bytes = config.sharedMemBytes;
    return config.hStream;
  }
  // A cooperative launch has the same parameters, in the same order, but for `extra` at the end.
  const auto& call = *static_cast<const cuLaunchKernel_params*>(parameters);
  launch.grid = {call.gridDimX, call.gridDimY, call.gridDimZ};
  launch.block = {call.blockDimX, call.blockDimY, call.blockDimZ};
  launch.shared_bytes = call.sharedMemBytes;
  return call.hStream;
}

void on_call(void* collector, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  static_cast<Collector*>(collector)->called(domain, id, data);
}

/// CUPTI and we call the driver from within a callback: those calls are nobody's.
thread_local bool inside = false;

}  // namespace

bool Collector::check(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return true;
  const char* why = nullptr;
  api_.result_text(result, &why);
  const bool denied =
      result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
  if (failures_.insert(what).second) writer_.add_failure(what, why == nullptr ? "" : why, denied);
  gave_up_ = gave_up_ || denied;
  return false;
}

void Collector::start() {
  if (!api_.missing.empty()) return writer_.add_failure("load CUPTI", api_.missing, false);
  CUpti_SubscriberHandle subscriber = nullptr;
  if (!check(api_.subscribe(&subscriber, on_call, this), "subscribe to launches (is another profiler attached?)"))
    return;
  for (const auto call : launch_calls)
    check(api_.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, static_cast<CUpti_CallbackId>(call)),
          "follow launches");
  // All of the domain: with callbacks of modules alone CUPTI counts the first kernel and no other (13.0, measured).
  check(api_.enable_domain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE), "follow modules");
}

void Collector::finish() {
  const std::scoped_lock lock(launches_lock_);
  writer_.add_totals(launches_);
}

void Collector::called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (inside) return;
  if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED)
    module_loaded(*static_cast<const CUpti_ResourceData*>(data));
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API && is_launch(id))
    launch_called(id, *static_cast<const CUpti_CallbackData*>(data));
}

void Collector::module_loaded(const CUpti_ResourceData& data) {
  const auto* const loaded = static_cast<const CUpti_ModuleResourceData*>(data.resourceDescriptor);
  if (loaded == nullptr || loaded->pCubin == nullptr) return;
  CUpti_GetCubinCrcParams checksum{};
  checksum.size = CUpti_GetCubinCrcParamsSize;
  checksum.cubinSize = loaded->cubinSize;
  checksum.cubin = loaded->pCubin;
  if (check(api_.cubin_checksum(&checksum), "tell cubins apart"))
    writer_.add_cubin(static_cast<std::uint32_t>(checksum.cubinCrc), loaded->pCubin, loaded->cubinSize);
}

void Collector::launch_called(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  if (data.callbackSite == CUPTI_API_ENTER) {
    launches_lock_.lock();
    inside = true;
    begin(id, data);
    inside = false;
  } else {
    inside = true;
    end();
    inside = false;
    launches_lock_.unlock();
  }
}

void Collector::begin(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  Open open;
  open.context = data.context;
  open.since = Clock::now();
  Launch& launch = open.launch;
  launch.kernel = is_graph(id) ? "(graph)" : data.symbolName == nullptr ? "" : data.symbolName;
  const CUstream stream = shape_of(id, data.functionParams, launch);
  CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
  if (!is_graph(id) && api_.is_capturing(stream, &capture) == CUDA_SUCCESS && capture != CU_STREAM_CAPTURE_STATUS_NONE)
    return;  // nothing runs yet; the launch of the graph is what counts
  launch.index = ++launches_[launch.kernel];
  // Kernels of a graph are those that were instantiated, before anything was counted: CUPTI returns nothing for them.
  if (is_graph(id)) return;
  if (gave_up_ || !is_chosen(settings_, launch.kernel, launch.index)) return;
  std::uint32_t device = 0;
  if (!check(api_.device_of(data.context, &device), "tell devices apart")) return;
  launch.device = device;
  api_.synchronise();  // or what runs already would be counted
  if (!configure(device)) return;
  auto enable = block<CUpti_SassMetricsEnable_Params>(CUpti_SassMetricsEnable_Params_STRUCT_SIZE);
  enable.ctx = data.context;
  enable.enableLazyPatching = 1;
  if (check(api_.enable(&enable), "count instructions")) open_ = std::move(open);
}

void Collector::end() {
  if (!open_) return;
  Open open = *std::move(open_);
  open_.reset();
  const CUresult ran = api_.synchronise();
  if (ran != CUDA_SUCCESS) {
    writer_.add_failure("wait for " + open.launch.kernel, "CUDA error " + std::to_string(ran), false);
    gave_up_ = true;  // the context is lost
    return;
  }
  const bool complete = read_counts(open.context, open.launch);
  auto disable = block<CUpti_SassMetricsDisable_Params>(CUpti_SassMetricsDisable_Params_STRUCT_SIZE);
  disable.ctx = open.context;
  check(api_.disable(&disable), "stop counting");
  open.launch.seconds = std::chrono::duration<double>(Clock::now() - open.since).count();
  if (complete) writer_.add_launch(open.launch);
}

bool Collector::configure(unsigned device) {
  if (configured_.contains(device)) return true;
  // Not before: the driver has to be up.
  auto begin = block<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  if (!check(api_.initialise(&begin), "start the profiler")) return false;
  auto chip = block<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  chip.deviceIndex = device;
  if (!check(api_.chip_name(&chip), "name the chip")) return false;
  std::array<CUpti_SassMetrics_Config, metric_names.size()> chosen{};
  for (std::size_t i = 0; i < metric_names.size(); ++i) {
    auto metric = block<CUpti_SassMetrics_GetProperties_Params>(CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE);
    metric.pChipName = chip.pChipName;
    metric.pMetricName = metric_names[i];
    if (!check(api_.properties(&metric), metric_names[i])) return false;
    metric_ids_[i] = metric.metric.metricId;
    // By multiprocessor or sub-partition CUPTI is faster, and gives the value of the first for all (13.0, measured).
    chosen[i] = {metric.metric.metricId, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU};
  }
  auto config = block<CUpti_SassMetricsSetConfig_Params>(CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE);
  config.numOfMetricConfig = chosen.size();
  config.pConfigs = chosen.data();
  config.deviceIndex = device;
  if (!check(api_.set_config(&config), "choose the counters")) return false;
  configured_.insert(device);
  return true;
}

bool Collector::read_counts(CUcontext context, Launch& launch) {
  auto size = block<CUpti_SassMetricsGetDataProperties_Params>(CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE);
  size.ctx = context;
  if (!check(api_.data_properties(&size), "size the counts")) return false;
  const std::size_t records = size.numOfPatchedInstructionRecords, instances = size.numOfInstances;
  if (records == 0 || instances == 0) {
    writer_.add_failure("count " + launch.kernel, "CUPTI returned no instruction", false);
    return false;
  }
  std::vector<CUpti_SassMetrics_InstanceValue> values(records * instances);
  std::vector<CUpti_SassMetrics_Data> data(records);
  for (std::size_t i = 0; i < records; ++i) {
    data[i].structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
    data[i].pInstanceValues = &values[i * instances];
  }
  auto flush = block<CUpti_SassMetricsFlushData_Params>(CUpti_SassMetricsFlushData_Params_STRUCT_SIZE);
  flush.ctx = context;
  flush.numOfPatchedInstructionRecords = records;
  flush.numOfInstances = instances;
  flush.pMetricsData = data.data();
  if (!check(api_.flush(&flush), "read the counts")) return false;
  for (const CUpti_SassMetrics_Data& record : data) {
    Counts& counts =
        launch.counts[{record.cubinCrc, record.functionName == nullptr ? "" : record.functionName, record.pcOffset}];
    for (std::size_t i = 0; i < instances; ++i) {
      const CUpti_SassMetrics_InstanceValue& value = record.pInstanceValues[i];
      const auto metric = std::ranges::find(metric_ids_, value.metricId);
      if (metric != metric_ids_.end()) counts[static_cast<std::size_t>(metric - metric_ids_.begin())] += value.value;
    }
  }
  return true;
}

}  // namespace reconverge::injection
