// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "injection/pattern.hpp"

/// Variables that `reconverge profile` puts into the environment of the application for the library.
namespace reconverge::injection {

inline constexpr const char* folder_variable = "RECONVERGE_PROFILE_FOLDER";  ///< where results go
inline constexpr const char* cupti_variable = "RECONVERGE_PROFILE_CUPTI";    ///< path of libcupti
inline constexpr const char* kernel_variable = "RECONVERGE_PROFILE_KERNEL";  ///< Pattern; empty: all
inline constexpr const char* first_variable = "RECONVERGE_PROFILE_FIRST";    ///< launch of each kernel, from 1
inline constexpr const char* last_variable = "RECONVERGE_PROFILE_LAST";      ///< likewise, included
inline constexpr const char* graphs_variable = "RECONVERGE_PROFILE_GRAPHS";  ///< "1": CUDA graphs are measured too
inline constexpr const char* run_variable = "RECONVERGE_RUN";                ///< names unfinished files of this run
inline constexpr const char* quiet_variable = "RECONVERGE_QUIET";            ///< "1": nothing is said on standard error
/// Of a launch that is captured: Pattern, its number, the file, and how much memory may be stored.
inline constexpr const char* captured_kernel_variable = "RECONVERGE_CAPTURE_KERNEL";
inline constexpr const char* captured_launch_variable = "RECONVERGE_CAPTURE_LAUNCH";
inline constexpr const char* capture_path_variable = "RECONVERGE_CAPTURE_FILE";
inline constexpr const char* capture_bytes_variable = "RECONVERGE_CAPTURE_BYTES";

/// Names of launches that are not of kernels, among their numbers.
inline constexpr const char* graphs_name = "(graph)";  ///< of CUDA graphs, unmeasured
/// Of kernels that were not measured, since a stream was being recorded into a graph.
inline constexpr const char* beside_recordings_name = "(beside a recording)";

/// In the folder of results, made by the process that captures a launch: others do not.
inline constexpr const char* claim_file = "capture.claim";

struct Settings {
  std::string folder;
  std::string cupti;
  std::string run;
  bool quiet = false;
  std::shared_ptr<const Pattern> kernel;  ///< nothing: all
  std::uint64_t first = 1;
  std::uint64_t last = 3;
  bool graphs = false;                             ///< CUDA graphs are measured, for which counting stays on
  std::shared_ptr<const Pattern> captured_kernel;  ///< nothing: no launch is captured
  std::uint64_t captured_launch = 1;
  std::string capture_path;
  std::uint64_t most_bytes = std::uint64_t{1} << 30;
};

/// Nothing if the environment does not name a folder: then the application runs as it does without the library.
std::optional<Settings> settings_of_environment();

/// Whether the `index`-th launch of a kernel (from 1) is to be measured.
bool is_chosen(const Settings& settings, const std::string& symbol, std::uint64_t index);
/// Likewise of a graph, whose kernels have several names.
bool is_chosen(const Settings& settings, std::uint64_t index);

}  // namespace reconverge::injection
