// SPDX-License-Identifier: MIT
#include "cases/diff/builds.hpp"

namespace reconverge::cli_tests {

std::string listing(const std::string& name) { return std::string(RECONVERGE_CASES) + "/" + name + "_sm_90.sass"; }

Outcome diff(const std::string& before, const std::string& after, const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"diff",  listing(before), listing(after), "--arg", "i32[32]=staircase(28)",
                                     "--arg", "f32[32]=1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

Json record(const std::string& before, const std::string& after, const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"--json", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return Json::parse(diff(before, after, arguments).out);
}

Json emulated(const std::string& name) {
  return Json::parse(
      run({"emulate", listing(name), "--arg", "i32[32]=staircase(28)", "--arg", "f32[32]=1", "--json", "-"}).out);
}

const Json* line_of(const Json& record, const std::string& place) {
  for (const Json& line : record.at("lines"))
    if (line.at("place") == place) return &line;
  return nullptr;
}

}  // namespace reconverge::cli_tests
