// SPDX-License-Identifier: MIT
#include "toolchain/search.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>

#include "toolchain/process.hpp"

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;
namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& list, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(separator, begin), list.size());
    if (end > begin) parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    paths.push_back(it->path());
  }
  std::ranges::sort(paths);
  return paths;
}

void add_toolkit(const fs::path& root, const std::string& why, SearchPlaces& places) {
  places.programs.push_back({root / "bin", why});
  places.libraries.push_back({root / "lib64", why});
  places.libraries.push_back({root / "extras/CUPTI/lib64", why});
  places.libraries.push_back({root / "lib", why});
}

/// What a program was asked once, by what the answer depends on: it is not asked again.
template <typename Answer> class Asked {
 public:
  template <typename Ask> Answer once(const std::string& key, const Ask& ask) {
    const std::lock_guard lock(mutex_);
    const auto known = answers_.find(key);
    return known != answers_.end() ? known->second : answers_.emplace(key, ask()).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Answer> answers_;
};

std::vector<std::string> ask_python() {
  const auto asked = run_process({"python3", "-c", "import sys; print('\\n'.join(sys.path))"});
  if (!asked || asked->status != 0) return {};
  return split(asked->out, '\n');
}

/// Folders that python3 would import from.
std::vector<std::string> python_folders() {
  static Asked<std::vector<std::string>> asked;
  return asked.once(variable("PATH") + '\n' + variable("PYTHONPATH"), ask_python);
}

std::string ask_version(const Tool& tool) {
  const auto asked = run_process({tool.path.string(), "--version"});
  if (!asked || asked->status != 0) return "version unknown";
  for (const std::string& line : split(asked->out, '\n')) {
    const std::size_t at = line.find("release ");
    if (at != std::string::npos) return line.substr(at);
  }
  return "version unknown";
}

std::string list_places(const std::vector<Place>& places) {
  std::string text;
  std::set<fs::path> named;
  for (const Place& place : places) {
    if (!named.insert(place.folder).second) continue;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", place.folder.string(), place.why);
  }
  return text.empty() ? "nowhere: PATH, CUDA_HOME and CUDA_PATH are empty" : text;
}

std::string how_to_get(const std::string& name) {
  if (name == "cuobjdump" || name == "nvdisasm") {
    return fmt::format("install the CUDA toolkit, or the Python package nvidia-cuda-{}", name);
  }
  if (name == "ptxas") return "install the CUDA toolkit, or the Python package nvidia-cuda-nvcc";
  return "install the CUDA toolkit, or the Python package nvidia-cuda-nvrtc";
}

Diagnostic missing(const std::string& name, const std::vector<Place>& places) {
  return {Failure::environment,
          fmt::format("{} is not there; looked in {}", name, list_places(places)),
          how_to_get(name),
          {}};
}

}  // namespace

void add_python_packages(const fs::path& packages, SearchPlaces& places) {
  for (const fs::path& part : entries(packages / "nvidia")) {
    const std::string why = fmt::format("Python package nvidia/{}", part.filename().string());
    if (is_folder(part / "bin")) places.programs.push_back({part / "bin", why});
    if (is_folder(part / "lib")) places.libraries.push_back({part / "lib", why});
  }
  for (const char* below : {"triton/backends/nvidia/bin", "triton/third_party/cuda/bin"}) {
    if (is_folder(packages / below)) places.programs.push_back({packages / below, "Python package triton"});
  }
}

SearchPlaces near_places() {
  SearchPlaces places;
  for (const std::string& folder : split(variable("PATH"), ':')) places.programs.push_back({folder, "PATH"});
  for (const std::string& folder : split(variable("LD_LIBRARY_PATH"), ':')) {
    places.libraries.push_back({folder, "LD_LIBRARY_PATH"});
  }
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const std::string root = variable(name); !root.empty()) add_toolkit(root, name, places);
  }
  if (is_folder("/usr/local/cuda")) add_toolkit("/usr/local/cuda", "the usual place", places);
  return places;
}

SearchPlaces search_places() {
  SearchPlaces places = near_places();
  for (const std::string& folder : python_folders()) add_python_packages(folder, places);
  return places;
}

std::vector<Tool> find_programs(const std::string& name, const SearchPlaces& places) {
  std::vector<Tool> found;
  std::set<fs::path> seen;
  for (const Place& place : places.programs) {
    const fs::path path = place.folder / name;
    std::error_code ignored;
    const bool program = fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
    if (program && seen.insert(fs::weakly_canonical(path, ignored)).second) {
      found.push_back({name, path, place.why});
    }
  }
  return found;
}

Result<Tool> find_program(const std::string& name, const SearchPlaces& places) {
  const std::vector<Tool> found = find_programs(name, places);
  if (found.empty()) return missing(name, places.programs);
  return found.front();
}

Result<Tool> find_library(const std::string& name, const SearchPlaces& places) {
  for (const Place& place : places.libraries) {
    for (const fs::path& path : entries(place.folder)) {
      const std::string file = path.filename().string();
      if (file.starts_with(name)) return Tool{name, path, place.why};
    }
  }
  return missing(name, places.libraries);
}

std::string version_of(const Tool& tool) {
  static Asked<std::string> asked;
  std::error_code ignored;
  const auto written = fs::last_write_time(tool.path, ignored).time_since_epoch().count();
  return asked.once(fmt::format("{}\n{}", tool.path.string(), written), [&] { return ask_version(tool); });
}

}  // namespace reconverge::toolchain
