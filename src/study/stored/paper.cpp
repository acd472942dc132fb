// SPDX-License-Identifier: MIT
#include "core/short_names.hpp"
#include "report/formats/json_reader.hpp"
#include "study/stored/stored.hpp"

namespace reconverge::study {

/// The sections of each stored paper, as they were; of several, each names its file.
core::Result<std::vector<report::Section>> stored_paper(const StoredResults& results) {
  std::vector<report::Section> sections;
  for (const auto* result : results) {
    auto report = report::read_report(stored::member(result->content, "report"));
    if (!report) {
      report.error().where = {result->source};
      return report.error();
    }
    for (auto& section : report->sections) {
      if (results.size() > 1) section.title += " (" + core::base_name(result->source) + ")";
      sections.push_back(std::move(section));
    }
  }
  return sections;
}

}  // namespace reconverge::study
