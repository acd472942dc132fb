// SPDX-License-Identifier: MIT
#include "injection/collector.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <vector>

namespace reconverge::injection {
namespace {

/// A parameter block, zeroed, that knows its size.
template <typename Parameters> Parameters block(std::size_t size) {
  Parameters parameters{};
  parameters.structSize = size;
  return parameters;
}

/// CUPTI and we call the driver from within a callback: those calls are not the application's.
thread_local bool inside = false;
/// Launches whose call has begun on this thread and not returned: more than one if a call of the driver makes another.
thread_local int launching = 0;
/// Whether the first of them has the lock of launches.
thread_local bool holds_lock = false;

/// Where counting stays on, CUPTI returns what was patched, also if it did not run.
void remove_idle_functions(std::map<Place, Counts>& counts) {
  std::set<std::pair<std::uint32_t, std::string>> ran;
  for (const auto& [place, row] : counts)
    if (row.front() > 0) ran.emplace(place.cubin, place.function);
  std::erase_if(counts, [&](const auto& one) { return !ran.contains({one.first.cubin, one.first.function}); });
}

}  // namespace

bool Collector::check(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return true;
  const char* why = nullptr;
  api_.result_text(result, &why);
  const bool denied =
      result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
  const std::scoped_lock lock(failures_lock_);
  if (failures_.insert(what).second) writer_.add_failure(what, why == nullptr ? "" : why, denied);
  gave_up_ = gave_up_ || denied;
  return false;
}

void Collector::start(CUpti_CallbackFunc callback) {
  if (!api_.missing.empty()) return writer_.add_failure("load CUPTI", api_.missing, false);
  CUpti_SubscriberHandle subscriber = nullptr;
  if (!check(api_.subscribe(&subscriber, callback, nullptr), "subscribe to launches (is another profiler attached?)"))
    return;
  for (const auto call : launch_calls)
    check(api_.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, static_cast<CUpti_CallbackId>(call)),
          "follow launches");
  for (const CUpti_CallbackId id : GraphCalls::ids())
    check(api_.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id), "follow graphs");
  if (settings_.graphs)
    for (const CUpti_CallbackId id : GraphCalls::ids_of_measured())
      check(api_.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id), "follow graphs");
  if (capture_)
    for (const CUpti_CallbackId id : MemoryCalls::ids())
      check(api_.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id), "follow allocations");
  // All of the domain: with callbacks of modules alone CUPTI counts the first kernel and no other (13.0, measured).
  check(api_.enable_domain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE), "follow modules");
}

void Collector::finish() {
  const std::scoped_lock lock(totals_lock_);
  writer_.add_totals(launches_);
}

void Collector::called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (inside) return;
  try {
    call(domain, id, data);
  } catch (const std::exception& error) {  // of memory, mostly: the application goes on without us
    inside = false;
    gave_up_ = true;
    writer_.add_failure("go on measuring", error.what(), false);
  }
}

void Collector::call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_MODULE_LOADED)
    module_loaded(*static_cast<const CUpti_ResourceData*>(data));
  if (domain != CUPTI_CB_DOMAIN_DRIVER_API) return;
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  if (is_launch(id)) return launch_called(id, call);
  graphs_.called(id, call);
  if (settings_.graphs && GraphCalls::instantiates(id) && call.callbackSite == CUPTI_API_ENTER)
    keep_counting(call.context);
  if (capture_) capture_->memory().called(id, call);
}

void Collector::module_loaded(const CUpti_ResourceData& data) {
  const auto* const loaded = static_cast<const CUpti_ModuleResourceData*>(data.resourceDescriptor);
  if (loaded == nullptr || loaded->pCubin == nullptr) return;
  CUpti_GetCubinCrcParams checksum{};
  checksum.size = CUpti_GetCubinCrcParamsSize;
  checksum.cubinSize = loaded->cubinSize;
  checksum.cubin = loaded->pCubin;
  if (!check(api_.cubin_checksum(&checksum), "tell cubins apart")) return;
  const auto number = static_cast<std::uint32_t>(checksum.cubinCrc);
  writer_.add_cubin(number, loaded->pCubin, loaded->cubinSize);
  const std::scoped_lock lock(cubins_lock_);
  cubins_.insert(number);
}

