// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>

#include <string>

namespace reconverge::injection {

/// A library of the application's machine, in which entry points are looked up. It stays loaded.
class Library {
 public:
  explicit Library(const std::string& name) : handle_(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {}

  bool is_open() const { return handle_ != nullptr; }
  /// @param missing  the name, if it is not there and nothing was missing before
  template <typename Entry> void find(const char* name, Entry& entry, std::string& missing) const {
    entry = reinterpret_cast<Entry>(dlsym(handle_, name));
    if (entry == nullptr && missing.empty()) missing = name;
  }

 private:
  void* handle_;
};

}  // namespace reconverge::injection
