// SPDX-License-Identifier: MIT
// The kernels as the host's compiler understands them.
#include "programs/reference.hpp"

namespace reconverge::programs {

std::map<std::string, Reference>& references() {
  static std::map<std::string, Reference> known;
  return known;
}

}  // namespace reconverge::programs

#include "programs/kernels/alone.cu"
#include "programs/kernels/cooperation.cu"
#include "programs/kernels/grids.cu"
#include "programs/kernels/halves.cu"
#include "programs/kernels/searches.cu"
#include "programs/kernels/texts.cu"
