// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace reconverge::injection {

/// The SASS metrics that are collected, in the order of Counts. Their meanings are NVIDIA's.
inline constexpr std::array<const char*, 6> metric_names = {
    "smsp__sass_inst_executed",
    "smsp__sass_thread_inst_executed",
    "smsp__sass_thread_inst_executed_pred_on",
    "smsp__sass_inst_executed_op_branch",
    "smsp__sass_branch_targets_threads_divergent",
    "smsp__sass_branch_targets_threads_uniform",
};
/// Values of one instruction, of the whole GPU.
using Counts = std::array<std::uint64_t, metric_names.size()>;

/// An instruction: the cubin by its checksum, the function by its symbol, bytes from the function's start.
struct Place {
  std::uint32_t cubin = 0;
  std::string function;
  std::uint32_t pc = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// One launch that was measured.
struct Launch {
  std::string kernel;       ///< symbol
  std::uint64_t index = 0;  ///< of this kernel, from 1
  std::array<unsigned, 3> grid{};
  std::array<unsigned, 3> block{};
  unsigned shared_bytes = 0;  ///< dynamic shared memory
  unsigned device = 0;
  double seconds = 0;  ///< that measuring took, the launch included
  std::map<Place, Counts> counts;
};

/// A launch that was stored.
struct StoredCapture {
  std::string path;
  std::string kernel;
  std::uint64_t index = 0;
  std::uint64_t bytes = 0;  ///< of the file
  std::uint64_t memory_bytes = 0;
  std::uint64_t pieces = 0;  ///< allocations and variables
  double seconds = 0;        ///< that storing took
  std::vector<std::string> notes = {};
};

/// Writes what is collected into a folder, a line of JSON a launch, so that what an application left that crashed is
/// whole up to its last line. A process writes a file of its own, and so does each program that it becomes (exec). If
/// something could not be written, a link "lost-PID" says so: it takes neither space nor a file descriptor.
class Writer {
 public:
  explicit Writer(std::string folder) : folder_(std::move(folder)) {}

  void add_launch(const Launch& launch);
  /// Why nothing, or no more, is collected.
  void add_failure(std::string_view what, std::string_view why, bool denied);
  /// How many launches of each kernel there were, measured or not.
  void add_totals(const std::map<std::string, std::uint64_t>& launches);
  /// A cubin, once: "cubin-0123abcd.cubin".
  void add_cubin(std::uint32_t checksum, const void* image, std::size_t bytes);
  std::string cubin_path(std::uint32_t checksum) const;
  void add_capture(const StoredCapture& capture);

 private:
  void add_line(const std::string& line);
  bool append(const std::string& text);
  /// Opens this process's file, new the first time; below 0 if that cannot be done.
  int open_own();

  std::string folder_;
  std::mutex lock_;
  std::string name_;  ///< of this process's file; empty until it is there
};

/// The counts of a launch as JSON: [[cubin, function, pc, then the counts], ...].
std::string instructions_json(const Launch& launch);

/// Lists of JSON.
std::string json_list(const std::array<unsigned, 3>& values);
std::string json_list(const std::vector<std::string>& texts);

/// A string of JSON, with quotes.
std::string json_text(std::string_view text);

}  // namespace reconverge::injection
