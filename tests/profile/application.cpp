// SPDX-License-Identifier: MIT
// An application as the CUDA driver runs one that is to be profiled: it loads the library that the environment names,
// then "launches" kernels, of which the fake CUPTI tells the library.
//   application WORD ...   launch:NAME, module, cubin:KERNEL, allocate:BYTES, limit:BYTES of a file, exit:STATUS,
//   crash,
//                          fork
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "fakes/cubin.hpp"

namespace {

template <typename Function> Function* find(const char* variable, const char* name) {
  const char* path = std::getenv(variable);
  void* const library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
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
    if (word == "crash") std::abort();
    if (word.starts_with("exit:")) std::exit(std::atoi(word.c_str() + 5));
    if (word == "fork") {
      const pid_t child = fork();
      if (child == 0) {
        if (launch != nullptr) launch("of_the_child");
        std::exit(0);
      }
      waitpid(child, nullptr, 0);
    }
  }
  std::puts("the application is done");
}
