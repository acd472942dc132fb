// SPDX-License-Identifier: MIT
#include "cli/function_writer.hpp"

#include "report/formats/json.hpp"
#include "sass/print/json.hpp"

namespace reconverge::cli {
namespace {

constexpr std::size_t step = 2;

/// JSON indented to its depth in a larger one, except for its first line. No string holds a line feed.
std::string at_depth(const nlohmann::ordered_json& json, std::size_t depth) {
  std::string text;
  for (const char c : report::to_json_text(json, step)) {
    text += c;
    if (c == '\n') text.append(step * depth, ' ');
  }
  return text;
}

/// The members of an object, each on a line of its own, without the braces around them.
std::string members(const nlohmann::ordered_json& object, std::size_t depth) {
  const std::string text = at_depth(object, depth);  // "{\n ... \n}"
  return text.substr(1, text.rfind('\n') - 1);
}

}  // namespace

std::string FunctionWriter::opening() {
  if (std::exchange(has_functions_, true)) return ",\n    {";
  return "{" + members(record_, 0) + ",\n  \"functions\": [\n    {";
}

core::Result<core::Done> FunctionWriter::add(const sass::Function& function, const sass::ControlFlow& flow) {
  std::string text = opening() + members(sass::head_json(function), 2) + ",\n      \"instructions\": [";
  const char* before = "";
  for (const sass::Instruction& row : function.instructions) {
    text += before;
    text += "\n        " + at_depth(sass::instruction_json(function, row), 4);
    if (auto done = file_.append(text); !done) return done;
    text.clear();
    before = ",";
  }
  text += function.instructions.empty() ? "]," : "\n      ],";
  return file_.append(text + members(sass::flow_json(flow), 2) + "\n    }");
}

core::Result<core::Done> FunctionWriter::finish() {
  if (has_functions_) return file_.commit("\n  ]\n}\n");
  record_["functions"] = nlohmann::ordered_json::array();
  return file_.commit(report::to_json_text(record_, step) + "\n");
}

}  // namespace reconverge::cli
