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

std::string opcode_of(const std::string& mnemonic) { return mnemonic.substr(0, mnemonic.find('.')); }

/// A number that the user gave in place of one of the record, as timing::set_in_record understands it:
/// "fetch.next_line=9", "LDS.result_latency=30", "resumed-older=30", "unit.alu.register_write=5".
class Given {
 public:
  explicit Given(const std::string& assignment) : assignment_(assignment) {
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    name_ = assignment.substr(0, equals);
    number_ = assignment.substr(std::min(equals + 1, assignment.size()));
    const std::size_t dot = name_.rfind('.');
    if (dot != std::string::npos) group_ = name_.substr(0, dot);
    column_ = name_.substr(dot == std::string::npos ? 0 : dot + 1);
    opcode_ = opcode_of(group_);
    words_ = column_ + ' ';
    std::ranges::replace(words_, '_', ' ');
  }

  /// Puts it into a row that has this number.
  void put_into(timing::RecordRow& row) const {
    if (row.what == name_) row.value.replace(0, std::min(row.value.find(' '), row.value.size()), number_);
    else if (is_transfer_of(row)) row.value = number_ + " cycles";
    else if (is_column_of(row)) replace_in(row.value);
    else return;
    row.source = {.rule = row.source.rule, .grade = core::Grade::given, .source = "--set " + assignment_};
  }

 private:
  bool is_transfer_of(const timing::RecordRow& row) const {
    return row.what.ends_with(' ' + column_) && (group_.empty() || row.opcode == opcode_);
  }
  bool is_column_of(const timing::RecordRow& row) const {
    const std::string modifier = group_.substr(std::min(opcode_.size() + 1, group_.size()));
    const bool is_operation = !row.opcode.empty() && row.opcode == opcode_ &&
                              (modifier.empty() || row.value.find("modifier " + modifier) != std::string::npos);
    const bool is_unit = row.what.starts_with("unit ") && group_ == "unit." + row.what.substr(5);
    return (is_operation || is_unit) && row.value.find(words_) != std::string::npos;
  }
  void replace_in(std::string& value) const {
    const std::size_t first = value.find(words_) + words_.size();
    value.replace(first, std::min(value.find_first_not_of("-0123456789", first), value.size()) - first, number_);
  }

  std::string assignment_, name_, number_, group_, column_, opcode_, words_;
};

/// Each rule once, with its numbers: [section, name, number, words, [[what, opcode, value, grade, source], ...]].
class RuleList {
 public:
  explicit RuleList(const Scene& scene) : scene_(scene) {}

  std::size_t number_of(const Rule& rule) {
    const auto [found, is_new] = numbers_.try_emplace(&rule, list_.size());
    if (!is_new) return found->second;
    Json numbers = Json::array();
    for (timing::RecordRow number : rule.number == 0 ? std::vector<timing::RecordRow>() : timing::numbers_of(rule)) {
      for (const std::string& assignment : scene_.given) Given(assignment).put_into(number);
      const bool is_other = !scene_.record.empty() && number.source.grade != core::Grade::given;
      numbers.push_back({number.what, number.opcode, number.value,
                         is_other ? "of the built-in record" : std::string(to_string(number.source.grade)),
                         is_other ? "the run went by " + scene_.record : number.source.source});
    }
    list_.push_back({rule.section, rule.name, rule.number, rule.words, std::move(numbers)});
    return found->second;
  }
  Json take() { return std::move(list_); }

 private:
  const Scene& scene_;
  std::map<const Rule*, std::size_t> numbers_;
  Json list_ = Json::array();
};

}  // namespace

Json rule_data(const Scene& scene, Json& kernels) {
  RuleList rules(scene);
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
