// SPDX-License-Identifier: MIT
#include "toolchain/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

extern char** environ;

namespace reconverge::toolchain {
namespace {

using core::Diagnostic;
using core::Failure;
using core::Result;

/// A pipe whose ends are closed with it.
struct Pipe {
  std::array<int, 2> ends = {-1, -1};

  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  bool open() { return pipe2(ends.data(), O_CLOEXEC) == 0; }
  void close_end(std::size_t i) {
    if (ends[i] >= 0) close(ends[i]);
    ends[i] = -1;
  }
};

Diagnostic cannot_start(const std::string& program, int error) {
  return {Failure::environment, fmt::format("cannot start {}: {}", program, std::strerror(error)), "", {}};
}

/// The environment of this program, with these variables added or replaced.
std::vector<std::string> environment_with(const Variables& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view old = *entry;
    const auto replaces = [&](const auto& variable) { return old.starts_with(variable.first + "="); };
    if (std::ranges::none_of(variables, replaces)) all.emplace_back(old);
  }
  for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
  return all;
}

Variables with_path_prefix(const std::string& prefix) {
  if (prefix.empty()) return {};
  const char* path = std::getenv("PATH");
  return {{"PATH", fmt::format("{}:{}", prefix, path != nullptr ? path : "")}};
}

/// Attributes of a process that starts with the signals which are ignored here as a shell would start it.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t ignored_here;
    sigemptyset(&ignored_here);
    sigaddset(&ignored_here, SIGPIPE);
    sigaddset(&ignored_here, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &ignored_here);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  /// Signals that are blocked when it starts.
  void set_mask(const sigset_t& mask) {
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

int status_in(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

/// Waits for the end of a process: its exit status, 128 + signal if a signal ended it.
int status_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status_in(status);
}

/// While it lives, requests to end wait until they are taken here. Afterwards those arrive that the program handles.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD}) sigaddset(&held_, signal);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
    // Were it ignored, the status of a program that has ended would be lost.
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &action, &child_before_);
  }
  ~HeldSignals() {
    sigaction(SIGCHLD, &child_before_, nullptr);
    if (arrived_ != 0) raise(arrived_);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const { return before_; }

  /// Waits for the end of a process, to which it passes on what arrives.
  int status_of(pid_t process) {
    for (int status = 0;;) {
      const pid_t ended = waitpid(process, &status, WNOHANG);
      if (ended == process) return status_in(status);
      if (ended < 0 && errno != EINTR) return status_in(status);
      siginfo_t info{};
      if (sigwaitinfo(&held_, &info) > 0 && info.si_signo != SIGCHLD) pass_on(info, process);
    }
  }

 private:
  void pass_on(const siginfo_t& info, pid_t process) {
    const bool ends_us = info.si_signo == SIGINT || info.si_signo == SIGTERM;
    if (ends_us) arrived_ = info.si_signo;
    if (info.si_code == SI_KERNEL) return;  // the terminal sent it to both
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const bool again = first_at_ != 0 && now.tv_sec > first_at_ + 1;
    if (first_at_ == 0) first_at_ = now.tv_sec;
    kill(process, again ? SIGKILL : info.si_signo);
  }

  sigset_t held_{}, before_{};
  struct sigaction child_before_ {};
  int arrived_ = 0;
  std::time_t first_at_ = 0;
};

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& text : strings) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// Reads both pipes until the program has closed them.
void drain(Pipe& out, Pipe& error, ProcessOutput& result) {
  std::array<pollfd, 2> watched = {{{out.ends[0], POLLIN, 0}, {error.ends[0], POLLIN, 0}}};
  std::array<std::string*, 2> sinks = {&result.out, &result.error};
  std::array<char, 65536> buffer;
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (watched[i].fd < 0 || watched[i].revents == 0) continue;
      const ssize_t count = read(watched[i].fd, buffer.data(), buffer.size());
      if (count > 0) sinks[i]->append(buffer.data(), static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR) watched[i].fd = -1;
    }
  }
}

}  // namespace

Result<ProcessOutput> run_process(const std::vector<std::string>& arguments, const std::string& path_prefix,
                                  const std::string& folder) {
  Pipe out, error;
  if (!out.open() || !error.open()) return cannot_start(arguments.front(), errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.ends[1], STDERR_FILENO);
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<std::string> words = arguments;
  std::vector<std::string> variables = environment_with(with_path_prefix(path_prefix));
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words.front().c_str(), &actions, SpawnAttributes().get(),
                                  pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return cannot_start(arguments.front(), failed);
  out.close_end(1);
  error.close_end(1);
  ProcessOutput result;
  drain(out, error, result);
  result.status = status_of(child);
  return result;
}

Result<int> run_in_foreground(const std::vector<std::string>& arguments, const Variables& variables,
                              const Foreground& how) {
  HeldSignals signals;
  if (how.stop != nullptr && *how.stop)
    return Diagnostic{
        Failure::environment, fmt::format("interrupted before {} was started", arguments.front()), "", {}};
  std::vector<std::string> words = arguments, environment = environment_with(variables);
  SpawnAttributes attributes;
  attributes.set_mask(signals.before());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (how.output_to_error) posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words.front().c_str(), &actions, attributes.get(), pointers(words).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed == 0) return signals.status_of(child);
  Diagnostic diagnostic = cannot_start(arguments.front(), failed);
  diagnostic.hint = "give its path, or a name that PATH finds";
  return diagnostic;
}

}  // namespace reconverge::toolchain
