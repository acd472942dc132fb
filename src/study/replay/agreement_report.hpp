// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/document.hpp"
#include "study/replay/agreement.hpp"

/// Measured and predicted cycles of stored results as tables, a figure and JSON.
namespace reconverge::study {

/// The benchmarks of one file.
struct FileAgreement {
  std::string source;
  std::vector<RunAgreement> runs;
};

/// One row a benchmark, unrolling and file, over all patterns.
report::Table agreement_by_kernel(const std::vector<FileAgreement>& files);
/// The same as tables whose columns fit side by side on a terminal: the numbers, then what is missed.
std::vector<report::Block> agreement_by_kernel_to_read(const std::vector<FileAgreement>& files);
/// One row a state.
report::Table agreement_by_state(const std::vector<FileAgreement>& files);
/// Predicted less measured over n, one series a benchmark that differs.
report::Figure agreement_figure(const std::vector<FileAgreement>& files);
/// Names every place where an untimed instruction ran; the tables have that in short.
void add_to_record(const std::vector<FileAgreement>& files, nlohmann::ordered_json& record);

AgreementSummary summary_of(const std::vector<FileAgreement>& files);

}  // namespace reconverge::study
