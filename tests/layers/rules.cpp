// SPDX-License-Identifier: MIT
#include "layers/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>

#include "layers/cmake_text.hpp"
#include "layers/cpp_text.hpp"

namespace reconverge::layers {

namespace {

constexpr std::size_t most_lines = 450;
constexpr std::size_t most_lines_of_main = 40;

constexpr std::string_view source_folders[] = {"src/", "tests/", "bench/", "fuzz/"};

bool is_cpp(const SourceFile& file) {
  constexpr std::array extensions{".cpp", ".hpp", ".cu", ".cuh", ".h"};
  return std::ranges::find(extensions, extension_of(file.path)) != extensions.end();
}

bool is_source(const SourceFile& file) { return extension_of(file.path) == ".cpp" || extension_of(file.path) == ".cu"; }

/// CUDA code is compiled while the program runs, when its folder is all there is.
bool is_kernel(const SourceFile& file) { return extension_of(file.path).starts_with(".cu"); }

bool is_beside(const SourceTree& tree, const SourceFile& file, std::string_view name) {
  return find(tree, fmt::format("{}/{}", folder_of(file.path), name)) != nullptr;
}

bool is_compiled(const SourceFile& file) {
  return is_source(file) &&
         std::ranges::any_of(source_folders, [&](std::string_view folder) { return file.path.starts_with(folder); });
}

bool is_cmake(const SourceFile& file) {
  return file.path.ends_with("CMakeLists.txt") || extension_of(file.path) == ".cmake";
}

/// The rules quote what they forbid.
bool is_of_this_test(const SourceFile& file) { return file.path.starts_with("tests/layers/"); }

std::string at(const SourceFile& file, std::size_t line, const std::string& what) {
  return fmt::format("{}:{}: {}", file.path, line, what);
}

const Layer* find_layer(std::string_view name) {
  const auto layer = std::ranges::find(layers(), name, &Layer::name);
  return layer == layers().end() ? nullptr : &*layer;
}

bool may_include(const Layer& layer, std::string_view other) {
  return layer.name == other || std::ranges::find(layer.may_include, other) != layer.may_include.end();
}

std::string table_row(const Layer& layer) {
  if (layer.may_include.empty()) return fmt::format("{} may use no other layer", layer.name);
  return fmt::format("{} may use {}", layer.name, fmt::join(layer.may_include, " "));
}

/// The CMakeLists.txt nearest to a file, in its folder or above.
const SourceFile* nearest_cmake(const SourceTree& tree, std::string_view path) {
  for (std::string_view folder = folder_of(path); !folder.empty(); folder = folder_of(folder)) {
    if (const SourceFile* lists = find(tree, fmt::format("{}/CMakeLists.txt", folder))) return lists;
  }
  return nullptr;
}

bool mentions(const SourceFile& cmake, std::string_view argument) {
  return std::ranges::any_of(cmake_calls(cmake.text), [&](const CMakeCall& call) {
    return std::ranges::find(call.arguments, argument) != call.arguments.end();
  });
}

/// Whether a name is a file's stem, alone or with a word before or after it: kepler, kepler_record.
bool names(std::string_view name, std::string_view stem) {
  return name == stem || (name.starts_with(stem) && name.substr(stem.size()).starts_with('_')) ||
         (name.ends_with(stem) && name.substr(0, name.size() - stem.size()).ends_with('_'));
}

/// Lines of a text that match a pattern.
std::vector<std::size_t> matching_lines(const std::string& text, const std::regex& pattern) {
  std::vector<std::size_t> lines;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    lines.push_back(line_at(text, static_cast<std::size_t>(match->position())));
  }
  return lines;
}

}  // namespace

