// SPDX-License-Identifier: MIT
#include "cli/source_text.hpp"

#include <filesystem>
#include <fstream>

#include "core/text.hpp"

namespace reconverge::cli {
namespace {

/// A listing may name any file of the machine: only a plausible source is read.
constexpr std::uintmax_t most_source_bytes = std::uintmax_t{1} << 24;

std::vector<std::string> read_lines(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > most_source_bytes)
    return {};
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

const std::vector<std::string>& SourceText::lines(const std::string& file) {
  const auto known = files_.find(file);
  return known != files_.end() ? known->second : files_.emplace(file, read_lines(file)).first->second;
}

std::optional<std::string> SourceText::line(const std::string& file, std::uint32_t number) {
  const auto& all = lines(file);
  if (number == 0 || number > all.size()) return std::nullopt;
  return std::string(core::trimmed(all[number - 1]));
}

}  // namespace reconverge::cli
