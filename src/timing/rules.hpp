// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "timing/record/rows.hpp"

namespace reconverge::timing {

extern const std::string_view model_document;  ///< docs/model.md, which has the text of every rule

/// A rule by which a warp runs or is timed, as docs/model.md has it.
struct Rule {
  std::string section = {};  ///< "hopper-cycles", "barriers", "token-stack"
  std::string name = {};     ///< "bsync"; of a mechanism the instructions that it describes: "BSYNC B"
  int number = 0;            ///< of hopper-cycles; else 0
  std::string words = {};    ///< one paragraph
};

/// Those of hopper-cycles in their order.
const std::vector<Rule>& timing_rules();
/// By its name or number; null if there is none.
const Rule* find_timing_rule(std::string_view name);
/// The rows of the record of sm_90 that a rule computes with.
std::vector<RecordRow> numbers_of(const Rule& rule);
/// Rules by which the record times an opcode, those of its transfers of control or its unit.
std::vector<const Rule*> timing_rules_of(std::string_view opcode);
/// The entry of a mechanism's section for an instruction; null if it has none. `section` is "barriers" or
/// "token-stack".
const Rule* mechanism_rule(std::string_view section, std::string_view mnemonic);

}  // namespace reconverge::timing
