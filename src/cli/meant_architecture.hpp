// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace reconverge::cli {

/// The architecture that a word is meant to be which names none.
struct MeantArchitecture {
  std::string name = {};  ///< "sm_90"; empty: none is near
  std::string why = {};   ///< "Ampere is sm_80, sm_86, sm_87, sm_88"; empty: the word has the number
};

/// By the number in the word ("sm90", "SM_90", "compute_90", "9.0"), by the name of a generation, mistyped or not
/// ("hopper"), or by that of a card ("H100"). Of a generation of several the first.
MeantArchitecture meant_architecture(std::string_view word);

}  // namespace reconverge::cli