std::span<const Layer> layers() {
  static const std::vector<Layer> table{
      {"core", {}},
      {"sass", {"core"}},
      {"emulator", {"core", "sass"}},
      {"timing", {"core", "sass", "emulator"}},
      {"observers", {"core", "sass", "emulator"}},
      {"analysis", {"core", "sass", "emulator", "timing", "observers"}},
      {"run", {"core", "sass", "emulator", "timing", "observers"}},
      {"measurements", {"core", "statistics"}},
      {"statistics", {"core"}},
      {"report", {"core"}},
      {"explorer", {"core", "sass", "emulator", "timing", "observers", "report"}},
      {"profile", {"core", "sass", "emulator", "timing", "report"}},
      {"injection", {}, true},
      {"capture", {"core", "sass", "emulator", "observers", "injection"}},
      {"toolchain", {"core", "sass"}, true},
      {"gpu", {"core", "sass", "statistics", "toolchain"}, true},
      {"study",
       {"core", "sass", "emulator", "timing", "observers", "run", "measurements", "statistics", "report", "explorer",
        "gpu"}},
      {"cli",
       {"core", "sass", "emulator", "timing", "observers", "analysis", "run", "measurements", "statistics", "report",
        "explorer", "toolchain", "gpu", "study", "profile", "injection", "capture"},
       true},
  };
  return table;
}

std::span<const ListedFolder> listed_folders() {
  static const std::vector<ListedFolder> table{
      {"src/cli/commands", "src/cli/commands/registry.cpp"},
      {"src/emulator/opcodes", "src/emulator/opcodes/list.cpp", {"operands"}},
      {"src/gpu/kernels", "src/gpu/kernels/list.cpp"},
      {"src/sass/lines", "src/sass/lines/recognisers.cpp"},
      {"src/study", "src/study/list.cpp"},
      {"src/study/claims", "src/study/claims/claims.cpp"},
      {"src/study/stored", "src/study/stored/list.cpp"},
      {"src/timing/generations", "src/timing/generations/list.cpp"},
  };
  return table;
}

Violations includes_follow_the_table(const SourceTree& tree) {
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!file.path.starts_with("src/") || !is_cpp(file)) continue;
    const Layer* layer = find_layer(layer_of(file.path));
    if (layer == nullptr) {
      violations.push_back(at(file, 1, "is in no layer of the dependency table (tests/layers/rules.cpp)"));
      continue;
    }
    for (const Include& include : includes_of(file.text)) {
      if (is_kernel(file) && is_beside(tree, file, include.name)) continue;
      const std::string path = "src/" + include.name;
      const std::string_view other = layer_of(path);
      const bool known = find_layer(other) != nullptr;
      if (include.quoted && !known) {
        violations.push_back(
            at(file, include.line, fmt::format("'{}' is not written from the top of src/", include.name)));
      } else if (known && !may_include(*layer, other)) {
        violations.push_back(
            at(file, include.line, fmt::format("'{}' is out of reach: {}", include.name, table_row(*layer))));
      }
    }
  }
  return violations;
}

Violations targets_follow_the_table(const SourceTree& tree) {
  constexpr std::string_view prefix = "reconverge_";
  constexpr std::string_view settings = "reconverge_settings";
  Violations violations;
  for (const SourceFile& file : tree) {
    const Layer* layer = find_layer(layer_of(file.path));
    if (layer == nullptr || !is_cmake(file)) continue;
    for (const CMakeCall& call : cmake_calls(file.text)) {
      if (call.command == "reconverge_library" && !call.arguments.empty() && call.arguments.front() != layer->name) {
        violations.push_back(
            at(file, call.line, fmt::format("library '{}' is not named like its folder", call.arguments.front())));
      }
      if (call.command != "reconverge_library" && call.command != "target_link_libraries") continue;
      for (const std::string& argument : call.arguments) {
        if (!argument.starts_with(prefix) || argument == settings) continue;
        if (!may_include(*layer, std::string_view(argument).substr(prefix.size()))) {
          violations.push_back(at(file, call.line, fmt::format("{} is out of reach: {}", argument, table_row(*layer))));
        }
      }
    }
  }
  return violations;
}

