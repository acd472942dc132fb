// SPDX-License-Identifier: MIT
// A CUPTI that counts nothing real: the tests put it where the library is looked for. FAKE_CUPTI chooses what it does:
// ok, denied (counting is not allowed), attached (another profiler has subscribed), empty (no instruction comes back).
// The application of the tests has it call back as the real one does, by fake_launch, fake_module and fake_allocate.
// FAKE_LAUNCH chooses what happens to the application within a launch: kill, abort, exit, fail.
// A graph of two kernels is counted as the real one does it: while counting has been on without a break since before it
// was instantiated.
#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

CUpti_CallbackFunc callback = nullptr;
void* user = nullptr;
bool counting = false;
bool graph_is_counted = false;
std::vector<std::string> launched;  ///< since the counts were read

bool mode_is(const char* name) {
  const char* mode = std::getenv("FAKE_CUPTI");
  return mode != nullptr && std::strcmp(mode, name) == 0;
}

std::vector<char> memory;  ///< of the card

void end_application() {
  const char* how = std::getenv("FAKE_LAUNCH");
  if (how == nullptr) return;
  if (std::strcmp(how, "kill") == 0) std::raise(SIGKILL);
  if (std::strcmp(how, "abort") == 0) std::abort();
  if (std::strcmp(how, "exit") == 0) std::exit(5);
}

void call(CUpti_CallbackId id, CUpti_ApiCallbackSite site, const void* parameters, const char* kernel = nullptr,
          CUresult result = CUDA_SUCCESS) {
  CUpti_CallbackData data{};
  data.callbackSite = site;
  data.functionParams = parameters;
  data.symbolName = kernel;
  data.functionReturnValue = &result;
  if (callback != nullptr) callback(user, CUPTI_CB_DOMAIN_DRIVER_API, id, &data);
}

/// A call of the driver, begin and end.
void call_whole(CUpti_CallbackId id, const void* parameters) {
  call(id, CUPTI_API_ENTER, parameters);
  call(id, CUPTI_API_EXIT, parameters);
}

bool launch_fails() {
  const char* how = std::getenv("FAKE_LAUNCH");
  return how != nullptr && std::strcmp(how, "fail") == 0;
}

}  // namespace

extern "C" {

/// As if the application launched a kernel of two instructions: 4 blocks of 64 threads.
void fake_launch(const char* kernel) {
  cuLaunchKernel_params parameters{};
  parameters.gridDimX = 4;
  parameters.gridDimY = parameters.gridDimZ = 1;
  parameters.blockDimX = 64;
  parameters.blockDimY = parameters.blockDimZ = 1;
  parameters.sharedMemBytes = 128;
  const char* pointer = memory.data();
  void* values[] = {&pointer};
  parameters.kernelParams = values;
  call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, CUPTI_API_ENTER, &parameters, kernel);
  end_application();
  if (!memory.empty()) ++memory.front();
  if (counting && !launch_fails()) launched.emplace_back(kernel);
  call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, CUPTI_API_EXIT, &parameters, kernel,
       launch_fails() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}

void fake_instantiate() {
  CUgraphExec graph = nullptr;
  cuGraphInstantiateWithFlags_params parameters{};
  parameters.phGraphExec = &graph;
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, CUPTI_API_ENTER, &parameters);
  graph_is_counted = counting;
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags, CUPTI_API_EXIT, &parameters);
}
void fake_launch_graph() {
  const cuGraphLaunch_params parameters{};
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, CUPTI_API_ENTER, &parameters);
  if (graph_is_counted) launched.insert(launched.end(), {"one_of_graph", "two_of_graph"});
  call(CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch, CUPTI_API_EXIT, &parameters);
}
void fake_destroy_graph() {
  const cuGraphExecDestroy_params parameters{};
  call_whole(CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy, &parameters);
}
/// Recording another stream than that of the launches. The driver has to know it too.
void fake_begin_recording() {
  const cuStreamBeginCapture_v2_params parameters{};
  call_whole(CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2, &parameters);
}
void fake_end_recording() {
  const cuStreamEndCapture_params parameters{};
  call_whole(CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture, &parameters);
}

