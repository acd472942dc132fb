// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace reconverge::cli {

/// A file that appears whole or not at all. It is opened at once, so that an unwritable path is reported
/// before any work is done, and takes its place when it is complete, with the mode of a file it
/// replaces. Till then it has no name where the file system allows that (O_TMPFILE), else one that
/// cannot be guessed, ".reconverge-....part". "-" is stdout; a device or pipe is written itself.
class OutputFile {
 public:
  /// Makes parent folders. Fails with Failure::environment; with Failure::usage if the file is read too.
  static core::Result<OutputFile> open(const std::filesystem::path& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  ///< removes what was not committed

  /// Whether other files can be beside it: it is not standard output, a device or a pipe.
  bool is_in_a_folder() const { return !direct_; }

  /// Writes a part; the file is in its place only after `commit`.
  core::Result<core::Done> append(std::string_view part);

  /// Writes the rest, which may be all, and puts the file into its place.
  core::Result<core::Done> commit(std::string_view rest);

 private:
  explicit OutputFile(std::filesystem::path path) : path_(std::move(path)) {}
  core::Result<core::Done> write_out();

  std::filesystem::path path_;
  std::filesystem::path beside_;  ///< its name until the commit; empty while it has none
  int file_ = -1;                 ///< of what is written itself: opened by the first write
  bool direct_ = true;            ///< stdout, or no regular file
  std::string held_;
};

/// A file that is written if its path is not empty.
struct WantedFile {
  const std::string& path;
  std::optional<OutputFile>& file;
};
/// Opens those that are wanted.
core::Result<core::Done> open_wanted(std::initializer_list<WantedFile> files);

/// Whether a path means standard output: "-", or a name that the system gives it.
bool is_standard_output(const std::filesystem::path& path);

/// Adds text to standard output. Control characters of names, paths and listings would act on a
/// terminal: they are replaced.
void print(std::string_view text);
/// Adds text for a terminal as it is, colours included, or for a program. Nothing else of the program writes to
/// standard output.
void print_as_it_is(std::string_view text);
/// Writes out what `print` holds back; the program calls it last. Fails with Failure::environment,
/// now or if an earlier write failed. A closed pipe is not a failure.
core::Result<core::Done> flush_output();
/// Whether the reader of standard output has closed it: `reconverge ... | head`.
bool reader_is_gone();

/// Refuses two results for one place, standard output included, an input given twice, and a result in the place of an
/// input. Empty paths do not count.
core::Result<core::Done> check_distinct(const std::vector<std::string>& outputs,
                                        const std::vector<std::string>& inputs = {});

/// Whether SIGINT or SIGTERM has arrived. The handlers are installed by main.
bool interrupted();
/// Set by those signals and by stop_running: for loops of layers that know nothing of signals.
const std::atomic<bool>& stop_flag();
/// Ends what is running, because its result is not wanted any more.
void stop_running();
void install_signal_handlers();

}  // namespace reconverge::cli
