// SPDX-License-Identifier: MIT
#include "golden/measured_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "measured/beside.hpp"

namespace reconverge::golden {

std::vector<std::string> measured_files() {
  std::vector<std::string> files;
  const std::filesystem::path folder = RECONVERGE_MEASURED;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".json" && entry.path().parent_path().filename() != "occupancy")
      files.push_back(entry.path().lexically_relative(folder).generic_string());
  std::ranges::sort(files);
  return files;
}

std::vector<measurements::BenchRun> measured(const std::string& file) {
  const auto path = std::filesystem::path(RECONVERGE_MEASURED) / file;
  std::ifstream stream(path);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  auto runs = measurements::read_bench(text, file, measured_tests::files_beside(path));
  if (runs) return std::move(runs).value();
  ADD_FAILURE() << to_string(runs.error());
  return {};
}

}  // namespace reconverge::golden