void Collector::launch_called(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  if (data.callbackSite == CUPTI_API_ENTER) {
    if (++launching > 1) return;
    std::optional<Plan> planned = plan(id, data);
    if (planned) launches_lock_.lock();
    else launches_lock_.lock_shared();
    holds_lock = true;
    if (!planned) return;
    inside = true;
    begin(*std::move(planned), data);
    inside = false;
  } else if (launching > 0 && --launching == 0 && holds_lock) {
    holds_lock = false;
    const std::unique_lock lock(launches_lock_, std::adopt_lock);
    inside = true;
    end(data);
    inside = false;
  }
}

bool Collector::is_measured(const Launch& launch, bool is_graph, bool is_captured) const {
  if (is_graph) return settings_.graphs && is_chosen(settings_, launch.index) && !gave_up_;
  return is_captured || (!gave_up_ && is_chosen(settings_, launch.kernel, launch.index));
}

std::optional<Collector::Plan> Collector::plan(CUpti_CallbackId id, const CUpti_CallbackData& data) {
  Plan plan{.launch = {}, .call = {}, .is_graph = is_graph(id), .captures = false};
  plan.launch.kernel = data.symbolName == nullptr ? "" : data.symbolName;
  if (plan.is_graph) plan.launch.kernel = settings_.graphs ? graphs_.name_of(data.functionParams) : graphs_name;
  plan.call = read_call(id, data.functionParams, plan.launch);
  CUstreamCaptureStatus recording = CU_STREAM_CAPTURE_STATUS_NONE;
  if (graphs_.is_recording() && api_.is_capturing(plan.call.stream, &recording) == CUDA_SUCCESS &&
      recording != CU_STREAM_CAPTURE_STATUS_NONE)
    return std::nullopt;  // nothing runs yet; the launch of the graph is what counts
  const std::scoped_lock lock(totals_lock_);
  plan.launch.index = ++launches_[plan.launch.kernel];
  plan.captures = !plan.is_graph && capture_ && capture_->wants(plan.launch.kernel, plan.launch.index);
  if (!is_measured(plan.launch, plan.is_graph, plan.captures)) return std::nullopt;
  // Waiting for the device would make the recording of another stream fail.
  if (!graphs_.is_recording()) return plan;
  ++launches_[beside_recordings_name];
  return std::nullopt;
}

void Collector::begin(Plan plan, const CUpti_CallbackData& data) {
  Open open;
  open.context = data.context;
  open.since = Clock::now();
  std::uint32_t device = 0;
  if (!check(api_.device_of(data.context, &device), "tell devices apart")) return;
  open.launch = std::move(plan.launch);
  open.launch.device = device;
  api_.synchronise();  // or what runs already would be counted
  open.captures = plan.captures && begin_capture(open.launch, plan.call);
  open.counts = !gave_up_ && begin_counting(data.context, device);
  if (open.captures || open.counts) open_ = std::move(open);
}

bool Collector::begin_counting(CUcontext context, unsigned device) {
  if (!kept_.contains(context)) return enable(context, device);
  discard_counts(context);
  return true;
}

bool Collector::enable(CUcontext context, unsigned device) {
  if (!configure(device)) return false;
  auto enable = block<CUpti_SassMetricsEnable_Params>(CUpti_SassMetricsEnable_Params_STRUCT_SIZE);
  enable.ctx = context;
  enable.enableLazyPatching = 1;
  return check(api_.enable(&enable), "count instructions");
}

