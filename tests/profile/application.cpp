// SPDX-License-Identifier: MIT
// An application as the CUDA driver runs one that is to be profiled: it loads the library that the environment names,
// then "launches" kernels, of which the fake CUPTI tells the library.
//   application WORD ...   launch:NAME, instantiate, graph, destroy, record, recorded, module, cubin:KERNEL,
//                          allocate:BYTES, limit:BYTES of a file, instead_of_stderr:FILE, exit:STATUS, crash,
//                          fork, kill:SIGNAL, wait for SIGTERM
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fakes/cubin.hpp"

namespace {

template <typename Function> Function* find_in(const char* path, const char* name) {
  void* const library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}
template <typename Function> Function* find(const char* variable, const char* name) {
  return find_in<Function>(std::getenv(variable), name);
}

/// What CUPTI tells of CUDA graphs.
void act_on_graphs(const std::string& word) {
  const auto tell = [](const char* name) {
    if (auto* function = find<void()>("RECONVERGE_PROFILE_CUPTI", name)) function();
  };
  const auto record = [](int change) {
    if (auto* function = find_in<void(int)>("libcuda.so.1", "fake_record")) function(change);
  };
  if (word == "instantiate") tell("fake_instantiate");
  if (word == "graph") tell("fake_launch_graph");
  if (word == "destroy") tell("fake_destroy_graph");
  if (word == "record") record(1), tell("fake_begin_recording");
  if (word == "recorded") record(-1), tell("fake_end_recording");
  if (auto* spoilt = find_in<int()>("libcuda.so.1", "fake_recording_is_spoilt");
      word == "recorded" && spoilt != nullptr)
    std::puts(spoilt() != 0 ? "the recording is spoilt" : "recorded");
}

/// Says that it waits, and ends with status 9 when it is asked to end by SIGTERM.
void wait_for_request() {
  signal(SIGTERM, [](int) { _exit(9); });
  std::puts("waiting");
  std::fflush(stdout);
  for (int i = 0; i < 300; ++i) usleep(100'000);
}

}  // namespace

int main(int count, char** words) {
  if (auto* initialise = find<int()>("CUDA_INJECTION64_PATH", "InitializeInjection")) initialise();
  auto* launch = find<void(const char*)>("RECONVERGE_PROFILE_CUPTI", "fake_launch");
  auto* load = find<void(const char*, std::size_t)>("RECONVERGE_PROFILE_CUPTI", "fake_module");
  auto* allocate = find<void(std::size_t)>("RECONVERGE_PROFILE_CUPTI", "fake_allocate");
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word.starts_with("launch:") && launch != nullptr) launch(word.substr(7).c_str());
    act_on_graphs(word);
    if (word == "module" && load != nullptr) load("code", 4);
    if (word.starts_with("cubin:") && load != nullptr) {
      const std::string cubin = reconverge::fakes::cubin({.kernels = {word.substr(6)}});
      load(cubin.data(), cubin.size());
    }
    if (word.starts_with("allocate:") && allocate != nullptr) allocate(std::stoul(word.substr(9)));
    if (word.starts_with("limit:")) {
      const rlimit limit{std::stoul(word.substr(6)), RLIM_INFINITY};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (word.starts_with("instead_of_stderr:")) {
      close(STDERR_FILENO);
      if (open(word.substr(18).c_str(), O_WRONLY | O_CREAT, 0600) != STDERR_FILENO) return 9;
    }
    if (word == "crash") std::abort();
    if (word.starts_with("kill:")) raise(std::atoi(word.c_str() + 5));
    if (word == "wait") wait_for_request();
    if (word.starts_with("exit:")) std::exit(std::atoi(word.c_str() + 5));
    if (word == "fork") {
      const pid_t child = fork();
      if (child == 0) {
        // It has nothing of its parent's context.
        const std::string cubin = reconverge::fakes::cubin({.kernels = {"of_the_child"}});
        if (load != nullptr) load(cubin.data(), cubin.size());
        if (allocate != nullptr) allocate(100);
        if (launch != nullptr) launch("of_the_child");
        std::exit(0);
      }
      waitpid(child, nullptr, 0);
    }
  }
  std::puts("the application is done");
}
