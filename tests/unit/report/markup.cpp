// SPDX-License-Identifier: MIT
#include "unit/report/markup.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace reconverge::report {

bool can_check_markup() {
  // Debian's minimal Python has no XML parser.
  static const bool can = std::string_view(PYTHON_INTERPRETER).size() > 0 &&
                          std::system(PYTHON_INTERPRETER " -c 'import xml.parsers.expat' 2>/dev/null") == 0;
  return can;
}

testing::AssertionResult is_sound_markup(const std::string& markup) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "reconverge_" + test->test_suite_name() + "_" + test->name() + ".xml";
  std::ofstream(path, std::ios::binary) << markup;
  const std::string command = std::string(PYTHON_INTERPRETER " " MARKUP_CHECKER " ") + path + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return testing::AssertionFailure() << "cannot run " << command;
  std::string output;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) output += buffer.data();
  const int status = pclose(pipe);
  std::remove(path.c_str());
  if (status == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << output;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace reconverge::report
