// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "layers/rules.hpp"

// The project as it stands against every rule.
namespace reconverge::layers {

static void PrintTo(const ListedFolder& folder, std::ostream* stream) { *stream << folder.folder; }

namespace {

const SourceTree& project() {
  static const SourceTree tree = read_tree(RECONVERGE_SOURCE_TREE);
  return tree;
}

/// One violation a line, so that an editor can jump to each.
void expect_none(const Violations& violations) {
  std::string lines;
  for (const std::string& violation : violations) lines += "\n" + violation;
  EXPECT_TRUE(violations.empty()) << lines;
}

TEST(Project, WasRead) {
  ASSERT_NE(find(project(), "CMakeLists.txt"), nullptr);
  ASSERT_NE(find(project(), "src/core/result.hpp"), nullptr);
}

TEST(Project, IncludesFollowTheTable) { expect_none(includes_follow_the_table(project())); }
TEST(Project, TargetsFollowTheTable) { expect_none(targets_follow_the_table(project())); }
TEST(Project, NamespacesAreNamedLikeFolders) { expect_none(namespaces_are_named_like_folders(project())); }
TEST(Project, OnlyTheEdgesMeetTheMachine) { expect_none(only_the_edges_meet_the_machine(project())); }
TEST(Project, SourcesAreBuilt) { expect_none(sources_are_built(project())); }
TEST(Project, SuitesAreRun) { expect_none(suites_are_run(project())); }
TEST(Project, ClassesHaveNoConditions) { expect_none(classes_have_no_conditions(project())); }
TEST(Project, FilesAreShort) { expect_none(files_are_short(project())); }
TEST(Project, SourcesNameTheirLicense) { expect_none(sources_name_their_license(project())); }
TEST(Project, NothingIsGenerated) { expect_none(nothing_is_generated(project())); }
TEST(Project, CitedFilesExist) { expect_none(cited_files_exist(project())); }
TEST(Project, CitedPagesExist) { expect_none(cited_pages_exist(project())); }
TEST(Project, CitedRulesExist) { expect_none(cited_rules_exist(project())); }
TEST(Project, NoMachineIsNamed) { expect_none(no_machine_is_named(project())); }

class Listed : public testing::TestWithParam<ListedFolder> {};

TEST_P(Listed, EveryFile) {
  const std::string inside = std::string(GetParam().folder) + "/";
  const bool exists =
      std::ranges::any_of(project(), [&](const SourceFile& file) { return file.path.starts_with(inside); });
  if (!exists) GTEST_SKIP() << "there is no " << GetParam().folder << " yet";
  expect_none(files_are_listed(project(), GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Project, Listed, testing::ValuesIn(listed_folders()));

}  // namespace
}  // namespace reconverge::layers