/// As if the application allocated memory on the card, once. Its bytes cannot be compressed.
void fake_allocate(std::size_t bytes) {
  memory.resize(bytes);
  std::uint64_t state = 1;
  for (char& byte : memory)
    byte = static_cast<char>((state = state * 6364136223846793005u + 1442695040888963407u) >> 56);
  if (callback == nullptr) return;
  CUdeviceptr address = reinterpret_cast<CUdeviceptr>(memory.data());
  cuMemAlloc_v2_params parameters{&address, bytes};
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData data{};
  data.callbackSite = CUPTI_API_EXIT;
  data.functionParams = &parameters;
  data.functionReturnValue = &result;
  callback(user, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2, &data);
}

/// As if the driver loaded a module.
void fake_module(const char* image, std::size_t bytes) {
  if (callback == nullptr) return;
  CUpti_ModuleResourceData module{};
  module.pCubin = image;
  module.cubinSize = bytes;
  CUpti_ResourceData data{};
  data.resourceDescriptor = &module;
  callback(user, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED, &data);
}

CUptiResult cuptiGetVersion(uint32_t* version) {
  const char* text = std::getenv("FAKE_CUPTI_VERSION");
  return *version = text == nullptr ? 130000 : static_cast<uint32_t>(std::atoi(text)), CUPTI_SUCCESS;
}
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle*, CUpti_CallbackFunc function, void* data) {
  if (mode_is("attached")) return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  callback = function;
  user = data;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableDomain(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain) { return CUPTI_SUCCESS; }
CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
  *text = result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_FAKE";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiGetDeviceId(CUcontext, uint32_t* device) { return *device = 0, CUPTI_SUCCESS; }
CUptiResult cuptiGetCubinCrc(CUpti_GetCubinCrcParams* parameters) {
  return parameters->cubinCrc = 0xC0B1, CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* parameters) {
  return parameters->pChipName = "GH100", CUPTI_SUCCESS;
}
/// The id of a metric is the length of its name: they differ.
CUptiResult cuptiSassMetricsGetProperties(CUpti_SassMetrics_GetProperties_Params* parameters) {
  return parameters->metric.metricId = std::strlen(parameters->pMetricName), CUPTI_SUCCESS;
}
CUptiResult cuptiSassMetricsSetConfig(CUpti_SassMetricsSetConfig_Params*) {
  return mode_is("denied") ? CUPTI_ERROR_INSUFFICIENT_PRIVILEGES : CUPTI_SUCCESS;
}
CUptiResult cuptiSassMetricsEnable(CUpti_SassMetricsEnable_Params*) {
  if (counting) return CUPTI_ERROR_INVALID_OPERATION;
  return counting = true, CUPTI_SUCCESS;
}
CUptiResult cuptiSassMetricsDisable(CUpti_SassMetricsDisable_Params*) {
  if (!counting) return CUPTI_ERROR_INVALID_OPERATION;
  graph_is_counted = false;
  launched.clear();
  return counting = false, CUPTI_SUCCESS;
}
constexpr std::size_t records_of_kernel = 4;
CUptiResult cuptiSassMetricsGetDataProperties(CUpti_SassMetricsGetDataProperties_Params* parameters) {
  parameters->numOfPatchedInstructionRecords = mode_is("empty") ? 0 : records_of_kernel * launched.size();
  parameters->numOfInstances = mode_is("empty") ? 0 : 1;
  return CUPTI_SUCCESS;
}
/// At 0x0: 8 warp instructions of 200 lanes; at 0x10: 8 of 256, a branch that parts 3 warps.
CUptiResult cuptiSassMetricsFlushData(CUpti_SassMetricsFlushData_Params* parameters) {
  struct Record {
    uint32_t pc;
    const char* metric;
    uint64_t value;
  };
  constexpr Record records[records_of_kernel] = {{0, "smsp__sass_inst_executed", 8},
                                                 {0, "smsp__sass_thread_inst_executed", 200},
                                                 {16, "smsp__sass_inst_executed", 8},
                                                 {16, "smsp__sass_branch_targets_threads_divergent", 3}};
  static std::vector<std::string> names;  // they have to last
  names = std::exchange(launched, {});
  for (std::size_t i = 0; i < parameters->numOfPatchedInstructionRecords; ++i) {
    const Record& record = records[i % records_of_kernel];
    parameters->pMetricsData[i].cubinCrc = 0xC0B1;
    parameters->pMetricsData[i].functionName = names[i / records_of_kernel].c_str();
    parameters->pMetricsData[i].pcOffset = record.pc;
    parameters->pMetricsData[i].pInstanceValues[0] = {std::strlen(record.metric), record.value};
  }
  return CUPTI_SUCCESS;
}
}
