// SPDX-License-Identifier: MIT
#include "injection/settings.hpp"

#include <cstdint>
#include <cstdlib>

namespace reconverge::injection {
namespace {

std::string text_of(const char* variable) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? "" : text;
}

std::uint64_t number_of(const char* variable, std::uint64_t otherwise) {
  const std::string text = text_of(variable);
  return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 10);
}

}  // namespace

std::optional<Settings> settings_of_environment() {
  Settings settings;
  settings.folder = text_of(folder_variable);
  settings.cupti = text_of(cupti_variable);
  if (settings.folder.empty()) return std::nullopt;
  settings.run = text_of(run_variable);
  settings.quiet = number_of(quiet_variable, 0) != 0;
  settings.first = number_of(first_variable, settings.first);
  settings.last = number_of(last_variable, settings.last);
  settings.graphs = number_of(graphs_variable, 0) != 0;
  settings.captured_launch = number_of(captured_launch_variable, settings.captured_launch);
  settings.capture_path = text_of(capture_path_variable);
  settings.most_bytes = number_of(capture_bytes_variable, settings.most_bytes);
  const std::string kernel = text_of(kernel_variable), captured = text_of(captured_kernel_variable);
  // The program checked them: a broken one chooses no kernel.
  if (!kernel.empty()) settings.kernel = std::make_shared<Pattern>(kernel);
  if (!captured.empty()) settings.captured_kernel = std::make_shared<Pattern>(captured);
  return settings;
}

bool is_chosen(const Settings& settings, const std::string& symbol, std::uint64_t index) {
  return is_chosen(settings, index) && (!settings.kernel || settings.kernel->is_found_in(symbol));
}

bool is_chosen(const Settings& settings, std::uint64_t index) {
  return index >= settings.first && index <= settings.last;
}

}  // namespace reconverge::injection
