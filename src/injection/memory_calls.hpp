// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "injection/cupti_api.hpp"

namespace reconverge::injection {

/// Memory that a kernel may reach.
struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::string kind;       ///< the driver call that gave it; "variable" of a module
  std::string name = {};  ///< of a variable
  bool is_host = false;   ///< of the application's own memory
};

/// Follows what the application allocates and frees.
class MemoryCalls {
 public:
  /// The calls to follow.
  static std::vector<CUpti_CallbackId> ids();

  /// From CUPTI, at the begin and at the end of a call.
  void called(CUpti_CallbackId id, const CUpti_CallbackData& data);
  /// By address.
  std::vector<Allocation> live() const;
  /// Objects of the application that cannot be captured, by the name of the call.
  std::set<std::string> unsupported() const;

 private:
  mutable std::mutex lock_;
  std::map<std::uint64_t, Allocation> live_;
  std::set<std::string> unsupported_;
};

}  // namespace reconverge::injection
