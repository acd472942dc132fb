// SPDX-License-Identifier: MIT
// Runs a target on mutations of a corpus, without Clang: processes that each write down their input
// before they try it, and one that watches them.
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>

#include "fuzz/mutation.hpp"
#include "fuzz/target.hpp"

namespace reconverge::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
  std::vector<std::string> corpora;
  std::vector<std::string> inputs;  ///< tried once each, in place of mutations
  double seconds = 60;
  std::uint64_t count = ~std::uint64_t{0};  ///< inputs in all
  unsigned jobs = 1;
  std::uint64_t seed = 1;
  std::uint64_t memory = 2048;  ///< MiB a process; 0: no limit, as the address sanitizer needs it
  unsigned timeout = 10;        ///< seconds an input
  std::string keep = ".";       ///< folder for an input that fails
};

constexpr int exit_wrong = 77;
constexpr int exit_memory = 78;

/// What a process and its watcher share.
struct Slot {
  std::atomic<std::uint64_t> tried;
  std::atomic<std::uint32_t> size;
  char input[32'000];
  char wrong[2'000];
};

[[noreturn]] void stop(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(2);
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) stop("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> seeds_of(const Settings& settings) {
  std::vector<std::string> seeds;
  const auto add = [&](const std::filesystem::path& path) {
    std::ranges::move(pieces(content_of(path)), std::back_inserter(seeds));
  };
  for (const std::string& corpus : settings.corpora)
    if (std::filesystem::is_directory(corpus)) {
      for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus))
        if (entry.is_regular_file()) add(entry.path());
    } else {
      add(corpus);
    }
  std::ranges::sort(seeds);
  seeds.erase(std::ranges::unique(seeds).begin(), seeds.end());
  if (seeds.empty()) stop("the corpus has nothing for this target");
  return seeds;
}

void try_input(std::string_view input, Slot& slot, const Settings& settings) {
  input = input.substr(0, sizeof slot.input);
  std::memcpy(slot.input, input.data(), input.size());
  slot.size = static_cast<std::uint32_t>(input.size());
  alarm(settings.timeout);
  const std::string wrong = check(input);
  alarm(0);
  ++slot.tried;
  if (wrong.empty()) return;
  std::snprintf(slot.wrong, sizeof slot.wrong, "%s", wrong.c_str());
  _exit(exit_wrong);
}

[[noreturn]] void work(unsigned job, const std::vector<std::string>& seeds, Slot& slot, const Settings& settings) {
  if (settings.memory > 0) {
    const rlimit limit{settings.memory << 20, settings.memory << 20};
    setrlimit(RLIMIT_AS, &limit);
  }
  std::set_new_handler([] { _exit(exit_memory); });
  ::signal(SIGALRM, SIG_DFL);
  std::mt19937_64 random(settings.seed * 1'000'003 + job);
  const auto end = Clock::now() + std::chrono::duration<double>(settings.seconds);
  const std::uint64_t share = settings.count / settings.jobs + (job < settings.count % settings.jobs ? 1 : 0);
  for (const std::string& path : settings.inputs) try_input(content_of(path), slot, settings);
  if (settings.inputs.empty())
    for (std::uint64_t i = 0; i < share && (i % 64 != 0 || Clock::now() < end); ++i)
      try_input(i < seeds.size() && job == 0 ? seeds[i] : mutated(seeds, random), slot, settings);
  _exit(0);
}

/// What ended a process that should have gone on; empty if it came to its end.
std::string why_ended(int status, const Slot& slot) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (WIFEXITED(status) && WEXITSTATUS(status) == exit_wrong) return std::string("wrong: ") + slot.wrong;
  if (WIFEXITED(status) && WEXITSTATUS(status) == exit_memory) return "more memory than is allowed";
  if (WIFEXITED(status)) return "ended with status " + std::to_string(WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGALRM) return "hangs";
  return std::string("killed by signal: ") + strsignal(WTERMSIG(status));
}

std::string save(const Slot& slot, const Settings& settings) {
  const std::string_view input(slot.input, slot.size);
  char name[64];
  std::snprintf(name, sizeof name, "failing-%016zx", std::hash<std::string_view>()(input));
  const auto path = (std::filesystem::path(settings.keep) / name).string();
  std::ofstream(path, std::ios::binary).write(input.data(), static_cast<std::streamsize>(input.size()));
  return path;
}

int watch(const std::vector<std::string>& seeds, const Settings& settings) {
  void* const shared =
      mmap(nullptr, sizeof(Slot) * settings.jobs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) stop("no shared memory");
  Slot* const slots = static_cast<Slot*>(shared);
  const auto start = Clock::now();
  std::vector<pid_t> processes;
  for (unsigned job = 0; job < settings.jobs; ++job) {
    const pid_t process = fork();
    if (process == 0) work(job, seeds, slots[job], settings);
    processes.push_back(process);
  }
  int failures = 0;
  for (std::size_t left = processes.size(); left > 0; --left) {
    int status = 0;
    const pid_t ended = wait(&status);
    const auto job = static_cast<std::size_t>(std::ranges::find(processes, ended) - processes.begin());
    if (job == processes.size()) continue;
    const std::string why = why_ended(status, slots[job]);
    if (why.empty()) continue;
    std::fprintf(stderr, "%s\n  input: %s\n", why.c_str(), save(slots[job], settings).c_str());
    if (failures++ == 0)
      for (const pid_t process : processes)
        if (process != ended) kill(process, SIGTERM);
    if (failures > 1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) --failures;
  }
  std::uint64_t tried = 0;
  for (unsigned job = 0; job < settings.jobs; ++job) tried += slots[job].tried;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  std::fprintf(stderr,
               "%llu inputs in %.1f s, %.0f a second, %.0f a second and job; peak of a process %ld MiB; seeds %zu, "
               "seed %llu: %s\n",
               static_cast<unsigned long long>(tried), seconds, static_cast<double>(tried) / seconds,
               static_cast<double>(tried) / seconds / settings.jobs, usage.ru_maxrss / 1024, seeds.size(),
               static_cast<unsigned long long>(settings.seed), failures == 0 ? "nothing found" : "FAILED");
  return failures == 0 ? 0 : 1;
}

Settings settings_of(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (!name.starts_with("--")) {
      settings.inputs.push_back(name);
      continue;
    }
    if (++i == argc) stop(name + " needs a value");
    const std::string value = argv[i];
    if (name == "--corpus") settings.corpora.push_back(value);
    else if (name == "--seconds") settings.seconds = std::stod(value);
    else if (name == "--count") settings.count = std::stoull(value);
    else if (name == "--jobs") settings.jobs = std::max(1u, static_cast<unsigned>(std::stoul(value)));
    else if (name == "--seed") settings.seed = std::stoull(value);
    else if (name == "--memory") settings.memory = std::stoull(value);
    else if (name == "--timeout") settings.timeout = static_cast<unsigned>(std::stoul(value));
    else if (name == "--keep") settings.keep = value;
    else
      stop("there is no " + name +
           "; --corpus PATH --seconds S --count N --jobs N --seed K --memory MIB --timeout S --keep DIR [INPUT ...]");
  }
  return settings;
}

}  // namespace
}  // namespace reconverge::fuzz

int main(int argc, char** argv) {
  const auto settings = reconverge::fuzz::settings_of(argc, argv);
  const auto seeds = settings.inputs.empty() ? reconverge::fuzz::seeds_of(settings) : std::vector<std::string>{""};
  return reconverge::fuzz::watch(seeds, settings);
}
