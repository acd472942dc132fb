#include "core/short_names.hpp"

#include <set>

namespace reconverge::core {
namespace {

constexpr std::string_view separators = "/\\";

/// The last `parts` parts of a path.
std::string_view tail(std::string_view path, std::size_t parts) {
  std::size_t begin = path.size();
  while (parts > 0) {
    const std::size_t found = begin == 0 ? path.npos : path.find_last_of(separators, begin - 1);
    if (found == path.npos) return path;
    begin = found;
    --parts;
  }
  return path.substr(begin + 1);
}

}  // namespace

std::string base_name(std::string_view path) { return std::string(tail(path, 1)); }

ShortNames::ShortNames(const std::vector<std::string>& paths) {
  std::set<std::string, std::less<>> left(paths.begin(), paths.end());
  for (std::size_t parts = 1; !left.empty(); ++parts) {
    std::map<std::string_view, int> shared;
    for (const std::string& path : left) ++shared[tail(path, parts)];
    std::set<std::string, std::less<>> unnamed;
    for (const std::string& path : left) {
      const std::string_view name = tail(path, parts);
      if (shared[name] == 1 || name == path) names_.emplace(path, name);
      else unnamed.insert(path);
    }
    left = std::move(unnamed);
  }
}

std::string ShortNames::of(const std::string& path) const {
  const auto known = names_.find(path);
  return known == names_.end() ? base_name(path) : known->second;
}

}  // namespace reconverge::core
