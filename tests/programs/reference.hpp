// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>

namespace reconverge::programs {

/// What a program does to `out` with `n` lanes, as a host computes it.
using Reference = std::function<void(int n, const int* in, int* out)>;

/// All that are known, by the name of the kernel.
std::map<std::string, Reference>& references();

/// Makes one known.
struct Registration {
  Registration(const char* name, Reference reference) { references()[name] = std::move(reference); }
};

}  // namespace reconverge::programs
