// SPDX-License-Identifier: MIT
#include "cases/mechanism/emulated.hpp"

namespace reconverge::cases {

Emulated emulated(const std::string& file, std::vector<std::string> options) {
  std::vector<std::string> arguments{"emulate", std::string(RECONVERGE_CASES) + "/" + file, "--json", "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  Emulated result{cli_tests::run(arguments), {}};
  result.json = nlohmann::json::parse(result.outcome.out, nullptr, false);
  return result;
}

}  // namespace reconverge::cases
