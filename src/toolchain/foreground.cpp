#include "toolchain/foreground.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace reconverge::toolchain {
namespace {

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view old = *entry;
    const bool replaced =
        std::ranges::any_of(variables, [&](const auto& variable) { return old.starts_with(variable.first + "="); });
    if (!replaced) all.emplace_back(old);
  }
  for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& text : strings) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

core::Result<int> run_in_foreground(const std::vector<std::string>& arguments,
                                    const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> words = arguments, environment = environment_with(variables);
  const auto argv = pointers(words), envp = pointers(environment);
  pid_t process = 0;
  if (const int error = posix_spawnp(&process, argv[0], nullptr, nullptr, argv.data(), envp.data()); error != 0)
    return core::Diagnostic{.failure = core::Failure::environment,
                            .message = fmt::format("cannot start {}: {}", arguments.front(), std::strerror(error)),
                            .hint = "give its path, or a name that PATH finds"};
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace reconverge::toolchain
