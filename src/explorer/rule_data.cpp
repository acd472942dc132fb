// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <string>

#include "explorer/formats.hpp"
#include "sass/print/listing.hpp"
#include "timing/record/reader.hpp"
#include "timing/rules.hpp"

namespace reconverge::explorer {
namespace {

using Json = nlohmann::ordered_json;
using timing::Rule;

/// Each rule once, with its numbers: [section, name, number, words, [[what, opcode, value, grade, source], ...]].
class RuleList {
 public:
  std::size_t number_of(const Rule& rule) {
    const auto [found, is_new] = numbers_.try_emplace(&rule, list_.size());
    if (!is_new) return found->second;
    Json numbers = Json::array();
    for (const auto& number : rule.number == 0 ? std::vector<timing::RecordRow>() : timing::numbers_of(rule))
      numbers.push_back(
          {number.what, number.opcode, number.value, to_string(number.source.grade), number.source.source});
    list_.push_back({rule.section, rule.name, rule.number, rule.words, std::move(numbers)});
    return found->second;
  }
  Json take() { return std::move(list_); }

 private:
  std::map<const Rule*, std::size_t> numbers_;
  Json list_ = Json::array();
};

std::string opcode_of(const std::string& mnemonic) { return mnemonic.substr(0, mnemonic.find('.')); }

}  // namespace

Json rule_data(const Scene& scene, Json& kernels) {
  RuleList rules;
  for (std::size_t i = 0; i < scene.kernels.size(); ++i) {
    const auto run = std::ranges::find(scene.runs, i, &Run::kernel);
    if (run == scene.runs.end()) continue;
    const std::string_view section = run->has_barriers() ? "barriers" : "token-stack";
    const bool is_timed = run->has_barriers() && !run->timeline.issue_cycles.empty();
    std::map<std::string, Json> known;
    Json of_rows = Json::array();
    for (const auto& row : scene.kernels[i].function.instructions) {
      const auto [found, is_new] = known.try_emplace(row.mnemonic, Json::array());
      if (is_new) {
        if (const Rule* rule = timing::mechanism_rule(section, row.mnemonic))
          found->second.push_back(rules.number_of(*rule));
        if (is_timed)
          for (const Rule* rule : timing::timing_rules_of(opcode_of(row.mnemonic)))
            found->second.push_back(rules.number_of(*rule));
      }
      of_rows.push_back(found->second);
    }
    kernels[i]["rules_of_row"] = std::move(of_rows);
  }
  return rules.take();
}

}  // namespace reconverge::explorer