Violations namespaces_are_named_like_folders(const SourceTree& tree) {
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!is_cpp(file) || layer_of(file.path).empty()) continue;
    const std::string expected = fmt::format("reconverge::{}", layer_of(file.path));
    for (const Namespace& space : namespaces_of(file.text)) {
      const bool inside = space.name == expected || space.name.starts_with(expected + "::");
      if (space.name.starts_with("reconverge") && !inside) {
        violations.push_back(at(file, space.line, "namespace " + space.name + " is in the folder of " + expected));
      }
    }
  }
  return violations;
}

Violations only_the_edges_meet_the_machine(const SourceTree& tree) {
  static const std::set<std::string, std::less<>> machine{"fstream", "iostream", "filesystem", "unistd.h"};
  static const std::regex cuda(R"(^(cuda|nvrtc|cupti|nvml|nvperf|nvJitLink)\w*\.h(pp)?$)");
  Violations violations;
  for (const SourceFile& file : tree) {
    const Layer* layer = find_layer(layer_of(file.path));
    if (layer == nullptr || !is_cpp(file)) continue;
    for (const Include& include : includes_of(file.text)) {
      if (!layer->meets_the_machine && machine.contains(include.name)) {
        violations.push_back(at(file, include.line,
                                fmt::format("<{}>: {} takes values and returns values; only the command "
                                            "line and the devices do input and output",
                                            include.name, layer->name)));
      }
      if (layer->name != "gpu" && layer->name != "injection" && std::regex_match(include.name, cuda)) {
        violations.push_back(
            at(file, include.line, fmt::format("<{}>: only gpu and injection know CUDA", include.name)));
      }
    }
  }
  return violations;
}

Violations sources_are_built(const SourceTree& tree) {
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!is_compiled(file)) continue;
    const SourceFile* cmake = nearest_cmake(tree, file.path);
    if (cmake == nullptr) {
      violations.push_back(at(file, 1, "has no CMakeLists.txt in its folder or above"));
      continue;
    }
    const std::string relative = file.path.substr(folder_of(cmake->path).size() + 1);
    if (!mentions(*cmake, relative)) {
      violations.push_back(at(file, 1, fmt::format("is built by nothing: add {} to {}", relative, cmake->path)));
    }
  }
  return violations;
}

Violations suites_are_run(const SourceTree& tree) {
  constexpr std::string_view all = "tests/CMakeLists.txt";
  const SourceFile* suites = find(tree, all);
  if (suites == nullptr) return {fmt::format("{}:1: is missing", all)};
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!file.path.starts_with("tests/") || !file.path.ends_with("/CMakeLists.txt") || file.path == all) continue;
    const std::string_view suite = folder_of(file.path).substr(std::string_view("tests/").size());
    if (!mentions(*suites, suite)) {
      violations.push_back(at(file, 1, fmt::format("is never run: add {} to {}", suite, suites->path)));
    }
  }
  return violations;
}

Violations files_are_listed(const SourceTree& tree, const ListedFolder& folder) {
  const SourceFile* list = find(tree, folder.list);
  const std::set<std::string> known = list == nullptr ? std::set<std::string>() : names_in(list->text);
  Violations violations;
  for (const SourceFile& file : tree) {
    if (folder_of(file.path) != folder.folder || !is_source(file) || &file == list) continue;
    const std::string_view stem = stem_of(file.path);
    const bool helper = find(tree, fmt::format("{}/{}.hpp", folder.folder, stem)) != nullptr ||
                        std::ranges::find(folder.helpers, stem) != folder.helpers.end();
    if (helper) continue;
    if (std::ranges::none_of(known, [&](const std::string& name) { return names(name, stem); })) {
      violations.push_back(at(file, 1,
                              fmt::format("nothing named '{}' is listed in {} (a helper has a header of "
                                          "its own)",
                                          stem, folder.list)));
    }
  }
  return violations;
}

