// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "cli/application.hpp"
#include "cli/documentation.hpp"

// docs/cli.md tells of every verb and option that there is, and of no other.
namespace reconverge::cli {
namespace {

using Names = std::set<std::string>;

/// The application as the program builds it.
class Documents : public testing::Test {
 protected:
  Documents() : app("", "reconverge") { set_up(app, session); }

  Session session;
  CLI::App app;
};

std::string section_title(const CLI::App& verb) { return "reconverge " + verb.get_name(); }

/// "--json", "-g" and, for positional ones, "LISTING".
Names registered_options(const CLI::App& app) {
  Names names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.insert("--" + name);
    for (const std::string& name : option->get_snames()) names.insert("-" + name);
    if (option->get_positional()) names.insert(option->get_name());
  }
  return names;
}

/// What the section defines: lines that begin, four blanks in, with option names, one or several
/// with commas between them, or with a word in capitals and a gap.
Names documented_options(std::string_view section) {
  static const std::regex options(R"(^    (--?[A-Za-z][a-z-]*(, --?[A-Za-z][a-z-]*)*)( .*|$))");
  static const std::regex positional(R"(^    ([A-Z]+)  +.*)");
  static const std::regex name("--?[A-Za-z][a-z-]*");
  Names names;
  std::istringstream lines{std::string(section)};
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, positional)) names.insert(match[1]);
    if (!std::regex_match(line, match, options)) continue;
    const std::string list = match[1];
    for (std::sregex_iterator one(list.begin(), list.end(), name), end; one != end; ++one) names.insert(one->str());
  }
  return names;
}

TEST_F(Documents, TellOfEveryVerbAndOfNoOther) {
  Names verbs, sections;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.insert(section_title(*verb));
  for (const std::string_view title : section_titles(cli_document))
    if (title != "reconverge") sections.emplace(title);
  EXPECT_EQ(verbs, sections);
}

TEST_F(Documents, ListEveryVerbInTheHelpOfTheProgram) {
  const std::string help(section_of(cli_document, "reconverge"));
  for (const CLI::App* verb : app.get_subcommands({}))
    EXPECT_THAT(help, testing::ContainsRegex("\n    " + verb->get_name() + "  ")) << verb->get_name();
}

TEST_F(Documents, TellOfEveryOptionAndOfNoOther) {
  EXPECT_EQ(documented_options(section_of(cli_document, "reconverge")), registered_options(app));
  for (const CLI::App* verb : app.get_subcommands({})) {
    Names options = registered_options(*verb);
    options.erase("--help");  // the program's, told once
    options.erase("-h");
    EXPECT_EQ(documented_options(section_of(cli_document, section_title(*verb))), options) << verb->get_name();
  }
}

TEST_F(Documents, GiveEveryVerbARunnableExample) {
  for (const CLI::App* verb : app.get_subcommands({})) {
    const std::string section(section_of(cli_document, section_title(*verb)));
    const auto examples = section.find("\nExample");
    ASSERT_NE(examples, std::string::npos) << verb->get_name();
    EXPECT_NE(section.find("\n    reconverge " + verb->get_name(), examples), std::string::npos) << verb->get_name();
  }
}

TEST_F(Documents, HaveNoOptionThatSwallowsSeveralWords) {
  // `--reg R5=1 LISTING`: the listing is no second register.
  for (const CLI::App* verb : app.get_subcommands({}))
    for (const CLI::Option* option : verb->get_options())
      EXPECT_TRUE(option->get_positional() || !option->get_allow_extra_args()) << option->get_name();
}

TEST(Document, FitsATerminal) {
  for (const std::string_view document : {cli_document, model_document}) {
    std::istringstream lines{std::string(document)};
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST_F(Documents, OfVerbsFitInEightyColumnsAndLoseNoWord) {
  const auto words = [](std::string text) {
    std::erase(text, '\\');
    std::istringstream stream(text);
    return std::vector<std::string>{std::istream_iterator<std::string>(stream), {}};
  };
  for (const std::string_view title : section_titles(cli_document)) {
    const std::string help = help_for_terminal(section_of(cli_document, title));
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    EXPECT_EQ(words(help), words(for_terminal(section_of(cli_document, title)))) << title;
  }
}

TEST_F(Documents, OfVerbsFitInFortyColumnsAndLoseNoWord) {
  const auto words = [](std::string text) {
    std::erase(text, '\\');
    std::istringstream stream(text);
    return std::vector<std::string>{std::istream_iterator<std::string>(stream), {}};
  };
  for (const std::string_view title : section_titles(cli_document)) {
    const std::string help = help_for_terminal(section_of(cli_document, title), 40);
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
    EXPECT_EQ(words(help), words(for_terminal(section_of(cli_document, title)))) << title;
  }
}

TEST(Document, EveryTopicOfTheModelHasAShortNameAndASummary) {
  static const std::regex name("[a-z]+(-[a-z]+)*");
  for (const std::string_view title : section_titles(model_document)) {
    EXPECT_TRUE(std::regex_match(std::string(title), name)) << title;
    const auto summary = summary_of(section_of(model_document, title));
    EXPECT_GT(summary.size(), 10u) << title;
    EXPECT_LE(summary.size(), 80u) << title;
  }
}

TEST(Document, SectionsAreFoundByTheirWholeTitle) {
  constexpr std::string_view text = "# Title\n\n## a\none\n\n## ab\ntwo\n### sub\n## c\n";
  EXPECT_EQ(section_of(text, "a"), "## a\none\n\n");
  EXPECT_EQ(section_of(text, "ab"), "## ab\ntwo\n### sub\n");
  EXPECT_EQ(section_of(text, "c"), "## c\n");
  EXPECT_EQ(section_of(text, "sub"), "");
  EXPECT_THAT(section_titles(text), testing::ElementsAre("a", "ab", "c"));
}

TEST(Document, IsShownWithoutMarks) {
  EXPECT_EQ(for_terminal("## a b\n\ntext # 1\n### c\n    #include\n\n\n"), "a b\n\ntext # 1\nc\n    #include\n");
  EXPECT_EQ(for_terminal(""), "");
  EXPECT_EQ(summary_of("## a\n\nWhat it is.\nMore.\n"), "What it is");
  EXPECT_EQ(summary_of("## a\n"), "");
}

}  // namespace
}  // namespace reconverge::cli