void Collector::keep_counting(CUcontext context) {
  const std::scoped_lock lock(launches_lock_);
  std::uint32_t device = 0;
  if (gave_up_ || open_ || kept_.contains(context) || graphs_.is_recording()) return;
  inside = true;
  if (check(api_.device_of(context, &device), "tell devices apart")) {
    api_.synchronise();
    if (enable(context, device)) kept_.insert(context);
  }
  inside = false;
}

bool Collector::begin_capture(const Launch& launch, const LaunchCall& call) {
  // The driver loads modules when their kernels are launched first; we have to see it.
  inside = false;
  capture_->load(call);
  inside = true;
  const auto cubins = [&] {
    const std::scoped_lock lock(cubins_lock_);
    return cubins_;
  }();
  try {
    return capture_->before(launch, call, cubins);
  } catch (const std::bad_alloc&) {
    return capture_->fail(launch, "no memory is left in the application for a copy of what its kernel can reach");
  }
}

void Collector::end(const CUpti_CallbackData& data) {
  if (!open_) return;
  Open open = *std::move(open_);
  open_.reset();
  const auto* const started = static_cast<const CUresult*>(data.functionReturnValue);
  const bool is_started = started == nullptr || *started == CUDA_SUCCESS;
  const CUresult waited = api_.synchronise(), ran = is_started ? waited : *started;
  bool complete = false;
  const std::string why = ran == CUDA_SUCCESS ? "" : error_text(api_.error_name, ran);
  if (!why.empty())
    writer_.add_failure((is_started ? "wait for " : "count the launch, which failed, of ") + open.launch.kernel, why,
                        false);
  gave_up_ = gave_up_ || waited != CUDA_SUCCESS;  // the context is lost
  if (waited == CUDA_SUCCESS && open.counts) {
    complete = is_started && read_counts(open.context, open.launch);
    if (!kept_.contains(open.context)) disable(open.context);
    open.launch.seconds = std::chrono::duration<double>(Clock::now() - open.since).count();
    if (complete) writer_.add_launch(open.launch);
  }
  if (!open.captures) return;
  try {
    capture_->after(open.launch, why, complete);
  } catch (const std::bad_alloc&) {
    capture_->fail(open.launch, "no memory is left in the application for what its kernel changed");
  }
}

void Collector::disable(CUcontext context) {
  auto disable = block<CUpti_SassMetricsDisable_Params>(CUpti_SassMetricsDisable_Params_STRUCT_SIZE);
  disable.ctx = context;
  check(api_.disable(&disable), "stop counting");
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
  if (!flush(context, launch.counts)) return false;
  if (kept_.contains(context)) remove_idle_functions(launch.counts);
  if (!launch.counts.empty()) return true;
  writer_.add_failure("count " + launch.kernel, "CUPTI returned no instruction", false);
  return false;
}

void Collector::discard_counts(CUcontext context) {
  std::map<Place, Counts> unwanted;
  flush(context, unwanted);
}

/// The counts since the last time; nothing, where nothing was patched.
bool Collector::flush(CUcontext context, std::map<Place, Counts>& counts) {
  auto size = block<CUpti_SassMetricsGetDataProperties_Params>(CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE);
  size.ctx = context;
  if (!check(api_.data_properties(&size), "size the counts")) return false;
  const std::size_t records = size.numOfPatchedInstructionRecords, instances = size.numOfInstances;
  if (records == 0 || instances == 0) return true;
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
    Counts& row = counts[{record.cubinCrc, record.functionName == nullptr ? "" : record.functionName, record.pcOffset}];
    for (std::size_t i = 0; i < instances; ++i) {
      const CUpti_SassMetrics_InstanceValue& value = record.pInstanceValues[i];
      const auto metric = std::ranges::find(metric_ids_, value.metricId);
      if (metric != metric_ids_.end()) row[static_cast<std::size_t>(metric - metric_ids_.begin())] += value.value;
    }
  }
  return true;
}

}  // namespace reconverge::injection
