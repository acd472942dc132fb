// SPDX-License-Identifier: MIT
#include "study/claims/claim.hpp"
#include "study/study.hpp"
#include "study/support/presentation.hpp"

namespace reconverge::study {

/// Every checkable statement of the paper, its value, ours and a verdict.
report::Section claims_table(const Context& context) {
  report::Table table{.id = "claims",
                      .caption = "The paper's values beside those computed here.",
                      .columns = {{"claim", "claim", ""},
                                  {"section", "section", ""},
                                  {"paper", "paper", "paper"},
                                  {"ours", "ours", "emulated and derived"},
                                  {"verdict", "verdict", ""}}};
  for (const Claim& claim : all_claims(context))
    table.rows.push_back(
        {claim.statement, claim.section, claim.paper, claim.ours, std::string(to_string(claim.verdict))});
  mark_overrides(context, table);
  return {.blocks = {std::move(table)}};
}

}  // namespace reconverge::study
