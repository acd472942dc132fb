// SPDX-License-Identifier: MIT
#include "study/claims/claim.hpp"

#include <algorithm>
#include <iterator>

namespace reconverge::study {

Claims all_claims(const Context& context) {
  Claims all;
  for (const auto section : {timing_claims, model_claims, walk_claims, analysis_claims, summary_claims}) {
    Claims claims = section(context);
    std::move(claims.begin(), claims.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace reconverge::study
