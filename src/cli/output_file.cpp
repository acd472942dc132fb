// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

#include "cli/file_roles.hpp"
#include "cli/output.hpp"

namespace reconverge::cli {
namespace {

namespace fs = std::filesystem;

/// Gathered before it is written, so that a long trace is not a system call a row.
constexpr std::size_t enough = 1u << 16;

core::Diagnostic cannot_write(const fs::path& path, const std::string& why) {
  return {.failure = core::Failure::environment,
          .message = fmt::format("cannot write '{}': {}", path.string(), why),
          .hint = "choose a place in a folder that is writable or can be made"};
}

core::Diagnostic cannot_write(const fs::path& path, int error) { return cannot_write(path, std::strerror(error)); }

fs::path folder_of(const fs::path& place) { return place.has_parent_path() ? place.parent_path() : fs::path("."); }

/// A name in the folder of `place` that cannot be guessed, so that no link can be planted there.
fs::path name_beside(const fs::path& place) {
  static std::random_device random;
  return folder_of(place) / fmt::format(".reconverge-{:08x}{:08x}.part", random(), random());
}

/// Calls a function with new names beside `place` until one is free. The name, or nothing and errno.
template <typename Take> fs::path take_name(const fs::path& place, Take take) {
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries; ++i) {
    fs::path name = name_beside(place);
    if (take(name.c_str())) return name;
    if (errno != EEXIST) return {};
  }
  return {};
}

std::string path_of_descriptor(int file) { return fmt::format("/proc/self/fd/{}", file); }

/// A file without a name: nothing of it stays if the program is killed. -1 where the system has none.
int open_unnamed(const fs::path& place) {
#ifdef O_TMPFILE
  const int file = ::open(folder_of(place).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0 || ::access(path_of_descriptor(file).c_str(), F_OK) == 0) return file;
  ::close(file);  // without /proc it could not be given a name
#endif
  return -1;
}

/// Standard output, and what is not a regular file, is written directly.
bool is_written_itself(const fs::path& place) {
  std::error_code error;
  const auto status = fs::status(place, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

}  // namespace

core::Result<OutputFile> OutputFile::open(const fs::path& path) {
  if (is_standard_output(path)) return OutputFile("-");
  if (path.empty()) return cannot_write(path, "the path is empty");
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return cannot_write(path, error.message());
  if (fs::is_directory(path, error)) return cannot_write(path, "it is a folder");
  // A link stays a link: what it leads to is replaced. Where /dev/stdout leads to has no path.
  const bool is_link = fs::is_symlink(path, error) && !is_written_itself(path);
  const auto place = is_link ? fs::weakly_canonical(path, error) : path;
  if (error && error != std::errc::no_such_file_or_directory) return cannot_write(path, error.message());
  OutputFile output(place);
  if (is_written_itself(place)) return output;
  if (auto noted = note_output(place.string(), path.string()); !noted) return noted.error();
  output.direct_ = false;
  output.file_ = open_unnamed(place);
  if (output.file_ < 0)
    output.beside_ = take_name(place, [&](const char* name) {
      output.file_ = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      return output.file_ >= 0;
    });
  if (output.file_ < 0) return cannot_write(path, errno);
  struct stat old {};
  if (::stat(place.c_str(), &old) == 0) (void)::fchmod(output.file_, old.st_mode & 07777);
  return output;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      beside_(std::exchange(other.beside_, {})),
      file_(std::exchange(other.file_, -1)),
      direct_(std::exchange(other.direct_, true)),
      held_(std::move(other.held_)) {}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
  if (!direct_) forget_output(path_.string());
}

core::Result<core::Done> OutputFile::write_out() {
  if (file_ < 0) file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  std::string_view rest = held_;
  while (file_ >= 0 && !rest.empty()) {
    const auto written = ::write(file_, rest.data(), rest.size());
    if (written >= 0) rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR || interrupted()) break;
  }
  if (file_ < 0 || !rest.empty()) return cannot_write(path_, errno);
  held_.clear();
  return core::Done{};
}

core::Result<core::Done> OutputFile::append(std::string_view part) {
  if (path_ == "-") return print_as_it_is(part), core::Done{};
  held_ += part;
  return held_.size() < enough ? core::Result<core::Done>(core::Done{}) : write_out();
}

core::Result<core::Done> OutputFile::commit(std::string_view rest) {
  if (auto done = append(rest); !done) return done;
  if (path_ == "-") return flush_output();
  if (auto done = write_out(); !done) return done;
  if (!direct_ && beside_.empty()) {
    const std::string unnamed = path_of_descriptor(file_);
    beside_ = take_name(path_, [&](const char* name) {
      return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    });
    if (beside_.empty()) return cannot_write(path_, errno);
  }
  if (::close(std::exchange(file_, -1)) != 0) return cannot_write(path_, errno);
  if (direct_) return core::Done{};
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) return cannot_write(path_, errno);
  beside_.clear();
  return core::Done{};
}

core::Result<core::Done> open_wanted(std::initializer_list<WantedFile> files) {
  for (const WantedFile& wanted : files) {
    if (wanted.path.empty()) continue;
    auto opened = OutputFile::open(wanted.path);
    if (!opened) return opened.error();
    wanted.file.emplace(std::move(opened).value());
  }
  return core::Done{};
}

}  // namespace reconverge::cli
