// SPDX-License-Identifier: MIT
// The library that `reconverge profile` has the CUDA driver load into an application (CUDA_INJECTION64_PATH).
#include <pthread.h>

#include <cstdlib>

#include "injection/collector.hpp"

namespace {

using namespace reconverge::injection;

/// Lives until the process ends: CUPTI may call back till then.
Collector* collector = nullptr;

void on_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  collector->called(domain, id, data);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  static bool begun = false;  // the driver may ask twice
  if (begun) return 1;
  begun = true;
  const auto settings = settings_of_environment();
  if (!settings) return 1;
  collector = new Collector(*settings, CuptiApi::load(settings->cupti), DriverApi::load(), Terminal(settings->quiet));
  collector->start(on_call);
  pthread_atfork(nullptr, nullptr, [] { collector = collector->again(); });
  std::atexit([] { collector->finish(); });
  return 1;
}
