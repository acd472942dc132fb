// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "injection/cupti_api.hpp"

namespace reconverge::injection {

/// Follows how the application makes CUDA graphs.
class GraphCalls {
 public:
  /// The calls to follow: always, and if graphs are measured.
  static std::vector<CUpti_CallbackId> ids();
  static std::vector<CUpti_CallbackId> ids_of_measured();

  /// From CUPTI, at the begin and at the end of a call.
  void called(CUpti_CallbackId id, const CUpti_CallbackData& data);
  /// Whether a stream is being recorded into a graph. Whoever waits for the device then makes the recording fail.
  bool is_recording() const { return recordings_ > 0; }
  /// Whether a call turns a graph into what can be launched.
  static bool instantiates(CUpti_CallbackId id);
  /// "(graph 1)": graphs by the order of their first launches.
  std::string name_of(const void* launch);

 private:
  std::atomic<int> recordings_ = 0;
  std::mutex lock_;
  std::map<CUgraphExec, std::uint64_t> numbers_;
  std::uint64_t named_ = 0;
};

}  // namespace reconverge::injection
