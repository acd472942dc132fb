#include "cli/output.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <system_error>

namespace reconverge::cli {
namespace {

core::Diagnostic cannot_write(const std::filesystem::path& path, const std::string& why) {
  return {.failure = core::Failure::environment,
          .message = fmt::format("cannot write '{}': {}", path.string(), why),
          .hint = "choose a folder that exists or can be made, and is writable"};
}

std::atomic<bool> interrupt_arrived = false;

void on_interrupt(int) { interrupt_arrived = true; }

core::Result<core::Done> write_stdout(std::string_view content) {
  if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() || std::fflush(stdout) != 0)
    return cannot_write("standard output", std::strerror(errno));
  return core::Done{};
}

}  // namespace

core::Result<OutputFile> OutputFile::open(const std::filesystem::path& path) {
  if (path == "-") return OutputFile(path, {});
  if (path.empty()) return cannot_write(path, "the path is empty");
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) return cannot_write(path, error.message());
  if (std::filesystem::is_directory(path)) return cannot_write(path, "it is a folder");
  auto beside = path;
  beside += fmt::format(".{}.part", getpid());
  const std::ofstream probe(beside);
  if (!probe) return cannot_write(path, std::strerror(errno));
  return OutputFile(path, beside);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), beside_(std::exchange(other.beside_, {})) {}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (!beside_.empty()) std::filesystem::remove(beside_, ignored);
}

core::Result<core::Done> OutputFile::commit(std::string_view content) {
  if (path_ == "-") return write_stdout(content);
  std::ofstream file(beside_, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) return cannot_write(path_, std::strerror(errno));
  std::error_code error;
  std::filesystem::rename(beside_, path_, error);
  if (error) return cannot_write(path_, error.message());
  beside_.clear();
  return core::Done{};
}

bool interrupted() { return interrupt_arrived; }

void install_interrupt_handlers() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace reconverge::cli
