// SPDX-License-Identifier: MIT
// The library that `reconverge profile` has the CUDA driver load into an application (CUDA_INJECTION64_PATH).
#include <cstdlib>

#include "injection/collector.hpp"

namespace {

using namespace reconverge::injection;

/// Lives until the process ends: CUPTI may call back till then.
Collector* collector = nullptr;

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  static bool begun = false;  // the driver may ask twice
  if (begun) return 1;
  begun = true;
  const auto settings = settings_of_environment();
  if (!settings) return 1;
  collector = new Collector(*settings, CuptiApi::load(settings->cupti));
  collector->start();
  std::atexit([] { collector->finish(); });
  return 1;
}