Violations classes_have_no_conditions(const SourceTree& tree) {
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!file.path.starts_with("src/") || !is_cpp(file)) continue;
    for (const std::size_t line : conditions_in_classes(file.text)) {
      violations.push_back(at(file, line, "preprocessor condition in a class: let CMake choose the source file"));
    }
  }
  return violations;
}

Violations files_are_short(const SourceTree& tree) {
  Violations violations;
  for (const SourceFile& file : tree) {
    if (!file.path.starts_with("src/")) continue;
    const std::size_t most = file.path == "src/cli/main.cpp" ? most_lines_of_main : most_lines;
    const std::size_t lines = count_lines(file.text);
    if (lines > most) {
      violations.push_back(
          at(file, lines, fmt::format("has {} lines, more than {}: divide it at its seam", lines, most)));
    }
  }
  return violations;
}

Violations sources_name_their_license(const SourceTree& tree) {
  constexpr std::string_view line = "// SPDX-License-Identifier: MIT\n",
                             script_line = "# SPDX-License-Identifier: MIT\n";
  Violations violations;
  for (const SourceFile& file : tree) {
    const bool is_ours = file.path.ends_with(".cpp") || file.path.ends_with(".hpp");
    if (is_ours && !file.text.starts_with(line))
      violations.push_back(at(file, 1, fmt::format("does not begin with '{}'", line.substr(0, line.size() - 1))));
    const bool is_script = file.path.ends_with(".py") || file.path.ends_with(".sh");
    const std::size_t below_shebang = file.text.starts_with("#!") ? file.text.find('\n') + 1 : 0;
    if (is_script && !std::string_view(file.text).substr(below_shebang).starts_with(script_line))
      violations.push_back(at(file, 1, "does not have its SPDX line at its head"));
  }
  return violations;
}

Violations nothing_is_generated(const SourceTree& tree) {
  static const std::regex product(R"(\.(o|obj|a|so|gch|pch|pyc|orig|rej)$|(\.|_)(gen|generated|pb)\.\w+$)");
  static const std::regex banner(R"(do not edit|@generated|(automatically|auto-?)\s*generated|generated by)",
                                 std::regex::icase);
  static const std::regex source_folder(R"(\$\{\w*SOURCE_DIR\})");
  constexpr std::size_t banner_length = 400;
  Violations violations;
  for (const SourceFile& file : tree) {
    if (is_of_this_test(file)) continue;
    if (std::regex_search(file.path, product)) {
      violations.push_back(at(file, 1, "is a product of the build; the tree holds what people write"));
    }
    if (!file.path.starts_with("docs/") && !file.path.starts_with("data/") &&
        std::regex_search(file.text.substr(0, banner_length), banner)) {
      violations.push_back(at(file, 1, "says that it is generated; make it while building, in the build tree"));
    }
    if (!is_cmake(file)) continue;
    for (const CMakeCall& call : cmake_calls(file.text)) {
      const bool writes = call.command == "configure_file" ||
                          (call.command == "file" && !call.arguments.empty() && call.arguments[0] == "WRITE");
      if (writes && call.arguments.size() > 1 && std::regex_search(call.arguments[1], source_folder)) {
        violations.push_back(at(file, call.line, fmt::format("{} writes into the source tree", call.command)));
      }
    }
  }
  return violations;
}

Violations no_machine_is_named(const SourceTree& tree) {
  // Folders that only one person's or one machine's disk has.
  static const std::regex private_path(R"((^|[^\w.$}/])/(home|root|Users|work|scratch|nfs)/\w)");
  Violations violations;
  for (const SourceFile& file : tree) {
    // Listings quote the paths of whoever compiled them.
    if (is_of_this_test(file) || file.path.starts_with("data/") || extension_of(file.path) == ".sass") continue;
    for (const std::size_t line : matching_lines(file.text, private_path)) {
      violations.push_back(at(file, line, "names a folder of one machine"));
    }
  }
  return violations;
}

}  // namespace reconverge::layers
