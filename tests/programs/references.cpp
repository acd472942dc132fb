// SPDX-License-Identifier: MIT
// The programs as the host's compiler understands them. Integers run over as they do on a GPU
// (-fwrapv).
#include "programs/reference.hpp"

namespace reconverge::programs {

std::map<std::string, Reference>& references() {
  static std::map<std::string, Reference> known;
  return known;
}

}  // namespace reconverge::programs

#include "programs/floats.cu"
#include "programs/integers.cu"
#include "programs/warps.cu"
