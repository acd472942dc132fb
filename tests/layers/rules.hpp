// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "layers/source_tree.hpp"

/// The structure of the project, as rules over its text. Each rule returns what breaks it, one line
/// each: "file:line: what is wrong".
namespace reconverge::layers {

using Violations = std::vector<std::string>;

/// A folder of src/ and the folders that it may include beside itself: the dependency table.
struct Layer {
  std::string_view name;
  std::vector<std::string_view> may_include;
  bool meets_the_machine = false;  ///< may open files, streams and folders
};
std::span<const Layer> layers();

/// A folder in which every source is one thing of a kind, and the file that lists them. Each is
/// declared where the list is; a source with a header of its own is a helper and no entry.
struct ListedFolder {
  std::string_view folder;
  std::string_view list;
  std::vector<std::string_view> helpers = {};  ///< helpers without a header of their own
};
std::span<const ListedFolder> listed_folders();

Violations includes_follow_the_table(const SourceTree& tree);
Violations targets_follow_the_table(const SourceTree& tree);
Violations namespaces_are_named_like_folders(const SourceTree& tree);
Violations only_the_edges_meet_the_machine(const SourceTree& tree);
Violations sources_are_built(const SourceTree& tree);
Violations suites_are_run(const SourceTree& tree);
Violations files_are_listed(const SourceTree& tree, const ListedFolder& folder);
Violations classes_have_no_conditions(const SourceTree& tree);
Violations files_are_short(const SourceTree& tree);
/// Every C++ source begins with its SPDX line.
Violations sources_name_their_license(const SourceTree& tree);
Violations nothing_is_generated(const SourceTree& tree);
Violations no_machine_is_named(const SourceTree& tree);
Violations cited_files_exist(const SourceTree& tree);
Violations cited_pages_exist(const SourceTree& tree);
Violations cited_rules_exist(const SourceTree& tree);

}  // namespace reconverge::layers
