// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "study/support/context.hpp"

namespace reconverge::study {

enum class Verdict : std::uint8_t {
  met,
  not_met,
  contradicts_itself,  ///< the paper gives two values, or its own material says otherwise
  not_checkable,       ///< needs hardware or data that are not here
};

constexpr std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::met: return "met";
    case Verdict::not_met: return "not met";
    case Verdict::contradicts_itself: return "paper contradicts itself";
    case Verdict::not_checkable: return "not checkable here";
  }
  return "?";
}

/// One statement of the paper with its value and ours.
struct Claim {
  std::string statement;
  std::string section;
  std::string paper;  ///< its value, as printed
  std::string ours;   ///< what we computed; says why if nothing could be
  Verdict verdict = Verdict::not_checkable;
};

using Claims = std::vector<Claim>;

/// A claim that can be met, decided by a computed condition.
inline Claim checked(std::string statement, std::string section, std::string paper, std::string ours, bool holds) {
  return {std::move(statement), std::move(section), std::move(paper), std::move(ours),
          holds ? Verdict::met : Verdict::not_met};
}

/// A claim that needs what is not here.
inline Claim not_checkable(std::string statement, std::string section, std::string paper, std::string why) {
  return {std::move(statement), std::move(section), std::move(paper), std::move(why), Verdict::not_checkable};
}

/// A slip: the paper against itself. `shown` is the computation that shows it; if that fails, the slip
/// is not established and the claim counts as not met.
inline Claim slip(std::string statement, std::string section, std::string paper, std::string ours, bool shown) {
  return {std::move(statement), std::move(section), std::move(paper), std::move(ours),
          shown ? Verdict::contradicts_itself : Verdict::not_met};
}

/// Every claim, in the paper's order.
Claims all_claims(const Context& context);

Claims timing_claims(const Context& context);    ///< section II
Claims model_claims(const Context& context);     ///< section III
Claims walk_claims(const Context& context);      ///< section IV, walk-through
Claims analysis_claims(const Context& context);  ///< section IV, the rest
Claims summary_claims(const Context& context);   ///< section V and the captions

}  // namespace reconverge::study
